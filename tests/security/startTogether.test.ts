/** Three servers that start at the same moment on one place: one prepares it, and none harms it. */
import { afterEach, expect, inject, test } from "vitest";
import { copyPostgres } from "../server/support/databases.ts";
import { startServer, visit, type ServerProcess } from "../server/support/servers.ts";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { DatabaseSource } from "#server/db/open.ts";

const TOGETHER = 3;
const running: ServerProcess[] = [];
const removals: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const server of running.splice(0)) {
    server.process.kill("SIGKILL");
    await server.ended();
  }
  for (const remove of removals.splice(0)) await remove();
});

function startAll(source: DatabaseSource): readonly ServerProcess[] {
  const environment = { PROVISION_ADMIN_PASSWORD: "", PROVISION_SECRET_KEY: SECRET_KEY };
  const servers = Array.from({ length: TOGETHER }, () => startServer(source, environment));
  running.push(...servers);
  return servers;
}

const SECRET_KEY = Buffer.alloc(32, 7).toString("base64");

test.skipIf(inject("postgresUrl") === null)(
  "on an empty PostgreSQL database all become ready, and there is one first account",
  async () => {
    const { url, remove } = await copyPostgres("template template0");
    removals.push(remove);
    const servers = startAll({ url });
    const addresses = await Promise.all(servers.map((server) => server.ready()));
    const told = servers.flatMap((server) => /Password: +(\S+)/.exec(server.output())?.[1] ?? []);
    expect(told).toHaveLength(1);
    for (const address of addresses) {
      const visitor = await visit(address);
      const credentials = { username: "admin", password: told[0] };
      const { status, body } = await visitor.send("POST", "/api/login", credentials);
      expect(status).toBe(200);
      const { user } = body as { readonly user: { readonly clients: readonly unknown[] } };
      expect(user.clients).toHaveLength(1);
    }
  },
);

test("on an empty data directory one becomes ready, and the others say who has it", async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "provision-together-"));
  removals.push(async () => rmSync(dataDir, { recursive: true, force: true }));
  const servers = startAll({ dataDir });
  const outcomes = await Promise.all(
    servers.map((server) =>
      server.ready().then(
        () => server,
        () => null,
      ),
    ),
  );
  const [ready, ...others] = outcomes.filter((server) => server !== null);
  expect(others).toEqual([]);
  for (const server of servers) {
    if (server === ready) continue;
    expect(await server.ended()).toBe(1);
    expect(server.output()).toContain(`in use by a server (process ${ready?.process.pid},`);
  }
  const password = /Password: +(\S+)/.exec(ready?.output() ?? "")?.[1];
  const visitor = await visit((await ready?.ready()) ?? "");
  const credentials = { username: "admin", password };
  expect((await visitor.send("POST", "/api/login", credentials)).status).toBe(200);
});
