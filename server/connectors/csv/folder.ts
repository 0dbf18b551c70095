/**
 * Opens files that an operator placed in the directory of a client. Links that lead out of it are refused. A directory in it
 * that is named by the id of a resource belongs to that resource alone. In the name of a file, `*` stands for any text.
 */
import { constants, type Stats } from "node:fs";
import { open, readdir, realpath, stat } from "node:fs/promises";
import { basename, dirname, isAbsolute, join, relative, sep } from "node:path";
import { isUuid } from "#events/rules/uuid.ts";
import { wildcard } from "#events/rules/wildcard.ts";
import { errorCode } from "../../db/errors.ts";
import { ConnectorError, type OpenFile, type SystemFolder } from "../contract.ts";

/** Both change when the file is replaced or written. */
export interface FileStates {
  /** Identifies the content on this server. */
  readonly state: string;
  /** Less precise, but the same on all servers that have the directory. */
  readonly version: string;
}

export type FolderFile = OpenFile & FileStates;

const CHUNK_BYTES = 262_144;

/** Names of files that an error lists. */
const MAX_LISTED = 5;

/** @throws ConnectorError fileMissing, notAllowed, severalFiles, unreadable */
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
        name: basename(hasPattern(path) ? real : path),
        size: found.size,
        state: stateOf(found),
        version: `${basename(real)} ${found.size} ${Math.floor(found.mtimeMs)}`,
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

/** The real path of a file. @throws ConnectorError notAllowed outside of the directory, severalFiles; errors of Node */
export async function locate(folder: SystemFolder, path: string): Promise<string> {
  if (isAbsolute(path) || /[\0\\]/.test(path) || path.split("/").includes("..")) throw notAllowed();
  if (!hasPattern(path)) return locateExact(folder, path);
  const directory = dirname(path);
  // Only a directory that the system may use is listed.
  const real = directory === "." ? await baseOf(folder) : await locateExact(folder, directory);
  return locateExact(folder, join(directory, await onlyMatch(real, basename(path))));
}

function hasPattern(path: string): boolean {
  return basename(path).includes("*");
}

async function baseOf({ root, clientId }: SystemFolder): Promise<string> {
  const base = join(await realpath(root), clientId);
  if ((await realpath(base)) !== base) throw notAllowed();
  return base;
}

async function locateExact(folder: SystemFolder, path: string): Promise<string> {
  const base = join(await realpath(folder.root), folder.clientId);
  const real = await realpath(join(base, path));
  if (!isBelow(real, base)) throw notAllowed();
  const [first = ""] = relative(base, real).split(sep);
  if (isUuid(first) && first !== folder.resourceId) throw notAllowed();
  return real;
}

/** The name of the only file in a directory that matches a pattern. @throws ConnectorError fileMissing, severalFiles */
async function onlyMatch(directory: string, pattern: string): Promise<string> {
  const matches = wildcard(pattern);
  const entries = await readdir(directory, { withFileTypes: true });
  const names = entries
    .filter((entry) => !entry.isDirectory() && !entry.name.startsWith(".") && matches(entry.name))
    .map(({ name }) => name)
    .sort();
  const [name, ...others] = names;
  if (name === undefined) {
    throw new ConnectorError("fileMissing", "find", `No file matches ${pattern}`);
  }
  if (others.length === 0) return name;
  const more = names.length > MAX_LISTED ? ` (+${names.length - MAX_LISTED})` : "";
  const detail = `${names.length} files match ${pattern}: ${names.slice(0, MAX_LISTED).join(", ")}${more}`;
  throw new ConnectorError("severalFiles", "find", detail);
}

function isBelow(path: string, base: string): boolean {
  return path.startsWith(base.endsWith(sep) ? base : base + sep);
}

/** @throws ConnectorError */
export async function readStates(folder: SystemFolder, path: string): Promise<FileStates> {
  const { state, version, content } = await openFolderFile(folder, path);
  content.destroy();
  return { state, version };
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
