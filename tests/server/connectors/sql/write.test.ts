/** Changes of accounts by the statements of a configuration. */
import { describe, expect, inject, test } from "vitest";
import type { Configuration } from "#server/connectors/contract.ts";
import { problemOf } from "../support/environment.ts";
import { QUERY, useHrDatabase } from "./hrDatabase.ts";

describe.skipIf(inject("postgresUrl") === null)("connector sql", () => {
  const { open, read, query } = useHrDatabase();

  describe("writing", () => {
    const STATEMENTS = {
      ...QUERY,
      changeColumn: "changed",
      create: `insert into hr.people (id, "Login", mail, rights) values (coalesce(:id::int, 900), :Login, :mail, :rights) returning id`,
      update: `update hr.people set mail = :mail, rights = :rights, photo = :photo, changed = clock_timestamp() where id = :id`,
      remove: "delete from hr.people where id = :id",
      activate: "update hr.people set enabled = true where id = :id",
      deactivate: "update hr.people set enabled = false where id = :id",
      grant: "insert into hr.rights values (:id, :entitlement)",
      revoke: "delete from hr.rights where person = :id and name = :entitlement",
    };
    const ANY = { version: null };
    async function openWriter(more: Configuration = {}) {
      const connection = await open({ ...STATEMENTS, ...more });
      if (connection.writer === null) throw new Error("No writer");
      return connection.writer;
    }

    test("an account is created, changed, deactivated and removed", async () => {
      const writer = await openWriter();
      const nasty = "'); drop table hr.people; --";
      const created = await writer.create("account", {
        Login: ["ada"],
        mail: [nasty],
        rights: ["x", 'y"{,}'],
        entitlements: ["right 1"],
      });
      expect(created).toMatchObject({
        id: "900",
        name: "ada",
        active: true,
        entitlements: ["right 1"],
        attributes: { mail: [nasty], rights: ["x", 'y"{,}'] },
      });
      const updated = await writer.update(
        created,
        [
          { attribute: "mail", add: ["ada@example.com"], remove: [nasty] },
          { attribute: "rights", add: ["z"], remove: ["x"] },
          { attribute: "photo", add: ["AAEC"], remove: [] },
          { attribute: "entitlements", add: ["right 2", "right 3"], remove: ["right 1"] },
        ],
        { version: created.version },
      );
      expect(updated).toMatchObject({
        entitlements: ["right 2", "right 3"],
        attributes: { mail: ["ada@example.com"], rights: ['y"{,}', "z"], photo: ["AAEC"] },
      });
      const again = { attribute: "entitlements", add: ["right 2"], remove: ["right 1"] };
      expect((await writer.update(updated, [again], ANY)).entitlements).toEqual([
        "right 2",
        "right 3",
      ]);
      expect((await writer.setActive(updated, false, ANY)).active).toBe(false);
      expect((await writer.setActive(updated, true, ANY)).active).toBe(true);
      await writer.remove(updated, ANY);
      expect(await problemOf(writer.remove(updated, ANY))).toMatchObject({ remedy: "notFound" });
    });

    test("another writer's change is refused before and during a change", async () => {
      const writer = await openWriter();
      const { all } = await read(STATEMENTS);
      const [first] = all;
      if (first === undefined) throw new Error("No account");
      const delta = [{ attribute: "mail", add: ["x"], remove: [] }];
      const after = await writer.update(first, delta, { version: first.version });
      expect(
        await problemOf(writer.update(first, delta, { version: first.version })),
      ).toMatchObject({
        remedy: "changedMeanwhile",
      });
      // The other transaction commits while the statement waits for its row.
      await query("begin; update hr.people set mail = 'theirs' where id = 1");
      const pending = problemOf(writer.update(after, delta, ANY));
      await expect
        .poll(async () => {
          const { rows } = await query(
            "select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
          );
          return rows.length;
        })
        .toBe(1);
      await query("commit");
      expect(await pending).toMatchObject({ remedy: "changedMeanwhile" });
      expect((await writer.update(after, delta, ANY)).attributes["mail"]).toEqual(["x"]);
    });

    test.each([
      ["a row that exists", { Login: ["user1"] }, {}, "objectExists"],
      ["an id that exists", { id: ["1"] }, {}, "objectExists"],
      ["a value that the database refuses", { id: ["many"] }, {}, "valueRefused"],
      [
        "a statement that returns no id",
        { Login: ["x"] },
        { create: `insert into hr.people (id) values (901)` },
        "statementRefused",
      ],
      [
        "a row that the accounts do not show",
        { Login: ["x"] },
        { accounts: "select * from hr.people where id < 900" },
        "notFound",
      ],
    ])(
      "creating is refused for %s",
      async (_name, attributes: Readonly<Record<string, readonly string[]>>, more, remedy) => {
        const writer = await openWriter(more);
        expect(await problemOf(writer.create("account", attributes))).toMatchObject({ remedy });
        const { rows } = await query("select count(*)::int as n from hr.people");
        expect(rows).toEqual([{ n: 25 }]);
      },
    );

    test("a statement that changes several rows, none, or not the value is rolled back", async () => {
      const { all } = await read(STATEMENTS);
      const [first] = all;
      if (first === undefined) throw new Error("No account");
      const delta = [{ attribute: "mail", add: ["x"], remove: [] }];
      const attempt = async (more: Configuration) => {
        const writer = await openWriter(more);
        return problemOf(writer.update(first, delta, ANY));
      };
      expect(await attempt({ update: "update hr.people set mail = :mail" })).toMatchObject({
        remedy: "statementRefused",
      });
      expect(
        await attempt({ update: "update hr.people set mail = mail where id = :id" }),
      ).toMatchObject({
        remedy: "ignored",
      });
      expect(
        await attempt({ update: "update hr.people set mail = :mail where id = -1" }),
      ).toMatchObject({
        remedy: "notFound",
      });
      const writer = await openWriter({
        grant: "delete from hr.rights where person = :id and name = :entitlement",
      });
      expect(
        await problemOf(
          writer.update(first, [{ attribute: "entitlements", add: ["right 9"], remove: [] }], ANY),
        ),
      ).toMatchObject({ remedy: "ignored" });
      expect(
        await problemOf((await openWriter({ deactivate: "" })).setActive(first, false, ANY)),
      ).toMatchObject({
        remedy: "notAllowed",
      });
      expect((await read()).all.map(({ attributes }) => attributes["mail"])).toEqual(
        all.map(({ attributes }) => attributes["mail"]),
      );
    });

    test("an error repeats neither the password nor a new account's values", async () => {
      await query(`alter table hr.people add constraint short check (length(mail) < 30)`);
      const writer = await openWriter({
        create: `insert into hr.people (id, hired) values (901, :hired) returning id`,
      });
      const error = await problemOf(writer.create("account", { hired: ["s3cret-initial"] }));
      expect(error.remedy).toBe("valueRefused");
      expect(error.message).not.toContain("s3cret-initial");
    });

    test("a connection without statements does not write", async () => {
      expect((await open()).writer).toBeNull();
    });
  });
});
