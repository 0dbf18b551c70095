import { randomUUID } from "node:crypto";
import { tableFromIPC } from "@uwdata/flechette";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { Compile } from "typebox/compile";
import { MiningReport } from "#events/entities/miningReport.ts";
import { ARROW_STREAM } from "#events/entities/miningReportArrow.ts";
import { CSRF_HEADER, SESSION_COOKIE } from "#events/rules/session.ts";
import { arrowParts } from "#server/mining/arrowReport.ts";
import type { JobLoop } from "#server/jobs/jobLoop.ts";
import { startMiner } from "#server/mining/miner.ts";
import { type Browser, createApi, type TestApi } from "../support/api.ts";
import { oneDatabase } from "../support/databases.ts";
import { fillDirectory, type TestDirectory } from "../support/directory.ts";
import { textsOf } from "../support/errors.ts";
import { emptyDisk } from "../support/disks.ts";

const WAIT = { timeout: 30_000, interval: 20 };

oneDatabase((database) => {
  let directory: TestDirectory;
  let miner: JobLoop;
  let api: TestApi;
  let mapper: Browser;
  let address: string | undefined;
  beforeAll(async () => {
    directory = await fillDirectory(database.current.db);
    miner = startMiner({
      database: database.current,
      disk: emptyDisk(),
      clock: () => new Date(),
      onError: () => {},
      workerId: randomUUID(),
    });
    api = await createApi(database.current, { miner });
    mapper = await api.signIn("mapper");
  });
  afterAll(async () => {
    await api.app.close();
    await miner.stop();
  });

  const path = (oid: string = directory.orgs.Engineer) =>
    `/api/clients/${directory.clientId}/orgs/${oid}/entitlement-mining-report`;
  const mined = async (oid?: string, resourceId?: string | null) =>
    vi.waitFor(async () => {
      const response = await mapper.post(path(oid), { resourceId });
      expect(response.statusCode).toBe(200);
      return response;
    }, WAIT);

  test("[RPT-14] a report request answers 202 while it is mined, then 200 with the report", async () => {
    const first = await mapper.post(path(), { resourceId: null });
    expect([first.statusCode, first.json()]).toEqual([202, { state: "pending" }]);
    const response = await mined();
    expect(response.headers["content-type"]).toBe("application/json; charset=utf-8");
    const report: unknown = response.json();
    expect(Compile(MiningReport).Check(report)).toBe(true);
    const [e1, e2, , e4] = directory.roles;
    const third = (100 * 1) / 3;
    expect(report).toEqual({
      orgOid: directory.orgs.Engineer,
      reportDate: expect.any(String),
      totalUsers: 3,
      totalShadows: 2,
      resourceInsights: [
        {
          resourceName: "CRM",
          entitlementInsights: [
            { entitlementName: "Entitlement 1", percentOfUsers: (100 * 2) / 3, roleOid: e1 },
            { entitlementName: "Entitlement 2", percentOfUsers: third, roleOid: e2 },
          ],
        },
        {
          resourceName: "E R_P",
          entitlementInsights: [
            { entitlementName: "Entitlement 4", percentOfUsers: third, roleOid: e4 },
          ],
        },
      ],
    });
  });

  test("[RPT-14] [ROLE-3] a report of one resource differs from that of all", async () => {
    const { erp } = directory.resources;
    const report = (await mined(directory.orgs.Engineer, erp.toUpperCase())).json();
    expect(report).toMatchObject({
      totalUsers: 3,
      totalShadows: 1,
      resourceInsights: [{ resourceName: "E R_P" }],
    });
    expect((await mined()).json().resourceInsights).toHaveLength(2);
  });

  test("an org without members has an empty report", async () => {
    const report = (await mined(directory.orgs.Locations)).json();
    expect(report).toMatchObject({ totalUsers: 0, totalShadows: 0, resourceInsights: [] });
  });

  test("an unknown or foreign resource is not found", async () => {
    for (const resourceId of [randomUUID(), directory.foreign.resourceId]) {
      expect((await mapper.post(path(), { resourceId })).statusCode).toBe(404);
    }
    expect((await mapper.post(path(), { resourceId: "all" })).statusCode).toBe(400);
  });

  test("[RPT-15] [RPT-1] DELETE drops all reports of the org and is audited, and the next request mines again", async () => {
    const oid = directory.orgs.Ops;
    const before = (await mined(oid)).json();
    await mined(oid, directory.resources.crm);
    const response = await mapper.send("DELETE", path(oid));
    expect([response.statusCode, response.json()]).toEqual([200, { dropped: 2 }]);
    expect((await mapper.send("DELETE", path(oid))).json()).toEqual({ dropped: 0 });
    const rows = await database.current.db
      .selectFrom("audit")
      .selectAll()
      .where("call", "=", "mining/deleteMiningReport")
      .where("target", "=", oid)
      .execute();
    expect(rows).toMatchObject([
      { actor: "mapper", before: { reports: 2 }, after: { reports: 0 } },
    ]);
    expect((await mapper.post(path(oid), {})).statusCode).toBe(202);
    const after = (await mined(oid)).json();
    expect(after).toEqual({ ...before, reportDate: expect.any(String) });
    expect(after.reportDate > before.reportDate).toBe(true);
  });

  test("a failed job fails the request once and does not reveal its reason", async () => {
    const oid = directory.orgs["Sales 100%"];
    await database.current.db
      .insertInto("mining_reports")
      .values({
        client_id: directory.clientId,
        org_oid: oid,
        scope: "all",
        id: randomUUID(),
        status: "failed",
        requested_at: new Date(),
        error: "The reason",
      })
      .execute();
    const failed = await mapper.post(path(oid), {});
    expect([failed.statusCode, textsOf(failed)]).toEqual([
      500,
      { code: "EMININGFAILED", message: "The report could not be mined" },
    ]);
    expect((await mined(oid)).json()).toMatchObject({ totalUsers: 1 });
  });

  test("[RPT-2] a request for Arrow gets the same report as an Arrow stream with its length", async () => {
    const report = Compile(MiningReport).Parse((await mined()).json());
    const response = await mapper.send("POST", path(), {
      body: {},
      headers: { accept: `${ARROW_STREAM}, application/json;q=0.9` },
    });
    expect(response.statusCode).toBe(200);
    expect(response.headers).toMatchObject({
      "content-type": ARROW_STREAM,
      "content-length": String(response.rawPayload.length),
      vary: "accept",
    });
    const table = tableFromIPC(new Uint8Array(response.rawPayload));
    const { resourceInsights, ...head } = report;
    const resourceNames = resourceInsights.map(({ resourceName }) => resourceName);
    expect(Object.fromEntries(table.schema.metadata ?? [])).toEqual({
      orgOid: head.orgOid,
      reportDate: head.reportDate,
      totalUsers: String(head.totalUsers),
      totalShadows: String(head.totalShadows),
      resourceNames: JSON.stringify(resourceNames),
    });
    const rows = resourceInsights.flatMap(({ entitlementInsights }, resource) =>
      entitlementInsights.map((insight) => ({
        ...insight,
        roleOid: new Uint8Array(Buffer.from(insight.roleOid.replaceAll("-", ""), "hex")),
        resource,
      })),
    );
    expect(table.toArray()).toEqual(rows);
  });

  test.each([
    undefined,
    "*/*",
    "application/json",
    "text/html",
    `application/json, ${ARROW_STREAM};q=0.5`,
  ])("[RPT-2] a request that does not prefer Arrow gets JSON: accept %s", async (accept) => {
    const { body } = await mined();
    const response = await mapper.send("POST", path(), {
      body: {},
      headers: accept === undefined ? {} : { accept },
    });
    expect([response.headers["content-type"], response.headers.vary]).toEqual([
      "application/json; charset=utf-8",
      "accept",
    ]);
    expect(response.body).toBe(body);
  });

  test.each([
    ["JSON", "application/json"],
    ["Arrow", ARROW_STREAM],
  ])("a report dropped while it is read as %s breaks the response", async (_, accept) => {
    const { db } = database.current;
    const oid = directory.orgs["Data Engineer"];
    await mined(oid);
    const { id } = await db
      .selectFrom("mining_reports")
      .select("id")
      .where("org_oid", "=", oid)
      .executeTakeFirstOrThrow();
    await db.deleteFrom("mining_report_parts").where("report_id", "=", id).execute();
    // More than sockets and streams buffer, so that the rest is still unread.
    const rows = Array.from({ length: 40 }, () => ({
      resource: 0,
      name: " ".repeat(1_000_000),
      roleOid: randomUUID(),
      holders: 1,
    }));
    const head = {
      orgOid: oid,
      reportDate: new Date(0).toISOString(),
      totalUsers: 1,
      totalShadows: 1,
      resourceNames: ["CRM"],
    };
    for (const [part, body] of [...arrowParts(head, rows, 1)].entries()) {
      await db
        .insertInto("mining_report_parts")
        .values({ client_id: directory.clientId, report_id: id, part, body: Buffer.from(body) })
        .execute();
    }
    address ??= await api.app.listen({ port: 0, host: "127.0.0.1" });
    const response = await fetch(address + path(oid), {
      method: "POST",
      headers: {
        cookie: `${SESSION_COOKIE}=${mapper.cookie}`,
        [CSRF_HEADER]: mapper.token ?? "",
        "content-type": "application/json",
        accept,
      },
      body: "{}",
    });
    expect(response.status).toBe(200);
    await mapper.send("DELETE", path(oid));
    await expect(response.text()).rejects.toThrow();
  });

  test("a report that is gone when it is read is requested again", async () => {
    const { db } = database.current;
    const oid = directory.orgs.Senior_Engineer;
    await mined(oid);
    const { id } = await db
      .selectFrom("mining_reports")
      .select("id")
      .where("org_oid", "=", oid)
      .executeTakeFirstOrThrow();
    await db.deleteFrom("mining_report_parts").where("report_id", "=", id).execute();
    expect((await mapper.post(path(oid), {})).statusCode).toBe(202);
  });
});
