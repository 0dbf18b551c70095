/** Why an import stops as a whole. A record that is at fault by itself is a `Rejection` instead. */
export type ImportErrorCode =
  | "EUSAGE"
  | "ECLIENTNAME"
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
