import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { requestReport } from "#server/mining/queries.ts";
import { type Browser, createApi, type TestApi } from "../support/api.ts";
import { oneDatabase } from "../support/databases.ts";
import { fillDirectory, type TestDirectory } from "../support/directory.ts";

const MAX_AWAITED = 20;

const OVER = 5;

oneDatabase((database) => {
  let directory: TestDirectory;
  let api: TestApi;
  let mapper: Browser;
  let oids: readonly string[];
  beforeAll(async () => {
    directory = await fillDirectory(database.current.db);
    oids = Array.from({ length: MAX_AWAITED + OVER }, () => randomUUID());
    await database.current.db
      .insertInto("orgs")
      .values(
        oids.map((oid, at) => ({
          client_id: directory.clientId,
          oid,
          type: "locations" as const,
          name: `Branch ${at}`,
          display_name: `Branch ${at}`,
          parent_oid: directory.orgs.Locations,
          search_key: `branch${at}`,
        })),
      )
      .execute();
    // No miner runs, so requested reports stay pending.
    api = await createApi(database.current);
    mapper = await api.signIn("mapper");
  });
  afterAll(() => api.app.close());

  const path = (oid: string) =>
    `/api/clients/${directory.clientId}/orgs/${oid}/entitlement-mining-report`;
  const ask = async (oid: string, who = mapper, body = {}) => who.post(path(oid), body);
  const waiting = async () =>
    database.current.db
      .selectFrom("mining_reports")
      .select("org_oid")
      .where("status", "=", "queued")
      .execute();

  test("a user waits for a limited number of reports, however many they request", async () => {
    for (const oid of oids.slice(OVER)) expect((await ask(oid)).statusCode).toBe(202);
    const [refused, ...others] = await Promise.all(oids.slice(0, OVER).map((oid) => ask(oid)));
    expect(others.map(({ statusCode }) => statusCode)).toEqual([429, 429, 429, 429]);
    expect(await waiting()).toHaveLength(MAX_AWAITED);
    expect([refused?.statusCode, refused?.json()]).toEqual([
      429,
      {
        code: "ETOOMANYREQUESTS",
        detail: { code: "reports.tooMany", params: { max: 20 } },
        message:
          "20 of your reports are still in progress; wait until one is ready, then try again",
      },
    ]);
    expect(refused?.headers["retry-after"]).toBe("5");
  });

  test("concurrently asked servers count the same requests", async () => {
    const { db } = database.current;
    const keys = oids.map((orgOid) => ({
      clientId: directory.clientId,
      orgOid,
      resourceId: directory.resources.erp,
    }));
    const userId = directory.users.owner;
    const states = await Promise.all(
      keys.map(async (key) => (await requestReport(db, key, userId, new Date())).state),
    );
    expect(states.filter((state) => state === "pending")).toHaveLength(MAX_AWAITED);
    await db.deleteFrom("mining_reports").where("requested_by", "=", userId).execute();
  });

  test("reports of single resources count, too", async () => {
    const [first] = await waiting();
    const body = { resourceId: directory.resources.crm };
    expect((await ask(first?.org_oid ?? "", mapper, body)).statusCode).toBe(429);
  });

  test("requesting a pending report again is allowed", async () => {
    for (const { org_oid: oid } of await waiting()) {
      expect((await ask(oid)).statusCode).toBe(202);
    }
  });

  test("reports being mined count, and ready, failed and dropped ones do not", async () => {
    const [first, second, third, fourth] = (await waiting()).map(({ org_oid: oid }) => oid);
    const become = (oid: string | undefined, status: "running" | "ready" | "failed") =>
      database.current.db
        .updateTable("mining_reports")
        .set({ status })
        .where("org_oid", "=", oid ?? "")
        .execute();
    const asked = new Set((await waiting()).map(({ org_oid: oid }) => oid));
    const others = oids.filter((oid) => !asked.has(oid));
    const askNext = async () => (await ask(others[0] ?? "")).statusCode;
    await become(first, "running");
    expect(await askNext()).toBe(429);
    for (const end of [
      () => become(second, "ready"),
      () => become(third, "failed"),
      () => mapper.send("DELETE", path(fourth ?? "")),
    ]) {
      expect(await askNext()).toBe(429);
      await end();
      expect(await askNext()).toBe(202);
      others.shift();
    }
  });

  test("a user over the limit does not drop a ready report that they could not request again", async () => {
    const ready = { org_oid: directory.orgs.Engineer };
    const { db } = database.current;
    await requestReport(
      db,
      { clientId: directory.clientId, orgOid: ready.org_oid, resourceId: null },
      directory.users.owner,
      new Date(),
    );
    await db
      .updateTable("mining_reports")
      .set({ status: "ready" })
      .where("org_oid", "=", ready.org_oid)
      .execute();
    const refused = await mapper.send("DELETE", path(ready.org_oid));
    expect([refused.statusCode, refused.json().code]).toEqual([429, "ETOOMANYREQUESTS"]);
    const kept = db.selectFrom("mining_reports").select("status");
    expect(await kept.where("org_oid", "=", ready.org_oid).execute()).toEqual([
      { status: "ready" },
    ]);
  });

  test("other users can still request reports", async () => {
    const owner = await api.signIn("owner");
    const oid = directory.orgs.Ops;
    expect((await ask(oid)).statusCode).toBe(429);
    expect((await ask(oid, owner)).statusCode).toBe(202);
    expect((await ask(oid)).statusCode).toBe(202);
  });
});
