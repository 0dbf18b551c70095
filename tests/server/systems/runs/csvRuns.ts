/** A system that is connected through an uploaded file, with a server that performs its runs. */
import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect, vi } from "vitest";
import type { ConnectedSystem } from "#events/entities/system.ts";
import type { SystemConfiguration, SystemFile } from "#events/entities/systemConfiguration.ts";
import type { RunEntry, SystemRun } from "#events/entities/systemRun.ts";
import { readConfig } from "#server/config.ts";
import { createConnectors } from "#server/connectors/registry.ts";
import { createSecrets } from "#server/secrets/secrets.ts";
import { startRunner } from "#server/systems/runs/runner.ts";
import type { JobLoop } from "#server/jobs/jobLoop.ts";
import { createApi, type Browser, type TestApi } from "../../support/api.ts";
import type { TestDatabase } from "../../support/databases.ts";
import { fillDirectory, type TestDirectory } from "../../support/directory.ts";

const WAIT = { timeout: 30_000, interval: 50 };
const OPEN = ["waiting", "reading", "applying"];

const HEADER = "id,login,right";

/** @returns what tests of a suite use, with a new system for each test. */
export function useCsvRuns(database: TestDatabase) {
  let directory: TestDirectory;
  let api: TestApi;
  let owner: Browser;
  let dataDirectory: string;
  let runner: JobLoop;
  let resourceId: string;
  let path: string;
  const errors: unknown[] = [];

  beforeAll(async () => {
    dataDirectory = mkdtempSync(join(tmpdir(), "provision-runs-"));
    directory = await fillDirectory(database.current.db);
    const config = { ...readConfig({}), dataDirectory };
    api = await createApi(database.current, {
      runner: { poke: () => runner.poke() },
      settings: { dataDirectory },
    });
    runner = startRunner({
      database: database.current,
      clock: () => api.clock.now,
      onError: (error) => errors.push(error),
      workerId: randomUUID(),
      secrets: createSecrets(Buffer.alloc(32, 7)),
      connectors: createConnectors(config),
      config,
    });
    owner = await api.signIn("owner");
  });
  afterAll(async () => {
    await runner.stop();
    await api.app.close();
    rmSync(dataDirectory, { recursive: true, force: true });
  });
  afterEach(() => expect(errors.splice(0)).toEqual([]));

  const put = async <Body>(where: string, body: unknown): Promise<Body> => {
    const answer = await owner.send("PUT", `${path}/${where}`, { body });
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json<Body>();
  };
  const version = async () => (await owner.get(`${path}/system`)).json<ConnectedSystem>().version;

  const publish = async (): Promise<void> => {
    const published = await owner.post(`${path}/publication`, { version: await version() });
    expect(published.statusCode, published.body).toBe(200);
  };

  /** Uploads a file, selects it and publishes that. */
  const provide = async (rows: readonly string[], header = HEADER): Promise<void> => {
    const bytes = Buffer.from([header, ...rows].join("\n"));
    const announced = await owner.post(`${path}/files`, { name: "file.csv", size: bytes.length });
    expect(announced.statusCode, announced.body).toBe(201);
    const { id } = announced.json<SystemFile>();
    await put(`files/${id}/parts`, { part: 0, content: bytes.toString("base64") });
    const values = Object.entries({
      file: id,
      idColumn: "id",
      nameColumn: "login",
      entitlementColumn: "right",
    }).map(([fieldId, value]) => ({ fieldId, value }));
    const body = { values, secrets: [], version: await version() };
    await put<SystemConfiguration>("configuration", body);
    await publish();
  };

  beforeEach(async () => {
    const clientPath = `/api/clients/${directory.clientId}`;
    const created = await owner.post(`${clientPath}/systems`, {
      connectorId: 1,
      kind: "export",
      name: `System ${randomUUID()}`,
      description: "",
      ownerId: null,
    });
    expect(created.statusCode, created.body).toBe(201);
    resourceId = created.json<ConnectedSystem>().id;
    path = `${clientPath}/resources/${resourceId}`;
  });

  const settled = (oid: string) =>
    vi.waitFor(async () => {
      const run = (await owner.get(`${path}/runs/${oid}`)).json<SystemRun>();
      expect(OPEN).not.toContain(run.status);
      return run;
    }, WAIT);
  const run = async (): Promise<SystemRun> => {
    const started = await owner.post(`${path}/runs`, { kind: "full" });
    expect(started.statusCode, started.body).toBe(202);
    const { importTaskOid } = started.json<{ importTaskOid: string }>();
    return settled(importTaskOid);
  };
  const entries = async (oid: string, query = "") => {
    const answer = await owner.get(`${path}/runs/${oid}/entries${query}`);
    return answer.json<{ _embedded: { entries: RunEntry[] } }>()._embedded.entries;
  };
  const accounts = async (): Promise<Record<string, string[]>> => {
    const { db } = database.current;
    const named = await db
      .selectFrom("entitlements")
      .select(["no", "name"])
      .where("resource_id", "=", resourceId)
      .execute();
    const names = new Map(named.map(({ no, name }) => [no, name]));
    const rows = await db
      .selectFrom("accounts")
      .select(["name", "entitlement_nos"])
      .where("resource_id", "=", resourceId)
      .execute();
    return Object.fromEntries(
      rows.map((row) => [row.name, row.entitlement_nos.map((no) => names.get(no) ?? "").sort()]),
    );
  };

  return {
    get api() {
      return api;
    },
    get directory() {
      return directory;
    },
    get owner() {
      return owner;
    },
    get resourceId() {
      return resourceId;
    },
    /** Of the calls of the system. */
    get path() {
      return path;
    },
    get db() {
      return database.current.db;
    },
    signInAgain: async () => {
      owner = await api.signIn("owner");
    },
    poke: () => runner.poke(),
    stopRunner: () => runner.stop(),
    put,
    version,
    publish,
    provide,
    settled,
    run,
    entries,
    accounts,
  };
}
