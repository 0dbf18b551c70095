/** Reports about access and policies, and their schedules. */
import type { FastifyInstance } from "fastify";
import * as calls from "#events/calls/reports.ts";
import { readList } from "../lists/list.ts";
import { pageInfo } from "../lists/paging.ts";
import { mountCall } from "../mount.ts";
import {
  cancelReport,
  createSchedule,
  deleteReport,
  deleteSchedule,
  startReport,
  updateSchedule,
} from "./commands.ts";
import { mountReportExports } from "./exports.ts";
import {
  findRecipients,
  findRun,
  listReports,
  listSchedules,
  loadReportDetail,
  loadSchedule,
  rowsOfKind,
} from "./queries.ts";

export function mountReports(app: FastifyInstance): void {
  mountCall(app, calls.listReports, async ({ query: { kind, ...paging } }, { client, db }) => {
    const { reports, page } = await listReports(db, { clientId: client.id, kind }, paging);
    return { status: 200, body: { _embedded: { reports }, page } };
  });

  mountCall(app, calls.startReport, async ({ body }, context) => ({
    status: 200,
    body: await startReport(context, body),
  }));

  mountCall(app, calls.getReport, async ({ params: { reportId } }, { client, db }) => ({
    status: 200,
    body: await loadReportDetail(db, client.id, reportId),
  }));

  mountCall(
    app,
    calls.listReportRows,
    async ({ params: { reportId }, query: { contains, ...paging } }, { client, db }) => {
      const { kind, runId, rowCount } = await findRun(db, client.id, reportId);
      if (runId === null) {
        const { size = 20, page: number = 0 } = paging;
        return {
          status: 200,
          body: { _embedded: { rows: [] }, page: pageInfo({ size, number }, 0) },
        };
      }
      const selection = { clientId: client.id, runId, rowCount, contains };
      const { items: rows, page } = await readList(db, rowsOfKind(kind), selection, paging);
      return { status: 200, body: { _embedded: { rows }, page } };
    },
  );

  mountCall(app, calls.cancelReport, async ({ params: { reportId } }, context) => ({
    status: 200,
    body: await cancelReport(context, reportId),
  }));

  mountCall(app, calls.deleteReport, async ({ params: { reportId } }, context) => {
    await deleteReport(context, reportId);
    return { status: 200, body: { id: reportId } };
  });

  mountCall(app, calls.listSchedules, async ({ query }, { client, db }) => {
    const { schedules, page } = await listSchedules(db, client.id, query);
    return { status: 200, body: { _embedded: { schedules }, page } };
  });

  mountCall(app, calls.createSchedule, async ({ body }, context) => ({
    status: 200,
    body: await createSchedule(context, body),
  }));

  mountCall(app, calls.getSchedule, async ({ params: { scheduleId } }, { client, db }) => ({
    status: 200,
    body: await loadSchedule(db, client.id, scheduleId),
  }));

  mountCall(app, calls.updateSchedule, async ({ params: { scheduleId }, body }, context) => ({
    status: 200,
    body: await updateSchedule(context, scheduleId, body),
  }));

  mountCall(app, calls.deleteSchedule, async ({ params: { scheduleId } }, context) => {
    await deleteSchedule(context, scheduleId);
    return { status: 200, body: { id: scheduleId } };
  });

  mountCall(app, calls.listRecipients, async (_input, { client, db }) => {
    const found = await findRecipients(db, client.id);
    const recipients = found.map(({ id, username }) => ({ id, username }));
    return { status: 200, body: { recipients } };
  });

  mountReportExports(app);
}
