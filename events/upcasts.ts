/** Every upcast of this build: one for each old version of an event that logs may hold. */
import type { Upcast } from "./kernel/upcast.ts";

/** The body held the org's whole policy. */
function withoutPolicy(payload: unknown): unknown {
  const { body, ...reply } = payload as { readonly body: { readonly inducements: unknown } };
  const { inducements: _, ...org } = body;
  return { ...reply, body: org };
}

export const ALL_UPCASTS: readonly Upcast[] = [
  { type: "orgs/getOrgSucceeded", from: 1, up: withoutPolicy },
  { type: "orgs/deleteInducementSucceeded", from: 1, up: withoutPolicy },
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
