/** The effect of an import on existing data. */
import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { english } from "../../support/english.ts";
import { rowsTable } from "#server/import/rowsTable.ts";
import { bank, counts, eachImport, holdings, EMPTY_COUNTS, people } from "../support/importing.ts";

eachImport((on) => {
  const { run, snapshot, clientId } = on;

  describe("a merge", () => {
    beforeEach(() => run(bank()));

    test("a blank cell clears a value, and an absent column keeps it", async () => {
      const result = await run({
        identities: rowsTable(
          "i",
          ["id", "username", "badge", "shoe"],
          [
            ["a", "", "", "42"],
            ["b", "bo", "", ""],
          ],
        ),
      });
      expect(counts(result)).toEqual({ ...EMPTY_COUNTS, identities: [0, 1, 1, 0, 0] });
      const { identities } = await snapshot();
      expect(identities["a"]).toMatchObject({
        fields: { username: null, jobTitle: "Teller" },
        attributes: { shoe: "42" },
        orgs: ["departments/Retail", "job-titles/Teller", "locations/Oslo"],
      });
    });

    test("a person who was created and ended by hand belongs to the file from then on", async () => {
      const client = await clientId();
      const ofPerson = on.db
        .selectFrom("identities")
        .select(["oid", "by_hand", "ended_at", "version"])
        .where("client_id", "=", client)
        .where("external_id", "=", "c");
      const { oid } = await ofPerson.executeTakeFirstOrThrow();
      await on.db
        .updateTable("identities")
        .set({ by_hand: true, ended_at: new Date(), job_title: null, location: null })
        .where("client_id", "=", client)
        .where("oid", "=", oid)
        .execute();
      await on.db.deleteFrom("identity_orgs").where("identity_oid", "=", oid).execute();
      await run(bank());
      expect(await ofPerson.executeTakeFirstOrThrow()).toEqual({
        oid,
        by_hand: false,
        ended_at: null,
        version: 2,
      });
      const { identities } = await snapshot();
      expect(identities["c"]?.orgs).toEqual(["job-titles/Clerk", "locations/Oslo"]);
    });

    test("a changed job title moves the identity, a cleared one removes it, and the org stays", async () => {
      const result = await run({
        identities: rowsTable(
          "i",
          ["id", "jobTitle"],
          [
            ["a", "Clerk"],
            ["b", ""],
            ["d", "Boss"],
          ],
        ),
      });
      expect(counts(result)).toEqual({
        ...EMPTY_COUNTS,
        identities: [1, 2, 0, 0, 0],
        orgs: [1, 0, 1, 0, 0],
      });
      const { identities, orgs } = await snapshot();
      expect(identities["a"]?.orgs).toEqual([
        "departments/Retail",
        "job-titles/Clerk",
        "locations/Oslo",
      ]);
      expect(identities["b"]?.orgs).toEqual(["departments/Retail"]);
      expect(identities["d"]?.orgs).toEqual(["job-titles/Boss"]);
      expect(orgs).toContain("job-titles/Teller");
    });

    test("adds access and removes none", async () => {
      const result = await run({
        access: holdings(
          ["a", "Core", "a1", "Audit"],
          ["a", "Core", "a1", "Read"],
          ["c", "Core", "c1", "Read"],
        ),
      });
      expect(counts(result)).toEqual({
        ...EMPTY_COUNTS,
        resources: [0, 0, 1, 0, 0],
        accounts: [1, 0, 1, 0, 0],
        entitlements: [1, 0, 1, 0, 0],
        assignments: [2, 0, 1, 0, 0],
      });
      const { accounts } = await snapshot();
      expect(accounts["Core/a1"]).toEqual({ owner: "a", entitlements: ["Audit", "Read", "Write"] });
      expect(accounts["Core/a2"]).toEqual({ owner: "a", entitlements: ["Read"] });
    });

    test("links, unlinks and hands over accounts, and keeps the owners without identityId", async () => {
      const result = await run({
        access: holdings(
          ["c", "Core", "a1", ""],
          ["", "Core", "a2", ""],
          ["a", "Mail", "shared", ""],
          ["b", "Core", "b1", ""],
        ),
      });
      expect(counts(result)).toMatchObject({
        accounts: [0, 3, 1, 0, 0],
        assignments: [0, 0, 0, 0, 0],
      });
      const { accounts } = await snapshot();
      expect(accounts).toMatchObject({
        "Core/a1": { owner: "c", entitlements: ["Read", "Write"] },
        "Core/a2": { owner: null, entitlements: ["Read"] },
        "Core/b1": { owner: "b" },
        "Mail/shared": { owner: "a", entitlements: ["Send"] },
      });
      const ownerless = rowsTable(
        "access.csv",
        ["resource", "account"],
        [
          ["Core", "a1"],
          ["Core", "new"],
        ],
      );
      expect(counts(await run({ access: ownerless })).accounts).toEqual([1, 0, 1, 0, 0]);
      expect((await snapshot()).accounts).toMatchObject({
        "Core/a1": { owner: "c" },
        "Core/new": { owner: null },
      });
    });

    test("repeated records count once", async () => {
      const record = ["a", "Core", "a1", "Audit"];
      const result = await run({ access: holdings(record, record, record) });
      expect(counts(result)).toMatchObject({
        accounts: [0, 0, 1, 0, 0],
        assignments: [1, 0, 0, 0, 0],
      });
    });
  });

  describe("a replace", () => {
    beforeEach(() => run(bank()));

    test("sets the access of the named resources to the file's and leaves other resources alone", async () => {
      const result = await run({
        mode: "replace",
        access: holdings(["a", "Core", "a1", "Write"], ["c", "Core", "c1", "Audit"]),
      });
      expect(counts(result)).toEqual({
        ...EMPTY_COUNTS,
        resources: [0, 0, 1, 0, 0],
        accounts: [1, 0, 1, 2, 0],
        entitlements: [1, 0, 1, 1, 0],
        assignments: [1, 0, 1, 3, 0],
      });
      const found = await snapshot();
      expect(found.accounts).toEqual({
        "Core/a1": { owner: "a", entitlements: ["Write"] },
        "Core/c1": { owner: "c", entitlements: ["Audit"] },
        "Mail/b1": { owner: "b", entitlements: [] },
        "Mail/shared": { owner: null, entitlements: ["Send"] },
      });
      expect(found.entitlements).toEqual(["Core/Audit", "Core/Write", "Mail/Send"]);
      expect(Object.keys(found.identities)).toEqual(["a", "b", "c"]);
    });

    test("with skipped rejects removes access that only a rejected record names", async () => {
      const result = await run({
        mode: "replace",
        skipRejected: true,
        access: holdings(
          ["a", "Core", "a1", "Read"],
          ["nobody", "Core", "a2", "Read"],
          ["nobody", "Core", "b1", "Write"],
          ["nobody", "Mail", "shared", "Send"],
        ),
      });
      expect(result.rejectedRows.map(({ line, code }) => [line, code])).toEqual([
        [3, "UNKNOWN_IDENTITY"],
        [4, "UNKNOWN_IDENTITY"],
        [5, "UNKNOWN_IDENTITY"],
      ]);
      expect(counts(result)).toEqual({
        ...EMPTY_COUNTS,
        resources: [0, 0, 1, 0, 0],
        accounts: [0, 0, 1, 2, 0],
        entitlements: [0, 0, 1, 1, 0],
        assignments: [0, 0, 1, 3, 3],
      });
      const found = await snapshot();
      expect(found.accounts).toEqual({
        "Core/a1": { owner: "a", entitlements: ["Read"] },
        "Mail/b1": { owner: "b", entitlements: [] },
        "Mail/shared": { owner: null, entitlements: ["Send"] },
      });
      expect(found.entitlements).toEqual(["Core/Read", "Mail/Send"]);
    });

    test("does not reuse numbers of removed entitlements", async () => {
      const only = (entitlement: string) =>
        run({ mode: "replace", access: holdings(["", "Mail", "shared", entitlement]) });
      const highest = async () => {
        const rows = await on.db
          .selectFrom("entitlements")
          .select("no")
          .where("client_id", "=", await clientId())
          .execute();
        return Math.max(...rows.map(({ no }) => no));
      };
      await only("Other");
      expect(await highest()).toBe(4);
      await only("Send");
      expect(await highest()).toBe(5);
    });

    test("keeps an entitlement that only an access role contains", async () => {
      const { client_id, role_oid } = await on.db
        .selectFrom("entitlements")
        .select(["client_id", "role_oid"])
        .where("client_id", "=", await clientId())
        .where("name", "=", "Write")
        .executeTakeFirstOrThrow();
      await on.db
        .insertInto("access_role_entitlements")
        .values({ client_id, access_role_oid: randomUUID(), role_oid })
        .execute();
      const result = await run({ mode: "replace", access: holdings(["c", "Core", "c1", ""]) });
      expect(counts(result).entitlements).toEqual([0, 0, 0, 1, 0]);
      expect((await snapshot()).entitlements).toEqual(["Core/Write", "Mail/Send"]);
    });

    test("keeps an entitlement that a policy grants, with its role, and reports it", async () => {
      const entitlement = await on.db
        .selectFrom("entitlements")
        .selectAll()
        .where("client_id", "=", await clientId())
        .where("name", "=", "Write")
        .executeTakeFirstOrThrow();
      const { oid } = await on.db
        .selectFrom("orgs")
        .select("oid")
        .where("client_id", "=", entitlement.client_id)
        .where("name", "=", "Teller")
        .executeTakeFirstOrThrow();
      await on.db
        .insertInto("inducements")
        .values({
          client_id: entitlement.client_id,
          id: randomUUID(),
          org_oid: oid,
          role_oid: entitlement.role_oid,
          created_at: new Date(),
        })
        .execute();
      const result = await run({ mode: "replace", access: holdings(["c", "Core", "c1", ""]) });
      expect(counts(result).entitlements).toEqual([0, 0, 0, 1, 0]);
      expect(result.warnings.map((warning) => english(warning))).toEqual([
        "1 entitlement is not in the file but kept, because a policy or an access role grants it.",
      ]);
      expect((await snapshot()).entitlements).toEqual(["Core/Write", "Mail/Send"]);
      const again = await run({ access: holdings(["c", "Core", "c1", "Write"]) });
      expect(counts(again)).toMatchObject({
        entitlements: [0, 0, 1, 0, 0],
        assignments: [1, 0, 0, 0, 0],
      });
    });

    test("a file without records replaces nothing, and one without entitlements is refused", async () => {
      const before = await snapshot();
      expect((await run({ mode: "replace", access: holdings() })).changed).toBe(false);
      expect(await snapshot()).toEqual(before);
      const accountsOnly = rowsTable(
        "access.csv",
        ["identityId", "resource", "account"],
        [["a", "Core", "a1"]],
      );
      await expect(run({ mode: "replace", access: accountsOnly })).rejects.toMatchObject({
        code: "EMISSINGCOLUMN",
      });
      await expect(run({ mode: "replace", identities: people() })).rejects.toMatchObject({
        code: "EUSAGE",
      });
      await expect(run({})).rejects.toMatchObject({ code: "EUSAGE" });
    });
  });
});
