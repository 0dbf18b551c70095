/** Why a file cannot be used as an event log. */

export type LogFileCode =
  /** Nothing in it. */
  | "EEMPTYLOG"
  /** Not an event log of Provision, or not gzipped. */
  | "ENOTALOG"
  /** The browser cannot read it: a folder, or gone since it was chosen. */
  | "EUNREADABLELOG"
  /** It breaks off. */
  | "ETRUNCATEDLOG"
  /** Changed after it was written. */
  | "EEDITEDLOG"
  /** Written by a newer build, or it holds events of one. */
  | "ENEWERLOG"
  /** A line that no build writes. */
  | "EBADLOG"
  /** More than can be opened. */
  | "ELARGELOG";

/** The message is for people: it names the line, where there is one, and says what to do. */
export class LogFileError extends Error {
  override readonly name = "LogFileError";

  readonly code: LogFileCode;
  /** From 1, of the unzipped file. */
  readonly line: number | null;

  constructor(
    code: LogFileCode,
    message: string,
    line: number | null = null,
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.code = code;
    this.line = line;
  }
}

export const GET_AGAIN = "Get the file again from where it was exported.";
const NEWER = "Open it in that version of Provision, or a later one.";

/** @param what is wrong, as a sentence. */
export function badLog(what: string, line: number): LogFileError {
  return new LogFileError("EBADLOG", `${what} ${GET_AGAIN}`, line);
}

/** @param what is of a newer build, as a sentence. */
export function newerLog(what: string, line: number): LogFileError {
  return new LogFileError("ENEWERLOG", `${what} ${NEWER}`, line);
}

/** One of those lines was changed. */
export function editedLog(from: number, to: number): LogFileError {
  return new LogFileError(
    "EEDITEDLOG",
    `The log was changed after it was written, in one of the lines ${from} to ${to}. ${GET_AGAIN}`,
    from,
  );
}

export function largeLog(line: number): LogFileError {
  return new LogFileError(
    "ELARGELOG",
    `Line ${line}: the log holds more than can be opened. Export a shorter span.`,
    line,
  );
}

export function otherCounts(): LogFileError {
  return badLog("The file does not hold as many sessions, events and bodies as line 1 says.", 1);
}

export function notALog(): LogFileError {
  return new LogFileError(
    "ENOTALOG",
    "This is not an event log of Provision. Choose a file that Provision Support exported; its name ends in .ndjson.gz.",
  );
}
