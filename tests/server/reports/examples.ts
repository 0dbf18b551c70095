/** Inputs of reports: which kind has which scope is a rule that a schema cannot express. */
import * as calls from "#events/calls/reports.ts";
import { fillEndpoint } from "#events/kernel/call.ts";
import { publishReport, saveRows, takeReport } from "#server/reports/leases.ts";
import { example, type Example, type Place } from "../calls/inputs.ts";

let requests = 0;

/** Of a period of its own, because a pending report of the same scope is not requested again. */
function newScope() {
  requests += 1;
  const day = new Date(requests * 86_400_000).toISOString().slice(0, 10);
  return {
    kind: "policyChanges" as const,
    orgOid: null,
    resourceId: null,
    from: day,
    until: day,
  };
}

async function requested({ browser, clientId }: Place): Promise<string> {
  const reply = await browser.post(
    fillEndpoint(calls.startReport.endpoint, { clientId }),
    newScope(),
  );
  return reply.json().id;
}

const ofReport = async (place: Place) => ({
  params: { clientId: place.clientId, reportId: await requested(place) },
});

/** Its rows are also a file, which only a ready report has. */
const ofReadyReport = async (place: Place) => {
  const found = await ofReport(place);
  const { db } = place.api.app.services;
  const worker = "example";
  for (let job; (job = await takeReport(db, worker, place.api.clock.now)) !== null;) {
    await saveRows(db, job, 1, [{ cells: ["a change", 1] }]);
    const outcome = { at: place.api.clock.now, rowCount: 1, chart: { bars: [], more: 0 } };
    await publishReport(db, job, worker, outcome);
  }
  return found;
};

const SCHEDULE = {
  kind: "outsidePolicy" as const,
  orgOid: null,
  resourceId: null,
  every: "weekly" as const,
  recipients: [],
};

async function ofSchedule({ browser, clientId }: Place) {
  const url = fillEndpoint(calls.createSchedule.endpoint, { clientId });
  const { id } = (await browser.post(url, SCHEDULE)).json();
  return { params: { clientId, scheduleId: id } };
}

export const examples: readonly Example[] = [
  example(calls.startReport, () => ({ body: newScope() })),
  example(calls.getReport, ofReport),
  example(calls.listReportRows, ofReadyReport),
  example(calls.cancelReport, ofReport),
  example(calls.deleteReport, ofReport),
  example(calls.createSchedule, () => ({ body: SCHEDULE })),
  example(calls.getSchedule, ofSchedule),
  example(calls.updateSchedule, async (place) => ({
    ...(await ofSchedule(place)),
    body: { ...SCHEDULE, every: "daily" as const, version: 1 },
  })),
  example(calls.deleteSchedule, ofSchedule),
];
