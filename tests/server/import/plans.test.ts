import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { renderMessage } from "#events/kernel/message.ts";
import { ENGLISH } from "#events/messages/english.ts";
import { message } from "#events/messages/message.ts";
import { slugOf } from "#server/import/clientStage.ts";
import {
  arrayLiteral,
  parseArrayLiteral,
  planAccount,
  sortDistinct,
} from "#server/import/planAccount.ts";
import {
  attributeSearchKey,
  identitySearchKey,
  planIdentity,
} from "#server/import/planIdentity.ts";
import { NONE, readAccess } from "#server/import/readAccess.ts";
import { readIdentities } from "#server/import/readIdentities.ts";
import { resolveAccess } from "#server/import/resolveAccess.ts";
import { rowsTable } from "#server/import/rowsTable.ts";

describe("an identity's rewritten values", () => {
  const planOf = async (columns: readonly string[], values: readonly string[]) => {
    const table = await readIdentities(rowsTable("p.csv", ["id", ...columns], [["P", ...values]]));
    const fields = {
      username: "ann",
      givenName: "Ann",
      familyName: "Lee",
      email: null,
      jobTitle: "Clerk",
      department: "Sales",
      location: null,
      manager: null,
    };
    const stored = { externalId: "P", fields, attributes: {} };
    return planIdentity(table, "P", table.rows[0] ?? [], stored, new Set());
  };

  test.each([
    ["givenName", "Bob", true],
    ["familyName", "Moss", true],
    ["jobTitle", "Head", true],
    ["department", "", true],
    ["department", "Sales", false],
    // Filling an empty value replaces nothing.
    ["location", "Bern", false],
    ["username", "bob", false],
    ["badge", "7", false],
  ])("%s = %j counts: %j", async (column, value, rewrites) => {
    expect((await planOf([column], [value])).rewrites).toBe(rewrites);
  });
});

describe("an account's entitlement numbers", () => {
  const numbers = fc
    .uniqueArray(fc.integer({ min: 1, max: 30 }))
    .map((list) => list.toSorted((a, b) => a - b));

  test("are the union in a merge and the file's in a replace, and both are counted", () => {
    fc.assert(
      fc.property(numbers, numbers, (existing, desired) => {
        const merge = planAccount(existing, Int32Array.from(desired), "merge");
        const replace = planAccount(existing, Int32Array.from(desired), "replace");
        const had = new Set(existing);
        const union = [...had, ...desired.filter((number) => !had.has(number))].toSorted(
          (a, b) => a - b,
        );
        expect([...merge.numbers]).toEqual(union);
        expect([...replace.numbers]).toEqual(desired);
        const added = desired.filter((number) => !had.has(number)).length;
        const unchanged = desired.length - added;
        expect(merge).toMatchObject({ added, unchanged, removed: 0 });
        expect(replace).toMatchObject({ added, unchanged, removed: existing.length - unchanged });
      }),
      { seed: 4711 },
    );
  });

  test("are sorted without repeats, and written in PostgreSQL's format", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 9 })), (list) => {
        const sorted = sortDistinct(Int32Array.from(list));
        expect([...sorted]).toEqual([...new Set(list)].toSorted((a, b) => a - b));
        expect(parseArrayLiteral(arrayLiteral(sorted))).toEqual([...sorted]);
      }),
      { seed: 4711 },
    );
    expect(arrayLiteral([])).toBe("{}");
    expect(arrayLiteral([1, 20])).toBe("{1,20}");
  });
});

