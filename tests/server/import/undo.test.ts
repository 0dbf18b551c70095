/** What an import of files keeps of the records that it changes, and its undo. */
import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { undoByNumber } from "#server/import/history/undoByNumber.ts";
import { rowsTable } from "#server/import/rowsTable.ts";
import { bank, eachImport, holdings, people } from "../support/importing.ts";

eachImport((on) => {
  const { run, clientId, snapshot } = on;
  const undo = (no: number) => undoByNumber(on.db, { client: on.client, no, runBy: "mia" });
  const rowsOf = async (
    table: "identities" | "identity_orgs" | "orgs" | "resources" | "entitlements" | "accounts",
  ) =>
    (
      await on.db
        .selectFrom(table)
        .selectAll()
        .where("client_id", "=", await clientId())
        .execute()
    )
      .map((row) => JSON.stringify({ ...row, version: undefined }))
      .toSorted();
  const reviewRows = async () => ({
    reviews: await on.db
      .selectFrom("entitlement_reviews")
      .selectAll()
      .where("client_id", "=", await clientId())
      .orderBy("entitlement_id")
      .execute(),
    aliases: await on.db
      .selectFrom("entitlement_aliases")
      .selectAll()
      .where("client_id", "=", await clientId())
      .orderBy("name")
      .execute(),
  });
  /** All rows that an import writes, with their ids and without the versions of people. */
  const everything = async () => ({
    identities: await rowsOf("identities"),
    memberships: await rowsOf("identity_orgs"),
    orgs: await rowsOf("orgs"),
    resources: await rowsOf("resources"),
    entitlements: await rowsOf("entitlements"),
    accounts: await rowsOf("accounts"),
    ...(await reviewRows()),
  });
  const changes = async (no: number) => {
    const rows = await on.db
      .selectFrom("import_changes as c")
      .innerJoin("import_history as h", (join) =>
        join.onRef("h.client_id", "=", "c.client_id").onRef("h.id", "=", "c.import_id"),
      )
      .select(["c.kind", "c.change", "c.name"])
      .where("c.client_id", "=", await clientId())
      .where("h.no", "=", no)
      .execute();
    return rows.map(({ kind, change, name }) => `${change} ${kind} ${name}`).toSorted();
  };
  const idOf = async (table: "accounts" | "entitlements" | "resources", name: string) => {
    const { id } = await on.db
      .selectFrom(table)
      .select("id")
      .where("client_id", "=", await clientId())
      .where("name", "=", name)
      .executeTakeFirstOrThrow();
    return id;
  };

  describe("an import", () => {
    test("keeps each record that it adds, updates and removes, and no other", async () => {
      const first = await run(bank());
      expect(first.importNo).toBe(1);
      expect(await changes(1)).toEqual([
        "added account a1",
        "added account a2",
        "added account b1",
        "added account b1",
        "added account shared",
        "added entitlement Read",
        "added entitlement Send",
        "added entitlement Write",
        "added org Clerk",
        "added org Oslo",
        "added org Retail",
        "added org Teller",
        "added person anna",
        "added person bo",
        "added person cy",
        "added resource Core",
        "added resource Mail",
      ]);
      expect((await run(bank())).importNo).toBeNull();

      const second = await run({
        identities: people(["a", "anna", "Boss", "Retail", "Oslo", "7"]),
        access: holdings(["b", "Core", "a1", "Write"], ["b", "Core", "b1", "Read"]),
        mode: "replace",
      });
      expect(second.importNo).toBe(2);
      expect(await changes(2)).toEqual([
        "added org Boss",
        "removed account a2",
        "updated account a1",
        "updated person anna",
      ]);
    });

    test("keeps nothing in a dry run or when it is refused", async () => {
      await run({ ...bank(), dryRun: true });
      await run({ access: holdings(["nobody", "Core", "a1", "Read"]) });
      expect(
        await on.db
          .selectFrom("import_changes as c")
          .innerJoin("clients", "clients.id", "c.client_id")
          .select("c.no")
          .where("clients.name", "=", on.client)
          .execute(),
      ).toEqual([]);
    });
  });

  describe("the undo of an import", () => {
    test("leaves an empty client behind the first import", async () => {
      await run(bank());
      await undo(1);
      const empty = { identities: {}, orgs: [], resources: [], entitlements: [], accounts: {} };
      expect(await snapshot()).toEqual(empty);
      expect((await run(bank())).importNo).toBe(2);
    });

    test("restores each row of people, memberships, accounts and entitlements", async () => {
      await run(bank());
      const client = await clientId();
      const send = await idOf("entitlements", "Send");
      const review = { client_id: client, entitlement_id: send };
      await on.db
        .insertInto("entitlement_reviews")
        .values({
          ...review,
          resource_id: await idOf("resources", "Mail"),
          display_name: "Send mail",
          checked_at: new Date("2026-01-02T03:04:05Z"),
        })
        .execute();
      await on.db
        .insertInto("entitlement_aliases")
        .values({ ...review, resource_id: await idOf("resources", "Mail"), name: "Post" })
        .execute();
      await on.db
        .updateTable("identities")
        .set({ by_hand: true, ended_at: new Date("2026-02-03T04:05:06Z") })
        .where("client_id", "=", client)
        .where("external_id", "=", "c")
        .execute();
      const before = await everything();
      await run({
        identities: people(
          ["a", "anne", "Boss", "", "Bergen", "8"],
          ["c", "cy", "Clerk", "", "Oslo", "9"],
          ["d", "dee", "Teller", "Retail", "Oslo", ""],
        ),
        access: holdings(
          ["d", "Core", "a1", "Approve"],
          ["a", "Mail", "shared", ""],
          ["d", "Wiki", "d1", "Edit"],
        ),
        mode: "replace",
      });
      expect(await changes(2)).toContain("removed entitlement Send");
      expect(await everything()).not.toEqual(before);
      expect(await undo(2)).toEqual({
        client: on.client,
        no: 2,
        changes: (await changes(2)).length,
      });
      expect(await everything()).toEqual(before);
    });

    test("makes entitlements interim again that an import named", async () => {
      await run(bank());
      const review = {
        client_id: await clientId(),
        entitlement_id: await idOf("entitlements", "Write"),
        resource_id: await idOf("resources", "Core"),
        interim: true,
      };
      await on.db.insertInto("entitlement_reviews").values(review).execute();
      const { importNo } = await run({ access: holdings(["a", "Core", "a1", "Write"]) });
      expect((await reviewRows()).reviews).toMatchObject([{ interim: false }]);
      await undo(importNo ?? 0);
      expect((await reviewRows()).reviews).toMatchObject([{ interim: true }]);
    });

    test("takes imports back one after the other, the newest first", async () => {
      await run(bank());
      const first = await everything();
      await run({ access: holdings(["a", "Core", "a1", "Third"]) });
      const second = await everything();
      await run({ access: holdings(["b", "Core", "a1", "Read"]) });
      await expect(undo(2)).rejects.toMatchObject({
        code: "ENOTUNDOABLE",
        message:
          "A later import changed a1 (account), which this import changed. Undo these first, in this order: 3. Nothing was changed.",
      });
      await undo(3);
      expect(await everything()).toEqual(second);
      await undo(2);
      expect(await everything()).toEqual(first);
    });

    test("is audited, recorded in the history of people, and done once", async () => {
      await run(bank());
      await run({ identities: people(["a", "anne", "Teller", "Retail", "Oslo", "7"]) });
      await undo(2);
      expect(await on.audits()).toContainEqual(
        expect.objectContaining({
          call: "server/importUndone",
          after: { no: 2, changes: 1, runBy: "mia" },
        }),
      );
      const history = await on.db
        .selectFrom("person_history")
        .select(["before", "after"])
        .where("client_id", "=", await clientId())
        .orderBy("at")
        .execute();
      expect(history).toEqual([
        { before: { username: "anna" }, after: { username: "anne" } },
        { before: { username: "anne" }, after: { username: "anna" } },
      ]);
      await expect(undo(2)).rejects.toMatchObject({ code: "ENOTUNDOABLE" });
      await expect(undo(9)).rejects.toThrow(
        `There is no import 9 into ${on.client}. Nothing was changed.`,
      );
    });
  });

  describe("an import is not undone if", () => {
    const refusal = async (no: number) => {
      const before = await everything();
      const error: unknown = await undo(no).catch((thrown: unknown) => thrown);
      expect(await everything()).toEqual(before);
      return error instanceof Error ? error.message : "undone";
    };
    /** The second import, which adds a person, an org, a resource, an entitlement and accounts. */
    beforeEach(async () => {
      await run(bank());
      await run({
        identities: people(["d", "dee", "Boss", "", "", ""]),
        access: holdings(["d", "Wiki", "d1", "Edit"], ["a", "Core", "a1", "Approve"]),
      });
    });

    test("an account was changed by hand", async () => {
      await on.db
        .updateTable("accounts")
        .set({ active: false })
        .where("id", "=", await idOf("accounts", "a1"))
        .execute();
      expect(await refusal(2)).toBe(
        "This import cannot be undone: a1 (account) has been changed again since. Nothing was changed.",
      );
    });

    test("an account of the directory belongs to a person whom it added", async () => {
      await run({ access: holdings(["d", "Core", "a2", "Read"]) });
      expect(await refusal(2)).toBe(
        "This import cannot be undone: it added dee (person), and since then accounts belong to them. Nothing was changed.",
      );
    });

    test("a later account is in a resource or holds an entitlement that it added", async () => {
      await run({ access: holdings(["", "Wiki", "guest", ""]) });
      expect(await refusal(2)).toContain("it added Wiki (resource)");
      await undo(3);
      await run({ access: holdings(["a", "Core", "a2", "Approve"]) });
      expect(await refusal(2)).toContain("it added Approve (entitlement)");
    });

    test("a policy grants an entitlement that it added, or belongs to an org that it added", async () => {
      const client_id = await clientId();
      const org = await on.db
        .selectFrom("orgs")
        .selectAll()
        .where("client_id", "=", client_id)
        .where("name", "=", "Boss")
        .executeTakeFirstOrThrow();
      const { role_oid } = await on.db
        .selectFrom("entitlements")
        .select("role_oid")
        .where("client_id", "=", client_id)
        .where("name", "=", "Edit")
        .executeTakeFirstOrThrow();
      const policy = { client_id, id: randomUUID(), org_oid: org.oid, created_at: new Date() };
      await on.db
        .insertInto("inducements")
        .values({ ...policy, role_oid })
        .execute();
      expect(await refusal(2)).toContain(
        "it added Edit (entitlement), and since then policies or access roles use them",
      );
      await on.db
        .updateTable("inducements")
        .set({ role_oid: randomUUID() })
        .where("client_id", "=", client_id)
        .execute();
      expect(await refusal(2)).toContain(
        "it added Boss (org), and since then policies or access roles use them",
      );
    });

    test("somebody else joined an org that it added, or has a person whom it added as manager", async () => {
      await run({ identities: people(["b", "bo", "Boss", "Retail", "", ""]) });
      expect(await refusal(2)).toContain("it added Boss (org), and since then other people belong");
      await undo(3);
      await run({ identities: rowsTable("i", ["id", "manager"], [["c", "d"]]) });
      expect(await refusal(2)).toContain("it added dee (person), and since then they are managers");
      await undo(4);
      await run({ identities: rowsTable("i", ["id", "manager"], [["c", "dee"]]) });
      expect(await refusal(2)).toContain("it added dee (person), and since then they are managers");
      await undo(5);
      // Now "dee" is the id of somebody else, which takes precedence over a username.
      await run({
        identities: rowsTable(
          "i",
          ["id", "manager"],
          [
            ["dee", ""],
            ["c", "dee"],
          ],
        ),
      });
      await undo(2);
      expect(await changes(2)).toContain("added org Boss");
      expect((await snapshot()).orgs).not.toContain("job-titles/Boss");
    });

    test("a name that it removed was added again", async () => {
      await run({ access: holdings(["a", "Core", "a1", "Read"]), mode: "replace" });
      await run({ access: holdings(["a", "Core", "a2", "Read"]) });
      expect(await refusal(3)).toBe(
        "This import cannot be undone: it removed a2, and that name has been added again since. Nothing was changed.",
      );
    });

    test("a name that was merged into an entitlement that it removed is another one's now", async () => {
      const client_id = await clientId();
      const resource_id = await idOf("resources", "Core");
      const merge = (name: string, entitlement_id: string) =>
        on.db
          .insertInto("entitlement_aliases")
          .values({ client_id, resource_id, name, entitlement_id })
          .execute();
      const taken = (name: string) =>
        `This import cannot be undone: it removed ${name}, and that name has been added again since. Nothing was changed.`;
      await merge("Alter", await idOf("entitlements", "Write"));
      await run({ access: holdings(["a", "Core", "a1", "Read"]), mode: "replace" });
      expect(await changes(3)).toContain("removed entitlement Write");
      const read = await idOf("entitlements", "Read");
      await merge("Alter", read);
      expect(await refusal(3)).toBe(taken("Alter"));
      await on.db.deleteFrom("entitlement_aliases").where("client_id", "=", client_id).execute();
      await merge("Write", read);
      expect(await refusal(3)).toBe(taken("Write"));
      await on.db.deleteFrom("entitlement_aliases").where("client_id", "=", client_id).execute();
      await undo(3);
      expect((await reviewRows()).aliases).toMatchObject([{ name: "Alter" }]);
    });

    test("an entitlement that accounts held before was removed since", async () => {
      await run({ access: holdings(["a", "Mail", "shared", ""]) });
      await run({ access: holdings(["a", "Core", "a1", "Read"]), mode: "replace" });
      await on.db
        .deleteFrom("entitlements")
        .where("id", "=", await idOf("entitlements", "Send"))
        .execute();
      expect(await refusal(3)).toBe(
        "This import cannot be undone: something that shared belonged to or held before has been removed since. Nothing was changed.",
      );
    });
  });
});
