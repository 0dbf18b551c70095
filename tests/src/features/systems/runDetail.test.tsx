// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import { Provider } from "effector-react";
import { afterEach, expect, it } from "vitest";
import { navigated } from "#events/actions/app.ts";
import { getRun, undoRun } from "#events/calls/systemRuns.ts";
import { getSystem } from "#events/calls/systems.ts";
import type { SystemRun } from "#events/entities/systemRun.ts";
import { View } from "#src/features/systems/ManageView.tsx";
import { RunSummary } from "#src/features/systems/RunDetail.tsx";
import { makeUser, uuid } from "../../support/fixtures.ts";
import { createTestApp } from "../../support/scope.ts";
import "#src/features/systems/models.ts";
import { BADGES } from "./support.ts";

afterEach(cleanup);

const RUN: SystemRun = {
  oid: uuid(1),
  resourceId: uuid(2),
  no: 1,
  kind: "full",
  status: "reading",
  progress: 0,
  scheduled: false,
  actor: "owner",
  createdAt: "2026-03-02T09:00:00.000Z",
  endedAt: null,
  complete: null,
  counts: null,
  people: null,
  gates: [],
  hash: null,
  problem: { code: "diskFull", step: null, detail: "" },
  decidedBy: null,
  decidedAt: null,
  undoes: null,
  undoable: false,
};

const show = (run: SystemRun) =>
  render(
    <Provider value={createTestApp().scope}>
      <RunSummary run={run} isHr={false} />
    </Provider>,
  );

it.each(["waiting", "reading", "applying"] as const)(
  "says that a run waits for disk space while it is %s, and what to do",
  (status) => {
    show({ ...RUN, status });
    expect(screen.getByText("Waiting for disk space")).toBeDefined();
    expect(
      screen.getByText(/free some space\. The work then continues automatically/),
    ).toBeDefined();
  },
);

it("says that a run has failed because the disk of the system's file was full", () => {
  show({ ...RUN, status: "failed", problem: { code: "diskFull", step: "read", detail: "ENOSPC" } });
  expect(screen.queryByText("Waiting for disk space")).toBeNull();
  expect(screen.getByText(/There is no space left on the server/)).toBeDefined();
});

/** The page of an applied import of people that can be undone. */
async function openApplied(change: Partial<SystemRun>) {
  const app = createTestApp();
  await app.signIn(makeUser());
  const ID = BADGES.resourceId;
  const path = `/resources/${ID}/manage?open=${RUN.oid}`;
  await app.record(navigated, { path, how: "push" });
  await app.open("systemManage", path, { resourceId: ID });
  const times = { lastRunAt: null, nextRunAt: null };
  await app.reply(getSystem, { ...BADGES, ...times, kind: "hr", inbound: true });
  await app.reply(getRun, {
    ...RUN,
    resourceId: ID,
    status: "done",
    problem: null,
    undoable: true,
    ...change,
  });
  render(
    <Provider value={app.scope}>
      <View />
    </Provider>,
  );
  return { app, undo: screen.getByRole("button", { name: "Undo" }) };
}

const ME = { id: makeUser().id, username: "owner" };

it.each<[string, Partial<SystemRun>, RegExp]>([
  ["started the import", { preparedBy: [ME] }, /because you started it/],
  [
    "approved its plan first",
    { preparedBy: [], firstApproval: { ...ME, at: RUN.createdAt } },
    /because you were the first to approve its plan/,
  ],
])(
  "Undo says why it does nothing where another person must undo what the user %s",
  async (_what, change, reason) => {
    const { app, undo } = await openApplied({ ...change, needsOtherPerson: true });
    expect(undo.getAttribute("aria-disabled")).toBe("true");
    const text = document.querySelector(`#${undo.getAttribute("aria-describedby")}`);
    expect(text?.textContent).toMatch(reason);
    fireEvent.click(undo);
    await app.settle();
    expect(screen.queryByRole("alertdialog")).toBeNull();
  },
);

it.each<[string, Partial<SystemRun>]>([
  ["another person started it", { preparedBy: [{ ...ME, id: uuid(9) }], needsOtherPerson: true }],
  ["Provision started it", { preparedBy: [], needsOtherPerson: true }],
  ["no second person is required", { preparedBy: [ME], needsOtherPerson: false }],
])("Undo undoes an import if %s", async (_why, change) => {
  const { app, undo } = await openApplied(change);
  expect(undo.getAttribute("aria-disabled")).toBeNull();
  expect(screen.queryByText(/Another person must undo/)).toBeNull();
  fireEvent.click(undo);
  await app.settle();
  const dialog = await screen.findByRole("alertdialog");
  fireEvent.click(within(dialog).getByRole("button", { name: "Undo" }));
  await app.settle();
  expect(app.waiting(undoRun)).toHaveLength(1);
});
