import { spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, afterEach, describe, expect, inject, test } from "vitest";
import { openDatabase, type DatabaseSource } from "#server/db/open.ts";
import { copyEmbedded, copyPostgres } from "./support/databases.ts";
import { fillDirectory, PASSWORD } from "./support/directory.ts";
import { startServer, visit, type ServerProcess } from "./support/servers.ts";

const removals: (() => Promise<unknown>)[] = [];
const running: ServerProcess[] = [];
afterEach(async () => {
  for (const server of running.splice(0)) {
    server.process.kill("SIGKILL");
    await server.ended();
  }
  for (const remove of removals.splice(0)) await remove();
});

async function freshSource(kind: "embedded" | "postgres"): Promise<DatabaseSource> {
  if (kind === "postgres") {
    const { url, remove } = await copyPostgres();
    removals.push(remove);
    return { url };
  }
  const { dataDir, remove } = copyEmbedded();
  removals.push(remove);
  return { dataDir };
}

/** For database-independent behaviour: a server on PostgreSQL starts in a fifth of the time. */
const SIMPLEST = inject("postgresUrl") === null ? "embedded" : "postgres";

function start(source: DatabaseSource, environment?: Record<string, string>): ServerProcess {
  const server = startServer(source, environment);
  running.push(server);
  return server;
}

const signIn = async (address: string, username: string, password: string) => {
  const visitor = await visit(address);
  const { status } = await visitor.send("POST", "/api/login", { username, password });
  return { ...visitor, status };
};

for (const kind of ["embedded", "postgres"] as const) {
  const absent = kind === "postgres" && inject("postgresUrl") === null;
  describe.skipIf(absent)(`a server on the ${kind} database`, () => {
    test("prints name and password once, answers, and shuts down cleanly with open connections", async () => {
      const source = await freshSource(kind);
      const first = start(source, { PROVISION_ADMIN_PASSWORD: "" });
      const address = await first.ready();
      const password = /Password: +(\S+)/.exec(first.output())?.[1] ?? "";
      expect(first.output()).toMatch(/Username: +admin/);
      expect(password).toMatch(/^(?:[a-z2-9]{4}-){6}[a-z2-9]{4}$/);
      expect((await fetch(`${address}/healthz`)).status).toBe(200);
      const admin = await signIn(address, "admin", password);
      expect(admin.status).toBe(200);
      const { body } = await admin.send("GET", "/api/users/current");
      expect(body).toMatchObject({
        roles: [{ name: "Owner" }],
        client: { name: "My organisation" },
      });
      first.process.kill("SIGTERM");
      expect(await first.ended()).toBe(0);

      const second = start(source, { PROVISION_ADMIN_PASSWORD: "" });
      expect((await signIn(await second.ready(), "admin", password)).status).toBe(200);
      expect(second.output()).not.toMatch(/password/i);
      second.process.kill("SIGINT");
      second.process.kill("SIGINT");
      expect(await second.ended()).toBe(0);

      const third = start(source, { PROVISION_ADMIN_PASSWORD: "another one" });
      const again = await third.ready();
      expect(third.output()).toMatch(
        /The password of admin is now the one in PROVISION_ADMIN_PASSWORD/,
      );
      expect((await signIn(again, "admin", password)).status).toBe(401);
      expect((await signIn(again, "admin", "another one")).status).toBe(200);
    });

    test("killed during policy changes it keeps all acknowledged changes and no partial ones", async () => {
      const source = await freshSource(kind);
      let database = await openDatabase(source);
      const { clientId, orgs, resources } = await fillDirectory(database.db);
      await sql`
        insert into entitlements (client_id, id, no, resource_id, name, role_oid)
        select ${clientId}, gen_random_uuid(), 100 + n, ${resources.crm}, 'Mass ' || n, gen_random_uuid()
        from generate_series(1, 4000) as n
      `.execute(database.db);
      const rows = await database.db
        .selectFrom("entitlements")
        .select("role_oid")
        .where("no", ">", 100)
        .where("client_id", "=", clientId)
        .execute();
      const lists = Array.from({ length: 40 }, (_, index) =>
        rows.slice(index * 100, index * 100 + 100).map((row) => row.role_oid),
      );
      await database.close();

      const server = start(source);
      const mapper = await signIn(await server.ready(), "mapper", PASSWORD);
      const path = `/api/clients/${clientId}/mp-orgs/${orgs.Engineer}/induce`;
      const acknowledged = new Set<number>();
      const sent = lists.map(async (list, index) => {
        const { status } = await mapper.send("POST", path, list);
        expect(status).toBe(200);
        acknowledged.add(index);
        if (acknowledged.size === 5) server.process.kill("SIGKILL");
      });
      const outcomes = await Promise.allSettled(sent);
      expect(await server.ended()).toBe("SIGKILL");
      expect(outcomes.some(({ status }) => status === "rejected")).toBe(true);

      database = await openDatabase(source);
      const inducements = await database.db
        .selectFrom("inducements")
        .select("role_oid")
        .where("org_oid", "=", orgs.Engineer)
        .execute();
      const audits = await database.db
        .selectFrom("audit")
        .select("after")
        .where("call", "=", "orgs/induce")
        .execute();
      await database.close();
      const held = new Set(inducements.map((row) => row.role_oid));
      const kept = lists.map((list) => list.filter((roleOid) => held.has(roleOid)).length);
      expect(kept.length).toBeGreaterThan(0);
      expect(kept.filter((count) => count !== 0 && count !== 100)).toEqual([]);
      for (const index of acknowledged) expect(kept[index]).toBe(100);
      const audited = audits.flatMap(({ after }) => (after as { added: string[] }).added);
      expect(audited.toSorted()).toEqual([...held].toSorted());
    });
  });
}

