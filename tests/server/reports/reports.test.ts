/** Reports from request to file: jobs, leases and hostile input. */
import { randomUUID } from "node:crypto";
import { parse } from "csv-parse/sync";
import { describe, expect, test, vi } from "vitest";
import type { Report } from "#events/entities/report.ts";
import { evictSavedReports } from "#server/reports/evictSavedReports.ts";
import { LEASE_TIME, MAX_ATTEMPTS } from "#server/jobs/leases.ts";
import { publishReport, saveRows, takeReport } from "#server/reports/leases.ts";
import { openTableBytes } from "#server/import/tableFile.ts";
import { oneDatabase } from "../support/databases.ts";
import { expectError } from "../support/errors.ts";
import { SCOPE, useReports, WAIT } from "./reportServer.ts";

const NO_CHART = { bars: [], more: 0 };

oneDatabase((database) => {
  const on = useReports(database);

  test("[IDN-2] a requested report is made, with rows that can be searched and sorted", async () => {
    const { id } = await on.start();
    expect(await on.read(id)).toMatchObject({ status: "queued", chart: null, author: "mapper" });
    const report = await on.made(id);
    expect(report).toMatchObject({ progress: 100, finishedAt: on.api.clock.now.toISOString() });
    const rows = async (query: string) => {
      const reply = await on.mapper.get(`${on.url}/${id}/rows?${query}`);
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
    expectError(await on.mapper.get(`${on.url}/${id}/rows?sort=account,asc`), "EINVALID");
    expect(report.chart.bars).toEqual([
      { label: "CRM", values: [3, 0] },
      { label: "E R_P", values: [1, 0] },
    ]);
  });

  test("all rows are in a CSV file and in a workbook, without formulas", async () => {
    await on.db
      .updateTable("resources")
      .set({ name: "=CRM" })
      .where("id", "=", on.directory.resources.crm)
      .execute();
    const { id } = await on.start({ orgOid: on.directory.orgs.Ops });
    await on.made(id);
    const csv = await on.mapper.get(`${on.url}/${id}/rows.csv`);
    expect(parse(csv.body, { bom: true, columns: true })).toEqual([
      { org: "Ops", resource: "'=CRM", people: "1", held: "2", outside: "2", share: "100" },
    ]);
    const xlsx = await on.mapper.get(`${on.url}/${id}/rows.xlsx?contains=ops`);
    const table = await openTableBytes(xlsx.rawPayload, "report.xlsx");
    const records: unknown[] = [];
    for await (const batch of table.batches) records.push(...batch.map(({ values }) => values));
    expect(table.columns).toEqual(["org", "resource", "people", "held", "outside", "share"]);
    expect(records).toEqual([["Ops", "'=CRM", "1", "2", "2", "100"]]);
    await on.db
      .updateTable("resources")
      .set({ name: "CRM" })
      .where("id", "=", on.directory.resources.crm)
      .execute();
  });

  describe("hostile input", () => {
    test("unknown kinds, foreign and unknown scopes, and scopes that a kind lacks are refused", async () => {
      const refused = async (scope: object, code: "EINVALID" | "ENOTFOUND") =>
        expectError(await on.mapper.post(on.url, { ...SCOPE, ...scope }), code);
      await refused({ kind: "everything" }, "EINVALID");
      await refused({ orgOid: on.directory.foreign.orgOid }, "ENOTFOUND");
      await refused({ resourceId: on.directory.foreign.resourceId }, "ENOTFOUND");
      await refused({ orgOid: randomUUID() }, "ENOTFOUND");
      await refused({ kind: "orphanedAccounts", orgOid: on.directory.orgs.Ops }, "EINVALID");
      await refused({ kind: "nestedRoles", orgOid: on.directory.orgs.Ops }, "EINVALID");
      await refused({ kind: "policyCoverage", resourceId: on.directory.resources.crm }, "EINVALID");
      await refused({ from: "2026-01-01", until: "2026-01-02" }, "EINVALID");
      await refused({ kind: "policyChanges" }, "EINVALID");
      const backwards = { from: "2026-01-02", until: "2026-01-01" };
      await refused({ kind: "policyChanges", ...backwards }, "EINVALID");
      await refused({ kind: "policyChanges", from: "2026-02-30", until: "x" }, "EINVALID");
    });

    test("another client's reports are not found, and others may not see any", async () => {
      const { id } = await on.start();
      const stranger = await on.api.signIn("stranger");
      const foreign = `/api/clients/${on.directory.foreign.clientId}/reports`;
      for (const path of [`/${id}`, `/${id}/rows`, `/${id}/rows.csv`, `/${id}/rows.xlsx`]) {
        expectError(await stranger.get(foreign + path), "ENOTFOUND");
        expectError(await stranger.get(on.url + path), "ENOTFOUND");
        expectError(await (await on.api.signIn("guest")).get(on.url + path), "EFORBIDDEN");
      }
      expectError(await stranger.send("DELETE", `${foreign}/${id}`), "ENOTFOUND");
      expectError(await stranger.post(`${foreign}/${id}/cancel`, {}), "ENOTFOUND");
    });

    test("two starts of one scope make one report", async () => {
      const [first, second] = await Promise.all([on.start(), on.start()]);
      expect(second?.id).toBe(first?.id);
      expect((await on.start({ kind: "policyCoverage" })).id).not.toBe(first?.id);
    });

    test("rows of a report that is not ready are not served", async () => {
      const { id } = await on.start();
      const job = await takeReport(on.db, "one", on.api.clock.now);
      if (!job) throw new Error("There is a job");
      await saveRows(on.db, job, 1, [{ cells: ["Ops", "CRM", 1, 1, 1, 100] }]);
      expect((await on.mapper.get(`${on.url}/${id}/rows`)).json().page.totalElements).toBe(0);
      expectError(await on.mapper.get(`${on.url}/${id}/rows.csv`), "ENOTFOUND");
    });

    test("a report of an org that was deleted fails and says so", async () => {
      const { id } = await on.start({ orgOid: on.directory.orgs["Data Engineer"] });
      await on.db
        .updateTable("reports")
        .set({ org_oid: randomUUID() })
        .where("id", "=", id)
        .execute();
      on.work();
      await vi.waitFor(
        async () =>
          expect(await on.read(id)).toMatchObject({ status: "failed", failure: "orgGone" }),
        WAIT,
      );
    });
  });

  describe("a job", () => {
    test("of a worker that died is taken by another, whose rows alone count", async () => {
      const { id } = await on.start({ kind: "orphanedAccounts" });
      const { db } = on;
      const dead = await takeReport(db, "dead", on.api.clock.now);
      if (!dead) throw new Error("There is a job");
      await saveRows(db, dead, 1, [{ cells: ["ghost", "CRM", 1] }]);
      expect(await takeReport(db, "other", on.api.clock.now)).toBeNull();
      const later = new Date(on.api.clock.now.getTime() + LEASE_TIME + 1);
      const taken = await takeReport(db, "other", later);
      if (!taken) throw new Error("The lease has expired");
      // The dead worker wakes up and changes nothing.
      const outcome = { at: later, rowCount: 1, chart: NO_CHART };
      await publishReport(db, dead, "dead", outcome);
      expect((await on.read(id)).status).toBe("running");
      await publishReport(db, taken, "other", { ...outcome, rowCount: 0 });
      expect((await on.read(id)).status).toBe("ready");
      expect((await on.mapper.get(`${on.url}/${id}/rows`)).json()._embedded.rows).toEqual([]);
      expect(await db.selectFrom("report_rows").selectAll().execute()).toEqual([]);
    });

    test("that no worker finishes fails in the end", async () => {
      const { id } = await on.start();
      const { db } = on;
      for (let attempt = 0; attempt <= MAX_ATTEMPTS; attempt++) {
        await takeReport(
          db,
          "dead",
          new Date(on.api.clock.now.getTime() + attempt * 2 * LEASE_TIME),
        );
      }
      expect(await on.read(id)).toMatchObject({ status: "failed", failure: "interrupted" });
    });

    test("is cancelled once, and its worker then publishes nothing", async () => {
      const { id } = await on.start();
      const { db } = on;
      const job = await takeReport(db, "one", on.api.clock.now);
      if (!job) throw new Error("There is a job");
      await saveRows(db, job, 1, [{ cells: ["Ops", "CRM", 1, 1, 1, 100] }]);
      expect((await on.mapper.post(`${on.url}/${id}/cancel`, {})).json().status).toBe("cancelled");
      expectError(await on.mapper.post(`${on.url}/${id}/cancel`, {}), "ECONFLICT");
      const outcome = { at: on.api.clock.now, rowCount: 1, chart: NO_CHART };
      await publishReport(db, job, "one", outcome);
      expect((await on.read(id)).status).toBe("cancelled");
      expect(await db.selectFrom("report_rows").selectAll().execute()).toEqual([]);
    });
  });

  test("a deleted report is gone with its rows, and the oldest are evicted", async () => {
    const { db } = on;
    const { id } = await on.start();
    await on.made(id);
    expect((await on.mapper.send("DELETE", `${on.url}/${id}`)).statusCode).toBe(200);
    expectError(await on.mapper.get(`${on.url}/${id}`), "ENOTFOUND");
    expect(await db.selectFrom("report_rows").selectAll().execute()).toEqual([]);

    const kinds = ["outsidePolicy", "policyCoverage", "orphanedAccounts"] as const;
    const ids: string[] = [];
    for (const kind of kinds) {
      on.api.clock.now = new Date(on.api.clock.now.getTime() + 1000);
      const started = await on.start({ kind });
      await on.made(started.id);
      ids.push(started.id);
    }
    await evictSavedReports(db, on.directory.clientId, { count: 2, rows: 1000 });
    const left = (await on.mapper.get(on.url)).json()._embedded.reports;
    expect(left.map((report: Report) => report.id)).toEqual([ids[2], ids[1]]);
    await evictSavedReports(db, on.directory.clientId, { count: 2, rows: 0 });
    expect((await on.mapper.get(on.url)).json()._embedded.reports).toHaveLength(1);
  });
});
