/** A system that is connected through an uploaded file, with a server that performs its runs. */
import { randomUUID } from "node:crypto";
import { beforeEach, expect, vi } from "vitest";
import type { ConnectedSystem } from "#events/entities/system.ts";
import type {
  ImportSettings,
  SystemConfiguration,
  SystemFile,
} from "#events/entities/systemConfiguration.ts";
import type { RunEntry, SystemRun } from "#events/entities/systemRun.ts";
import type { TestDatabase } from "../../support/databases.ts";
import { OPEN, withRunningServer, WAIT } from "../runningServer.ts";
import { heldEntitlements } from "../support.ts";

const HEADER = "id,login,right";

interface WantedRun {
  readonly kind: "full" | "changes";
  /** Its plan always waits for a decision. */
  readonly waits?: boolean;
}

/** @returns what tests of a suite use, with a new system for each test. */
export function useCsvRuns(database: TestDatabase, kind: "export" | "hr" | "manual" = "export") {
  const server = withRunningServer(database);
  let resourceId: string;
  let path: string;

  const put = async <Body>(where: string, body: unknown): Promise<Body> => {
    const answer = await server.owner.send("PUT", `${path}/${where}`, { body });
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json<Body>();
  };
  /** Saves a change of the settings. Runs use it once it is published. */
  const changeImportSettings = async (change: Partial<ImportSettings>): Promise<void> => {
    const saved = await server.owner.get(`${path}/import-settings`);
    const { settings, version: seen } = saved.json<{ settings: ImportSettings; version: number }>();
    await put("import-settings", { settings: { ...settings, ...change }, version: seen });
  };
  const version = async () =>
    (await server.owner.get(`${path}/system`)).json<ConnectedSystem>().version;

  const publish = async (): Promise<void> => {
    const published = await server.owner.post(`${path}/publication`, { version: await version() });
    expect(published.statusCode, published.body).toBe(200);
  };

  const provide = (
    rows: readonly string[],
    header = HEADER,
    configuration: Readonly<Record<string, string>> = {},
  ): Promise<void> => provideFile(Buffer.from([header, ...rows].join("\n")), configuration);

  /** Uploads a file, selects it and publishes that. */
  const provideFile = async (
    bytes: Buffer,
    configuration: Readonly<Record<string, string>> = {},
  ): Promise<void> => {
    const announced = await server.owner.post(`${path}/files`, {
      name: "file.csv",
      size: bytes.length,
    });
    expect(announced.statusCode, announced.body).toBe(201);
    const { id } = announced.json<SystemFile>();
    await put(`files/${id}/parts`, { part: 0, content: bytes.toString("base64") });
    const values = Object.entries({
      file: id,
      idColumn: "id",
      nameColumn: "login",
      entitlementColumn: "right",
      ...configuration,
    }).map(([fieldId, value]) => ({ fieldId, value }));
    const body = { values, secrets: [], version: await version() };
    await put<SystemConfiguration>("configuration", body);
    await publish();
  };

  beforeEach(async () => {
    const clientPath = `/api/clients/${server.directory.clientId}`;
    await database.current.db.updateTable("clients").set({ limit_self_certified: null }).execute();
    // A client has one HR system at most.
    if (kind === "hr") {
      await database.current.db.deleteFrom("connected_systems").where("kind", "=", "hr").execute();
    }
    const created = await server.owner.post(`${clientPath}/systems`, {
      connectorId: 1,
      kind,
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
      const run = (await server.owner.get(`${path}/runs/${oid}`)).json<SystemRun>();
      expect(OPEN).not.toContain(run.status);
      return run;
    }, WAIT);
  /** @returns the oid of the run. */
  const start = async (wanted: WantedRun = { kind: "full" }): Promise<string> => {
    const started = await server.owner.post(`${path}/runs`, wanted);
    expect(started.statusCode, started.body).toBe(202);
    return started.json<{ importTaskOid: string }>().importTaskOid;
  };
  const run = async (wanted?: WantedRun): Promise<SystemRun> => settled(await start(wanted));
  const entries = async (oid: string, query = "") => {
    const answer = await server.owner.get(`${path}/runs/${oid}/entries${query}`);
    return answer.json<{ _embedded: { entries: RunEntry[] } }>()._embedded.entries;
  };
  const accounts = () => heldEntitlements(database.current.db, resourceId);

  return {
    errors: server.errors,
    disk: server.disk,
    get api() {
      return server.api;
    },
    get directory() {
      return server.directory;
    },
    get owner() {
      return server.owner;
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
    signInAgain: server.signInAgain,
    poke: server.poke,
    stopRunner: server.stop,
    put,
    changeImportSettings,
    version,
    publish,
    provide,
    provideFile,
    settled,
    start,
    run,
    entries,
    accounts,
  };
}
