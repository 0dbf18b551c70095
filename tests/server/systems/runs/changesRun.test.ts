/** Runs that read only the changes of a real system: read, planned, approved and applied. */
import pg from "pg";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { parseContent } from "#server/systems/runs/content.ts";
import { outboundDraft } from "../../mappings/support.ts";
import { useLiveSystems } from "../../provisioning/liveSystem.ts";
import {
  configurationOf,
  startActiveDirectory,
  user,
} from "../../connectors/ldap/fakeActiveDirectory.ts";
import { copyPostgres, oneDatabase } from "../../support/databases.ts";

const PASSWORD = "a reader's pass word";

oneDatabase((database) => {
  const live = useLiveSystems(database);

  /** The accounts that the system had at the last run, by name. */
  const accountsOf = async ({ resourceId }: { readonly resourceId: string }) => {
    const rows = await database.current.db
      .selectFrom("accounts")
      .innerJoin("system_objects as stored", (join) =>
        join
          .onRef("stored.client_id", "=", "accounts.client_id")
          .onRef("stored.resource_id", "=", "accounts.resource_id")
          .onRef("stored.account_name", "=", "accounts.name"),
      )
      .select(["accounts.name", "accounts.active", "stored.content"])
      .where("accounts.resource_id", "=", resourceId)
      .where("stored.gone_at", "is", null)
      .orderBy("accounts.name")
      .execute();
    return rows.map(({ name, active, content }) => {
      const { attributes, entitlements } = parseContent(content);
      return { name, active, attributes, rights: entitlements };
    });
  };

  describe.skipIf(inject("postgresUrl") === null)("a table of PostgreSQL", () => {
    let url: URL;
    let admin: pg.Client;
    let remove: () => Promise<void>;

    beforeAll(async () => {
      const target = await copyPostgres("");
      remove = target.remove;
      url = new URL(target.url);
      admin = new pg.Client({ connectionString: target.url });
      await admin.connect();
      url.username = `reader_${url.pathname.slice(1)}`;
      await admin.query(`
        create role ${url.username} login password '${PASSWORD.replaceAll("'", "''")}';
        create table staff (
          login text primary key, given text, enabled bool not null, rights text, version bigint not null);
        grant select, insert, update, delete on staff to ${url.username};
        insert into staff values
          ('ann', 'Ann', true, 'Read', 1), ('bob', 'Bob', true, 'Read,Write', 2),
          ('cyd', 'Cyd', true, 'Read', 3), ('dee', 'Dee', true, null, 4);
      `);
    });
    afterAll(async () => {
      await admin.end();
      await remove();
    });

    /** What the table has. */
    const rowsOf = async () => {
      const { rows } = await admin.query<{
        login: string;
        given: string;
        enabled: boolean;
        rights: string | null;
      }>("select * from staff order by login");
      return rows.map(({ login, given, enabled, rights }) => ({
        name: login,
        given: [given],
        active: enabled,
        rights: rights?.split(",") ?? [],
      }));
    };

    test("an added and a changed account are read alone, and a full run finds the removed one", async () => {
      const system = await live.connect({
        connectorId: 4,
        kind: "export",
        values: {
          host: url.hostname,
          port: Number(url.port),
          database: url.pathname.slice(1),
          user: url.username,
          tls: "NONE",
          accounts: "staff",
          idColumn: "login",
          activeColumn: "enabled",
          changeColumn: "version",
          changeOverlap: 0,
          entitlementSource: "COLUMN",
          entitlementsColumn: "rights",
          update: "update staff set given = :given where login = :id",
        },
        secrets: { password: PASSWORD },
        owner: "login",
        mappings: [outboundDraft("givenName", "account/given")],
      });
      const stored = async () =>
        (await accountsOf(system)).map(({ attributes, ...account }) => ({
          ...account,
          given: attributes["given"],
        }));
      expect(await system.runImport()).toMatchObject({ status: "done", counts: { added: 4 } });
      const before = await rowsOf();
      expect(await stored()).toEqual(before);

      await admin.query(`
        insert into staff values ('eve', 'Eve', true, 'Write', 5);
        update staff set given = 'Robert', enabled = false, rights = 'Write', version = 6 where login = 'bob';
        delete from staff where login = 'cyd';
      `);
      const planned = await system.runImport({ kind: "changes", waits: true });
      // The newest row of the last read is read again.
      expect(planned).toMatchObject({
        kind: "changes",
        status: "planned",
        complete: true,
        counts: { read: 3, unchanged: 1, added: 1, changed: 1, gone: 0, removed: 0 },
      });
      expect(await stored()).toEqual(before);
      expect(await system.approveRun(planned)).toMatchObject({ status: "done", problem: null });
      const after = await rowsOf();
      const removed = before.filter(({ name }) => name === "cyd");
      expect(await stored()).toEqual(
        [...after, ...removed].toSorted((one, other) => (one.name < other.name ? -1 : 1)),
      );

      const full = await system.runImport({ kind: "full", waits: true });
      expect(full).toMatchObject({
        status: "planned",
        counts: { read: 4, unchanged: 4, added: 0, changed: 0, gone: 1 },
      });
      expect(await system.approveRun(full)).toMatchObject({ status: "done" });
      expect(await stored()).toEqual(after);
    });
  });

  test("an added, a changed and a removed account of Active Directory are applied by one run", async () => {
    let isLater = false;
    const accounts = () =>
      isLater ? [user(1), user(2, "514"), user(4)] : [1, 2, 3].map((at) => user(at));
    const fake = await startActiveDirectory(
      ({ filter, showsDeleted }) => {
        if (showsDeleted) return [user(3), {}];
        const changed = filter.includes("usnchanged>=101") ? accounts().slice(1) : accounts();
        return [...changed, {}];
      },
      () => (isLater ? "120" : "100"),
    );
    const { password, ...values } = configurationOf(fake, { readDeleted: true, readGroups: false });
    const system = await live.connect({
      connectorId: 2,
      kind: "export",
      values,
      secrets: { password: String(password) },
      owner: "sAMAccountName",
      mappings: [],
    });
    const stored = async () => (await accountsOf(system)).map(({ name, active }) => [name, active]);
    expect(await system.runImport()).toMatchObject({ status: "done", counts: { added: 3 } });
    const before = [
      ["ann1", true],
      ["ann2", true],
      ["ann3", true],
    ];
    expect(await stored()).toEqual(before);

    isLater = true;
    const planned = await system.runImport({ kind: "changes", waits: true });
    expect(planned).toMatchObject({
      kind: "changes",
      status: "planned",
      counts: { read: 2, unchanged: 0, added: 1, changed: 1, gone: 1 },
    });
    expect(await stored()).toEqual(before);
    expect(await system.approveRun(planned)).toMatchObject({ status: "done", problem: null });
    expect(await stored()).toEqual([
      ["ann1", true],
      ["ann2", false],
      ["ann4", true],
    ]);
  });
});
