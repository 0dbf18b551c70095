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

  constructor(code: LogFileCode, message: string, line: number | null = null) {
    super(message);
    this.code = code;
    this.line = line;
  }
}
