/** The connected systems of the demo: valid for their calls, and imported by the server itself. */
import { randomUUID } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { CorrelationRule, Simulation } from "#events/entities/correlation.ts";
import type { DuplicateGroup } from "#events/entities/entitlementReview.ts";
import type { FieldMappings, StoredPreview } from "#events/entities/mapping.ts";
import type { ProvisionPreview } from "#events/entities/provisioning.ts";
import type { ObjectClass } from "#events/entities/objectClass.ts";
import type { ConnectedSystem } from "#events/entities/system.ts";
import type { Publication } from "#events/entities/systemConfiguration.ts";
import type { SystemRun } from "#events/entities/systemRun.ts";
import type { SystemTask } from "#events/entities/systemTask.ts";
import { changedFields } from "#server/audit/queries.ts";
import { prepareStart } from "#server/auth/firstStart.ts";
import { readConfig } from "#server/config.ts";
import { createConnectors } from "#server/connectors/registry.ts";
import { startSimulator } from "#server/correlation/simulationJobs.ts";
import { assignDemo } from "#server/demo/assignDemo.ts";
import { demoFolderOf, withDemoFolder } from "#server/demo/demoFolder.ts";
import { seedDemo } from "#server/demo/seedDemo.ts";
import type { JobLoop } from "#server/jobs/jobLoop.ts";
import { startPreviewer } from "#server/mappings/previewJobs.ts";
import { startProvisioner } from "#server/provisioning/provisioner.ts";
import { createSecrets } from "#server/secrets/secrets.ts";
import { startRunner } from "#server/systems/runs/runner.ts";
import { fieldMessages } from "#src/data/audit/fieldMessages.ts";
import { createApi, type Browser, type TestApi } from "../support/api.ts";
import { oneDatabase } from "../support/databases.ts";
import { PASSWORD } from "../support/directory.ts";
import { pathOf } from "../systems/support.ts";
import { emptyDisk } from "../support/disks.ts";

const WAIT = { timeout: 150_000, interval: 100 };

