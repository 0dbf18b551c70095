import type { Upcast } from "../kernel/upcast.ts";

/** The body contained the org's whole policy, which is kept because a replay shows it (`previousPolicyOf`). */
const keep = (payload: unknown): unknown => payload;

export const orgsUpcasts: readonly Upcast[] = [
  { type: "orgs/getOrgSucceeded", from: 1, up: keep },
  { type: "orgs/deleteInducementSucceeded", from: 1, up: keep },
];
