/** Approved previews are written to a PostgreSQL database. */
import pg from "pg";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { outboundDraft } from "../mappings/support.ts";
import { copyPostgres, oneDatabase } from "../support/databases.ts";
import { useLiveSystems } from "./liveSystem.ts";

const PASSWORD = "a writer's pass word";

describe.skipIf(inject("postgresUrl") === null)("PostgreSQL as the system", () => {
  oneDatabase((database) => {
    let url: URL;
    let admin: pg.Client;
    let remove: () => Promise<void>;
    const live = useLiveSystems(database);

    beforeAll(async () => {
      const target = await copyPostgres("");
      remove = target.remove;
      url = new URL(target.url);
      admin = new pg.Client({ connectionString: target.url });
      await admin.connect();
      url.username = `writer_${url.pathname.slice(1)}`;
      await admin.query(`
        create role ${url.username} login password '${PASSWORD.replaceAll("'", "''")}';
        create schema app;
        create table app.users (
          id int generated always as identity primary key, login text unique not null, given text,
          enabled bool not null default true);
        create table app.rights (person int references app.users on delete cascade, name text, unique (person, name));
        grant usage on schema app to ${url.username};
        grant select, insert, update, delete on app.users, app.rights to ${url.username};
        insert into app.users (login, given) values ('bob', 'Old name'), ('eve', 'Eve');
        insert into app.rights values (1, 'Audit'), (2, 'Sign');
      `);
    });
    afterAll(async () => {
      await admin.end();
      await remove();
    });

    test("the database has what an approved preview shows, and nothing is left to change", async () => {
      const system = await live.connect({
        connectorId: 4,
        kind: "export",
        values: {
          host: url.hostname,
          port: Number(url.port),
          database: url.pathname.slice(1),
          user: url.username,
          tls: "NONE",
          accounts: "app.users",
          idColumn: "id",
          nameColumn: "login",
          activeColumn: "enabled",
          entitlementSource: "QUERY",
          entitlements: "select person, name from app.rights",
          entitlementAccountColumn: "person",
          entitlementNameColumn: "name",
          create: "insert into app.users (login, given) values (:login, :given) returning id",
          update: "update app.users set given = :given where id = :id",
          remove: "delete from app.users where id = :id",
          activate: "update app.users set enabled = true where id = :id",
          deactivate: "update app.users set enabled = false where id = :id",
          grant: "insert into app.rights values (:id, :entitlement)",
          revoke: "delete from app.rights where person = :id and name = :entitlement",
        },
        secrets: { password: PASSWORD },
        owner: "login",
        mappings: [
          outboundDraft("username", "account/login"),
          outboundDraft("givenName", "account/given", { tolerant: false }),
        ],
      });
      expect(await system.runImport()).toMatchObject({ status: "done" });
      await system.grant("Sign", "Engineer");
      await system.approved(await system.preview());
      const done = await system.settled();
      expect((await system.objectsOf(done)).filter(({ state }) => state !== "applied")).toEqual([]);
      expect(done).toMatchObject({ status: "done", problem: null });
      const { rows } = await admin.query<{ login: string; given: string; rights: string[] }>(`
        select login, given, array_agg(name order by name) as rights
        from app.users join app.rights on person = id group by login, given order by login
      `);
      expect(rows).toEqual([
        { login: "ann", given: "ANN", rights: ["Sign"] },
        { login: "bob", given: "BOB", rights: ["Sign"] },
        { login: "cyd", given: "CYD", rights: ["Sign"] },
        { login: "eve", given: "Eve", rights: ["Sign"] },
      ]);
      expect((await system.preview()).resourcePreview).toEqual([]);
      expect(await system.runImport()).toMatchObject({
        status: "done",
        counts: { added: 0, changed: 0, gone: 0 },
      });
    });
  });
});
