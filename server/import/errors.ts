import { renderMessage, type Message } from "#events/kernel/message.ts";
import { ENGLISH } from "#events/messages/english.ts";

/** Errors that stop the whole import. An invalid record is a `Rejection` instead. */
export type ImportErrorCode =
  | "EUSAGE"
  | "ECLIENTNAME"
  | "EUNKNOWNUSER"
  | "EFILENOTFOUND"
  | "EFILEACCESS"
  | "EFILEDIRECTORY"
  | "EFILEEMPTY"
  | "EFILEREAD"
  | "ECOMPRESSION"
  | "ETOOLARGE"
  | "EENCODING"
  | "ECSV"
  | "EWORKBOOK"
  | "EMISSINGCOLUMN"
  | "EPLANWAITS"
  | "ENOTUNDOABLE"
  | "EDUPLICATECOLUMN"
  | "EBADCOLUMN";

/** The message says what happened and what to do. Nothing was written. */
export class ImportError extends Error {
  readonly code: ImportErrorCode;

  constructor(code: ImportErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "ImportError";
    this.code = code;
  }
}

/** An invalid file, possibly sent by a browser. The message is shown in its language. */
export class CsvError extends ImportError {
  readonly reason: Message;

  constructor(code: ImportErrorCode, reason: Message) {
    super(code, renderMessage(ENGLISH, reason));
    this.name = "CsvError";
    this.reason = reason;
  }
}

/** A plan beyond the safety gates that nobody approved, or another plan than the approved one. */
export class WaitingPlanError extends ImportError {
  constructor() {
    super("EPLANWAITS", "The plan needs approval. Nothing was imported.");
    this.name = "WaitingPlanError";
  }
}