oneDatabase((database) => {
  let api: TestApi;
  let admin: Browser;
  let runner: JobLoop;
  let provisioner: JobLoop;
  let simulator: JobLoop;
  let previewer: JobLoop;
  let clientId: string;
  let dataDirectory: string;
  const errors: unknown[] = [];

  beforeAll(async () => {
    const { db } = database.current;
    dataDirectory = mkdtempSync(join(tmpdir(), "provision-demo-"));
    const configured = { ...readConfig({}), dataDirectory };
    await prepareStart(db, {
      adminName: "admin",
      adminPassword: PASSWORD,
      adminEmail: null,
      isEmailSignOn: false,
      now: () => new Date(),
      seed: (empty) => seedDemo(empty, demoFolderOf(configured)),
      assignSeeded: assignDemo,
    });
    ({ id: clientId } = await db.selectFrom("clients").select("id").executeTakeFirstOrThrow());
    const config = withDemoFolder(configured);
    api = await createApi(database.current, {
      runner: { poke: () => runner.poke() },
      simulator: { poke: () => simulator.poke() },
      provisioner: { poke: () => provisioner.poke() },
      previewer: { poke: () => previewer.poke() },
      settings: config,
    });
    api.clock.now = new Date();
    const shared = {
      database: database.current,
      disk: emptyDisk(),
      clock: () => new Date(),
      onError: (error: unknown) => errors.push(error),
      workerId: randomUUID(),
      secrets: createSecrets(Buffer.alloc(32, 7)),
      connectors: createConnectors(config),
      config,
    };
    runner = startRunner(shared);
    provisioner = startProvisioner({ ...shared, workerId: randomUUID() });
    previewer = startPreviewer({ ...shared, workerId: randomUUID(), dataDirectory });
    simulator = startSimulator({ ...shared, workerId: randomUUID(), dataDirectory });
    admin = api.visitor();
    expect((await admin.signIn("admin", PASSWORD)).statusCode).toBe(200);
  }, 120_000);
  afterAll(async () => {
    await Promise.all([runner, provisioner, simulator, previewer].map((loop) => loop.stop()));
    await api.app.close();
    rmSync(dataDirectory, { recursive: true, force: true });
    expect(errors).toEqual([]);
  });

  const get = async <Body>(path: string): Promise<Body> => {
    const answer = await admin.get(path);
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json<Body>();
  };
  const readSystems = async (): Promise<ReadonlyMap<string, ConnectedSystem>> => {
    const { _embedded } = await get<{ _embedded: { systems: ConnectedSystem[] } }>(
      `/api/clients/${clientId}/systems?size=100`,
    );
    return new Map(_embedded.systems.map((system) => [system.name, system]));
  };
  const findSystem = async (name: string): Promise<ConnectedSystem & { path: string }> => {
    const system = (await readSystems()).get(name);
    if (!system) throw new Error(`There is no ${name}`);
    return { ...system, path: pathOf(clientId, system.id) };
  };
  const importOf = async (path: string): Promise<SystemRun> => {
    let run: SystemRun | undefined;
    await vi.waitFor(async () => {
      const { _embedded } = await get<{ _embedded: { runs: SystemRun[] } }>(`${path}/runs`);
      run = _embedded.runs[0];
      expect(run?.status).toBe("done");
    }, WAIT);
    if (!run) throw new Error("Nothing was imported");
    return run;
  };

  test("imports the HR file without changing who is in the directory", async () => {
    const { path } = await findSystem("People Records");
    const run = await importOf(path);
    expect(run).toMatchObject({ counts: { read: 2000, added: 2000 }, gates: [], problem: null });
    const { items } = await database.current.db
      .selectFrom("identities")
      .select((of) => of.fn.countAll<string>().as("items"))
      .executeTakeFirstOrThrow();
    expect(Number(items)).toBe(2000);
    const people = await database.current.db
      .selectFrom("identities")
      .select(["username", "email"])
      .execute();
    const unlike = people.filter(
      ({ username, email }) => email !== `${username}@harborvale.example`,
    );
    expect(unlike).toEqual([]);
  });

  test.each([
    ["People Records", "inbound", 2000],
    ["Market Data Terminal", "outbound", null],
  ] as const)(
    "previews the mappings of %s after the first import",
    async (name, direction, people) => {
      const { path } = await findSystem(name);
      await importOf(path);
      await vi.waitFor(async () => {
        const { preview } = await get<{ preview: StoredPreview | null }>(
          `${path}/mapping-previews/latest?direction=${direction}`,
        );
        expect(preview).toMatchObject({ status: "done", stale: false, direction });
        expect(preview?.previewCount).toBe(people ?? preview?.totalCount);
        expect(preview?.previewCount).toBeGreaterThan(0);
        expect(preview?.previewObjects.length).toBeGreaterThan(0);
      }, WAIT);
    },
  );

  test("imports badges, of which some have no owner or two names of one zone", async () => {
    const { path } = await findSystem("Building Access");
    const run = await importOf(path);
    expect(run).toMatchObject({ gates: [], problem: null });
    expect(run.counts?.read).toBeGreaterThan(1200);
    expect(run.counts?.orphaned).toBeGreaterThan(80);
    const { _embedded } = await get<{ _embedded: { groups: DuplicateGroup[] } }>(
      `${path}/entitlements/duplicates`,
    );
    expect(_embedded.groups.map(({ entitlements }) => entitlements.length)).toContain(2);
  });

  test("has systems in every state, with changes that wait for publication", async () => {
    const systems = await readSystems();
    const stateOf = (name: string) => {
      const system = systems.get(name);
      return [system?.kind, system?.published, system?.unpublishedChanges, system?.confirmed];
    };
    expect(stateOf("People Records")).toEqual(["hr", true, true, true]);
    expect(stateOf("Building Access")).toEqual(["export", true, true, true]);
    expect(stateOf("Branch Directory")).toEqual(["export", false, false, false]);
    expect(stateOf("Key Cabinet")).toEqual(["manual", true, false, true]);
    expect(stateOf("Market Data Terminal")).toEqual(["export", true, false, true]);
    expect(stateOf("Staff Directory")).toEqual(["export", true, false, true]);
    expect(stateOf("Active Directory")[0]).toBeNull();
    const connectors = createConnectors(readConfig({}));
    for (const { connectorId, kind } of systems.values()) {
      if (kind !== null) {
        expect(connectors.find(({ id }) => id === connectorId)?.kinds).toContain(kind);
      }
    }
    expect(systems.get("Key Cabinet")).toMatchObject({ openTaskCount: 3, owner: "admin" });
  });

  test("has mappings, rules and settings that its calls accept", async () => {
    for (const name of ["People Records", "Branch Directory", "Market Data Terminal"]) {
      const { path } = await findSystem(name);
      const { mappings, version } = await get<FieldMappings>(`${path}/mappings`);
      expect(mappings.length).toBeGreaterThan(0);
      for (const { id, resourceId: _resourceId, attributes, ...mapping } of mappings) {
        if (mapping.locked) continue;
        const sources = attributes.map(({ id: _id, mappingId: _mappingId, ...source }) => source);
        const body = { mapping: { ...mapping, attributes: sources }, version };
        const saved = await admin.send("PUT", `${path}/mappings/${id}`, { body });
        expect(saved.statusCode, saved.body).toBe(200);
        expect(saved.json()).toMatchObject({ version });
      }
      const classes = await get<{ objectClasses: ObjectClass[] | null }>(`${path}/object-classes`);
      if (name === "Branch Directory") {
        expect(classes.objectClasses).toBeNull();
        continue;
      }
      const tested = await admin.post(`${path}/test`, {});
      expect(tested.json()).toEqual({ passed: ["find", "read"], failure: null });
      const found = await admin.post(`${path}/refresh`, {});
      expect(found.json()).toMatchObject({ failure: null, objectClasses: classes.objectClasses });
    }
    const { path } = await findSystem("Building Access");
    const { _embedded } = await get<{ _embedded: { correlationRules: CorrelationRule[] } }>(
      `${path}/correlation-rules`,
    );
    const rules = _embedded.correlationRules;
    expect(rules).toHaveLength(4);
    for (const { id, resourceId: _resourceId, attributes, ...rule } of rules) {
      const parts = attributes.map(({ type, resourceSchemaId, staticContent, position }) => ({
        type,
        resourceSchemaId,
        staticContent,
        position,
      }));
      const body = { ...rule, attributes: parts };
      const saved = await admin.send("PUT", `${path}/correlation-rules/${id}`, { body });
      expect(saved.statusCode, saved.body).toBe(200);
    }
  });

  test("writes a file of its own: the first preview has changes of most kinds, and the second none", async () => {
    const { path } = await findSystem("Market Data Terminal");
    await importOf(path);
    const folder = join(dataDirectory, "demo-systems", clientId);
    const file = join(folder, "terminal-accounts.csv");
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const settled = () =>
      vi.waitFor(async () => {
        const { preview } = await get<{ preview: ProvisionPreview }>(`${path}/previews/latest`);
        expect(["waiting", "computing", "applying"]).not.toContain(preview.status);
        return preview;
      }, WAIT);
    const generated = async () => {
      const asked = await admin.post(`${path}/previews`);
      expect(asked.statusCode, asked.body).toBe(201);
      return settled();
    };
    // What earlier imports changed may still be counted, which makes a preview stale.
    const preview = await vi.waitFor(async () => {
      const planned = await generated();
      const { id, version, gates } = planned;
      const reply = await admin.post(`${path}/previews/${id}/approve`, { version, gates });
      expect(reply.statusCode, reply.body).toBe(200);
      return planned;
    }, WAIT);
    expect(preview).toMatchObject({ status: "planned", gates: ["firstPlan", "manyRemoved"] });
    const counts = preview.resourcePreview.map(({ kind, count, blocked }) => [
      kind,
      count,
      blocked,
    ]);
    expect(counts).toEqual([
      ["change", 4, 0],
      ["create", 3, 0],
      ["disable", 3, 0],
      ["grant", 2, 0],
      ["revoke", 2, 0],
    ]);
    expect(await settled()).toMatchObject({ status: "done", problem: null });
    const text = readFileSync(file, "utf8");
    expect(text).not.toContain("@old.");
    expect(new Set(text.match(/^[^;]+(?=;.*;blocked;)/gm)).size).toBe(3);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect((await generated()).resourcePreview).toEqual([]);
  });

  test("the staff directory has owners to decide about, and changes to approve", async () => {
    const { path } = await findSystem("Staff Directory");
    expect(await importOf(path)).toMatchObject({ problem: null });
    const simulation = await vi.waitFor(async () => {
      const { simulation: latest } = await get<{ simulation: Simulation | null }>(
        `${path}/correlation`,
      );
      expect(latest?.status).toBe("done");
      return latest;
    }, WAIT);
    expect(simulation).toMatchObject({ outdated: false });
    const { linked = 0, several = 0 } = simulation?.counts ?? {};
    expect(linked).toBeGreaterThan(10);
    expect(several).toBeGreaterThan(0);
    const preview = await vi.waitFor(async () => {
      const { preview: latest } = await get<{ preview: ProvisionPreview }>(
        `${path}/previews/latest`,
      );
      expect(latest.status).toBe("planned");
      return latest;
    }, WAIT);
    const counts = new Map(preview.resourcePreview.map((one) => [one.kind, one]));
    expect(counts.get("change")?.count).toBeGreaterThan(100);
    expect(counts.get("create")?.count).toBeGreaterThan(20);
    expect(counts.get("create")?.blocked).toBeGreaterThan(10);
  });

  test("keeps tasks of every state", async () => {
    const { path } = await findSystem("Key Cabinet");
    const { _embedded } = await get<{ _embedded: { tasks: SystemTask[] } }>(
      `${path}/tasks?show=all`,
    );
    expect(_embedded.tasks.map(({ state }) => state).toSorted()).toEqual([
      "attested",
      "open",
      "open",
      "open",
      "withdrawn",
    ]);
    for (const { person } of _embedded.tasks) expect(person).not.toBeNull();
  });

  test("has a newer HR file, whose import adds, changes and ends people", async () => {
    const { path, version } = await findSystem("People Records");
    const publication = await get<Publication>(`${path}/publication`);
    expect(publication.changes.map(({ path: changed }) => changed)).toEqual([
      "configuration/file",
      "mappings/inbound/extension/displayName",
      "maxGonePercent",
    ]);
    const published = await admin.post(`${path}/publication`, { version });
    expect(published.statusCode, published.body).toBe(200);
    await admin.post(`${path}/runs`, { kind: "full" });
    const run = await importOf(path);
    expect(run.no).toBe(2);
    expect(run.counts).toMatchObject({ read: 2007, added: 16, gone: 9 });
    expect(run.counts?.changed).toBeGreaterThanOrEqual(11);
  });

  test("has an audit trail of imports whose fields all have a name", async () => {
    const entries = await database.current.db
      .selectFrom("audit")
      .select(["before", "after"])
      .where("call", "=", "systemRuns/applied")
      .execute();
    const fields = entries.flatMap(({ before, after }) => changedFields(before, after));
    expect(fields).not.toEqual([]);
    const named = Object.keys(fieldMessages.english.fields);
    expect(named).toEqual(expect.arrayContaining(fields.map(({ field }) => field)));
  });
});
