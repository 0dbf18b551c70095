/** Reads, changes since a read, and the steps of a test that fails. */
import { createServer, type Socket } from "node:net";
import { describe, expect, inject, onTestFinished, test } from "vitest";
import type { Configuration } from "#server/connectors/contract.ts";
import { problemOf, readAll, environment } from "../support/environment.ts";
import { QUERY, useHrDatabase } from "./hrDatabase.ts";

describe.skipIf(inject("postgresUrl") === null)("connector sql", () => {
  const { open, read, changesOf, query } = useHrDatabase();

  test("the test passes every step of an unencrypted connection", async () => {
    const connection = await open();
    expect(await connection.test()).toEqual(["resolve", "connect", "signIn", "find", "read"]);
  });

  test("the schema has the columns, and what the statements write", async () => {
    const connection = await open({
      ...QUERY,
      create: `insert into hr.people (id, "Login") values (:id, :Login) returning id`,
      update: "update hr.people set mail = :mail where id = :id",
      grant: "insert into hr.rights values (:id, :entitlement)",
    });
    const [account] = await connection.discoverSchema();
    expect(account).toMatchObject({
      name: "account",
      role: "account",
      idAttribute: "id",
      nameAttribute: "Login",
      memberAttribute: null,
    });
    expect(account?.attributes.filter(({ writable }) => writable).map(({ name }) => name)).toEqual([
      "id",
      "Login",
      "mail",
      "entitlements",
    ]);
    expect(account?.attributes.filter(({ multiple }) => multiple).map(({ name }) => name)).toEqual([
      "rights",
      "entitlements",
    ]);
  });

  test("pages follow one another by the id, and values are the same on every server", async () => {
    const { pages, all, end } = await read();
    expect(pages.map((page) => page.length)).toEqual([10, 10, 5]);
    expect(all.map(({ id }) => Number(id))).toEqual(Array.from({ length: 25 }, (_, at) => at + 1));
    expect(all[0]).toEqual({
      id: "1",
      name: "user1",
      objectClass: "account",
      attributes: {
        id: ["1"],
        Login: ["user1"],
        mail: ["user1@example.com"],
        enabled: ["true"],
        hired: ["2020-01-02"],
        photo: ["AP8="],
        rights: ["a, b", "r1"],
        changed: ["2026-01-01 01:00:00.123456+00"],
      },
      active: true,
      entitlements: null,
      members: null,
      version: null,
    });
    expect(end).toEqual({ complete: true, token: null, problem: null });
  });

  test.each([1, 5, 24, 25, 26])("a page size of %d reads all", async (pageSize) => {
    const { all, pages, end } = await read({}, pageSize);
    expect([all.length, pages.length, end.complete]).toEqual([25, Math.ceil(25 / pageSize), true]);
  });

  test("entitlements come from a second query, an array or a separated text", async () => {
    const second = await read(QUERY);
    expect(second.all.slice(0, 3).map(({ entitlements }) => entitlements)).toEqual([
      ["right 1"],
      ["right 1", "right 2"],
      [],
    ]);
    const array = await read({
      entitlementSource: "COLUMN",
      entitlementsColumn: "rights",
      entitlementSeparator: ";",
    });
    expect(array.all[1]?.entitlements).toEqual(["a, b", "r2"]);
    const text = await read({
      accounts: "select id, 'a;b; a ;' as list from hr.people",
      nameColumn: "",
      activeColumn: "",
      entitlementSource: "COLUMN",
      entitlementsColumn: "list",
      entitlementSeparator: ";",
    });
    expect(text.all[0]).toMatchObject({ name: "1", active: null, entitlements: ["a", "b"] });
  });

  test("a status of any text says who is active", async () => {
    const { all } = await read({
      accounts:
        "select id, case id % 3 when 0 then ' A' when 1 then 'L' end as status from hr.people",
      nameColumn: "",
      activeColumn: "status",
      activeValues: "A, B",
    });
    expect(all.slice(0, 3).map(({ active }) => active)).toEqual([false, null, true]);
  });

  test("an empty table is complete", async () => {
    const { all, end } = await read({ accounts: "hr.empty", activeColumn: "" });
    expect([all, end.complete]).toEqual([[], true]);
  });

  test("accounts without an id or with the same id make the read incomplete", async () => {
    const accounts = "select nullif(id, 25) as id from hr.people";
    const none = { accounts, nameColumn: "", activeColumn: "" };
    const missing = await read(none);
    expect([missing.all.length, missing.end.complete]).toEqual([24, false]);
    expect(missing.end.problem).toMatchObject({ remedy: "contentDamaged" });
    const twice = await read({ ...none, accounts: "select (id + 10) / 11 as id from hr.people" });
    expect(twice.end).toMatchObject({ complete: false, problem: { remedy: "contentDamaged" } });
    // The repeated id is the last of one page and the first of the next.
    const boundary = await read({
      ...none,
      accounts: "select least(id, 10) as id from hr.people limit 11",
    });
    expect(boundary.end.complete).toBe(false);
  });

  test("a read sees one moment, whatever is changed meanwhile", async () => {
    const connection = await open();
    const [account] = await connection.discoverSchema();
    if (account === undefined) throw new Error("No class");
    const search = connection.search(account, 10);
    await search.next();
    await query(`delete from hr.people where id = 15; update hr.people set id = 100 where id = 18`);
    const { all, end } = await readAll(search);
    expect([all.length, end.complete]).toEqual([15, true]);
  });

  test("a lost connection ends the read as incomplete, and stopping early releases it", async () => {
    const connection = await open();
    const [account] = await connection.discoverSchema();
    if (account === undefined) throw new Error("No class");
    const sessions = async (): Promise<readonly number[]> => {
      const { rows } = await query<{ pid: number }>(
        "select pid from pg_stat_activity where application_name = 'provision' and datname = current_database()",
      );
      return rows.map(({ pid }) => pid);
    };
    const search = connection.search(account, 10);
    await search.next();
    for (const pid of await sessions()) await query("select pg_terminate_backend($1, 5000)", [pid]);
    const { end } = await readAll(search);
    expect(end).toMatchObject({
      complete: false,
      token: null,
      problem: { remedy: "systemFailed", step: "read" },
    });

    const stopped = connection.search(account, 10);
    await stopped.next();
    await stopped.return({ complete: false, token: null, problem: null });
    await expect.poll(sessions).toEqual([]);
  });

  test("an abort and a statement that takes too long end the read", async () => {
    const controller = new AbortController();
    const slow = {
      accounts: "select id, pg_sleep(0.2)::text as slept from hr.people",
      nameColumn: "",
      activeColumn: "",
    };
    const connection = await open(slow, environment({ signal: controller.signal }));
    const search = connection.search({ ...(await read()).account }, 10);
    const ended = readAll(search);
    setTimeout(() => controller.abort(), 50);
    expect((await ended).end).toMatchObject({ complete: false, problem: { remedy: "timedOut" } });

    const impatient = await open(slow, environment({ answerTime: 300 }));
    const { end } = await readAll(impatient.search((await read()).account, 10));
    expect(end).toMatchObject({ complete: false, problem: { remedy: "timedOut", step: "read" } });
  });

  describe("changes", () => {
    test("a sync reads what changed since the search, with an overlap", async () => {
      const { account, end } = await read({ changeColumn: "changed", changeOverlap: 0 });
      expect(end.token).toContain("2026-01-02 01:00:00.123456+00");
      await query(`update hr.people set mail = 'new', changed = '2026-02-01' where id in (3, 4)`);
      const connection = await open({ changeColumn: "changed", changeOverlap: 0 });
      const changes = await readAll(changesOf(connection, [account], end.token));
      expect(
        changes.all.map(
          (change) => change.type === "stored" && [change.object.id, change.object.version],
        ),
      ).toEqual([
        ["25", "2026-01-02 01:00:00.123456+00"],
        ["3", "2026-02-01 00:00:00+00"],
        ["4", "2026-02-01 00:00:00+00"],
      ]);
      expect(changes.end).toMatchObject({ complete: true });
      const wide = await open({ changeColumn: "changed", changeOverlap: 7200 });
      const more = await readAll(changesOf(wide, [account], end.token));
      expect(more.all).toHaveLength(5);
    });

    test.each([
      ["id", "23"],
      ["(id * 100)::bigint", "2300"],
      ["lpad(id::text, 5, '0')", "00025"],
      ["hired", "2020-01-24"],
    ])("the version may be %s", async (expression, first) => {
      const more = {
        accounts: `select id, ${expression} as version from hr.people`,
        nameColumn: "",
        activeColumn: "",
        changeColumn: "version",
        changeOverlap: expression === "hired" ? 172_800 : expression.includes("100") ? 200 : 2,
      };
      const { account, end } = await read(more);
      const connection = await open(more);
      const { all } = await readAll(changesOf(connection, [account], end.token));
      const [change] = all;
      expect(change?.type === "stored" && change.object.version).toBe(first);
    });

    test("the first sync of an empty table reads all, and a foreign token is refused", async () => {
      const { account, end } = await read({
        accounts: "select * from hr.people where false",
        changeColumn: "changed",
      });
      const connection = await open({ changeColumn: "changed" });
      const { all } = await readAll(changesOf(connection, [account], end.token));
      expect(all).toHaveLength(25);
      const foreign = await readAll(changesOf(connection, [account], "other"));
      expect(foreign.end).toMatchObject({ complete: false, problem: { remedy: "contentDamaged" } });
      expect((await open()).sync).toBeNull();
    });
  });

  describe("the step that fails", () => {
    test.each([
      ["an unknown host", { host: "nowhere.example" }, "resolve", "hostUnknown"],
      ["a closed port", { port: 1 }, "connect", "connectionRefused"],
      ["a server without encryption", { tls: "REQUIRED" }, "secure", "certificateRefused"],
      ["a wrong password", { password: "wrong-secret" }, "signIn", "credentialsRefused"],
      ["an unknown user", { user: "nobody_here" }, "signIn", "credentialsRefused"],
      ["an unknown database", { database: "nothing_here" }, "find", "baseMissing"],
      ["an unknown table", { accounts: "hr.missing" }, "find", "baseMissing"],
      ["an unknown column", { idColumn: "number" }, "find", "missingColumn"],
      ["a table without rights", { accounts: "hr.closed" }, "find", "notAllowed"],
      ["a query that does not parse", { accounts: "select from from" }, "find", "statementRefused"],
      ["a query that writes", { accounts: "delete from hr.people" }, "find", "statementRefused"],
      [
        "a statement with an unknown column",
        { update: "update hr.people set x = :mail" },
        "find",
        "missingColumn",
      ],
      [
        "a statement with an unknown parameter",
        { update: "update hr.people set mail = :emial" },
        "find",
        "missingColumn",
      ],
      [
        "a function that writes",
        { accounts: "select id, hr.note() as x from hr.people", nameColumn: "", activeColumn: "" },
        "read",
        "statementRefused",
      ],
      [
        "a row that cannot be read",
        { accounts: "select 1 / (id - 1) as id from hr.people", nameColumn: "", activeColumn: "" },
        "read",
        "valueRefused",
      ],
    ] as const)("%s", async (_name, more: Configuration, step, remedy) => {
      await query(`
        create table hr.closed (id int, login text, enabled bool);
        create function hr.note() returns int language sql as 'insert into hr.empty values (1) returning id';
      `);
      const connection = await open(more);
      const error = await problemOf(connection.test());
      expect({ step: error.step, remedy: error.remedy, message: error.message }).toEqual({
        step,
        remedy,
        message: expect.not.stringContaining("wrong-secret"),
      });
    });

    test("a server that does not answer, ends, or speaks another protocol", async () => {
      const attempt = async (greet: (socket: Socket) => void) => {
        const server = createServer((socket) => {
          socket.on("error", () => {});
          onTestFinished(() => void socket.destroy());
          greet(socket);
        });
        await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
        onTestFinished(() => void server.close());
        const address = server.address();
        const port = typeof address === "object" && address !== null ? address.port : 0;
        const connection = await open(
          { port, host: "127.0.0.1" },
          environment({ answerTime: 300 }),
        );
        return problemOf(connection.test());
      };
      expect(await attempt(() => {})).toMatchObject({ remedy: "timedOut", step: "signIn" });
      expect(await attempt((socket) => socket.end())).toMatchObject({
        remedy: "systemFailed",
        step: "signIn",
      });
      expect(
        await attempt((socket) => socket.end("HTTP/1.1 400 Bad Request\r\n\r\n")),
      ).toMatchObject({
        step: "signIn",
      });
    });
  });
});
