import type { Upcast } from "../kernel/upcast.ts";

/** Orgs with a policy were not counted by type: a replay shows none. */
const withoutPolicies = (payload: unknown): unknown => {
  const { body, ...answer } = payload as { readonly body: object };
  const orgsWithPolicy = { "job-titles": 0, departments: 0, locations: 0 };
  return { ...answer, body: { ...body, orgsWithPolicy } };
};

export const directoryUpcasts: readonly Upcast[] = [
  { type: "directory/getClientCountsSucceeded", from: 1, up: withoutPolicies },
];
