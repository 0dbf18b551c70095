import type { CoreState } from "../coreState.ts";

/** Hands over the bytes of the current report, once; null where they were not kept, or the report is another. */
export function takeBytes(core: CoreState, digest: string): Blob | null {
  if (core.kept?.digest !== digest) return null;
  const { bytes } = core.kept;
  core.kept = null;
  return bytes;
}
