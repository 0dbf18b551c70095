import type { CoreState } from "../coreState.ts";

/** Returns the bytes of the current report, once; null if they were not kept or the report changed. */
export function takeBytes(core: CoreState, digest: string): Blob | null {
  if (core.kept?.digest !== digest) return null;
  const { bytes } = core.kept;
  core.kept = null;
  return bytes;
}
