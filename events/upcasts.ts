/** Every upcast of this build: one for each old version of an event that logs may hold. */
import type { Upcast } from "./kernel/upcast.ts";

export const ALL_UPCASTS: readonly Upcast[] = [];
