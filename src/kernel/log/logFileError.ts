/** Why a file cannot be used as an event log. */
import type { Message } from "#events/kernel/message.ts";
import { message } from "#events/messages/message.ts";
import { MessageError } from "../messageError.ts";

export type LogFileCode =
  /** It is empty. */
  | "EEMPTYLOG"
  /** Not an event log of Provision, or not gzipped. */
  | "ENOTALOG"
  /** The browser cannot read it: a folder, or deleted since it was chosen. */
  | "EUNREADABLELOG"
  /** It is truncated. */
  | "ETRUNCATEDLOG"
  /** Changed after it was written. */
  | "EEDITEDLOG"
  /** Written by a newer build, or with events of one. */
  | "ENEWERLOG"
  /** A line that no build writes. */
  | "EBADLOG"
  /** Larger than the limits. */
  | "ELARGELOG";

/** The reason names the line, if any, and says what to do. */
export class LogFileError extends MessageError {
  override readonly name = "LogFileError";

  readonly code: LogFileCode;
  /** From 1, in the unzipped file. */
  readonly line: number | null;

  constructor(
    code: LogFileCode,
    reason: Message,
    line: number | null = null,
    options?: ErrorOptions,
  ) {
    super(reason, options);
    this.code = code;
    this.line = line;
  }
}

/** @param problem a sentence; another one that says what to do follows it. */
export function badLog(
  problem: Message,
  line: number | null,
  options?: ErrorOptions,
): LogFileError {
  return new LogFileError("EBADLOG", message("logs.bad", { problem }), line, options);
}

/** @param problem a sentence that names the newer part. */
export function newerLog(problem: Message, line: number): LogFileError {
  return new LogFileError("ENEWERLOG", message("logs.newer", { problem }), line);
}

export function emptyLog(): LogFileError {
  return new LogFileError("EEMPTYLOG", message("logs.empty"));
}

/** One of those lines was changed. */
export function editedLog(from: number, to: number): LogFileError {
  return new LogFileError("EEDITEDLOG", message("logs.edited", { from, to }), from);
}

export function largeLog(line: number): LogFileError {
  return new LogFileError("ELARGELOG", message("logs.tooLarge", { line }), line);
}

export function otherCounts(): LogFileError {
  return badLog(message("logs.otherCounts"), 1);
}

export function notALog(): LogFileError {
  return new LogFileError("ENOTALOG", message("logs.otherFile"));
}
