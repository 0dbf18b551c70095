import { expect, test } from "vitest";
import { summarizeApply } from "#src/features/policy-builder/apply/summary.ts";
import type { BuilderView } from "#workers/analytics/contract.ts";
import { builderMessages } from "#src/features/policy-builder/messages.ts";

test.each([
  [0, 0, 0, 0, 0, "Nothing is selected"],
  [1, 1, 1, 0, 0, "1 entitlement from 1 resource selected: 1 to add"],
  [
    14,
    6,
    0,
    14,
    0,
    "14 entitlements from 6 resources selected, all already in the policy. Applying changes nothing.",
  ],
  [
    1_198,
    11,
    31,
    1_167,
    0,
    "1,198 entitlements from 11 resources selected: 31 to add, 1,167 already in the policy",
  ],
  [14, 6, 0, 14, 1, "14 entitlements from 6 resources selected: 0 to add, 1 to remove"],
  [
    1_198,
    11,
    31,
    1_167,
    2,
    "1,198 entitlements from 11 resources selected: 31 to add, 2 to remove",
  ],
])(
  "[APB-40] of %d entitlements from %d resources, %d new, the summary states the effect of apply",
  (entitlements, resources, newRoles, alreadyInPolicy, removedRoles, text) => {
    const counts = { newRoles, alreadyInPolicy, removedRoles };
    const view = { ticked: { entitlements, resources }, ...counts } as BuilderView;
    expect(summarizeApply(view, builderMessages.english)).toBe(text);
  },
);

test.each([
  [
    14,
    0,
    0,
    14,
    0,
    "14 entitlements from 2 resources selected, all inherited. Applying changes nothing.",
  ],
  [14, 12, 0, 2, 0, "14 entitlements from 2 resources selected: 12 to add, 2 inherited"],
  [
    14,
    5,
    7,
    2,
    0,
    "14 entitlements from 2 resources selected: 5 to add, 7 already in the policy, 2 inherited",
  ],
  [
    14,
    0,
    12,
    2,
    0,
    "14 entitlements from 2 resources selected: 0 to add, 12 already in the policy, 2 inherited. Applying changes nothing.",
  ],
  [14, 5, 7, 2, 1, "14 entitlements from 2 resources selected: 5 to add, 1 to remove, 2 inherited"],
])(
  "of %d entitlements, %d new and %d in the policy, the summary tells %d inherited ones apart",
  (entitlements, newRoles, alreadyInPolicy, inheritedRoles, removedRoles, text) => {
    const counts = { newRoles, alreadyInPolicy, inheritedRoles, removedRoles };
    const view = { ticked: { entitlements, resources: 2 }, ...counts } as BuilderView;
    expect(summarizeApply(view, builderMessages.english)).toBe(text);
  },
);
