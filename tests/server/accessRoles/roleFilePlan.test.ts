/** What a file of access roles changes, without a database. */
import { describe, expect, test } from "vitest";
import {
  changedRoles,
  existingRoles,
  fingerprintOf,
  previewOf,
} from "#server/accessRoles/roleFilePlan.ts";

const role = (oid: string | null, name: string, ...entitlementOids: readonly string[]) => ({
  oid,
  name,
  entitlementOids,
});
const current = (oid: string, version: number, ...entitlements: readonly string[]) => ({
  oid,
  version,
  entitlements,
});
type Planned = ReturnType<typeof changedRoles>[number];
const planned = (more: Partial<Planned> = {}): Planned => ({
  ...role("r", "Role"),
  version: 1,
  added: [],
  removed: [],
  ...more,
});
const named = (roleOid: string) => ({ roleOid, name: `Name of ${roleOid}`, resourceName: "CRM" });

describe("the roles of a file", () => {
  test("that gain or lose entitlements change, and new ones are created", () => {
    const wanted = [
      role("gains", "Gains", "a", "b"),
      role("same", "Same", "b", "a"),
      role(null, "New", "a"),
      role("loses", "Loses"),
      role(null, "Empty"),
      role("both", "Both", "c"),
    ];
    const roles = [
      current("both", 3, "z", "d", "a"),
      current("loses", 4, "a"),
      current("same", 5, "a", "b"),
      current("gains", 6, "b"),
      current("other", 7, "a"),
    ];
    expect(changedRoles(wanted, roles)).toEqual([
      { ...wanted[0], version: 6, added: ["a"], removed: [] },
      { ...wanted[2], version: null, added: ["a"], removed: [] },
      { ...wanted[3], version: 4, added: [], removed: ["a"] },
      { ...wanted[4], version: null, added: [], removed: [] },
      { ...wanted[5], version: 3, added: ["c"], removed: ["a", "d", "z"] },
    ]);
    // One gained and one lost entitlement are two changes.
    expect(changedRoles([role("x", "X", "a")], [current("x", 1, "b")])).toHaveLength(1);
  });
});

test("the roles that exist are locked in the order of their oids", () => {
  const plan = [
    planned({ oid: "c", version: 1 }),
    planned({ oid: null, version: null }),
    planned({ oid: "a", version: 2 }),
    planned({ oid: "b", version: 3 }),
  ];
  expect(existingRoles(plan)).toEqual([
    { oid: "a", version: 2 },
    { oid: "b", version: 3 },
    { oid: "c", version: 1 },
  ]);
});

describe("the fingerprint of a plan", () => {
  test("is equal for equal plans, whatever the role is called now", () => {
    expect(fingerprintOf([planned({ name: "Other" })])).toBe(fingerprintOf([planned()]));
    expect(fingerprintOf([planned()])).toMatch(/^[\w-]{43}$/);
  });

  test.each<[string, Partial<Planned>]>([
    ["role", { oid: "s" }],
    ["version", { version: 2 }],
    ["added entitlement", { added: ["a"] }],
    ["removed entitlement", { removed: ["a"] }],
  ])("differs with another %s", (_what, more) => {
    expect(fingerprintOf([planned(more)])).not.toBe(fingerprintOf([planned()]));
  });

  test("differs with the name of a new role, and with the order", () => {
    const fresh = { oid: null, version: null };
    expect(fingerprintOf([planned({ ...fresh, name: "A" })])).not.toBe(
      fingerprintOf([planned({ ...fresh, name: "B" })]),
    );
    const [one, other] = [planned({ oid: "a" }), planned({ oid: "b" })];
    expect(fingerprintOf([one, other])).not.toBe(fingerprintOf([other, one]));
  });
});

describe("the preview of a plan", () => {
  test("counts roles and entitlements, and names these in the order of their names", () => {
    const plan = [
      planned({ name: "Teller", added: ["a", "b"], removed: ["c"] }),
      planned({ name: "New", version: null, added: ["gone", "c"] }),
      planned({ name: "Less", removed: ["b", "a"] }),
    ];
    const preview = previewOf(plan, [named("c"), named("b"), named("a")]);
    expect(preview).toEqual({
      fingerprint: fingerprintOf(plan),
      created: 1,
      changed: 2,
      added: 4,
      removed: 3,
      roles: [
        {
          name: "Teller",
          isNew: false,
          added: ["Name of b (CRM)", "Name of a (CRM)"],
          addedCount: 2,
          removed: ["Name of c (CRM)"],
          removedCount: 1,
        },
        {
          name: "New",
          isNew: true,
          // Those without a name come last.
          added: ["Name of c (CRM)", "gone"],
          addedCount: 2,
          removed: [],
          removedCount: 0,
        },
        {
          name: "Less",
          isNew: false,
          added: [],
          addedCount: 0,
          removed: ["Name of b (CRM)", "Name of a (CRM)"],
          removedCount: 2,
        },
      ],
    });
  });

  test("shows 200 roles with 20 entitlements each, and counts all", () => {
    const oids = Array.from({ length: 21 }, (_none, at) => `e${at}`);
    const plan = Array.from({ length: 201 }, (_none, at) =>
      planned({ name: `Role ${at}`, added: oids, removed: oids }),
    );
    const { roles, changed, added, removed } = previewOf(plan, []);
    expect({ changed, added, removed }).toEqual({ changed: 201, added: 4221, removed: 4221 });
    expect(roles.map(({ name }) => name)).toEqual(plan.slice(0, 200).map(({ name }) => name));
    expect(roles[0]).toMatchObject({
      added: oids.slice(0, 20),
      addedCount: 21,
      removed: oids.slice(0, 20),
      removedCount: 21,
    });
  });

  test("of nothing is empty", () => {
    expect(previewOf([], [])).toMatchObject({
      created: 0,
      changed: 0,
      added: 0,
      removed: 0,
      roles: [],
    });
  });
});
