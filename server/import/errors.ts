import { renderMessage, type Message } from "#events/kernel/message.ts";
import { ENGLISH } from "#events/messages/english.ts";

/** Why an import stops as a whole. A record that is at fault by itself is a `Rejection` instead. */
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
  | "EENCODING"
  | "ECSV"
  | "EMISSINGCOLUMN"
  | "EDUPLICATECOLUMN"
  | "EBADCOLUMN";

/** The message says what happened and what to do; nothing was written. */
export class ImportError extends Error {
  readonly code: ImportErrorCode;

  constructor(code: ImportErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "ImportError";
    this.code = code;
  }
}

/** A file that is at fault as a whole, and that may have been sent by a browser: the message is shown in its language. */
export class CsvError extends ImportError {
  readonly reason: Message;

  constructor(code: ImportErrorCode, reason: Message) {
    super(code, renderMessage(ENGLISH, reason));
    this.name = "CsvError";
    this.reason = reason;
  }
}
