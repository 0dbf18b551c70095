// @vitest-environment happy-dom
/** The screen of previews says when another preview has taken the place of the one that it shows. */
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { Provider } from "effector-react";
import { afterEach, expect, it } from "vitest";
import { minutePassed } from "#events/actions/app.ts";
import { objectOpened } from "#events/actions/provisioning.ts";
import { getLatestProvisionPreview } from "#events/calls/provisioning.ts";
import { getSystem } from "#events/calls/systems.ts";
import "#src/features/systems/models.ts";
import { View } from "#src/features/systems/PreviewView.tsx";
import { makeUser, uuid } from "../../support/fixtures.ts";
import { createTestApp } from "../../support/scope.ts";
import { BADGES } from "./support.ts";

afterEach(cleanup);

const ID = BADGES.resourceId;
const MINUTE = 60_000;
const NEWER = "A newer preview is available";

const previewOf = (no: number, change: object = {}) => ({
  preview: {
    id: uuid(60 + no),
    resourceId: ID,
    no,
    status: "planned",
    createdAt: "2026-03-02T09:00:00.000Z",
    plannedAt: "2026-03-02T09:00:00.000Z",
    endedAt: null,
    actor: "Provision",
    preparedBy: [],
    needsOtherPerson: false,
    approvedBy: null,
    approvedAt: null,
    gates: [],
    stale: false,
    problem: null,
    dueAt: null,
    cancelling: false,
    version: 1,
    resourcePreview: [],
    previewCount: 1,
    previewObjects: [],
    totalCount: 1,
    ...change,
  },
});

async function open(shown: object) {
  const app = createTestApp();
  await app.signIn(makeUser());
  await app.open("systemPreview", `/resources/${ID}/preview-and-approve`, { resourceId: ID });
  await app.reply(getSystem, { ...BADGES, authorizedAt: null });
  await app.reply(getLatestProvisionPreview, shown);
  const passMinute = async () => {
    app.pass(MINUTE);
    await app.record(minutePassed, {});
  };
  render(
    <Provider value={app.scope}>
      <View />
    </Provider>,
  );
  return { app, passMinute };
}

it("says so, keeps what is shown, and shows the latest when the user wants it", async () => {
  const { app, passMinute } = await open(previewOf(1));
  expect(app.waiting(getLatestProvisionPreview)).toEqual([]);
  await passMinute();
  await app.reply(getLatestProvisionPreview, previewOf(1));
  expect(screen.queryByText(NEWER)).toBeNull();
  await passMinute();
  await app.reply(getLatestProvisionPreview, previewOf(2));
  expect(await screen.findByText(NEWER)).toBeDefined();
  expect(screen.getByText("Preview 1")).toBeDefined();
  fireEvent.click(screen.getByRole("button", { name: "Show the latest" }));
  await app.settle();
  await app.reply(getLatestProvisionPreview, previewOf(2));
  expect(await screen.findByText("Preview 2")).toBeDefined();
  expect(screen.queryByText(NEWER)).toBeNull();
});

it("notices the first preview", async () => {
  const { app, passMinute } = await open({ preview: null });
  await passMinute();
  await app.reply(getLatestProvisionPreview, previewOf(1));
  expect(await screen.findByText(NEWER)).toBeDefined();
});

it("notices that the shown preview was decided about elsewhere", async () => {
  const { app, passMinute } = await open(previewOf(1));
  await passMinute();
  await app.reply(getLatestProvisionPreview, previewOf(1, { status: "rejected" }));
  expect(await screen.findByText("This preview has changed")).toBeDefined();
});

it("stops asking ten minutes after the last action, so that an idle session ends", async () => {
  const { app, passMinute } = await open(previewOf(1));
  const asked = async (minutes: number) => {
    let requests = 0;
    for (let minute = 0; minute < minutes; minute++) {
      await passMinute();
      if (app.waiting(getLatestProvisionPreview).length === 0) continue;
      requests += 1;
      await app.reply(getLatestProvisionPreview, previewOf(1));
    }
    return requests;
  };
  expect(await asked(30)).toBe(10);
  await app.record(objectOpened, { no: null });
  expect(await asked(30)).toBe(10);
});

it("asks nothing on other screens", async () => {
  const { app, passMinute } = await open(previewOf(1));
  await app.open("systemManage", `/resources/${ID}/manage`, { resourceId: ID });
  await passMinute();
  expect(app.waiting(getLatestProvisionPreview)).toEqual([]);
});
