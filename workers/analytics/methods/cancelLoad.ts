import type { CoreState } from "../coreState.ts";
import type { LoadId } from "../reportLoad.ts";

export function cancelLoad(core: CoreState, id: LoadId): void {
  if (core.load?.id === id) core.load = null;
}
