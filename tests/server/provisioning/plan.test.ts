/** Plans of provisioning for a self-certified system, computed by the worker from policies and people. */
import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import type { ProvisionObject, ProvisionPreview } from "#events/entities/provisioning.ts";
import { readConfig } from "#server/config.ts";
import { createConnectors } from "#server/connectors/registry.ts";
import type { JobLoop } from "#server/jobs/jobLoop.ts";
import { startProvisioner } from "#server/provisioning/provisioner.ts";
import { createApi, type Browser, type TestApi } from "../support/api.ts";
import { oneDatabase } from "../support/databases.ts";
import { fillDirectory, type TestDirectory } from "../support/directory.ts";
import { addSystem, MANUAL_ID } from "../systems/support.ts";
import { emptyDisk } from "../support/disks.ts";

const WAIT = { timeout: 30_000, interval: 50 };

oneDatabase((database) => {
  let directory: TestDirectory;
  let api: TestApi;
  let owner: Browser;
  let dataDirectory: string;
  let provisioner: JobLoop;
  let resourceId: string;
  let path: string;
  let entitlement: string;
  const errors: unknown[] = [];

  beforeAll(async () => {
    dataDirectory = mkdtempSync(join(tmpdir(), "provision-plans-"));
    directory = await fillDirectory(database.current.db);
    await database.current.db.updateTable("clients").set({ limit_self_certified: null }).execute();
    const config = { ...readConfig({}), dataDirectory };
    api = await createApi(database.current, {
      provisioner: { poke: () => provisioner.poke() },
      settings: { dataDirectory },
    });
    provisioner = startProvisioner({
      database: database.current,
      disk: emptyDisk(),
      clock: () => api.clock.now,
      onError: (error) => errors.push(error),
      workerId: randomUUID(),
      secrets: api.app.services.secrets,
      connectors: createConnectors(config),
      config,
    });
    owner = await api.signIn("owner");
  });
  afterAll(async () => {
    await provisioner.stop();
    await api.app.close();
    rmSync(dataDirectory, { recursive: true, force: true });
  });
  afterEach(() => expect(errors.splice(0)).toEqual([]));

  beforeEach(async () => {
    const { db } = database.current;
    const { clientId, orgs } = directory;
    const manual = { connectorId: MANUAL_ID, kind: "manual" };
    const system = await addSystem(owner, clientId, manual);
    ({ resourceId } = system);
    path = `/api/clients/${clientId}/resources/${resourceId}`;
    await owner.post(`${path}/publication`, { version: system.version });
    await db
      .updateTable("connected_systems")
      .set({
        confirmed: true,
        activation: JSON.stringify({ onLeave: "disable", afterDays: 3, enableOnReturn: true }),
      })
      .where("resource_id", "=", resourceId)
      .execute();
    const { no } = await db
      .selectFrom("entitlements")
      .select(({ fn }) => fn.max("no").as("no"))
      .where("client_id", "=", clientId)
      .executeTakeFirstOrThrow();
    const roles = [randomUUID(), randomUUID()];
    entitlement = roles[0] ?? "";
    await db
      .insertInto("entitlements")
      .values(
        ["Sign", "Audit"].map((name, index) => ({
          client_id: clientId,
          id: randomUUID(),
          no: no + index + 1,
          resource_id: resourceId,
          name,
          role_oid: roles[index] ?? "",
          search_key: name.toLowerCase(),
        })),
      )
      .execute();
    await db
      .insertInto("inducements")
      .values({
        client_id: clientId,
        id: randomUUID(),
        org_oid: orgs.Engineer,
        role_oid: entitlement,
        created_at: api.clock.now,
      })
      .execute();
    const bob = await personOf("bob");
    await db
      .insertInto("accounts")
      .values({
        client_id: clientId,
        id: randomUUID(),
        resource_id: resourceId,
        name: "robert",
        identity_oid: bob,
        entitlement_nos: [no + 2],
        active: true,
      })
      .execute();
  });

  const personOf = async (username: string): Promise<string> => {
    const { oid } = await database.current.db
      .selectFrom("identities")
      .select("oid")
      .where("client_id", "=", directory.clientId)
      .where("username", "=", username)
      .executeTakeFirstOrThrow();
    return oid;
  };

  const preview = async (): Promise<ProvisionPreview> => {
    const asked = await owner.post(`${path}/previews`);
    expect(asked.statusCode, asked.body).toBe(201);
    return vi.waitFor(async () => {
      const latest = (await owner.get(`${path}/previews/latest`)).json<{
        preview: ProvisionPreview;
      }>().preview;
      expect(latest.status).toBe("planned");
      return latest;
    }, WAIT);
  };

  const objectsOf = async ({ id }: ProvisionPreview, query = "") => {
    const answer = await owner.get(`${path}/previews/${id}/objects${query}`);
    return answer
      .json<{ _embedded: { objects: ProvisionObject[] } }>()
      ._embedded.objects.map(({ kind, name, before, after }) => [
        kind,
        name,
        before?.entitlements ?? [],
        after?.entitlements ?? [],
      ]);
  };

  test("[MAP-22] [MAP-23] [MAP-25] policies create accounts, add entitlements and remove others", async () => {
    const found = await preview();
    expect(found).toMatchObject({ stale: false, totalCount: found.previewCount });
    expect(found.gates).toEqual(["firstPlan", "manyRevoked"]);
    const all = await objectsOf(found);
    expect(all).toHaveLength(4);
    expect(all.filter(([kind]) => kind === "create").map(([, , , after]) => after)).toEqual([
      ["Sign"],
      ["Sign"],
    ]);
    expect(all).toContainEqual(["revoke", "robert", ["Audit"], []]);
    expect(await objectsOf(found, "?kind=grant")).toEqual([["grant", "robert", [], ["Sign"]]]);
  });

  test("an account of a person who left is disabled after the days of the settings, not before", async () => {
    const { db } = database.current;
    const bob = await personOf("bob");
    const leave = (days: number | null) =>
      db
        .updateTable("identities")
        .set({
          ended_at: days === null ? null : new Date(api.clock.now.getTime() - days * 86_400_000),
        })
        .where("oid", "=", bob)
        .execute();
    await leave(2);
    expect((await objectsOf(await preview())).filter(([, name]) => name === "robert")).toEqual([]);
    await leave(3);
    expect((await objectsOf(await preview())).filter(([, name]) => name === "robert")).toEqual([
      ["disable", "robert", [], []],
    ]);
    await leave(null);
  });

  test("[MAP-24] a change that is left out is counted, and stays out of the preview that replaces it until it is included", async () => {
    const found = await preview();
    for (const unknown of ["/objects/1/leftOut/x", "x/objects/1/leftOut", "/objects/1"]) {
      const refused = await owner.send("PATCH", `${path}/previews/${found.id}`, {
        body: [{ op: "replace", path: unknown, value: true }],
      });
      expect(refused.statusCode, unknown).toBe(400);
    }
    const patched = await owner.send("PATCH", `${path}/previews/${found.id}`, {
      body: [
        { op: "test", path: "/version", value: found.version },
        { op: "replace", path: "/kinds/create/leftOut", value: true },
      ],
    });
    expect(patched.statusCode, patched.body).toBe(200);
    const { resourcePreview } = patched.json<ProvisionPreview>();
    expect(resourcePreview.find(({ kind }) => kind === "create")).toMatchObject({ leftOut: 2 });
    const again = await owner.send("PATCH", `${path}/previews/${found.id}`, {
      body: [
        { op: "test", path: "/version", value: found.version },
        { op: "replace", path: "/kinds/create/leftOut", value: false },
      ],
    });
    expect(again.statusCode).toBe(409);
    const later = await preview();
    expect(later.resourcePreview.find(({ kind }) => kind === "create")).toMatchObject({
      leftOut: 2,
    });
    const included = await owner.send("PATCH", `${path}/previews/${later.id}`, {
      body: [
        { op: "test", path: "/version", value: later.version },
        { op: "replace", path: "/kinds/create/leftOut", value: false },
      ],
    });
    expect(included.statusCode, included.body).toBe(200);
    const all = included.json<ProvisionPreview>().resourcePreview;
    expect(all.find(({ kind }) => kind === "create")).toMatchObject({ leftOut: 0 });
  });

  test("a preview is stale after the settings of the system changed", async () => {
    await preview();
    await database.current.db
      .updateTable("connected_systems")
      .set({ activation: JSON.stringify({ onLeave: "keep" }) })
      .where("resource_id", "=", resourceId)
      .execute();
    const latest = (await owner.get(`${path}/previews/latest`)).json<{
      preview: ProvisionPreview;
    }>();
    expect(latest.preview.stale).toBe(true);
  });

  const approve = ({ id, version, gates }: ProvisionPreview) =>
    owner.post(`${path}/previews/${id}/approve`, { version, gates });
  const openTasks = async (): Promise<readonly string[]> => {
    const answer = await owner.get(`${path}/tasks?show=open`);
    const { _embedded } = answer.json<{ _embedded: { tasks: { id: string }[] } }>();
    return _embedded.tasks.map(({ id }) => id);
  };

  test("the owner gets tasks once, and nothing is left to change after they are attested", async () => {
    const found = await preview();
    const unchecked = await approve({ ...found, gates: [] });
    expect(unchecked.json()).toMatchObject({ detail: { code: "provisioning.notAcknowledged" } });
    const approved = await approve(found);
    expect(approved.statusCode, approved.body).toBe(200);
    expect(approved.json()).toMatchObject({ status: "done" });
    expect((await approve(found)).statusCode).toBe(409);
    const tasks = await openTasks();
    expect(tasks).toHaveLength(4);
    // What an open task does is not planned again.
    expect(await objectsOf(await preview())).toEqual([]);
    for (const id of tasks) {
      const attested = await owner.post(`${path}/tasks/${id}/attest`);
      expect(attested.statusCode, attested.body).toBe(200);
    }
    expect(await objectsOf(await preview())).toEqual([]);
    const accounts = await database.current.db
      .selectFrom("accounts")
      .select(["name", ({ fn }) => fn<number>("cardinality", ["entitlement_nos"]).as("held")])
      .where("resource_id", "=", resourceId)
      .execute();
    expect(accounts).toHaveLength(3);
    expect(accounts.every(({ held }) => held === 1)).toBe(true);
  });

  test("an approved change takes over the open task that a person added for it", async () => {
    const found = await preview();
    const [created] = await objectsOf(found, "?kind=create");
    const account = String(created?.[1]);
    const add = (action: string, of: string, note = "As agreed by phone") =>
      owner.post(`${path}/tasks`, { action, account: of, note });
    const byHand = (await add("create", account)).json<{ id: string }>().id;
    const other = (await add("disable", account)).json<{ id: string }>().id;
    const approved = await approve(found);
    expect(approved.statusCode, approved.body).toBe(200);
    const answer = await owner.get(`${path}/tasks?show=open&contains=${account}`);
    const { tasks } = answer.json<{
      _embedded: { tasks: { id: string; action: string; note: string; changes: unknown[] }[] };
    }>()._embedded;
    const creating = tasks.filter(({ action }) => action === "create");
    expect(creating).toHaveLength(1);
    expect(creating[0]).toMatchObject({ id: byHand, note: "As agreed by phone" });
    expect(creating[0]?.changes).not.toEqual([]);
    expect(tasks.map(({ id }) => id)).toContain(other);
    const attested = await owner.post(`${path}/tasks/${byHand}/attest`);
    expect(attested.statusCode, attested.body).toBe(200);
    const known = await database.current.db
      .selectFrom("accounts")
      .select("name")
      .where("resource_id", "=", resourceId)
      .where("name", "=", account)
      .execute();
    expect(known).toHaveLength(1);
  });

  test("a stale preview cannot be approved, and changes that are left out get no task", async () => {
    const found = await preview();
    await owner.send("PATCH", `${path}/previews/${found.id}`, {
      body: [{ op: "replace", path: "/kinds/create/leftOut", value: true }],
    });
    expect((await approve(found)).statusCode).toBe(409);
    const { version } = (await owner.get(`${path}/previews/latest`)).json<{
      preview: ProvisionPreview;
    }>().preview;
    const settings = (onLeave: string) =>
      database.current.db
        .updateTable("connected_systems")
        .set({ activation: JSON.stringify({ onLeave, afterDays: 3, enableOnReturn: true }) })
        .where("resource_id", "=", resourceId)
        .execute();
    await settings("keep");
    expect((await approve({ ...found, version })).statusCode).toBe(409);
    expect(await openTasks()).toEqual([]);
    const later = await preview();
    const patched = await owner.send("PATCH", `${path}/previews/${later.id}`, {
      body: [{ op: "replace", path: "/kinds/create/leftOut", value: true }],
    });
    expect((await approve(patched.json<ProvisionPreview>())).statusCode).toBe(200);
    expect(await openTasks()).toHaveLength(2);
  });

  test("a system that is not confirmed has no preview", async () => {
    await database.current.db
      .updateTable("connected_systems")
      .set({ confirmed: false })
      .where("resource_id", "=", resourceId)
      .execute();
    const asked = await owner.post(`${path}/previews`);
    expect(asked.statusCode).toBe(409);
    expect(asked.json()).toMatchObject({ code: "ECONFLICT" });
  });
});
