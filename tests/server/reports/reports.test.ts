/** Reports from request to file: jobs, leases, hostile input, schedules and mails. */
import { randomUUID } from "node:crypto";
import { parse } from "csv-parse/sync";
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import type { Report, ReportScope } from "#events/entities/report.ts";
import { evictSavedReports } from "#server/reports/evictSavedReports.ts";
import { LEASE_TIME, MAX_ATTEMPTS } from "#server/jobs/leases.ts";
import { publishReport, saveRows, takeReport } from "#server/reports/leases.ts";
import { mailOwedReports } from "#server/reports/mails.ts";
import type { JobLoop } from "#server/jobs/jobLoop.ts";
import { startReporter } from "#server/reports/reporter.ts";
import { startDueReports } from "#server/reports/schedules.ts";
import { openTableBytes } from "#server/import/tableFile.ts";
import { type Browser, createApi, type TestApi } from "../support/api.ts";
import { oneDatabase } from "../support/databases.ts";
import { fillDirectory, type TestDirectory } from "../support/directory.ts";
import { expectError } from "../support/errors.ts";
import { emptyDisk, fillDiskOf } from "../support/disks.ts";

const SCOPE: ReportScope = {
  kind: "outsidePolicy",
  orgOid: null,
  resourceId: null,
  from: null,
  until: null,
};
const WAIT = { timeout: 30_000, interval: 20 };
const NO_CHART = { bars: [], more: 0 };

