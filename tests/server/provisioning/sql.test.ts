/** Approved previews are written to a PostgreSQL database. */
import pg from "pg";
import type { ConnectedSystem } from "#events/entities/system.ts";
import { afterAll, beforeAll, describe, expect, inject, test, vi } from "vitest";
import { outboundDraft, staticDraft } from "../mappings/support.ts";
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

    const connectCards = (table = "app.cards") =>
      live.connect({
        connectorId: 4,
        kind: "export",
        values: {
          host: url.hostname,
          port: Number(url.port),
          database: url.pathname.slice(1),
          user: url.username,
          tls: "NONE",
          accounts: table,
          idColumn: "login",
          entitlementSource: "NONE",
          update: `update ${table} set code = :code, amount = :amount, since = :since, valid = :valid, flag = :flag, given = :given where login = :id`,
        },
        secrets: { password: PASSWORD },
        owner: "login",
        mappings: [
          staticDraft("AB", "account/code"),
          staticDraft("7.5", "account/amount"),
          staticDraft("2026-03-02T09:00:00.000Z", "account/since"),
          staticDraft("2026-03-02T00:00:00.000Z", "account/valid"),
          staticDraft("yes", "account/flag"),
          outboundDraft("givenName", "account/given"),
        ],
      });

    test("values that the database stores in another form are not proposed again", async () => {
      await admin.query(`
        create extension citext;
        create table app.cards (
          login text primary key, code char(8), amount numeric(10, 2), since timestamptz, valid date, flag bool,
          given citext);
        create function app.fold() returns trigger language plpgsql as
          'begin new.given = lower(new.given); return new; end';
        create trigger fold before insert or update on app.cards for each row execute function app.fold();
        grant select, update on app.cards to ${url.username};
        insert into app.cards values
          ('bob', 'ZZ', 1, '2020-01-01', '2020-01-01', false, 'Robert'),
          ('cyd', 'AB', 7.5, '2026-03-02T10:00:00+01:00', '2026-03-02', true, 'cyd');
      `);
      const system = await connectCards();
      expect(await system.runImport()).toMatchObject({ status: "done" });
      const found = await system.preview();
      const cyd = (await system.objectsOf(found)).find(({ name }) => name === "cyd");
      expect(cyd?.after?.attributes).toEqual({ given: ["CYD"] });
      await system.approved(found);
      const done = await system.settled();
      expect((await system.objectsOf(done)).filter(({ state }) => state !== "applied")).toEqual([]);
      const { rows } = await admin.query<{ code: string; amount: string; given: string }>(
        "select code, amount, given from app.cards order by login",
      );
      expect(rows).toEqual([
        { code: "AB      ", amount: "7.50", given: "bob" },
        { code: "AB      ", amount: "7.50", given: "cyd" },
      ]);
      expect((await system.preview()).resourcePreview).toEqual([]);
      expect(await system.runImport()).toMatchObject({ status: "done", counts: { changed: 0 } });
      expect((await system.preview()).resourcePreview).toEqual([]);

      // Once another writer changes the value, it is proposed again.
      await admin.query("update app.cards set given = 'sid' where login = 'cyd'");
      expect(await system.runImport()).toMatchObject({ status: "done", counts: { changed: 1 } });
      const again = await system.objectsOf(await system.preview());
      expect(again).toMatchObject([{ name: "cyd", before: { attributes: { given: ["sid"] } } }]);
    });

    test("values that the database cuts are shown, and sent again only after a change", async () => {
      await admin.query(`
          create table app.notes (login text primary key, code text, amount text, since text, valid text,
            flag text, given text);
          create function app.cut() returns trigger language plpgsql as
            'begin new.given = left(new.given, 2); return new; end';
          create trigger cut before insert or update on app.notes for each row execute function app.cut();
          grant select, update on app.notes to ${url.username};
          insert into app.notes values ('bob', 'AB', '7.5', '2026-03-02T09:00:00.000Z',
            '2026-03-02T00:00:00.000Z', 'yes', 'zz')`);
      const system = await connectCards("app.notes");
      const bob = { username: "bob" };
      const rename = (given_name: string) =>
        database.current.db
          .updateTable("identities")
          .set({ given_name })
          .where("client_id", "=", system.clientId)
          .where("username", "=", bob.username)
          .execute();
      const run = async () => {
        await system.approved(await system.preview());
        const done = await system.settled();
        return (await system.objectsOf(done)).filter(({ kind }) => kind === "change");
      };
      const replacedOf = async () => {
        const { replaced } = (
          await live.owner.get(`${system.path}/system`)
        ).json<ConnectedSystem>();
        return replaced?.first.map(({ sent, stored }) => [...sent, ...stored]);
      };
      const left = async () => (await system.preview()).resourcePreview;

      expect(await system.runImport()).toMatchObject({ status: "done" });
      expect(await run()).toMatchObject([
        { name: "bob", state: "applied", stored: { given: ["BO"] } },
      ]);
      expect(await left()).toEqual([]);
      expect(await system.runImport()).toMatchObject({ status: "done", counts: { changed: 0 } });
      expect(await left()).toEqual([]);
      expect(await replacedOf()).toEqual([["BOB", "BO"]]);
      const person = await database.current.db
        .selectFrom("identities")
        .select(["oid", "given_name"])
        .where("client_id", "=", system.clientId)
        .where("username", "=", bob.username)
        .executeTakeFirstOrThrow();
      const changes = await live.owner.get(
        `/api/clients/${system.clientId}/identities/${person.oid}/failed-changes`,
      );
      expect(changes.json()).toMatchObject({
        previews: [],
        replaced: [{ account: "bob", attribute: "given", sent: ["BOB"], stored: ["BO"] }],
      });

      // Another value is sent, although the system cuts it to what it has.
      await rename("Bobby");
      expect(await run()).toMatchObject([
        {
          state: "applied",
          before: { attributes: { given: ["BO"] } },
          after: { attributes: { given: ["Bobby"] } },
          stored: { given: ["Bo"] },
        },
      ]);
      expect(await left()).toEqual([]);

      // A value that fits is what the system has.
      await rename("Bo");
      expect(await left()).toEqual([]);
      expect(await replacedOf()).toBeUndefined();

      await rename("Bobby");
      await run();
      expect(await replacedOf()).toEqual([["Bobby", "Bo"]]);
      await admin.query("update app.notes set given = 'Xy'");
      expect(await system.runImport()).toMatchObject({ status: "done", counts: { changed: 1 } });
      expect(await run()).toMatchObject([
        { before: { attributes: { given: ["Xy"] } }, stored: { given: ["Bo"] } },
      ]);
      expect(await left()).toEqual([]);
      await rename(person.given_name ?? "");
    });

    test("a system gets at most as many writes per minute as its settings allow", async () => {
      await admin.query("update app.cards set code = 'YY'");
      const system = await connectCards();
      const { settings, version } = (await live.owner.get(`${system.path}/import-settings`)).json<{
        settings: object;
        version: number;
      }>();
      const saved = await live.owner.send("PUT", `${system.path}/import-settings`, {
        body: { settings: { ...settings, writesPerMinute: 1 }, version },
      });
      expect(saved.statusCode, saved.body).toBe(200);
      const published = await live.owner.post(`${system.path}/publication`, {
        version: version + 1,
      });
      expect(published.statusCode, published.body).toBe(200);
      expect(await system.runImport()).toMatchObject({ status: "done" });
      await system.approved(await system.preview());
      const states = async () => {
        const preview = await system.latest();
        return (await system.objectsOf(preview)).map(({ state }) => state);
      };
      await vi.waitFor(async () => expect(await states()).toContain("applied"), {
        timeout: 30_000,
        interval: 50,
      });
      // The second write is a minute away.
      expect(await states()).toEqual(["applied", "approved"]);
      expect((await system.latest()).status).toBe("applying");
    });
  });
});
