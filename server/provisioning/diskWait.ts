/** Previews that wait for disk space say so, although the server cannot store it. */
import type { ProvisionPreview, ProvisionProblem } from "#events/entities/provisioning.ts";
import { isWorking } from "#events/rules/provisioning.ts";
import type { DiskSpace } from "../jobs/diskSpace.ts";

export const DISK_FULL: ProvisionProblem = { code: "diskFull", detail: "" };

/** A preview that a worker computes or writes has the problem `diskFull` while it waits for space on the server's disk. */
export function withDiskWait(
  preview: ProvisionPreview,
  disk: Pick<DiskSpace, "isFull">,
): ProvisionPreview {
  if (!disk.isFull || !isWorking(preview)) return preview;
  return { ...preview, problem: DISK_FULL };
}
