/** The calls about connectors, and what connectors may use of the server. */
import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import type { ConnectorSummary } from "#events/entities/connector.ts";
import { PERMISSION_GROUPS } from "#events/rules/permissions.ts";
import { IMPORT_PART_BYTES } from "#events/rules/directoryImport.ts";
import { createEnvironment } from "#server/connectors/environment.ts";
import { type Browser, createApi, type TestApi } from "../support/api.ts";
import { oneDatabase } from "../support/databases.ts";
import { fillDirectory, type TestDirectory } from "../support/directory.ts";
import { expectError } from "../support/errors.ts";
import { oauthConnector } from "../support/oauthConnector.ts";
import { addSystem, pathOf, upload } from "../systems/support.ts";

describe("the calls about connectors", () => {
  oneDatabase((database) => {
    let directory: TestDirectory;
    let api: TestApi;
    let owner: Browser;

    beforeAll(async () => {
      directory = await fillDirectory(database.current.db);
      const hidden = { ...oauthConnector, id: 9003, key: "hidden", available: false };
      const probe = await createApi(database.current);
      const { connectors } = probe.app.services;
      await probe.app.close();
      api = await createApi(database.current, { connectors: [...connectors, hidden] });
      owner = await api.signIn("owner");
      return () => api.app.close();
    });

    const get = async <Body>(path: string, at = "/api/connectors"): Promise<Body> => {
      const response = await owner.get(`${at}${path}`);
      expect(response.statusCode, response.body).toBe(200);
      return response.json() as Body;
    };
    const list = async (path: string, at = "/api/connectors") => {
      const { _embedded, page } = await get<{
        _embedded: { connectors: ConnectorSummary[] };
        page: { totalElements: number };
      }>(path, at);
      const keys = _embedded.connectors.map(({ key }) => key);
      expect(page.totalElements).toBeGreaterThanOrEqual(keys.length);
      return keys;
    };

    test("[CONN-6] [CONN-7] [CONN-8] [CONN-15] only available ones are listed, with page info", async () => {
      const keys = await list("");
      expect(keys).toEqual(expect.arrayContaining(["csv", "manual", "oauth"]));
      expect(keys).not.toContain("hidden");
      expect(await list("?size=1&page=1")).toEqual(keys.slice(1, 2));
      expect(await list("?contains=CSV")).toEqual(["csv"]);
      expect(await list("?kind=manual&tag=manual")).toEqual(["manual"]);
      expectError(await owner.get("/api/connectors/9003"), "ENOTFOUND");
    });

    test("[CONN-16] [CONN-18] [CONN-23] by tag, and those for APIs", async () => {
      expect(await list("/file", "/api/connector-tags")).toContain("csv");
      expect(await list("/api")).toContain("oauth");
      expect(await list("/api")).not.toContain("csv");
      const { tags } = await get<{ tags: { tag: string; connectorCount: number }[] }>("/tags");
      for (const { tag, connectorCount } of tags) {
        expect(await list(`/${tag}`, "/api/connector-tags")).toHaveLength(connectorCount);
      }
      expectError(await owner.get("/api/connector-tags/none"), "EINVALID");
    });

    test("[CONN-2] [CONN-17] counts by kind", async () => {
      const counts = await get<Record<string, number>>("/counts");
      expect(Object.keys(counts).toSorted()).toEqual(["api", "export", "hr", "manual"]);
      for (const [kind, count] of Object.entries(counts)) {
        expect(await list(`?kind=${kind}`), kind).toHaveLength(count);
      }
    });

    test("[CONN-10] [CONN-11] [CONN-20] [CONN-21] [CONN-22] fields, groups, and options", async () => {
      const { fields } = await get<{ fields: { id: string; group: string }[] }>("/1/fields");
      const { groups } = await get<{ groups: { id: string; fieldIds: string[] }[] }>(
        "/1/field-groups",
      );
      expect(groups.map(({ id }) => id)).toEqual(["file", "format", "accounts", "entitlements"]);
      expect(groups.flatMap(({ fieldIds }) => fieldIds)).toEqual(fields.map(({ id }) => id));
      expect(await get("/1/options")).toMatchObject({
        options: { delimiter: ["AUTO", "COMMA", "SEMICOLON", "TAB", "PIPE"], source: ["UPLOAD"] },
      });
    });

    test("[CONN-1] need the permission to read connectors", async () => {
      const guest = await api.signIn("guest");
      expectError(await guest.get("/api/connectors"), "EFORBIDDEN");
      const { db } = database.current;
      const { role_id: roleId } = await db
        .selectFrom("user_roles")
        .select("role_id")
        .where("user_id", "=", directory.users.guest)
        .executeTakeFirstOrThrow();
      await db
        .updateTable("roles")
        .set({ permissions: [...PERMISSION_GROUPS.ConnectorRead] })
        .where("id", "=", roleId)
        .execute();
      const reader = await api.signIn("guest");
      expect((await reader.get("/api/connectors")).statusCode).toBe(200);
    });
  });
});

