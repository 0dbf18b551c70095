import { expect, test } from "vitest";
import { policyChangeMessages } from "#src/features/policy-changes/messages.ts";
import { describeCounts, requestOf, type BulkDraft } from "#src/features/policy-changes/rules.ts";

const ORG = "11111111-1111-4111-8111-111111111111";
const ROLE = "22222222-2222-4222-8222-222222222222";

const draft: BulkDraft = {
  operation: "equal",
  orgs: { all: false, ids: [ORG] },
  orgQuery: { type: "job-titles", contains: "" },
  roles: { all: false, ids: [ROLE] },
  roleQuery: { contains: "", resourceId: "" },
};

test("the request of a change of access roles is marked as one, even if it names the roles", () => {
  expect(requestOf(draft).roles).toEqual({ all: false, oids: [ROLE] });
  const accessRoles = { ...draft, roleQuery: { ...draft.roleQuery, accessRoles: true as const } };
  expect(requestOf(accessRoles).roles).toEqual({ all: false, oids: [ROLE], accessRoles: true });
});

test("the counts of a change name a period only if its period changed", () => {
  const countsOf = (kind: "period" | "undo", added: number) =>
    describeCounts({ kind, added, removed: 0 }, policyChangeMessages.english);
  expect(countsOf("period", 0)).toBe("Period changed");
  expect(countsOf("undo", 0)).toBe("–");
  expect(countsOf("undo", 2)).toBe("2 added");
});
