/** The import while a server holds the embedded database. */
import { once } from "node:events";
import { statSync, writeFileSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { openDatabase, type OpenDatabase } from "#server/db/open.ts";
import {
  borrowDatabase,
  shareDatabase,
  type BorrowedDatabase,
  type SharedDatabase,
} from "#server/threads/lending/sharedDatabase.ts";
import { SocketPort } from "#server/threads/lending/socketPort.ts";
import { csvText, temporaryFiles } from "../support/csv.ts";
import { copyEmbedded } from "../support/databases.ts";
import { takeSnapshot } from "../support/directorySnapshot.ts";
import { runImport } from "../support/runImport.ts";
import { startServer, visit } from "../support/servers.ts";

// Processes and databases take seconds to start.
vi.setConfig({ testTimeout: 240_000 });

const files = temporaryFiles();
const identities = files.write(
  "identities.csv",
  csvText(
    ["id", "username"],
    [
      ["a", "anna"],
      ["b", "bo"],
    ],
  ),
);

let dataDir: string;
let remove: () => Promise<void>;
beforeAll(() => {
  ({ dataDir, remove } = copyEmbedded());
});
afterAll(() => remove());

test("the command imports through the server, which goes on answering", async () => {
  const server = startServer({ dataDir });
  try {
    const address = await server.ready();
    expect(statSync(join(dataDir, "provision.sock")).mode & 0o077).toBe(0);
    const run = () =>
      runImport(["--identities", identities, "--client", "Bank", "--json"], {
        PROVISION_DATA_DIR: dataDir,
      });
    const first = await run();
    expect(first).toMatchObject({ exitCode: 0, stderr: "" });
    expect(JSON.parse(first.stdout)).toMatchObject({ identities: { added: 2 }, changed: true });
    const second = await run();
    expect(JSON.parse(second.stdout)).toMatchObject({
      identities: { unchanged: 2 },
      changed: false,
    });
    const visitor = await visit(address);
    expect((await visitor.send("GET", "/readyz")).status).toBe(200);
  } finally {
    server.process.kill("SIGTERM");
    await server.ended();
  }
  const { db, close } = await openDatabase({ dataDir });
  const { identities: imported } = await takeSnapshot(db, "Bank");
  expect(Object.keys(imported)).toHaveLength(2);
  await close();
});

describe("a shared database", () => {
  let database: OpenDatabase;
  let shared: SharedDatabase;
  beforeAll(async () => {
    // A killed server leaves its socket.
    writeFileSync(join(dataDir, "provision.sock"), "");
    database = await openDatabase({ dataDir, holder: "server" });
    expect(await borrowDatabase(dataDir)).toBeNull();
    shared = await shareDatabase(dataDir, database.background);
  });
  afterAll(async () => {
    await shared.close();
    await database.close();
  });

  async function borrow(): Promise<BorrowedDatabase> {
    const borrowed = await borrowDatabase(dataDir);
    if (borrowed === null) throw new Error("No server shares the database");
    return borrowed;
  }

  const insert = (tx: Pick<OpenDatabase["db"], "insertInto">) =>
    tx
      .insertInto("settings")
      .values({ key: `test ${randomUUID()}`, value: "1" })
      .execute();
  const count = async () => {
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from settings where key like 'test %'
    `.execute(database.db);
    return rows[0]?.n ?? 0;
  };

  test("a command that ends midway leaves nothing", async () => {
    const before = await count();
    const borrowed = await borrow();
    const work = borrowed.background.transaction().execute(async (tx) => {
      await insert(tx);
      await borrowed.close();
      await insert(tx);
    });
    await expect(work).rejects.toThrow(
      "The server ended before it confirmed the change. Try again.",
    );
    expect(await count()).toBe(before);
  });

  test("a server that stops midway tells the command, and writes nothing", async () => {
    const before = await count();
    const borrowed = await borrow();
    const work = borrowed.background.transaction().execute(async (tx) => {
      await insert(tx);
      await shared.close();
      await insert(tx);
    });
    await expect(work).rejects.toMatchObject({ code: "EDATABASEUNAVAILABLE" });
    expect(await count()).toBe(before);
    expect(await borrowDatabase(dataDir)).toBeNull();
    shared = await shareDatabase(dataDir, database.background);
  });

  test("an error of the database reaches the command with its code", async () => {
    const borrowed = await borrow();
    await expect(sql`select 1 from missing`.execute(borrowed.background)).rejects.toMatchObject({
      code: "42P01",
    });
    await borrowed.close();
  });

  test.each<[name: string, send: (socket: Socket, port: SocketPort<unknown>) => void]>([
    ["bytes that are no message", (socket) => socket.write("\0\0\0\x04fake")],
    ["a message that is nothing", (_socket, port) => port.postMessage(null)],
    [
      "a query without a connection",
      (_socket, port) =>
        port.postMessage({ kind: "query", connection: 9, sql: "select 1", parameters: [] }),
    ],
    ["a message of an unknown kind", (_socket, port) => port.postMessage({ kind: "drop" })],
  ])("%s disturbs neither the server nor others", async (_name, send) => {
    const before = await count();
    const socket = connect(join(dataDir, "provision.sock"));
    await once(socket, "connect");
    send(socket, new SocketPort<unknown>(socket));
    socket.end();
    const borrowed = await borrow();
    await borrowed.background.transaction().execute(insert);
    await borrowed.close();
    expect(await count()).toBe(before + 1);
    socket.destroy();
  });

  test("a command of a later version asks for a restart of the server", async () => {
    await sql`
      delete from schema_migrations where name = (select max(name) from schema_migrations)
    `.execute(database.db);
    await expect(borrowDatabase(dataDir)).rejects.toThrow(
      "The running server is of an earlier version. Restart it, then try again.",
    );
  });
});