describe("an identity", () => {
  const stored = {
    externalId: "a",
    fields: {
      username: "anna",
      givenName: "Anna",
      familyName: "Ås",
      email: null,
      jobTitle: "Teller",
      department: "Retail",
      location: null,
      manager: "m",
    },
    attributes: { badge: "7", floor: "2" },
  };
  const plan = async (columns: string[], row: string[], existing: typeof stored | null) => {
    const table = await readIdentities(rowsTable("t", ["id", ...columns], [["a", ...row]]));
    return planIdentity(table, "a", table.rows[0] ?? [], existing, new Set());
  };

  test("keeps values without a column in the file, and loses those with a blank cell", async () => {
    const changed = await plan(
      ["username", "manager", "jobTitle", "badge"],
      ["", "n", "Clerk", ""],
      stored,
    );
    expect(changed.change).toBe("updated");
    expect(changed.movedIn).toEqual(["job-titles"]);
    expect(changed.identity).toEqual({
      externalId: "a",
      fields: { ...stored.fields, username: null, manager: "n", jobTitle: "Clerk" },
      attributes: { floor: "2" },
    });
  });

  test("is unchanged by equal values", async () => {
    const same = await plan(
      ["username", "department", "floor", "shoe"],
      ["anna", "Retail", "2", ""],
      stored,
    );
    expect(same).toMatchObject({ change: "unchanged", movedIn: [] });
    expect(same.identity).toEqual(stored);
    expect((await plan([], [], stored)).change).toBe("unchanged");
  });

  test("is updated by an attribute alone without leaving its orgs", async () => {
    const changed = await plan(["floor"], ["3"], stored);
    expect(changed).toMatchObject({ change: "updated", movedIn: [] });
    expect(changed.identity.attributes).toEqual({ badge: "7", floor: "3" });
  });

  test("is added if missing, into the orgs of its values", async () => {
    const added = await plan(["location", "__proto__"], ["Oslo", "x"], null);
    expect(added).toMatchObject({ change: "added", movedIn: ["locations"] });
    expect(JSON.stringify(added.identity.attributes)).toBe('{"__proto__":"x"}');
  });

  test("keeps the fields that its HR system sets", async () => {
    const columns = ["id", "username", "manager", "floor"];
    const table = await readIdentities(rowsTable("t", columns, [["a", "ann", "n", "3"]]));
    const hrFields = new Set(["username", "floor"]);
    const changed = planIdentity(table, "a", table.rows[0] ?? [], stored, hrFields);
    expect(changed).toMatchObject({ change: "updated", keepsHr: true });
    expect(changed.identity).toEqual({ ...stored, fields: { ...stored.fields, manager: "n" } });
    const row = ["anna", "n", "2"];
    expect(planIdentity(table, "a", row, stored, hrFields)).toMatchObject({ keepsHr: false });
  });

  test("is searched by full name, user name, id and e-mail, each separately", () => {
    expect(identitySearchKey(stored)).toBe("annaås\nanna\na");
  });

  test("is searched by the values of its attributes, each separately and without secrets", () => {
    const keyOf = (attributes: Record<string, string>) => attributeSearchKey({ attributes });
    expect(keyOf({ floor: "3 B", badge: "Straße_7", blank: " " })).toBe("strasse7\n3b");
    expect(keyOf({ apiKey: "k1", userPassword: "p", unicodePwd: "u", "x-token": "t" })).toBe("");
    expect(keyOf({})).toBeNull();
  });
});

describe("the accepted records of access", () => {
  const resolve = async (known: string[], ...rows: string[][]) => {
    const columns = ["identityId", "resource", "account", "entitlement"];
    const access = await readAccess(rowsTable("access.csv", columns, rows));
    const isKnown = Uint8Array.from(access.identityIds, (id) => (known.includes(id) ? 1 : 0));
    return resolveAccess(access, isKnown, new Set());
  };

  test("an unknown identity rejects its records, and names that occur only in them are not used", async () => {
    const resolved = await resolve(
      ["a"],
      ["a", "R", "u", "E"],
      ["x", "S", "v", "F"],
      ["x", "R", "w", ""],
    );
    expect(resolved.rejected).toEqual([
      {
        file: "access.csv",
        line: 3,
        column: "identityId",
        code: "UNKNOWN_IDENTITY",
        reason: message("import.unknownIdentity", { id: "x" }),
      },
      expect.objectContaining({ line: 4 }),
    ]);
    expect(resolved.rejectedWithEntitlement).toBe(1);
    expect([...resolved.resourceUsed]).toEqual([1, 0]);
    expect([...resolved.accountUsed]).toEqual([1, 0, 0]);
    expect([...resolved.entitlementUsed]).toEqual([1, 0]);
  });

  test("the second of two owners of an account is rejected, and a missing owner counts as one", async () => {
    const resolved = await resolve(
      ["a", "b"],
      ["a", "R", "u", "E"],
      ["b", "R", "u", "F"],
      ["", "R", "u", ""],
      ["b", "S", "u", "F"],
      ["", "S", "v", ""],
      ["a", "S", "v", ""],
    );
    expect(resolved.rejected.map(({ line, code }) => [line, code])).toEqual([
      [3, "CONFLICT"],
      [4, "CONFLICT"],
      [7, "CONFLICT"],
    ]);
    const english = resolved.rejected.map(({ reason }) => renderMessage(ENGLISH, reason));
    expect(english[0]).toBe(
      "The account u belongs to a in line 2, but to b here. Keep one of the two.",
    );
    expect(english[1]).toContain("but to no identity here");
    expect([...resolved.accountIdentities]).toEqual([0, 1, NONE]);
  });

  test("an unknown identity does not take an account from a known one", async () => {
    const resolved = await resolve(["b"], ["x", "R", "u", "E"], ["b", "R", "u", "F"]);
    expect(resolved.rejected.map(({ line }) => line)).toEqual([2]);
    expect([...resolved.accountIdentities]).toEqual([1]);
  });

  test("each account has the entitlements of its records", async () => {
    const resolved = await resolve(
      ["a"],
      ["a", "R", "u", "E"],
      ["", "R", "v", ""],
      ["a", "R", "u", "F"],
      ["", "R", "w", "F"],
      ["a", "R", "u", "E"],
    );
    const held = [0, 1, 2].map((account) => [
      ...resolved.heldEntitlements.subarray(
        resolved.offsets[account],
        resolved.offsets[account + 1],
      ),
    ]);
    expect(held).toEqual([[0, 1, 0], [], [1]]);
  });
});

test.each([
  ["Harbor & Vale Bank", "harbor-vale-bank"],
  ["  Ærø Élan!  ", "r-elan"],
  ["字", ""],
])("the slug of %j", (name, slug) => {
  expect(slugOf(name)).toBe(slug);
});
