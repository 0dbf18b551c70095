/** Imports that wait for disk space say so, although the server cannot store it. */
import type { DirectoryImport } from "#events/entities/directoryImport.ts";
import { message } from "#events/messages/message.ts";
import { isRunning } from "#events/rules/directoryImport.ts";
import type { DiskSpace } from "../../jobs/diskSpace.ts";

/** An import that a worker performs has a failure while it waits for space on the server's disk. */
export function withDiskWait(
  current: DirectoryImport | null,
  disk: Pick<DiskSpace, "isFull">,
): DirectoryImport | null {
  if (current === null || !disk.isFull || !isRunning(current)) return current;
  return { ...current, failure: message("server.waitsForDisk") };
}