test("a server reports that it prepares the lists of a directory from before list keys", async () => {
  const source = await freshSource(SIMPLEST);
  const database = await openDatabase(source);
  await fillDirectory(database.db);
  const { numUpdatedRows: count } = await database.db
    .updateTable("user_clients")
    .set({ search_key: null })
    .executeTakeFirstOrThrow();
  await database.close();
  expect(count).toBeGreaterThan(1n);
  const first = start(source);
  await first.ready();
  expect(first.output()).toMatch(new RegExp(`^The lists are prepared for ${count} users\\.`, "m"));
  first.process.kill("SIGTERM");
  await first.ended();
  const second = start(source);
  await second.ready();
  expect(second.output()).not.toContain("The lists are prepared");
});

describe("a server that cannot start explains why", () => {
  test("a data directory in use: the holder", async () => {
    const source = await freshSource("embedded");
    const first = start(source);
    await first.ready();
    const second = start(source);
    expect(await second.ended()).toBe(1);
    expect(second.output()).toContain(`in use by a server (process ${first.process.pid},`);
  });

  test.each(["", "null", '{"foreign":true}'])(
    "a lock file of %j: one sentence says what to do, and the server exits",
    async (content) => {
      const source = await freshSource("embedded");
      if ("url" in source) return;
      writeFileSync(join(source.dataDir, "provision.lock"), content);
      const server = start(source);
      expect(await server.ended()).toBe(1);
      expect(server.output()).toMatch(/^The lock file .+: remove it if .+, then try again\.\n$/);
    },
  );

  test.each(["missing", "empty"])("a database whose PG_VERSION is %s", async (state) => {
    const { dataDir, remove } = copyEmbedded();
    removals.push(remove);
    const version = join(dataDir, "database", "PG_VERSION");
    if (state === "missing") rmSync(version);
    else writeFileSync(version, "");
    const before = readdirSync(join(dataDir, "database"));
    const server = start({ dataDir });
    expect(await server.ended()).toBe(1);
    expect(server.output()).toMatch(
      /^The data directory .+ cannot be opened\. Its folder database is not a whole database, .+: restore the folder from a backup, or .+\.\n$/,
    );
    expect(readdirSync(join(dataDir, "database"))).toEqual(before);
  });

  const disk = mkdtempSync(join(tmpdir(), "provision-disk-"));
  const mount = (size: string) =>
    spawnSync("mount", ["-t", "tmpfs", "-o", `size=${size}`, "tmpfs", disk]).status === 0;
  const canMount = mount("4k");
  if (canMount) spawnSync("umount", [disk]);
  afterAll(() => rmSync(disk, { recursive: true, force: true }));

  // No room for the lock, for a new database's files, and for a start's log.
  test.skipIf(!canMount).each(["4k", "1m", "24m"])("a full disk, of %s", async (size) => {
    expect(mount(size)).toBe(true);
    removals.push(async () => spawnSync("umount", ["--lazy", disk]));
    if (size === "4k") writeFileSync(join(disk, "filler"), "x".repeat(4096), { flag: "a" });
    const server = start({ dataDir: join(disk, "data") });
    expect(await server.ended()).toBe(1);
    expect(server.output()).toBe(
      "The disk of the database is full: free some space on it, then start again.\n",
    );
  });

  test("a port in use", async () => {
    const other = createServer().listen(0, "127.0.0.1");
    await once(other, "listening");
    removals.push(async () => other.close());
    const address = other.address();
    const port = String(typeof address === "object" ? address?.port : "");
    const server = start(await freshSource(SIMPLEST), { PORT: port });
    expect(await server.ended()).toBe(1);
    expect(server.output()).toContain(`Port ${port} of 127.0.0.1 is in use.`);
    expect(server.output()).not.toContain("    at ");
  });

  test("an invalid setting", async () => {
    const server = start({ dataDir: `/nowhere/${randomUUID()}` }, { PORT: "http" });
    expect(await server.ended()).toBe(1);
    expect(server.output()).toContain('PORT must be a whole number from 0 to 65535, not "http".');
  });

  test("a database of another kind, without its password", async () => {
    const server = start({ url: "mysql://who:secret@db" });
    expect(await server.ended()).toBe(1);
    expect(server.output()).toContain(
      "DATABASE_URL must be an address that begins with postgres:// or postgresql://.",
    );
    expect(server.output()).not.toContain("secret");
  });

  test("a database across a network without TLS, without its password", async () => {
    const server = start({ url: "postgres://who:secret@db.example/provision" });
    expect(await server.ended()).toBe(1);
    expect(server.output()).toContain("DATABASE_URL leads over a network without TLS whose");
    expect(server.output()).not.toContain("secret");
  });

  test.skipIf(inject("postgresUrl") === null)(
    "a database with an encoding other than UTF8",
    async () => {
      const { url, remove } = await copyPostgres("encoding 'LATIN1' locale 'C' template template0");
      removals.push(remove);
      const server = start({ url });
      expect(await server.ended()).toBe(1);
      const said = server.output();
      expect(said).toMatch(/^DATABASE_URL leads to a database with the encoding LATIN1/m);
      expect(said).not.toContain("    at ");
    },
  );

  test("a missing database, without its password", async () => {
    const server = start({ url: "postgres://who:secret@127.0.0.1:1/none" });
    expect(await server.ended()).toBe(1);
    expect(server.output()).toContain("The database at DATABASE_URL cannot be used");
    expect(server.output()).not.toContain("secret");
  });
});
