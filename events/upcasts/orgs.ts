import type { Upcast } from "../kernel/upcast.ts";

/** The body held the org's whole policy, which stays: a replay shows it (`formerPolicyOf`). */
const keep = (payload: unknown): unknown => payload;

export const orgsUpcasts: readonly Upcast[] = [
  { type: "orgs/getOrgSucceeded", from: 1, up: keep },
  { type: "orgs/deleteInducementSucceeded", from: 1, up: keep },
];
