/** Errors of the database layer that callers distinguish by `code`. */

/** Another process holds the directory. The message names it. */
export class DataDirectoryInUseError extends Error {
  readonly code = "EDATADIRINUSE";
  override readonly name = "DataDirectoryInUseError";
}

/** The database's disk is full. Nothing of the transaction was written. */
export class DiskFullError extends Error {
  readonly code = "EDISKFULL";
  override readonly name = "DiskFullError";
  constructor(cause: unknown) {
    super("The disk of the database is full. Nothing was changed. Free some space and try again.", {
      cause,
    });
  }
}

/** The database crashed or is unreachable. The next query tries to open it again. */
export class DatabaseUnavailableError extends Error {
  readonly code = "EDATABASEUNAVAILABLE";
  override readonly name = "DatabaseUnavailableError";
}

/**
 * `code` of an error: an SQLSTATE for database errors, otherwise a code of Node or of this server; '' if there is none.
 */
export function errorCode(error: unknown): string {
  return error instanceof Error && "code" in error && typeof error.code === "string"
    ? error.code
    : "";
}

/** Codes of Node for hosts that do not answer, and SQLSTATEs of refused, broken or ended connections. */
const UNREACHABLE =
  /^(?:EDATABASEUNAVAILABLE|ECONN\w+|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EPIPE|08\w{3}|25P03|28\w{3}|3D000|53300|57P0\d)$/;

/** Messages of `pg` errors without a code. */
const UNREACHABLE_MESSAGE =
  /^(?:timeout exceeded when trying to connect|timeout expired|Connection terminated|Client has encountered a connection error)/;

/** Whether the database is unreachable or a connection broke. Nothing of the transaction was written. */
export function isUnreachable(error: unknown): boolean {
  return (
    UNREACHABLE.test(errorCode(error)) ||
    (error instanceof Error && UNREACHABLE_MESSAGE.test(error.message))
  );
}

const LOCK_NOT_AVAILABLE = "55P03";
const QUERY_CANCELED = "57014";

/** Another task has used the only connection of the embedded database for too long. The task that waited did not begin. */
export class DatabaseBusyError extends Error {
  readonly code = LOCK_NOT_AVAILABLE;
  override readonly name = "DatabaseBusyError";
}

/** Whether a statement was cancelled because it waited or ran too long. */
export function isTooSlow(error: unknown): boolean {
  const code = errorCode(error);
  return code === LOCK_NOT_AVAILABLE || code === QUERY_CANCELED;
}

/** A unique-key violation. */
export const UNIQUE_VIOLATION = "23505";
export const FOREIGN_KEY_VIOLATION = "23503";
/** PostgreSQL's SQLSTATE, Node's code, and that of `DiskFullError`: a thread that borrows the database gets only the code. */
const DISK_FULL: ReadonlySet<string> = new Set(["53100", "ENOSPC", "EDISKFULL"]);

/** Converts any form of "no space left" to {@link DiskFullError} and returns every other error unchanged. */
export function translateDatabaseError(error: unknown): unknown {
  if (error instanceof DiskFullError) return error;
  const isDiskFull =
    DISK_FULL.has(errorCode(error)) ||
    (error instanceof Error && /no space left on device/i.test(error.message));
  return isDiskFull ? new DiskFullError(error) : error;
}
