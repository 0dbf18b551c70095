/** A filled directory whose mapper requests reports, and reporters that make them. */
import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, beforeEach, expect, vi } from "vitest";
import type { Report, ReportScope } from "#events/entities/report.ts";
import type { JobLoop } from "#server/jobs/jobLoop.ts";
import { startReporter } from "#server/reports/reporter.ts";
import type { Browser, TestApi } from "../support/api.ts";
import type { TestDatabase } from "../support/databases.ts";
import type { TestDirectory } from "../support/directory.ts";
import { emptyDisk } from "../support/disks.ts";
import { openFilledApi } from "../support/filledApi.ts";

export const SCOPE: ReportScope = {
  kind: "outsidePolicy",
  orgOid: null,
  resourceId: null,
  from: null,
  until: null,
};
export const WAIT = { timeout: 30_000, interval: 20 };

/** @returns what tests of a suite use. Each test begins without reports, schedules and reporters. */
export function useReports(database: TestDatabase) {
  let directory: TestDirectory;
  let api: TestApi;
  let mapper: Browser;
  let url: string;
  const reporters: JobLoop[] = [];

  beforeAll(async () => {
    ({ directory, api, browser: mapper } = await openFilledApi(database.current, "mapper"));
    url = `/api/clients/${directory.clientId}/reports`;
  });
  afterAll(() => api.app.close());
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
  /** Starts a reporter. @returns its errors. */
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

  return {
    get directory() {
      return directory;
    },
    get api() {
      return api;
    },
    get mapper() {
      return mapper;
    },
    /** Of the calls of reports. */
    get url() {
      return url;
    },
    get db() {
      return database.current.db;
    },
    signInAgain: async () => {
      mapper = await api.signIn("mapper");
    },
    start,
    read,
    work,
    poke: () => reporters.forEach((one) => one.poke()),
    made,
  };
}
