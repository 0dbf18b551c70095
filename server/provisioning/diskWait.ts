/** Previews that wait for disk space say so, although the server cannot store it. */
import type { ProvisionPreview } from "#events/entities/provisioning.ts";
import { isWorking } from "#events/rules/provisioning.ts";
import type { DiskSpace } from "../jobs/diskSpace.ts";

/** A preview that a worker computes or writes has the problem `diskFull` while it waits for space on the server's disk. */
export function withDiskWait(
  preview: ProvisionPreview,
  disk: Pick<DiskSpace, "isFull">,
): ProvisionPreview {
  if (!disk.isFull || !isWorking(preview)) return preview;
  return { ...preview, problem: { code: "diskFull", detail: "" } };
}
