// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { Provider } from "effector-react";
import { afterEach, expect, it, vi } from "vitest";
import {
  getSchedule,
  listRecipients,
  listSchedules,
  updateSchedule,
} from "#events/calls/reports.ts";
import type { ReportSchedule, ReportScheduleDetail } from "#events/entities/report.ts";
import { message } from "#events/messages/message.ts";
import { SchedulesPanel } from "#src/features/reports/SchedulesPanel.tsx";
import "#src/features/reports/models.ts";
import { halList, makeUser, uuid } from "../../support/fixtures.ts";
import { createTestApp } from "../../support/scope.ts";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const SCHEDULE: ReportSchedule = {
  id: uuid(1),
  kind: "outsidePolicy",
  orgOid: null,
  orgName: null,
  resourceId: null,
  resourceName: null,
  entitlementName: null,
  every: "weekly",
  author: "owner",
  nextAt: "2026-03-09T04:00:00.000Z",
  recipients: ["ann"],
};
const DETAIL: ReportScheduleDetail = {
  ...SCHEDULE,
  roleOid: null,
  recipientIds: [uuid(2)],
  version: 3,
};

it("[IDN-2] a schedule is edited, and a conflict shows what was saved elsewhere", async () => {
  const app = createTestApp();
  await app.signIn(makeUser());
  await app.open("reports", "/reports");
  render(
    <Provider value={app.scope}>
      <SchedulesPanel />
    </Provider>,
  );
  await act(() => app.reply(listSchedules, halList("schedules", [SCHEDULE])));
  const click = async (name: string) => {
    fireEvent.click(screen.getByRole("button", { name }));
    await act(() => app.settle());
  };
  await click("Edit the schedule of Access outside policy");
  await act(() => app.reply(getSchedule, DETAIL));
  await act(() => app.reply(listRecipients, { recipients: [{ id: uuid(2), username: "ann" }] }));
  const every = screen.getByLabelText<HTMLSelectElement>(/^How often/);
  expect(every.value).toBe("weekly");
  fireEvent.change(every, { target: { value: "daily" } });
  await click("Save schedule");
  expect(app.waiting(updateSchedule)[0]?.input).toMatchObject({
    params: { scheduleId: SCHEDULE.id },
    body: { kind: "outsidePolicy", every: "daily", recipients: [uuid(2)], version: 3 },
  });
  const reason = message("schedules.changedElsewhere");
  await act(() => app.fail(updateSchedule, { status: 409, code: "ECONFLICT", reason }));
  await act(() => app.reply(getSchedule, { ...DETAIL, recipientIds: [], version: 4 }));
  expect(screen.getByRole("alert").textContent).toContain(
    "This was changed elsewhere in the meantime",
  );
  await click("Save schedule");
  expect(app.waiting(updateSchedule)[0]?.input.body).toMatchObject({
    every: "daily",
    recipients: [],
    version: 4,
  });
  await act(() => app.reply(updateSchedule, { ...DETAIL, every: "daily", version: 5 }));
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(app.waiting(listSchedules)).toHaveLength(1);
});

it("[IDN-2] a phone says below a schedule how often it runs", async () => {
  const media = { matches: false, addEventListener: () => {}, removeEventListener: () => {} };
  vi.stubGlobal("matchMedia", () => media);
  const app = createTestApp();
  await app.signIn(makeUser());
  await app.open("reports", "/reports");
  render(
    <Provider value={app.scope}>
      <SchedulesPanel />
    </Provider>,
  );
  await act(() => app.reply(listSchedules, halList("schedules", [SCHEDULE])));
  const row = screen.getAllByRole("row").at(-1);
  expect(row?.textContent).toContain("Access outside policyWeekly, on Monday · All orgs");
});
