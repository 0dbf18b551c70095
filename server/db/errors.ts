/** Errors of the database room that callers tell apart by `code`. */

/** The directory is held by another process; the message says by whom. */
export class DataDirectoryInUseError extends Error {
  readonly code = "EDATADIRINUSE";
  override readonly name = "DataDirectoryInUseError";
}

/** There is no space left where the database writes. Nothing of the transaction was kept. */
export class DiskFullError extends Error {
  readonly code = "EDISKFULL";
  override readonly name = "DiskFullError";
  constructor(cause: unknown) {
    super("The disk of the database is full. Nothing was changed. Free some space and try again.", {
      cause,
    });
  }
}

/** The database ended or cannot be reached. The next query tries to open it again. */
export class DatabaseUnavailableError extends Error {
  readonly code = "EDATABASEUNAVAILABLE";
  override readonly name = "DatabaseUnavailableError";
}

/** `code` of an error: an SQLSTATE for errors of the database, else a code of Node or ours; '' where there is none. */
export function errorCode(error: unknown): string {
  return error instanceof Error && "code" in error && typeof error.code === "string"
    ? error.code
    : "";
}

const DISK_FULL = "53100";

/** Replaces "no space left" in any of its forms by {@link DiskFullError}; every other error is returned as it is. */
export function translateDatabaseError(error: unknown): unknown {
  if (error instanceof DiskFullError) return error;
  const code = errorCode(error);
  if (code === DISK_FULL || code === "ENOSPC") return new DiskFullError(error);
  if (error instanceof Error && /no space left on device/i.test(error.message))
    return new DiskFullError(error);
  return error;
}
