// @vitest-environment happy-dom
/** The preview of an HR system: the people whom its next import changes, and the decision about it. */
import { cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import { Provider } from "effector-react";
import { afterEach, expect, it } from "vitest";
import { approveRun, listPlannedPeople, listRuns, startRun } from "#events/calls/systemRuns.ts";
import { getSystem } from "#events/calls/systems.ts";
import type { PlannedPerson, SystemRun } from "#events/entities/systemRun.ts";
import "#src/features/systems/models.ts";
import { View } from "#src/features/systems/PreviewView.tsx";
import { halList, makeUser, uuid } from "../../support/fixtures.ts";
import { createTestApp } from "../../support/scope.ts";
import { notificationsOf } from "../../support/told.ts";
import { BADGES } from "./support.ts";

afterEach(cleanup);

const ID = BADGES.resourceId;
const RUN = uuid(51);
const PEOPLE: readonly PlannedPerson[] = [
  {
    no: 1,
    kind: "moved",
    externalId: "P2",
    name: "Bob",
    before: { department: "Sales", "extension/desk": "4" },
    after: { department: "IT" },
  },
];

const makeRun = (changes: Partial<SystemRun> = {}): SystemRun => ({
  oid: RUN,
  resourceId: ID,
  no: 3,
  kind: "full",
  status: "planned",
  progress: 0,
  scheduled: false,
  actor: "admin",
  createdAt: "2026-03-02T08:00:00.000Z",
  endedAt: null,
  complete: true,
  counts: {
    read: 2,
    unchanged: 1,
    added: 0,
    changed: 1,
    renamed: 0,
    gone: 0,
    returned: 0,
    removed: 0,
    orphaned: 0,
    leaving: 0,
  },
  people: 1,
  plannedPeople: { joined: 0, moved: 1, changed: 0, left: 0, returned: 0 },
  gates: [],
  hash: "h",
  problem: null,
  decidedBy: null,
  decidedAt: null,
  undoes: null,
  undoable: false,
  ...changes,
});

async function open(runs: readonly SystemRun[]) {
  const app = createTestApp();
  await app.signIn(makeUser());
  await app.open("systemPreview", `/resources/${ID}/preview-and-approve`, { resourceId: ID });
  await app.reply(getSystem, { ...BADGES, name: "Payroll", kind: "hr", authorizedAt: null });
  await app.reply(listRuns, halList("runs", runs));
  render(
    <Provider value={app.scope}>
      <View />
    </Provider>,
  );
  return app;
}

it("[ROUTE-83] [MAP-2] shows the people whom the waiting plan changes, and applies exactly that plan", async () => {
  const app = await open([makeRun()]);
  expect(app.waiting(listPlannedPeople)[0]?.input.params).toMatchObject({ oid: RUN });
  await app.reply(listPlannedPeople, halList("people", PEOPLE));
  const counts = screen.getByText("Moves", { selector: "dt" }).parentElement;
  expect(counts?.textContent).toBe("Moves1");
  expect(screen.getByText("The plan waits for your decision")).toBeDefined();
  fireEvent.click(screen.getByRole("button", { name: "Apply this plan" }));
  await app.settle();
  const dialog = await screen.findByRole("alertdialog");
  fireEvent.click(within(dialog).getByRole("button", { name: "Apply this plan" }));
  await app.settle();
  expect(app.waiting(approveRun)[0]?.input).toMatchObject({
    params: { oid: RUN },
    body: { hash: "h" },
  });
});

it("a plan that needs another person says why the user cannot apply it, and who started it", async () => {
  const starter = { id: makeUser().id, username: "admin" };
  const app = await open([makeRun({ needsOtherPerson: true, preparedBy: [starter] })]);
  expect(screen.getByText("Another person must apply this plan")).toBeDefined();
  expect(screen.getByText(/because you started the import/)).toBeDefined();
  expect(screen.queryByText("The plan waits for your decision")).toBeNull();
  expect(screen.getByText(/Started by admin/)).toBeDefined();
  fireEvent.click(screen.getByRole("button", { name: "Apply this plan" }));
  await app.settle();
  expect(screen.queryByRole("alertdialog")).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "Reject" }));
  await app.settle();
  expect(await screen.findByRole("alertdialog")).toBeDefined();
});

it("a plan that another person started waits for the user's decision", async () => {
  const starter = { id: uuid(77), username: "bob" };
  await open([makeRun({ actor: "bob", needsOtherPerson: true, preparedBy: [starter] })]);
  expect(screen.queryByText("Another person must apply this plan")).toBeNull();
  expect(screen.getByText("The plan waits for your decision")).toBeDefined();
  expect(screen.getByText(/Scheduled imports and new versions of the file wait/)).toBeDefined();
  expect(screen.getByText(/Started by bob/)).toBeDefined();
});

const OF_PROVISION: Partial<SystemRun> = {
  actor: "Schedule",
  scheduled: true,
  gates: ["manyGone"],
  needsOtherPerson: true,
  preparedBy: [],
};

