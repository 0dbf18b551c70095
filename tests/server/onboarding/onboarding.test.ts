/** How far a client's setup is, and the mails that say so. */
import { afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import type { ConnectedSystem } from "#events/entities/system.ts";
import type { Onboarding } from "#events/entities/onboarding.ts";
import { type Browser, createApi, type TestApi } from "../support/api.ts";
import { oneDatabase } from "../support/databases.ts";
import { fillDirectory, type TestDirectory } from "../support/directory.ts";
import { expectError } from "../support/errors.ts";
import { addSystem, MANUAL_ID, type NewSystem, pathOf } from "../systems/support.ts";

oneDatabase((database) => {
  let directory: TestDirectory;
  let api: TestApi;
  let owner: Browser;
  let base: string;
  beforeAll(async () => {
    directory = await fillDirectory(database.current.db);
    api = await createApi(database.current);
    base = `/api/clients/${directory.clientId}`;
    return () => api.app.close();
  });
  beforeEach(async () => {
    owner = await api.signIn("owner");
  });
  afterEach(async () => {
    const { db } = database.current;
    const systems = await db.selectFrom("connected_systems").select("resource_id").execute();
    await db.deleteFrom("connected_systems").execute();
    for (const { resource_id: id } of systems) {
      await db.deleteFrom("user_resources").where("resource_id", "=", id).execute();
      await db.deleteFrom("resources").where("id", "=", id).execute();
    }
  });

  const onboarding = async (browser = owner): Promise<Onboarding> =>
    (await browser.get(`${base}/onboarding`)).json();
  const complete = (resources: readonly string[], browser = owner) =>
    browser.send("PUT", `${base}/complete-email`, { body: { resources } });
  const manual = (more: NewSystem = {}) =>
    addSystem(owner, directory.clientId, { connectorId: MANUAL_ID, kind: "manual", ...more });
  const setAddress = (email: string | null) =>
    database.current.db
      .updateTable("users")
      .set({ email })
      .where("username", "=", "owner")
      .execute();

  async function confirmed(more: NewSystem = {}): Promise<ConnectedSystem> {
    const system = await manual(more);
    const path = pathOf(directory.clientId, system.id);
    let { version } = system;
    for (const step of ["publication", "confirmation"]) {
      const response = await owner.post(`${path}/${step}`, { version });
      expect(response.statusCode, response.body).toBe(200);
      ({ version } = response.json() as ConnectedSystem);
    }
    return system;
  }

  test("[ONB-1] [ONB-4] onboarding names the HR system and the first managed one", async () => {
    expect(await onboarding()).toMatchObject({ hr: null, managed: null, unannounced: [] });
    const hr = await addSystem(owner, directory.clientId, { kind: "hr", name: "People" });
    await manual({ name: "Badges" });
    // Resources imported from files are managed already.
    expect(await onboarding()).toMatchObject({
      hr: { id: hr.id, name: "People", confirmed: false, locked: false, published: false },
      managed: null,
    });
    // A system is locked until the HR system is confirmed.
    const { db } = database.current;
    const keys = await manual({ name: "Keys" });
    await db
      .updateTable("connected_systems")
      .set({ confirmed: true })
      .where("resource_id", "=", keys.id)
      .execute();
    expect((await onboarding()).managed).toEqual({
      id: keys.id,
      name: "Keys",
      confirmed: true,
      locked: true,
      published: false,
    });
  });

  test("onboarding names no system to a user who cannot see it", async () => {
    await addSystem(owner, directory.clientId, { kind: "hr" });
    expect((await onboarding(await api.signIn("guest"))).hr).toMatchObject({ name: null });
    expect((await onboarding(await api.signIn("mapper"))).hr?.name).not.toBeNull();
  });

  test("onboarding has the client's limits and how many systems use them", async () => {
    await manual();
    const { limits } = await onboarding();
    expect(limits.manual).toMatchObject({ used: 1 });
    expect(limits.hr).toEqual({ limit: 1, used: 0, isReached: false });
  });

  test("[RES-24] PUT complete-email mails the owners and managers once for each resource", async () => {
    await setAddress("owner@example.com");
    const [keys, badges] = [await confirmed({ name: "Keys" }), await confirmed({ name: "Badges" })];
    expect((await onboarding()).unannounced).toEqual([
      { id: badges.id, name: "Badges" },
      { id: keys.id, name: "Keys" },
    ]);
    const before = (await api.mails()).length;
    const first = await complete([keys.id, badges.id, keys.id.toUpperCase()]);
    expect(first.statusCode, first.body).toBe(200);
    expect(first.json().mails).toBe(1);
    expect(new Set(first.json().resources)).toEqual(new Set([keys.id, badges.id]));
    const mails = (await api.mails()).slice(before);
    expect(mails.map(({ to }) => to)).toEqual(["owner@example.com"]);
    expect(mails[0]?.text).toMatch(/^Keys$/m);
    expect(mails[0]?.text).toMatch(/^Badges$/m);
    expect((await onboarding()).unannounced).toEqual([]);
    expect((await complete([keys.id, badges.id])).json()).toEqual({ resources: [], mails: 0 });
    expect(await api.mails()).toHaveLength(before + 1);
    const audits = await database.current.db
      .selectFrom("audit")
      .select(["target", "after"])
      .where("call", "=", "onboarding/completeEmail")
      .execute();
    expect(new Set(audits.map(({ target }) => target))).toEqual(new Set([keys.id, badges.id]));
    expect(audits[0]?.after).toEqual({ mailed: ["owner"] });
  });

  test("concurrent complete-email calls mail once", async () => {
    await setAddress("owner@example.com");
    const { id } = await confirmed();
    const before = (await api.mails()).length;
    const answers = await Promise.all([complete([id]), complete([id]), complete([id])]);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
    expect(await api.mails()).toHaveLength(before + 1);
  });

  test("complete-email refuses unconfirmed, unknown and other people's resources, and needs an address", async () => {
    await setAddress("owner@example.com");
    const open = await manual({ name: "Not yet" });
    expect(expectError(await complete([open.id]), "ECONFLICT").message).toContain("Not yet");
    expectError(await complete([directory.resources.crm]), "ENOTFOUND");
    const done = await confirmed();
    expectError(await complete([done.id], await api.signIn("keeper")), "EFORBIDDEN");
    expectError(await complete([]), "EINVALID");
    expectError(await complete([done.id, open.id]), "ECONFLICT");
    await setAddress(null);
    expectError(await complete([done.id]), "ECONFLICT");
    expect((await onboarding()).unannounced).toHaveLength(1);
  });

  test("the administration of access is turned off and on, and each change is audited", async () => {
    const save = (adminEnabled: boolean) =>
      owner.send("PUT", `${base}/admin-access`, { body: { adminEnabled } });
    for (const adminEnabled of [false, false, true]) {
      expect((await save(adminEnabled)).json().adminEnabled).toBe(adminEnabled);
    }
    const audits = await database.current.db
      .selectFrom("audit")
      .select("after")
      .where("call", "=", "clients/saveAdminAccess")
      .execute();
    expect(audits.map(({ after }) => after)).toEqual([
      { adminEnabled: false },
      { adminEnabled: true },
    ]);
  });
});
