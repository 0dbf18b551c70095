/**
 * Opens files that an operator placed in the directory of a client. Links that lead out of it are refused. A directory in it
 * that is named by the id of a resource belongs to that resource alone.
 */
import { constants, type Stats } from "node:fs";
import { open, realpath, stat } from "node:fs/promises";
import { basename, isAbsolute, join, relative, sep } from "node:path";
import { isUuid } from "#events/rules/uuid.ts";
import { errorCode } from "../../db/errors.ts";
import { ConnectorError, type OpenFile, type SystemFolder } from "../contract.ts";

export interface FolderFile extends OpenFile {
  /** Identifies the content: it changes when the file is replaced or written. */
  readonly state: string;
}

const CHUNK_BYTES = 262_144;

/** @throws ConnectorError fileMissing, notAllowed, unreadable */
export async function openFolderFile(folder: SystemFolder, path: string): Promise<FolderFile> {
  try {
    const real = await locate(folder, path);
    // Opening a pipe would wait for a writer, so the kind is checked before and after.
    requireFile(await stat(real));
    const file = await open(real, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    try {
      const found = requireFile(await file.stat());
      const current = await stat(await locate(folder, path));
      if (current.ino !== found.ino || current.dev !== found.dev) throw notAllowed();
      return {
        name: basename(path),
        size: found.size,
        state: stateOf(found),
        content: file.createReadStream({ highWaterMark: CHUNK_BYTES }),
      };
    } catch (error) {
      await file.close();
      throw error;
    }
  } catch (error) {
    throw folderError(error);
  }
}

/** The real path of a file. @throws ConnectorError notAllowed outside of the directory; errors of Node */
export async function locate(
  { root, clientId, resourceId }: SystemFolder,
  path: string,
): Promise<string> {
  if (isAbsolute(path) || /[\0\\]/.test(path) || path.split("/").includes("..")) throw notAllowed();
  const base = join(await realpath(root), clientId);
  const real = await realpath(join(base, path));
  if (!isBelow(real, base)) throw notAllowed();
  const [first = ""] = relative(base, real).split(sep);
  if (isUuid(first) && first !== resourceId) throw notAllowed();
  return real;
}

function isBelow(path: string, base: string): boolean {
  return path.startsWith(base.endsWith(sep) ? base : base + sep);
}

/** @throws ConnectorError */
export async function readState(folder: SystemFolder, path: string): Promise<string> {
  const { state, content } = await openFolderFile(folder, path);
  content.destroy();
  return state;
}

function stateOf({ dev, ino, size, mtimeMs }: Stats): string {
  return [dev, ino, size, mtimeMs].join(" ");
}

function requireFile(found: Stats): Stats {
  if (found.isFile()) return found;
  throw new ConnectorError("unreadable", "find", "The path does not lead to a file");
}

function notAllowed(): ConnectorError {
  return new ConnectorError(
    "notAllowed",
    "find",
    "The path leads out of the directory that this system may use",
  );
}

export function folderError(error: unknown): unknown {
  if (error instanceof ConnectorError) return error;
  const code = errorCode(error);
  if (["ENOENT", "ENOTDIR", "ENAMETOOLONG"].includes(code)) {
    return new ConnectorError("fileMissing", "find", "There is no file at this path");
  }
  if (["ELOOP", "EACCES", "EPERM", "EIO", "ENXIO"].includes(code)) {
    return new ConnectorError("unreadable", "find", `The file cannot be read (${code})`);
  }
  return error;
}
