/** A system that Provision imports and writes to, with a server that performs its jobs. */
import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, expect, vi } from "vitest";
import type { FieldValue } from "#events/entities/connector.ts";
import type { MappingDraft } from "#events/entities/mapping.ts";
import type { ProvisionObject, ProvisionPreview } from "#events/entities/provisioning.ts";
import type { ConnectedSystem } from "#events/entities/system.ts";
import type { SystemRun } from "#events/entities/systemRun.ts";
import { readConfig, type Config } from "#server/config.ts";
import { createConnectors } from "#server/connectors/registry.ts";
import type { JobLoop } from "#server/jobs/jobLoop.ts";
import { startProvisioner } from "#server/provisioning/provisioner.ts";
import { startRunner } from "#server/systems/runs/runner.ts";
import { createApi, type Browser, type TestApi } from "../support/api.ts";
import type { TestDatabase } from "../support/databases.ts";
import { fillDirectory, type TestDirectory } from "../support/directory.ts";
import { addSystem } from "../systems/support.ts";
import { emptyDisk } from "../support/disks.ts";

const WAIT = { timeout: 30_000, interval: 50 };

export interface SystemPlan {
  readonly connectorId: number;
  readonly kind: "export" | "api";
  readonly values: Readonly<Record<string, FieldValue>>;
  readonly secrets: Readonly<Record<string, string>>;
  readonly mappings: readonly MappingDraft[];
  /** The attribute with the owner's username. */
  readonly owner: string;
  readonly activation?: { readonly onLeave: "keep" | "disable" | "remove" };
}

