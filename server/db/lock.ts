/**
 * One process per data directory. The lock is a file that identifies its holder. It is created atomically, as a link to
 * a complete file, so that one of two concurrent processes wins. To replace the lock of a killed process, a process
 * must hold a second lock for exactly that replacement. No process can therefore remove a lock that another has just
 * taken over.
 */
import { randomUUID } from "node:crypto";
import {
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { hostname } from "node:os";
import { dirname, join } from "node:path";
import {
  DatabaseUnavailableError,
  DataDirectoryInUseError,
  DiskFullError,
  errorCode,
} from "./errors.ts";
import { PRIVATE_DIRECTORY, PRIVATE_FILE } from "./privateFiles.ts";
import { isRunning, thisProcess, type ProcessMark } from "./processIdentity.ts";

/** The kind of the holding process. */
export type Holder = "server" | "import";

interface LockRecord extends ProcessMark {
  /** Unique for every lock. */
  nonce: string;
  holder: Holder;
  host: string;
  /** ISO 8601. */
  since: string;
}

export interface DataDirectoryLock {
  /** Releases the directory; a second call does nothing. */
  release(): void;
}

/** @returns null if there is no file. @throws DatabaseUnavailableError for a file that is not a lock. */
function readRecord(path: string): LockRecord | null {
  let cause: unknown;
  try {
    const record: unknown = JSON.parse(readFileSync(path, "utf8"));
    if (isLockRecord(record)) return record;
  } catch (error) {
    if (errorCode(error) === "ENOENT") return null;
    cause = error;
  }
  throw new DatabaseUnavailableError(
    `The lock file ${path} is damaged or was not written by Provision: remove it if no other server or import uses this directory, then try again.`,
    { cause },
  );
}

function isLockRecord(value: unknown): value is LockRecord {
  if (typeof value !== "object" || value === null) return false;
  const { nonce, holder, host, since, pid, born } = value as Partial<Record<string, unknown>>;
  return (
    // Part of the name of another lock.
    typeof nonce === "string" &&
    /^[\w-]+$/.test(nonce) &&
    (holder === "server" || holder === "import") &&
    typeof host === "string" &&
    typeof since === "string" &&
    Number.isSafeInteger(pid) &&
    (born === null || typeof born === "string")
  );
}

function refusal(directory: string, path: string, held: LockRecord): DataDirectoryInUseError {
  const name = held.holder === "import" ? "an import" : "a server";
  const where = held.host === hostname() ? "" : ` on ${held.host}`;
  const hint =
    held.host === hostname()
      ? "Stop it first, or use another PROVISION_DATA_DIR."
      : `When it is certain that it does not run any more, remove ${path}.`;
  return new DataDirectoryInUseError(
    `The data directory ${directory} is in use by ${name} (process ${held.pid}${where}, since ${held.since}). ${hint}`,
  );
}

/** @returns whether `path` is now the lock from the file `draft`. */
function linkDraft(draft: string, path: string): boolean {
  try {
    linkSync(draft, path);
    return true;
  } catch (error) {
    if (errorCode(error) === "EEXIST") return false;
    throw error;
  }
}

/** Attempts at a contended lock. A dangling symbolic link looks contended on every attempt. */
const MAX_TRIES = 100;

function take(directory: string, path: string, mine: LockRecord): void {
  const draft = `${path}.${mine.nonce}.draft`;
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    writeFileSync(draft, JSON.stringify(mine), { mode: PRIVATE_FILE });
    try {
      if (linkDraft(draft, path)) return;
      const held = readRecord(path);
      if (held === null) continue;
      if (held.host !== mine.host || isRunning(held)) throw refusal(directory, path, held);
      const right = `${path}.${held.nonce}`;
      take(directory, right, mine);
      try {
        if (readRecord(path)?.nonce !== held.nonce) continue;
        renameSync(draft, path);
        return;
      } finally {
        rmSync(right, { force: true });
      }
    } finally {
      rmSync(draft, { force: true });
    }
  }
  throw new DatabaseUnavailableError(
    `The lock file ${path} can neither be read nor taken: remove it if no other server or import uses this directory, then try again.`,
  );
}

/** Whether the file system refused it. */
function isRefused(error: unknown): error is Error {
  return error instanceof Error && "syscall" in error;
}

/** Level by level, because Node's recursive mkdir loops for ever on ENOENT, for example below /proc. */
function makeDirectory(path: string): void {
  if (existsSync(path)) return;
  const parent = dirname(path);
  if (parent !== path) makeDirectory(parent);
  try {
    mkdirSync(path, { mode: PRIVATE_DIRECTORY });
  } catch (error) {
    if (errorCode(error) !== "EEXIST") throw error;
  }
}

/** Whether this process still holds the lock. A damaged lock does not count. */
function isHeldBy(path: string, nonce: string): boolean {
  try {
    return readRecord(path)?.nonce === nonce;
  } catch {
    return false;
  }
}

/**
 * Takes the directory, which is created if missing.
 * @throws DataDirectoryInUseError if this or another process holds it; the message names the holder.
 * @throws DatabaseUnavailableError if it cannot be created or written, with the reason.
 * @throws DiskFullError if there is no space for the lock.
 */
export function lockDataDirectory(directory: string, holder: Holder): DataDirectoryLock {
  const path = join(directory, "provision.lock");
  const mine: LockRecord = {
    ...thisProcess(),
    nonce: randomUUID(),
    holder,
    host: hostname(),
    since: new Date().toISOString(),
  };
  try {
    makeDirectory(directory);
    take(directory, path, mine);
  } catch (error) {
    if (errorCode(error) === "ENOSPC") throw new DiskFullError(error);
    if (!isRefused(error)) throw error;
    throw new DatabaseUnavailableError(
      `The data directory ${directory} cannot be used: ${error.message}. Use another PROVISION_DATA_DIR.`,
      { cause: error },
    );
  }
  let released = false;
  return {
    release: () => {
      if (released) return;
      released = true;
      if (isHeldBy(path, mine.nonce)) rmSync(path, { force: true });
    },
  };
}
