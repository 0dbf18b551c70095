/** What the audit trail says of a changed access role. */
import { describe, expect, test } from "vitest";
import { contentOf, diffContent } from "#server/accessRoles/commands.ts";

const ROLE = {
  name: "Teller",
  description: "All.",
  resourceOid: null as string | null,
  entitlementOids: ["a", "b"],
  ownerOids: ["ann"],
};

describe("the difference of two contents", () => {
  test("is missing if they are equal", () => {
    expect(diffContent(ROLE, { ...ROLE, ownerOids: ["ann"] })).toBeNull();
  });

  test.each([
    ["name", { name: "Cashier" }, { name: "Teller" }, { name: "Cashier" }],
    ["description", { description: "" }, { description: "All." }, { description: "" }],
    ["resource", { resourceOid: "crm" }, { resourceOid: null }, { resourceOid: "crm" }],
  ])("has the %s before and after", (_what, change, before, after) => {
    expect(diffContent(ROLE, { ...ROLE, ...change })).toEqual({ before, after });
    expect(diffContent({ ...ROLE, ...change }, ROLE)).toEqual({ before: after, after: before });
  });

  test("has of lists what was removed and added", () => {
    const other = { ...ROLE, entitlementOids: ["b", "c"], ownerOids: [], name: "Cashier" };
    expect(diffContent(ROLE, other)).toEqual({
      before: { name: "Teller", entitlementOids: ["a"], ownerOids: ["ann"] },
      after: { name: "Cashier", entitlementOids: ["c"], ownerOids: [] },
    });
    // Another order is a change of the list, and of none of its entries.
    expect(diffContent(ROLE, { ...ROLE, entitlementOids: ["b", "a"] })).toEqual({
      before: { entitlementOids: [] },
      after: { entitlementOids: [] },
    });
  });
});

test("the content of a role is what people edit of it", () => {
  expect(contentOf({ ...ROLE, oid: "1", version: 2 } as typeof ROLE)).toEqual(ROLE);
});
