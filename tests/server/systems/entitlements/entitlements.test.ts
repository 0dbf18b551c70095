/** The review of entitlements: lists, interim entitlements, exclusion, comparison with the system, and merges. */
import { randomUUID } from "node:crypto";
import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import type {
  DuplicateGroup,
  EntitlementMerge,
  EntitlementRefresh,
  ReviewedEntitlement,
  RulesPreview,
  SavedEntitlement,
} from "#events/entities/entitlementReview.ts";
import type { SystemRun } from "#events/entities/systemRun.ts";
import type { ImportSettings } from "#events/entities/systemConfiguration.ts";
import type { Browser, TestApi } from "../../support/api.ts";
import { oneDatabase } from "../../support/databases.ts";
import type { TestDirectory } from "../../support/directory.ts";
import { expectError } from "../../support/errors.ts";
import { OPEN, withRunningServer, WAIT } from "../runningServer.ts";
import { addSystem, configureCsv, heldEntitlements, pathOf } from "../support.ts";

const REVIEW = { displayName: null, description: "", ownerId: null, position: null };

oneDatabase((database) => {
  const server = withRunningServer(database);
  let api: TestApi;
  let owner: Browser;
  let directory: TestDirectory;
  let path: string;
  let resourceId: string;
  beforeAll(() => void ({ api, owner, directory } = server));

  beforeEach(async () => {
    ({ resourceId } = await addSystem(owner, directory.clientId));
    path = pathOf(directory.clientId, resourceId);
  });

  const publish = async (version: number) => {
    const published = await owner.post(`${path}/publication`, { version });
    expect(published.statusCode, published.body).toBe(200);
  };
  const provide = async (...rows: readonly string[]) => {
    const content = Buffer.from(["id,login,role", ...rows, ""].join("\n"));
    const { version } = await configureCsv(owner, path, content);
    await publish(version);
  };
  const startRun = async () => {
    const started = await owner.post(`${path}/runs`, { kind: "full" });
    expect(started.statusCode, started.body).toBe(202);
    return started.json<{ importTaskOid: string }>().importTaskOid;
  };
  const settled = (oid: string) =>
    vi.waitFor(async () => {
      const found = (await owner.get(`${path}/runs/${oid}`)).json<SystemRun>();
      expect(OPEN).not.toContain(found.status);
      return found;
    }, WAIT);
  /** Approves the plan if it waits. */
  const run = async () => {
    const found = await settled(await startRun());
    if (found.status !== "planned") return found;
    await owner.post(`${path}/runs/${found.oid}/approve`, { hash: found.hash });
    return settled(found.oid);
  };
  const list = async (query = ""): Promise<readonly ReviewedEntitlement[]> => {
    const answer = await owner.get(`${path}/entitlements${query}`);
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json<{ _embedded: { entitlements: ReviewedEntitlement[] } }>()._embedded
      .entitlements;
  };
  const names = async (query = "") => (await list(query)).map(({ name }) => name);
  const named = async (name: string): Promise<ReviewedEntitlement> => {
    const found = (await list("?size=100")).find((one) => one.name === name);
    if (!found) throw new Error(`There is no ${name}`);
    return found;
  };
  const create = async (name: string, more = {}): Promise<SavedEntitlement> => {
    const created = await owner.post(`${path}/entitlements`, { name, ...REVIEW, ...more });
    expect(created.statusCode, created.body).toBe(201);
    return created.json<SavedEntitlement>();
  };
  const update = async (name: string, more: object) => {
    const { id, version } = await named(name);
    const body = { ...REVIEW, excluded: false, version, ...more };
    return owner.send("PUT", `${path}/entitlements/${id}`, { body });
  };
  const preview = async (kept: string, ...merged: readonly string[]) => {
    const ids = await Promise.all(merged.map(async (name) => (await named(name)).id));
    const keptId = (await named(kept)).id;
    const answer = await owner.get(
      `${path}/entitlements/${keptId}/merge?mergedIds=${ids.join(",")}`,
    );
    return { keptId, ids, preview: answer.json<EntitlementMerge>() };
  };
  const merge = (keptId: string, mergedIds: readonly string[], fingerprint: string) =>
    owner.post(`${path}/entitlements/${keptId}/merge`, { mergedIds, fingerprint });
  const held = () => heldEntitlements(database.current.db, resourceId);

  test("[ENT-1] [ENT-2] a list shows id, resource, position, holders and open imports", async () => {
    await provide("1,ann,Read", "2,bob,Read", "2,bob,Write", "3,cyd,read_");
    await run();
    expect((await update("Write", { position: 1, displayName: "Schreiben" })).statusCode).toBe(200);
    expect(await list()).toMatchObject([
      { resourceId, name: "Write", displayName: "Schreiben", position: 1, holderCount: 1 },
      { resourceId, name: "Read", position: null, holderCount: 2, updatingImport: false },
      { resourceId, name: "read_", position: null, holderCount: 1, interim: false },
    ]);
    expect(await names("?contains=schreib")).toEqual(["Write"]);
    expect(await names("?sort=name,desc")).toEqual(["Write", "read_", "Read"]);
    expect(await names("?show=duplicates")).toEqual(["Read", "read_"]);
    const groups = await owner.get(`${path}/entitlements/duplicates`);
    const { _embedded } = groups.json<{ _embedded: { groups: DuplicateGroup[] } }>();
    expect(_embedded.groups.map(({ entitlements }) => entitlements.map((of) => of.name))).toEqual([
      ["Read", "read_"],
    ]);

    await provide("1,ann,Read");
    const waiting = await settled(await startRun());
    expect(waiting.status).toBe("planned");
    expect((await list()).every(({ updatingImport }) => updatingImport)).toBe(true);
  });

  test("[ENT-12] [ENT-15] an interim entitlement is added, found as a duplicate, and deleted", async () => {
    const { entitlement, duplicates } = await create("Admins", { description: " Soon " });
    expect(entitlement).toMatchObject({ interim: true, description: "Soon", holderCount: 0 });
    expect(duplicates).toEqual([]);
    const second = await create("ädmins!");
    expect(second.duplicates.map(({ name }) => name).sort()).toEqual(["Admins", "ädmins!"]);
    expect(await names("?show=interim")).toHaveLength(2);
    const again = await owner.post(`${path}/entitlements`, { name: "Admins", ...REVIEW });
    expectError(again, "EINVALID");
    const gone = await owner.send("DELETE", `${path}/entitlements/${second.entitlement.id}`);
    expect(gone.json()).toEqual({ id: second.entitlement.id, name: "ädmins!" });
    expect(await names()).toEqual(["Admins"]);
    const system = (await owner.get(`${path}/system`)).json<{ entitlementCount: number }>();
    expect(system.entitlementCount).toBe(1);
  });

  test("[ENT-16] an update answers with the entitlements of the same name, and refuses old versions", async () => {
    await create("Read");
    await create("Write");
    const saved = await update("Write", { displayName: " r-e-a-d " });
    const { entitlement, duplicates } = saved.json<SavedEntitlement>();
    expect(entitlement).toMatchObject({ displayName: "r-e-a-d", version: 2 });
    expect(duplicates.map(({ name }) => name)).toEqual(["Read", "Write"]);
    expectError(await update("Write", { version: 1 }), "ECONFLICT");
    expectError(await update("Write", { position: 0 }), "EINVALID");
    expectError(await update("Write", { ownerId: directory.users.archived }), "EINVALID");
    expect((await update("Write", { ownerId: directory.users.keeper })).statusCode).toBe(200);
    expect(await named("Write")).toMatchObject({ owner: "keeper", displayName: null });
  });

  test("an import makes an interim entitlement real, and then it cannot be deleted", async () => {
    await create("Write");
    await create("Later");
    await provide("1,ann,Read", "1,ann,Write");
    await run();
    expect(await names("?show=interim")).toEqual(["Later"]);
    const { id } = await named("Write");
    expectError(await owner.send("DELETE", `${path}/entitlements/${id}`), "ECONFLICT");
  });

  test("an interim entitlement that a policy grants is not deleted", async () => {
    const { entitlement } = await create("Read");
    await database.current.db
      .insertInto("inducements")
      .values({
        client_id: directory.clientId,
        id: randomUUID(),
        org_oid: directory.orgs.Ops,
        role_oid: entitlement.roleOid,
        created_at: api.clock.now,
      })
      .execute();
    const refused = await owner.send("DELETE", `${path}/entitlements/${entitlement.id}`);
    expectError(refused, "ECONFLICT");
    await database.current.db
      .deleteFrom("inducements")
      .where("role_oid", "=", entitlement.roleOid)
      .execute();
  });

  test("excluded entitlements and patterns are left out by the next run", async () => {
    await provide("1,ann,Read", "1,ann,Write", "1,ann,tmp-a");
    await run();
    await update("Write", { excluded: true });
    const answer = await owner.get(`${path}/import-settings`);
    const { settings, version } = answer.json<{ settings: ImportSettings; version: number }>();
    const saved = await owner.send("PUT", `${path}/import-settings`, {
      body: { settings: { ...settings, excludedEntitlements: ["TMP-*"] }, version },
    });
    expect(saved.statusCode, saved.body).toBe(200);
    expect(await names("?show=excluded")).toEqual(["tmp-a", "Write"]);
    expect(await named("tmp-a")).toMatchObject({ excluded: false, excludedBy: "TMP-*" });
    await publish(saved.json<{ version: number }>().version);
    await run();
    expect(await held()).toEqual({ ann: ["Read"] });
  });

  const saveRules = async (rules: Partial<ImportSettings>) => {
    const answer = await owner.get(`${path}/import-settings`);
    const { settings, version } = answer.json<{ settings: ImportSettings; version: number }>();
    const saved = await owner.send("PUT", `${path}/import-settings`, {
      body: { settings: { ...settings, maxGonePercent: 100, ...rules }, version },
    });
    expect(saved.statusCode, saved.body).toBe(200);
    return saved.json<{ version: number }>().version;
  };
  const previewRules = async (included: readonly string[], excluded: readonly string[]) => {
    const answer = await owner.post(`${path}/entitlements/rules-preview`, { included, excluded });
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json<RulesPreview>();
  };

  test("only included entitlements that are not excluded are imported", async () => {
    await provide("1,ann,APP-a", "1,ann,app-b", "1,ann,APP-tmp", "2,bob,Write");
    await run();
    const version = await saveRules({
      includedEntitlements: ["app-*"],
      excludedEntitlements: ["*-tmp"],
    });
    expect(await names("?show=excluded")).toEqual(["APP-tmp", "Write"]);
    expect(await named("APP-a")).toMatchObject({ included: true, excludedBy: null });
    expect(await named("APP-tmp")).toMatchObject({ included: true, excludedBy: "*-tmp" });
    expect(await named("Write")).toMatchObject({ included: false, excludedBy: null });
    // Nothing changes before the rules are published.
    await run();
    expect(await held()).toEqual({ ann: ["APP-a", "APP-tmp", "app-b"], bob: ["Write"] });
    await publish(version);
    await run();
    expect(await held()).toEqual({ ann: ["APP-a", "app-b"], bob: [] });
    await owner.post(`${path}/entitlements/refresh`);
    // Those that are left out are not missing.
    expect(await names("?show=missing")).toEqual([]);

    await publish(await saveRules({ includedEntitlements: [], excludedEntitlements: [] }));
    await run();
    expect(await held()).toEqual({ ann: ["APP-a", "APP-tmp", "app-b"], bob: ["Write"] });
  });

  test("a preview counts what rules cover, and names what changes", async () => {
    await provide("1,ann,APP-a", "1,ann,app-b", "1,ann,APP-tmp", "2,bob,Write", "2,bob,Read");
    await run();
    expect(await previewRules([], [])).toEqual({
      entitlementCount: 5,
      coveredCount: 5,
      droppedCount: 0,
      dropped: [],
      returningCount: 0,
      returning: [],
    });
    expect(await previewRules([" APP-* ", ""], ["*-tmp"])).toMatchObject({
      coveredCount: 2,
      droppedCount: 3,
      dropped: ["APP-tmp", "Read", "Write"],
    });
    await update("Read", { excluded: true });
    await saveRules({ includedEntitlements: ["APP-*"] });
    expect(await previewRules([], [])).toMatchObject({
      coveredCount: 4,
      droppedCount: 0,
      returningCount: 1,
      returning: ["Write"],
    });
    expect(await previewRules(["*e"], [])).toMatchObject({
      coveredCount: 1,
      droppedCount: 3,
      returning: ["Write"],
    });
    // A preview saves nothing.
    const { settings } = (await owner.get(`${path}/import-settings`)).json<{
      settings: ImportSettings;
    }>();
    expect(settings).toMatchObject({ includedEntitlements: ["APP-*"], excludedEntitlements: [] });
  });

  test("a preview names the first of many entitlements", async () => {
    await provide(
      ...Array.from({ length: 25 }, (_, at) => `1,ann,R${String(at).padStart(2, "0")}`),
    );
    await run();
    const { dropped, droppedCount } = await previewRules(["none"], []);
    expect(droppedCount).toBe(25);
    expect(dropped).toEqual(Array.from({ length: 10 }, (_, at) => `R0${at}`));
  });

  test("[ENT-5] a refresh compares entitlements with what the system last contained", async () => {
    await provide("1,ann,Read", "2,bob,Write");
    await run();
    await create("Later");
    await provide("1,ann,Read", "2,bob,Read");
    await run();
    const refreshed = await owner.post(`${path}/entitlements/refresh`);
    expect(refreshed.json<EntitlementRefresh>()).toMatchObject({
      entitlementCount: 3,
      missingCount: 1,
      becameRealCount: 0,
    });
    expect(await names("?show=missing")).toEqual(["Write"]);
    expect(await named("Read")).toMatchObject({ reported: true });
    expect(await named("Later")).toMatchObject({ reported: false, interim: true });
  });

  test("a merge moves accounts, policies, access roles and later imports", async () => {
    await provide("1,ann,Read", "1,ann,read_", "2,bob,read_", "3,cyd,Write");
    await run();
    const { db } = database.current;
    const { clientId, orgs } = directory;
    const [read, merged] = [await named("Read"), await named("read_")];
    const grant = (orgOid: string, roleOid: string, until: Date | null) => ({
      client_id: clientId,
      id: randomUUID(),
      org_oid: orgOid,
      role_oid: roleOid,
      created_at: api.clock.now,
      valid_until: until,
    });
    const soon = new Date(api.clock.now.getTime() + 86_400_000);
    await db
      .insertInto("inducements")
      .values([
        grant(orgs.Ops, merged.roleOid, null),
        grant(orgs.Engineer, merged.roleOid, null),
        grant(orgs.Engineer, read.roleOid, soon),
      ])
      .execute();
    const role = await owner.post(`/api/clients/${clientId}/roles`, {
      name: `Role ${randomUUID()}`,
      description: "",
      resourceOid: null,
      entitlementOids: [merged.roleOid],
      ownerOids: [],
    });
    expect(role.statusCode, role.body).toBe(201);
    const stale = await preview("Read", "read_");
    expect(stale.preview).toMatchObject({
      kept: { name: "Read" },
      merged: [{ name: "read_" }],
      accountCount: 2,
      policyCount: 2,
      accessRoleCount: 1,
    });
    await db
      .deleteFrom("accounts")
      .where("name", "=", "bob")
      .where("resource_id", "=", resourceId)
      .execute();
    const { keptId, ids, preview: shown } = stale;
    expectError(await merge(keptId, ids, shown.fingerprint), "ECONFLICT");
    const { fingerprint } = (await preview("Read", "read_")).preview;
    const done = await merge(keptId, ids, fingerprint);
    expect(done.statusCode, done.body).toBe(200);
    expect(await names("?sort=name")).toEqual(["Read", "Write"]);
    expect(await held()).toEqual({ ann: ["Read"], cyd: ["Write"] });
    const grants = await db
      .selectFrom("inducements")
      .select(["org_oid", "valid_until"])
      .where("role_oid", "=", read.roleOid)
      .execute();
    expect(new Map(grants.map((row) => [row.org_oid, row.valid_until]))).toEqual(
      new Map([
        [orgs.Ops, null],
        [orgs.Engineer, null],
      ]),
    );
    const left = await db
      .selectFrom("inducements")
      .select("org_oid")
      .where("role_oid", "=", merged.roleOid)
      .execute();
    expect(left).toEqual([]);
    const content = await db
      .selectFrom("access_role_entitlements")
      .select("role_oid")
      .where("client_id", "=", clientId)
      .where("access_role_oid", "=", role.json<{ oid: string }>().oid)
      .execute();
    expect(content).toEqual([{ role_oid: read.roleOid }]);
    const audited = await db
      .selectFrom("audit")
      .select("call")
      .where("target", "=", resourceId)
      .where("call", "=", "entitlements/mergeEntitlements")
      .execute();
    expect(audited).toHaveLength(1);

    // The system still has both names.
    await provide("1,ann,Read", "2,bob,read_", "3,cyd,Write", "4,dan,read_");
    await run();
    expect(await held()).toMatchObject({ ann: ["Read"], dan: ["Read"] });
    expect(await names("?sort=name")).toEqual(["Read", "Write"]);
    expectError(await owner.post(`${path}/entitlements`, { name: "read_", ...REVIEW }), "EINVALID");
    await db.deleteFrom("inducements").where("role_oid", "=", read.roleOid).execute();
  });

  test("a merge refuses entitlements of other resources and the kept one itself", async () => {
    await create("Read");
    const { id } = await named("Read");
    expectError(await merge(id, [id], ""), "EINVALID");
    const other = await database.current.db
      .selectFrom("entitlements")
      .select("id")
      .where("resource_id", "=", directory.resources.crm)
      .executeTakeFirstOrThrow();
    expectError(await merge(id, [other.id], ""), "ENOTFOUND");
    expectError(
      await owner.get(`${pathOf(directory.clientId, randomUUID())}/entitlements`),
      "ENOTFOUND",
    );
  });
});
