/** Rows of stored reports that become cases. */
import { randomUUID } from "node:crypto";
import { beforeAll, expect, test, vi } from "vitest";
import type { Report, ReportRow, ReportScope } from "#events/entities/report.ts";
import { startReporter } from "#server/reports/reporter.ts";
import type { Browser, TestApi } from "../support/api.ts";
import { oneDatabase } from "../support/databases.ts";
import type { TestDirectory } from "../support/directory.ts";
import { expectError } from "../support/errors.ts";
import { openFilledApi } from "../support/filledApi.ts";
import { emptyDisk } from "../support/disks.ts";

const SCOPE = { orgOid: null, resourceId: null, from: null, until: null };
const NEW = { ownerId: null, dueOn: null, comment: "" };

oneDatabase((database) => {
  let directory: TestDirectory;
  let api: TestApi;
  let mapper: Browser;
  let base: string;

  beforeAll(async () => {
    ({ directory, api, browser: mapper } = await openFilledApi(database.current, "mapper"));
    base = `/api/clients/${directory.clientId}`;
    await database.current.db
      .insertInto("accounts")
      .values({
        client_id: directory.clientId,
        id: randomUUID(),
        resource_id: directory.resources.crm,
        name: "nobody",
        identity_oid: null,
      })
      .execute();
    const reporter = startReporter({
      database: database.current,
      disk: emptyDisk(),
      clock: () => api.clock.now,
      onError: (error) => expect(error).toBeNull(),
      workerId: randomUUID(),
    });
    return async () => {
      await reporter.stop();
      await api.app.close();
    };
  });

  /** @returns the id of a report that is ready */
  const report = async (scope: Partial<ReportScope>): Promise<string> => {
    const { id } = (await mapper.post(`${base}/reports`, { ...SCOPE, ...scope })).json<Report>();
    await vi.waitFor(
      async () => {
        const { status } = (await mapper.get(`${base}/reports/${id}`)).json<Report>();
        expect(status).toBe("ready");
      },
      { timeout: 30_000, interval: 20 },
    );
    return id;
  };
  const rowsOf = async (reportId: string) => {
    const reply = await mapper.get(`${base}/reports/${reportId}/rows?size=100`);
    expect(reply.statusCode, reply.body).toBe(200);
    return reply.json<{ _embedded: { rows: ReportRow[] } }>()._embedded.rows;
  };
  const rowOf = async (reportId: string, ...cells: readonly string[]) => {
    const found = (await rowsOf(reportId)).find((row) =>
      cells.every((cell) => row.cells.includes(cell)),
    );
    if (!found) throw new Error(`No row has ${cells.join(", ")}`);
    return found;
  };

  test("[IDN-8] a row about an orphaned account becomes a case, which the row then has", async () => {
    const id = await report({ kind: "orphanedAccounts" });
    const { finding, caseId } = await rowOf(id, "nobody");
    expect(caseId).toBeNull();
    const opened = await mapper.post(`${base}/cases`, { ...finding, ...NEW });
    expect(opened.json(), opened.body).toMatchObject({
      kind: "orphanedAccount",
      subject: "nobody",
    });
    expect((await rowOf(id, "nobody")).caseId).toBe(opened.json().id);
  });

  test("[IDN-8] rows about holders outside policy and people without granted access become cases", async () => {
    const [roleOid] = directory.roles;
    const holders = await report({ kind: "holders", roleOid });
    const { finding } = await rowOf(holders, "Family, BOB");
    expect(finding).toMatchObject({ kind: "outsidePolicy", roleOid });
    const opened = await mapper.post(`${base}/cases`, { ...finding, ...NEW });
    expect(opened.statusCode, opened.body).toBe(201);
    expect((await rowOf(holders, "Family, BOB")).caseId).toBe(opened.json().id);

    await mapper.post(`${base}/mp-orgs/${directory.orgs.Engineer}/induce`, [roleOid]);
    const later = await report({ kind: "holders", roleOid });
    expect((await rowOf(later, "Family, BOB")).finding).toBeNull();
    const missing = await rowOf(later, "CYD");
    expect(missing.finding).toMatchObject({ kind: "missingAccess" });
    const second = await mapper.post(`${base}/cases`, { ...missing.finding, ...NEW });
    expect(second.statusCode, second.body).toBe(201);
    await database.current.db.deleteFrom("inducements").execute();
  });

  test("[IDN-8] a row about an org outside policy becomes a case that cites the report", async () => {
    const id = await report({ kind: "outsidePolicy" });
    const { no, finding } = await rowOf(id, "Ops", "CRM");
    const about = { ...finding, ...NEW };
    expectError(await mapper.post(`${base}/cases`, about), "EINVALID");
    const wrong = { ...about, reportedIn: { reportId: id, no: no + 1 } };
    expectError(await mapper.post(`${base}/cases`, wrong), "ECONFLICT");
    const unknown = { ...about, reportedIn: { reportId: randomUUID(), no } };
    expectError(await mapper.post(`${base}/cases`, unknown), "ECONFLICT");
    const body = { ...about, reportedIn: { reportId: id, no } };
    const opened = await mapper.post(`${base}/cases`, body);
    expect(opened.json(), opened.body).toMatchObject({
      kind: "outsidePolicy",
      subject: "Ops",
      orgOid: directory.orgs.Ops,
      resourceId: directory.resources.crm,
      entitlementName: null,
      resourceName: "CRM",
    });
    expect((await rowOf(id, "Ops", "CRM")).caseId).toBe(opened.json().id);
    expectError(await mapper.post(`${base}/cases`, body), "ECONFLICT");
  });

  test("rows of other reports cannot become cases", async () => {
    const rows = await rowsOf(await report({ kind: "entitlements" }));
    expect(rows.length).toBeGreaterThan(0);
    for (const { finding, caseId } of rows) expect([finding, caseId]).toEqual([null, null]);
  });
});