it("the first of two people approves a plan that Provision made, and sees that another person must do so too", async () => {
  const app = await open([makeRun(OF_PROVISION)]);
  expect(screen.getByText("Two people must approve this plan")).toBeDefined();
  expect(screen.getByText("Why this plan waits for a decision")).toBeDefined();
  expect(screen.queryByText("This plan waits for your decision")).toBeNull();
  expect(screen.queryByText(/Started by/)).toBeNull();
  expect(screen.queryByRole("button", { name: "Apply this plan" })).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "Approve this plan" }));
  await app.settle();
  const dialog = await screen.findByRole("alertdialog");
  expect(dialog.textContent).toContain("Nothing is changed until a second person has approved");
  fireEvent.click(within(dialog).getByRole("button", { name: "Approve this plan" }));
  await app.settle();
  expect(app.waiting(approveRun)[0]?.input.body).toEqual({ hash: "h" });
  const firstApproval = { id: makeUser().id, username: "admin", at: "2026-03-02T09:00:00.000Z" };
  const approved = makeRun({ ...OF_PROVISION, firstApproval });
  await app.reply(approveRun, approved);
  expect(notificationsOf(app).map(({ message }) => message)).toEqual([
    "You approved the plan of import 3. It is applied when another person approves it as well.",
  ]);
  await app.reply(listRuns, halList("runs", [approved]));
  expect(screen.getByText("Another person must approve this plan as well")).toBeDefined();
  expect(screen.getByText(/admin approved the plan/)).toBeDefined();
  const apply = screen.getByRole("button", { name: "Apply this plan" });
  expect(apply.getAttribute("aria-disabled")).toBe("true");
  const reason = document.querySelector(`#${apply.getAttribute("aria-describedby")}`);
  expect(reason?.textContent).toContain("You have approved this plan already.");
  fireEvent.click(apply);
  await app.settle();
  expect(app.waiting(approveRun)).toEqual([]);
  expect(screen.getByRole("button", { name: "Reject" }).getAttribute("aria-disabled")).toBeNull();
});

it("the second of two people sees who approved the plan, and applies it", async () => {
  const firstApproval = { id: uuid(77), username: "bob", at: "2026-03-02T09:00:00.000Z" };
  const app = await open([makeRun({ ...OF_PROVISION, firstApproval })]);
  expect(screen.getByText("bob has approved this plan")).toBeDefined();
  expect(screen.getByText("This plan waits for your decision")).toBeDefined();
  fireEvent.click(screen.getByRole("button", { name: "Apply this plan" }));
  await app.settle();
  const dialog = await screen.findByRole("alertdialog");
  fireEvent.click(within(dialog).getByRole("button", { name: "Apply this plan" }));
  await app.settle();
  await app.reply(approveRun, makeRun({ ...OF_PROVISION, firstApproval, status: "applying" }));
  expect(notificationsOf(app).map(({ message }) => message)).toEqual([
    "The plan of import 3 is being applied",
  ]);
});

it("[MAP-25] generates a preview whose plan waits, and watches it", async () => {
  const app = await open([]);
  expect(screen.getByText("No preview yet")).toBeDefined();
  fireEvent.click(screen.getByRole("button", { name: "Generate preview" }));
  await app.settle();
  expect(app.waiting(startRun)[0]?.input.body).toEqual({ kind: "full", waits: true });
  const reading = makeRun({ status: "reading", counts: null });
  const { plannedPeople: _none, ...started } = reading;
  await app.reply(startRun, { importTaskOid: RUN, run: started }, { status: 202 });
  // The screen stays.
  expect(app.history).toEqual([]);
  await app.reply(listRuns, halList("runs", [started]));
  expect(app.waiting(listPlannedPeople)).toEqual([]);
  await app.elapse("poll:systems/hrPreviewPolled:");
  await app.reply(listRuns, halList("runs", [makeRun()]));
  expect(app.waiting(listPlannedPeople)).toHaveLength(1);
});

it("says that the people of a run without a list are not listed", async () => {
  const { plannedPeople: _none, ...done } = makeRun({ status: "done", hash: null });
  await open([done]);
  expect(screen.getByText(/The people of this import are not listed/)).toBeDefined();
  expect(screen.queryByRole("button", { name: "Apply this plan" })).toBeNull();
});

it.each<[string, Partial<SystemRun>, boolean]>([
  ["applied within its gates", { status: "done" }, true],
  ["that waited at a gate and was cancelled", { status: "cancelled", gates: ["manyGone"] }, false],
  ["that waited and was replaced", { status: "cancelled" }, false],
  ["that waited and was applied", { status: "done", decidedBy: "admin" }, false],
])("says whether a plan %s lists only some of its people", async (_plan, change, isCut) => {
  const plannedPeople = { joined: 0, moved: 10_001, changed: 0, left: 0, returned: 0 };
  await open([makeRun({ ...change, plannedPeople })]);
  const cut = screen.queryAllByText("Only the first 10,000 people are listed.");
  expect(cut).toHaveLength(isCut ? 1 : 0);
});
