/** Protects the server's files from other users of the host, whatever the process's umask. */
import { chmodSync, lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { errorCode } from "./errors.ts";

export const PRIVATE_DIRECTORY = 0o700;
export const PRIVATE_FILE = 0o600;
/** The permission bits of the group and of others. */
const OTHERS = 0o077;

/**
 * Makes files that this process creates from now on private to its user. Worker threads share the umask and cannot set
 * it.
 */
export function denyOtherUsers(): void {
  process.umask(OTHERS);
}

/** A mode without the bits of the group and of others. */
export function withoutOthers(mode: number): number {
  return mode & ~OTHERS;
}

/** Makes an existing directory and everything below it private. Does not follow symbolic links. */
export function makePrivate(path: string): void {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (stats === undefined || stats.isSymbolicLink()) return;
  if ((stats.mode & OTHERS) !== 0) restrict(path, stats.mode);
  if (!stats.isDirectory()) return;
  for (const name of readdirSync(path)) makePrivate(join(path, name));
}

function restrict(path: string, mode: number): void {
  try {
    chmodSync(path, withoutOthers(mode & 0o7777));
  } catch (error) {
    // Another process removed the file, or its file system has no modes or belongs to another user.
    if (!/^(?:ENOENT|EPERM|ENOTSUP)$/.test(errorCode(error))) throw error;
  }
}
