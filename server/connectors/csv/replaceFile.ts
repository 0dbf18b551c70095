/** Replaces a file of the watched directory by a complete new version, or not at all. */
import { randomUUID } from "node:crypto";
import { constants } from "node:fs";
import { open, readdir, rename, rm, stat, type FileHandle } from "node:fs/promises";
import { dirname, join } from "node:path";
import { errorCode } from "../../db/errors.ts";
import { ConnectorError, type SystemFolder } from "../contract.ts";
import { FileChangedError } from "./fileChanged.ts";
import { folderError, locate, readStates } from "./folder.ts";

const TEMPORARY = /^\.provision-[0-9a-f-]{36}\.tmp$/;
/** A process that writes a file changes it more often. */
const ABANDONED_AFTER = 600_000;

export interface FolderPlace {
  readonly folder: SystemFolder;
  readonly path: string;
}

/**
 * Other processes see either the old or the new version, also after a crash. A change between the last look at the file
 * and the rename, which follows at once, would be lost: file systems have no rename that compares.
 *
 * @param state of the version that was read.
 * @param write writes the new version, and may read it back by its path.
 * @throws FileChangedError; ConnectorError. The file is as it was then.
 */
export async function replaceFolderFile(
  { folder, path }: FolderPlace,
  state: string,
  write: (file: FileHandle, path: string) => Promise<void>,
): Promise<void> {
  const target = await located(folder, path);
  const directory = dirname(target);
  const temporary = join(directory, `.provision-${randomUUID()}.tmp`);
  try {
    await removeAbandoned(directory);
    const { O_WRONLY, O_CREAT, O_EXCL, O_NOFOLLOW } = constants;
    const file = await open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600);
    try {
      await write(file, temporary);
      await keepAccess(file, target);
      await file.sync();
    } finally {
      await file.close();
    }
    if ((await located(folder, path)) !== target) throw new FileChangedError();
    if ((await readStates(folder, path)).state !== state) throw new FileChangedError();
    await rename(temporary, target);
    await syncDirectory(directory);
  } catch (error) {
    throw writeError(error);
  } finally {
    await rm(temporary, { force: true });
  }
}

async function located(folder: SystemFolder, path: string): Promise<string> {
  try {
    return await locate(folder, path);
  } catch (error) {
    throw folderError(error);
  }
}

/** The system that uses the file may run as another user. Only root can give the file to its former owner. */
async function keepAccess(file: FileHandle, target: string): Promise<void> {
  const { mode, uid, gid } = await stat(target);
  const own = await file.stat();
  if (own.uid !== uid || own.gid !== gid) {
    await file.chown(uid, gid).catch((error: unknown) => {
      if (errorCode(error) !== "EPERM") throw error;
    });
  }
  await file.chmod(mode & 0o777);
}

/** What processes left that were killed while they wrote. */
async function removeAbandoned(directory: string): Promise<void> {
  for (const name of await readdir(directory)) {
    if (!TEMPORARY.test(name)) continue;
    const path = join(directory, name);
    const found = await stat(path).catch(() => null);
    if (found?.isFile() && Date.now() - found.mtimeMs > ABANDONED_AFTER) {
      await rm(path, { force: true });
    }
  }
}

/** Makes the rename survive a power failure. */
async function syncDirectory(directory: string): Promise<void> {
  const handle = await open(directory, constants.O_RDONLY);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function writeError(error: unknown): unknown {
  const code = errorCode(error);
  if (["ENOSPC", "EDQUOT", "EFBIG"].includes(code)) {
    return new ConnectorError("diskFull", "read", `The new version does not fit (${code})`, {
      cause: error,
    });
  }
  if (["EACCES", "EPERM", "EROFS"].includes(code)) {
    const detail = `The directory of the file cannot be written (${code})`;
    return new ConnectorError("notAllowed", "find", detail, { cause: error });
  }
  // Somebody removed the temporary file, or moved the directory.
  return code === "ENOENT" ? new FileChangedError() : error;
}
