import type { Upcast } from "../kernel/upcast.ts";
import { reasonOfText } from "./oldText.ts";

export const logUpcasts: readonly Upcast[] = [
  { type: "log/exportFailed", from: 1, up: reasonOfText },
  { type: "log/replayRefused", from: 1, up: reasonOfText },
  {
    // Reports were not stored yet.
    type: "log/measured",
    from: 1,
    up: (payload) => ({ ...(payload as object), reports: [] }),
  },
  {
    type: "log/exportChanged",
    from: 1,
    up: (payload) => ({ ...(payload as object), withReports: false }),
  },
  {
    // Earlier versions did not count failures.
    type: "log/measured",
    from: 2,
    up: (payload) => {
      const { sessions, ...rest } = payload as { readonly sessions: readonly object[] };
      return {
        ...rest,
        sessions: sessions.map((one) => ({ ...one, isOwn: false, failures: null })),
      };
    },
  },
  {
    // One session was always that of the tab.
    type: "log/exportChanged",
    from: 2,
    up: (payload) => ({ ...(payload as object), session: null }),
  },
  {
    // The export did not report it.
    type: "log/exported",
    from: 1,
    up: (payload) => ({ ...(payload as object), sessionsLeftOut: 0 }),
  },
  {
    // One unreadable event aborted the export.
    type: "log/exported",
    from: 2,
    up: (payload) => ({ ...(payload as object), eventsLeftOut: 0 }),
  },
];
