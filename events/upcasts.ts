/** Every upcast of this build: one for each old version of an event that logs may hold. */
import type { Upcast } from "./kernel/upcast.ts";

export const ALL_UPCASTS: readonly Upcast[] = [
  {
    // No reports were kept yet.
    type: "log/measured",
    from: 1,
    up: (payload) => ({ ...(payload as object), reports: [] }),
  },
  {
    type: "log/exportChanged",
    from: 1,
    up: (payload) => ({ ...(payload as object), withReports: false }),
  },
];
