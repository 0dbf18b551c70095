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

/** Codes of Node for hosts that do not answer, and SQLSTATEs of refused, broken or ended connections. */
const UNREACHABLE =
  /^(?:EDATABASEUNAVAILABLE|ECONN\w+|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EPIPE|08\w{3}|25P03|28\w{3}|3D000|53300|57P0\d)$/;

/** What `pg` says without a code. */
const UNREACHABLE_MESSAGE =
  /^(?:timeout exceeded when trying to connect|timeout expired|Connection terminated|Client has encountered a connection error)/;

/** Whether the database cannot be reached, or a connection to it broke: nothing of the transaction was kept. */
export function isUnreachable(error: unknown): boolean {
  return (
    UNREACHABLE.test(errorCode(error)) ||
    (error instanceof Error && UNREACHABLE_MESSAGE.test(error.message))
  );
}

const LOCK_NOT_AVAILABLE = "55P03";
const QUERY_CANCELED = "57014";

/** Whether a statement was given up because it waited, or ran, for too long. */
export function isTooSlow(error: unknown): boolean {
  const code = errorCode(error);
  return code === LOCK_NOT_AVAILABLE || code === QUERY_CANCELED;
}

/** Of a row whose key another one has. */
export const UNIQUE_VIOLATION = "23505";
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
