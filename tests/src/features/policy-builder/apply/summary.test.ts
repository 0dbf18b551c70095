import { expect, test } from "vitest";
import { summarizeApply } from "#src/features/policy-builder/apply/summary.ts";
import type { BuilderView } from "#workers/analytics/contract.ts";
import { builderMessages } from "#src/features/policy-builder/messages.ts";

test.each([
  [0, 0, 0, 0, "Nothing is ticked"],
  [1, 1, 1, 0, "1 entitlement from 1 resource ticked: to be added to the policy"],
  [14, 6, 0, 14, "14 entitlements from 6 resources ticked: in the policy already"],
  [
    1_198,
    11,
    31,
    1_167,
    "1,198 entitlements from 11 resources ticked: 31 to be added to the policy, 1,167 in it already",
  ],
])(
  "[APB-40] of %d entitlements from %d resources, %d of them new, the summary says what apply does",
  (entitlements, resources, newRoles, alreadyInPolicy, t) => {
    const view = { ticked: { entitlements, resources }, newRoles, alreadyInPolicy } as BuilderView;
    expect(summarizeApply(view, builderMessages.english)).toBe(t);
  },
);