describe("the environment of connectors", () => {
  oneDatabase((database) => {
    test("open complete files of the system, and no others", async () => {
      const directory = await fillDirectory(database.current.db);
      const api = await createApi(database.current);
      const owner = await api.signIn("owner");
      const { clientId } = directory;
      const { resourceId } = await addSystem(owner, clientId);
      const other = await addSystem(owner, clientId);
      const content = Buffer.alloc(2 * IMPORT_PART_BYTES + 7, "people,");
      const path = pathOf(clientId, resourceId);
      const id = await upload(owner, path, content);
      const announced = await owner.post(`${path}/files`, { name: "a.csv", size: 5 });
      const of = (resource: string) =>
        createEnvironment(
          database.current.db,
          { connectorHosts: [], connectorFolder: null },
          { clientId, resourceId: resource },
          { signal: new AbortController().signal, answerTime: 1000 },
        );
      const file = await of(resourceId).openFile(id);
      const read: Buffer[] = [];
      for await (const chunk of file.content) read.push(chunk as Buffer);
      expect(Buffer.concat(read).equals(content)).toBe(true);
      expect([file.name, file.size]).toEqual(["people.csv", content.length]);
      const missing = { remedy: "fileMissing", step: "find" };
      await expect(of(other.resourceId).openFile(id)).rejects.toMatchObject(missing);
      for (const bad of [randomUUID(), "../x", (announced.json() as { id: string }).id]) {
        await expect(of(resourceId).openFile(bad)).rejects.toMatchObject(missing);
      }
      await api.app.close();
    });
  });

  oneDatabase((database) => {
    const place = { clientId: randomUUID(), resourceId: randomUUID() };
    const environmentOf = (signal: AbortSignal, connectorHosts: readonly string[] = []) =>
      createEnvironment(database.current.db, { connectorHosts, connectorFolder: null }, place, {
        signal,
        answerTime: 50,
        resolve: (host) =>
          host === "hangs.example"
            ? new Promise(() => {})
            : Promise.resolve([{ address: host, family: 4 }]),
      });

    test("a resolver that hangs is given up", async () => {
      const late = { remedy: "timedOut", step: "resolve" };
      const running = environmentOf(new AbortController().signal);
      await expect(running.resolveHost("hangs.example", 1)).rejects.toMatchObject(late);
      const stopped = environmentOf(AbortSignal.abort());
      await expect(stopped.resolveHost("hangs.example", 1)).rejects.toMatchObject(late);
    });

    test("only allowed hosts have an address", async () => {
      const { resolveHost } = environmentOf(new AbortController().signal, ["10.0.0.0/8"]);
      expect(await resolveHost("10.1.2.3", 389)).toEqual({ address: "10.1.2.3", family: 4 });
      await expect(resolveHost("127.0.0.1", 389)).rejects.toMatchObject({
        remedy: "addressForbidden",
      });
    });
  });
});