oneDatabase((database) => {
  let directory: TestDirectory;
  let api: TestApi;
  let mapper: Browser;
  let url: string;
  const reporters: JobLoop[] = [];

  beforeAll(async () => {
    directory = await fillDirectory(database.current.db);
    api = await createApi(database.current);
    mapper = await api.signIn("mapper");
    url = `/api/clients/${directory.clientId}/reports`;
    return () => api.app.close();
  });
  beforeEach(async () => {
    for (const table of ["reports", "report_rows", "report_schedules", "report_mails"] as const) {
      await database.current.db.deleteFrom(table).execute();
    }
  });
  afterEach(async () => {
    await Promise.all(reporters.splice(0).map((one) => one.stop()));
  });

  const start = async (scope: Partial<ReportScope> = {}): Promise<Report> => {
    const reply = await mapper.post(url, { ...SCOPE, ...scope });
    expect(reply.statusCode, reply.body).toBe(200);
    return reply.json();
  };
  const read = async (id: string) => (await mapper.get(`${url}/${id}`)).json();
  const work = () => {
    const errors: unknown[] = [];
    reporters.push(
      startReporter({
        database: database.current,
        disk: emptyDisk(() => api.clock.now),
        clock: () => api.clock.now,
        onError: (error) => errors.push(error),
        workerId: randomUUID(),
      }),
    );
    return errors;
  };
  const made = async (id: string) => {
    const errors = work();
    await vi.waitFor(async () => expect((await read(id)).status).toBe("ready"), WAIT);
    expect(errors).toEqual([]);
    return read(id);
  };

  test("[IDN-2] a requested report is made, with rows that can be searched and sorted", async () => {
    const { id } = await start();
    expect(await read(id)).toMatchObject({ status: "queued", chart: null, author: "mapper" });
    const report = await made(id);
    expect(report).toMatchObject({ progress: 100, finishedAt: api.clock.now.toISOString() });
    const rows = async (query: string) => {
      const reply = await mapper.get(`${url}/${id}/rows?${query}`);
      expect(reply.statusCode, reply.body).toBe(200);
      return reply.json()._embedded.rows.map(({ cells }: { cells: unknown[] }) => cells);
    };
    const all = await rows("");
    // Ann holds two entitlements of the CRM, Bob one of it and one of the ERP; no policy grants any.
    expect(all[0]).toEqual(["Engineer", "CRM", 2, 3, 3, 100]);
    expect(all[1]).toEqual(["Job Titles", "CRM", 2, 3, 3, 100]);
    expect(report.rowCount).toBe(all.length);
    expect(await rows("contains=ops")).toEqual([["Ops", "CRM", 1, 2, 2, 100]]);
    const byOrg = (await rows("sort=org,desc")).map(([org]: unknown[]) => org);
    expect([byOrg[0], byOrg.at(-1)]).toEqual(["Senior_Engineer", "Departments"]);
    expectError(await mapper.get(`${url}/${id}/rows?sort=account,asc`), "EINVALID");
    expect(report.chart.bars).toEqual([
      { label: "CRM", values: [3, 0] },
      { label: "E R_P", values: [1, 0] },
    ]);
  });

  test("a report waits while the disk is full, and is made once there is space", async () => {
    const { db } = database.current;
    const { id } = await start();
    const disk = await fillDiskOf(db, "report_rows");
    const errors = work();
    const later = () => {
      api.clock.now = new Date(api.clock.now.getTime() + 60_000);
      for (const reporter of reporters) reporter.poke();
    };
    for (let attempt = 1; attempt <= MAX_ATTEMPTS + 1; attempt++) {
      await expect.poll(disk.refusals, WAIT).toBe(attempt);
      const row = () =>
        db.selectFrom("reports").select(["status", "attempts"]).executeTakeFirstOrThrow();
      await expect.poll(row, WAIT).toEqual({ status: "queued", attempts: 0 });
      later();
    }
    await disk.free();
    later();
    await vi.waitFor(async () => expect((await read(id)).status).toBe("ready"), WAIT);
    expect(errors).toEqual([]);
  });

  test("all rows are in a CSV file and in a workbook, without formulas", async () => {
    await database.current.db
      .updateTable("resources")
      .set({ name: "=CRM" })
      .where("id", "=", directory.resources.crm)
      .execute();
    const { id } = await start({ orgOid: directory.orgs.Ops });
    await made(id);
    const csv = await mapper.get(`${url}/${id}/rows.csv`);
    expect(parse(csv.body, { bom: true, columns: true })).toEqual([
      { org: "Ops", resource: "'=CRM", people: "1", held: "2", outside: "2", share: "100" },
    ]);
    const xlsx = await mapper.get(`${url}/${id}/rows.xlsx?contains=ops`);
    const table = await openTableBytes(xlsx.rawPayload, "report.xlsx");
    const records: unknown[] = [];
    for await (const batch of table.batches) records.push(...batch.map(({ values }) => values));
    expect(table.columns).toEqual(["org", "resource", "people", "held", "outside", "share"]);
    expect(records).toEqual([["Ops", "'=CRM", "1", "2", "2", "100"]]);
    await database.current.db
      .updateTable("resources")
      .set({ name: "CRM" })
      .where("id", "=", directory.resources.crm)
      .execute();
  });

  describe("hostile input", () => {
    test("unknown kinds, foreign and unknown scopes, and scopes that a kind lacks are refused", async () => {
      const refused = async (scope: object, code: "EINVALID" | "ENOTFOUND") =>
        expectError(await mapper.post(url, { ...SCOPE, ...scope }), code);
      await refused({ kind: "everything" }, "EINVALID");
      await refused({ orgOid: directory.foreign.orgOid }, "ENOTFOUND");
      await refused({ resourceId: directory.foreign.resourceId }, "ENOTFOUND");
      await refused({ orgOid: randomUUID() }, "ENOTFOUND");
      await refused({ kind: "orphanedAccounts", orgOid: directory.orgs.Ops }, "EINVALID");
      await refused({ kind: "nestedRoles", orgOid: directory.orgs.Ops }, "EINVALID");
      await refused({ kind: "policyCoverage", resourceId: directory.resources.crm }, "EINVALID");
      await refused({ from: "2026-01-01", until: "2026-01-02" }, "EINVALID");
      await refused({ kind: "policyChanges" }, "EINVALID");
      const backwards = { from: "2026-01-02", until: "2026-01-01" };
      await refused({ kind: "policyChanges", ...backwards }, "EINVALID");
      await refused({ kind: "policyChanges", from: "2026-02-30", until: "x" }, "EINVALID");
    });

    test("another client's reports are not found, and others may not see any", async () => {
      const { id } = await start();
      const stranger = await api.signIn("stranger");
      const foreign = `/api/clients/${directory.foreign.clientId}/reports`;
      for (const path of [`/${id}`, `/${id}/rows`, `/${id}/rows.csv`, `/${id}/rows.xlsx`]) {
        expectError(await stranger.get(foreign + path), "ENOTFOUND");
        expectError(await stranger.get(url + path), "ENOTFOUND");
        expectError(await (await api.signIn("guest")).get(url + path), "EFORBIDDEN");
      }
      expectError(await stranger.send("DELETE", `${foreign}/${id}`), "ENOTFOUND");
      expectError(await stranger.post(`${foreign}/${id}/cancel`, {}), "ENOTFOUND");
    });

    test("two starts of one scope make one report", async () => {
      const [first, second] = await Promise.all([start(), start()]);
      expect(second?.id).toBe(first?.id);
      expect((await start({ kind: "policyCoverage" })).id).not.toBe(first?.id);
    });

    test("rows of a report that is not ready are not served", async () => {
      const { id } = await start();
      const job = await takeReport(database.current.db, "one", api.clock.now);
      if (!job) throw new Error("There is a job");
      await saveRows(database.current.db, job, 1, [{ cells: ["Ops", "CRM", 1, 1, 1, 100] }]);
      expect((await mapper.get(`${url}/${id}/rows`)).json().page.totalElements).toBe(0);
      expectError(await mapper.get(`${url}/${id}/rows.csv`), "ENOTFOUND");
    });

    test("a report of an org that was deleted fails and says so", async () => {
      const { id } = await start({ orgOid: directory.orgs["Data Engineer"] });
      await database.current.db
        .updateTable("reports")
        .set({ org_oid: randomUUID() })
        .where("id", "=", id)
        .execute();
      work();
      await vi.waitFor(
        async () => expect(await read(id)).toMatchObject({ status: "failed", failure: "orgGone" }),
        WAIT,
      );
    });
  });

  describe("a job", () => {
    test("of a worker that died is taken by another, whose rows alone count", async () => {
      const { id } = await start({ kind: "orphanedAccounts" });
      const { db } = database.current;
      const dead = await takeReport(db, "dead", api.clock.now);
      if (!dead) throw new Error("There is a job");
      await saveRows(db, dead, 1, [{ cells: ["ghost", "CRM", 1] }]);
      expect(await takeReport(db, "other", api.clock.now)).toBeNull();
      const later = new Date(api.clock.now.getTime() + LEASE_TIME + 1);
      const taken = await takeReport(db, "other", later);
      if (!taken) throw new Error("The lease has expired");
      // The dead worker wakes up and changes nothing.
      const outcome = { at: later, rowCount: 1, chart: NO_CHART };
      await publishReport(db, dead, "dead", outcome);
      expect((await read(id)).status).toBe("running");
      await publishReport(db, taken, "other", { ...outcome, rowCount: 0 });
      expect((await read(id)).status).toBe("ready");
      expect((await mapper.get(`${url}/${id}/rows`)).json()._embedded.rows).toEqual([]);
      expect(await db.selectFrom("report_rows").selectAll().execute()).toEqual([]);
    });

    test("that no worker finishes fails in the end", async () => {
      const { id } = await start();
      const { db } = database.current;
      for (let attempt = 0; attempt <= MAX_ATTEMPTS; attempt++) {
        await takeReport(db, "dead", new Date(api.clock.now.getTime() + attempt * 2 * LEASE_TIME));
      }
      expect(await read(id)).toMatchObject({ status: "failed", failure: "interrupted" });
    });

    test("is cancelled once, and its worker then publishes nothing", async () => {
      const { id } = await start();
      const { db } = database.current;
      const job = await takeReport(db, "one", api.clock.now);
      if (!job) throw new Error("There is a job");
      await saveRows(db, job, 1, [{ cells: ["Ops", "CRM", 1, 1, 1, 100] }]);
      expect((await mapper.post(`${url}/${id}/cancel`, {})).json().status).toBe("cancelled");
      expectError(await mapper.post(`${url}/${id}/cancel`, {}), "ECONFLICT");
      const outcome = { at: api.clock.now, rowCount: 1, chart: NO_CHART };
      await publishReport(db, job, "one", outcome);
      expect((await read(id)).status).toBe("cancelled");
      expect(await db.selectFrom("report_rows").selectAll().execute()).toEqual([]);
    });
  });

  test("a deleted report is gone with its rows, and the oldest are evicted", async () => {
    const { db } = database.current;
    const { id } = await start();
    await made(id);
    expect((await mapper.send("DELETE", `${url}/${id}`)).statusCode).toBe(200);
    expectError(await mapper.get(`${url}/${id}`), "ENOTFOUND");
    expect(await db.selectFrom("report_rows").selectAll().execute()).toEqual([]);

    const kinds = ["outsidePolicy", "policyCoverage", "orphanedAccounts"] as const;
    const ids: string[] = [];
    for (const kind of kinds) {
      api.clock.now = new Date(api.clock.now.getTime() + 1000);
      const started = await start({ kind });
      await made(started.id);
      ids.push(started.id);
    }
    await evictSavedReports(db, directory.clientId, { count: 2, rows: 1000 });
    const left = (await mapper.get(url)).json()._embedded.reports;
    expect(left.map((report: Report) => report.id)).toEqual([ids[2], ids[1]]);
    await evictSavedReports(db, directory.clientId, { count: 2, rows: 0 });
    expect((await mapper.get(url)).json()._embedded.reports).toHaveLength(1);
  });

  describe("a schedule", () => {
    const schedules = () => `/api/clients/${directory.clientId}/report-schedules`;
    const plan = async (change: object = {}) =>
      mapper.post(schedules(), {
        kind: "outsidePolicy",
        orgOid: null,
        resourceId: null,
        every: "daily",
        recipients: [directory.users.owner],
        ...change,
      });

    test("runs its report and mails its recipients a link", async () => {
      const { id, nextAt, recipients } = (await plan()).json();
      expect(recipients).toEqual(["owner"]);
      expect(nextAt).toBe("2026-03-03T04:00:00.000Z");
      const { db } = database.current;
      await startDueReports(db, api.clock.now);
      expect((await mapper.get(url)).json()._embedded.reports).toEqual([]);
      const before = api.clock.now;
      api.clock.now = new Date("2026-03-05T04:00:01Z");
      mapper = await api.signIn("mapper");
      work();
      await vi.waitFor(async () => {
        const [report] = (await mapper.get(url)).json()._embedded.reports;
        expect(report).toMatchObject({ status: "ready", isScheduled: true, author: "mapper" });
      }, WAIT);
      const sent = (await api.mails()).length;
      mailOwedReports(api.app);
      const mails = (await api.mails()).slice(sent);
      const [report] = (await mapper.get(url)).json()._embedded.reports;
      expect(mails).toMatchObject([{ to: "owner@example.com" }]);
      expect(mails[0]?.text).toContain(`/reports/${report.id}\n`);
      expect(await db.selectFrom("report_mails").selectAll().execute()).toEqual([]);
      // Missed runs are not made up for.
      const [listed] = (await mapper.get(schedules())).json()._embedded.schedules;
      expect(listed).toMatchObject({ id, nextAt: "2026-03-06T04:00:00.000Z" });
      expect((await mapper.send("DELETE", `${schedules()}/${id}`)).statusCode).toBe(200);
      expectError(await mapper.send("DELETE", `${schedules()}/${id}`), "ENOTFOUND");
      api.clock.now = before;
      mapper = await api.signIn("mapper");
    });

    test("[IDN-2] of the holders of an entitlement names the entitlement, and no other kind does", async () => {
      const [roleOid] = directory.roles;
      const planned = (await plan({ kind: "holders", roleOid })).json();
      expect(planned).toMatchObject({ kind: "holders", entitlementName: "Entitlement 1" });
      expectError(await plan({ kind: "holders" }), "EINVALID");
      expectError(await plan({ roleOid }), "EINVALID");
      expectError(await plan({ kind: "holders", roleOid: randomUUID() }), "ENOTFOUND");
      await startDueReports(database.current.db, new Date("2026-03-05T04:00:01Z"));
      const [report] = (await mapper.get(url)).json()._embedded.reports;
      expect(report).toMatchObject({ roleOid, entitlementName: "Entitlement 1" });
      expect((await made(report.id)).rowCount).toBe(2);
    });

    test("[IDN-2] changes only from the version that was seen, with what it was and is in the audit trail", async () => {
      const { id } = (await plan()).json();
      const path = `${schedules()}/${id}`;
      const detail = (await mapper.get(path)).json();
      expect(detail).toMatchObject({ recipientIds: [directory.users.owner], version: 1 });
      const body = {
        kind: "orphanedAccounts",
        orgOid: null,
        resourceId: directory.resources.crm,
        every: "monthly",
        recipients: [directory.users.mapper, directory.users.owner],
        version: 1,
      };
      const changed = await mapper.send("PUT", path, { body });
      expect(changed.json()).toMatchObject({
        kind: "orphanedAccounts",
        resourceName: "CRM",
        every: "monthly",
        nextAt: "2026-04-01T04:00:00.000Z",
        recipients: ["mapper", "owner"],
        version: 2,
      });
      expectError(
        await mapper.send("PUT", path, { body: { ...body, every: "daily" } }),
        "ECONFLICT",
      );
      const again = await mapper.send("PUT", path, { body: { ...body, version: 2 } });
      expect(again.json().version).toBe(2);
      for (const wrong of [
        { kind: "policyCoverage" },
        { recipients: [directory.users.guest] },
        { kind: "holders", resourceId: null },
      ]) {
        const refused = await mapper.send("PUT", path, { body: { ...body, version: 2, ...wrong } });
        expectError(refused, "EINVALID");
      }
      const other = `${schedules()}/${randomUUID()}`;
      expectError(await mapper.send("PUT", other, { body }), "ENOTFOUND");
      expectError(await mapper.get(other), "ENOTFOUND");
      const entries = await database.current.db
        .selectFrom("audit")
        .select(["before", "after"])
        .where("target", "=", id)
        .where("call", "=", "reports/updateSchedule")
        .execute();
      expect(entries).toMatchObject([
        {
          before: { kind: "outsidePolicy", every: "daily", recipients: ["owner"] },
          after: {
            kind: "orphanedAccounts",
            every: "monthly",
            resource: "CRM",
            recipients: ["mapper", "owner"],
          },
        },
      ]);
    });

    test("has only recipients who may open reports", async () => {
      for (const user of ["guest", "stranger", "archived"] as const) {
        expectError(await plan({ recipients: [directory.users[user]] }), "EINVALID");
      }
      expectError(await plan({ recipients: [randomUUID()] }), "EINVALID");
      const { recipients } = (
        await mapper.get(`/api/clients/${directory.clientId}/report-recipients`)
      ).json();
      expect(recipients.map(({ username }: { username: string }) => username)).toEqual([
        "mapper",
        "owner",
      ]);
    });
  });
});