/** Call it once in a block of tests. */
export function useLiveSystems(
  database: TestDatabase,
  settings: Pick<Partial<Config>, "connectorFolder"> = {},
) {
  let directory: TestDirectory;
  let api: TestApi;
  let owner: Browser;
  let dataDirectory: string;
  let runner: JobLoop;
  let provisioner: JobLoop;
  const errors: unknown[] = [];
  const disk = emptyDisk(() => api.clock.now);

  const startJobs = () => {
    const config = { ...readConfig({}), dataDirectory, ...settings };
    const shared = {
      database: database.current,
      disk,
      clock: () => api.clock.now,
      onError: (error: unknown) => errors.push(error),
      workerId: randomUUID(),
      secrets: api.app.services.secrets,
      connectors: createConnectors(config),
      config,
    };
    runner = startRunner(shared);
    provisioner = startProvisioner({ ...shared, workerId: randomUUID() });
  };
  const stopJobs = async () => {
    await Promise.all([runner.stop(), provisioner.stop()]);
  };

  beforeAll(async () => {
    dataDirectory = mkdtempSync(join(tmpdir(), "provision-applied-"));
    directory = await fillDirectory(database.current.db);
    api = await createApi(database.current, {
      disk,
      runner: { poke: () => runner.poke() },
      provisioner: { poke: () => provisioner.poke() },
      settings: { dataDirectory, ...settings },
    });
    startJobs();
    owner = await api.signIn("owner");
  });
  afterAll(async () => {
    await stopJobs();
    await api.app.close();
    rmSync(dataDirectory, { recursive: true, force: true });
  });
  afterEach(() => expect(errors.splice(0)).toEqual([]));

  /** A published and confirmed system whose accounts are imported. */
  const connect = async (plan: SystemPlan) => {
    const { connectorId, kind } = plan;
    const { db } = database.current;
    const { clientId } = directory;
    await db
      .updateTable("clients")
      .set({ limit_api: null, limit_system_export: null })
      .where("id", "=", clientId)
      .execute();
    const system = await addSystem(owner, clientId, { connectorId, kind });
    const { resourceId } = system;
    const path = `/api/clients/${clientId}/resources/${resourceId}`;
    const version = async () => (await owner.get(`${path}/system`)).json<ConnectedSystem>().version;
    const fields = (values: object) =>
      Object.entries(values).map(([fieldId, value]) => ({ fieldId, value }));
    const saved = await owner.send("PUT", `${path}/configuration`, {
      body: {
        values: fields(plan.values),
        secrets: fields(plan.secrets),
        version: await version(),
      },
    });
    expect(saved.statusCode, saved.body).toBe(200);
    for (const mapping of plan.mappings) {
      const added = await owner.post(`${path}/mappings`, { mapping, version: await version() });
      expect(added.statusCode, added.body).toBe(201);
    }
    await db
      .updateTable("connected_systems")
      .set(({ fn, val, ref }) => ({
        settings: fn("jsonb_set", [
          ref("settings"),
          val("{owner}"),
          val(JSON.stringify({ attribute: plan.owner, field: "username" })),
        ]),
      }))
      .where("resource_id", "=", resourceId)
      .execute();
    const published = await owner.post(`${path}/publication`, { version: await version() });
    expect(published.statusCode, published.body).toBe(200);
    await db
      .updateTable("connected_systems")
      .set({
        confirmed: true,
        activation: JSON.stringify({ onLeave: "keep", afterDays: 0, ...plan.activation }),
      })
      .where("resource_id", "=", resourceId)
      .execute();

    const runImport = async (
      wanted: { readonly kind: "full" | "changes"; readonly waits?: boolean } = { kind: "full" },
    ): Promise<SystemRun> => {
      const started = await owner.post(`${path}/runs`, wanted);
      expect(started.statusCode, started.body).toBe(202);
      return settledRun(started.json<{ importTaskOid: string }>().importTaskOid);
    };
    const settledRun = (oid: string): Promise<SystemRun> =>
      vi.waitFor(async () => {
        const run = (await owner.get(`${path}/runs/${oid}`)).json<SystemRun>();
        expect(["waiting", "reading", "applying"]).not.toContain(run.status);
        return run;
      }, WAIT);
    const approveRun = async ({ oid, hash }: SystemRun): Promise<SystemRun> => {
      const answer = await owner.post(`${path}/runs/${oid}/approve`, { hash });
      expect(answer.statusCode, answer.body).toBe(200);
      return settledRun(oid);
    };
    const latest = async () => {
      const answer = await owner.get(`${path}/previews/latest`);
      return answer.json<{ preview: ProvisionPreview }>().preview;
    };
    const settled = () =>
      vi.waitFor(async () => {
        const preview = await latest();
        expect(["waiting", "computing", "applying"]).not.toContain(preview.status);
        return preview;
      }, WAIT);
    const preview = async () => {
      const asked = await owner.post(`${path}/previews`);
      expect(asked.statusCode, asked.body).toBe(201);
      return settled();
    };
    const approve = ({ id, version: seen, gates }: ProvisionPreview) =>
      owner.post(`${path}/previews/${id}/approve`, { version: seen, gates });
    const approved = async (found: ProvisionPreview) => {
      const answer = await approve(found);
      expect(answer.statusCode, answer.body).toBe(200);
      return answer.json<ProvisionPreview>();
    };
    const objectsOf = async ({ id }: ProvisionPreview) => {
      const answer = await owner.get(`${path}/previews/${id}/objects`);
      return answer.json<{ _embedded: { objects: ProvisionObject[] } }>()._embedded.objects;
    };
    const grant = async (entitlement: string, org: keyof TestDirectory["orgs"]) => {
      const { role_oid } = await db
        .selectFrom("entitlements")
        .select("role_oid")
        .where("resource_id", "=", resourceId)
        .where("name", "=", entitlement)
        .executeTakeFirstOrThrow();
      await db
        .insertInto("inducements")
        .values({
          client_id: clientId,
          id: randomUUID(),
          org_oid: directory.orgs[org],
          role_oid,
          created_at: api.clock.now,
        })
        .execute();
    };
    return {
      clientId,
      resourceId,
      path,
      runImport,
      approveRun,
      latest,
      settled,
      preview,
      approve,
      approved,
      objectsOf,
      grant,
    };
  };

  return {
    connect,
    startJobs,
    stopJobs,
    /** Of attempts that failed unexpectedly. A test that expects some removes them. */
    errors,
    poke: () => provisioner.poke(),
    get api() {
      return api;
    },
    get owner() {
      return owner;
    },
    get directory() {
      return directory;
    },
  };
}
