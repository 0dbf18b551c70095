// @vitest-environment happy-dom
/** The decision about a preview, which the client's rules may leave to another person. */
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { Provider } from "effector-react";
import { afterEach, expect, it } from "vitest";
import { generateProvisionPreview, getLatestProvisionPreview } from "#events/calls/provisioning.ts";
import { getSystem } from "#events/calls/systems.ts";
import type { ProvisionPreview } from "#events/entities/provisioning.ts";
import "#src/features/systems/models.ts";
import { approval } from "#src/features/systems/previewModel.ts";
import { View } from "#src/features/systems/PreviewView.tsx";
import { makeUser, uuid } from "../../support/fixtures.ts";
import { createTestApp } from "../../support/scope.ts";
import { BADGES } from "./support.ts";

afterEach(cleanup);

const ID = BADGES.resourceId;
const OTHER = { id: uuid(98), username: "bob" };
const KIND = {
  kind: "create",
  count: 1,
  blocked: 0,
  leftOut: 0,
  applied: 0,
  open: 0,
  failed: 0,
  tasks: 0,
};
const REASON = "Another person must approve this preview";

async function open(
  prepared: "self" | "other" | "nobody",
  needsOtherPerson: boolean,
  differing: Partial<ProvisionPreview> = {},
) {
  const app = createTestApp();
  const user = makeUser();
  await app.signIn(user);
  await app.open("systemPreview", `/resources/${ID}/preview-and-approve`, { resourceId: ID });
  await app.reply(getSystem, { ...BADGES, authorizedAt: null });
  const preparer = prepared === "self" ? { id: user.id, username: user.username } : OTHER;
  await app.reply(getLatestProvisionPreview, {
    preview: {
      id: uuid(60),
      resourceId: ID,
      no: 1,
      status: "planned",
      createdAt: "2026-03-02T09:00:00.000Z",
      plannedAt: "2026-03-02T09:00:00.000Z",
      endedAt: null,
      actor: prepared === "nobody" ? "Provision" : preparer.username,
      preparedBy: prepared === "nobody" ? [] : [preparer],
      needsOtherPerson,
      approvedBy: null,
      approvedAt: null,
      gates: [],
      stale: false,
      problem: null,
      dueAt: null,
      cancelling: false,
      version: 1,
      resourcePreview: [KIND],
      previewCount: 1,
      previewObjects: [],
      totalCount: 1,
      ...differing,
    },
  });
  render(
    <Provider value={app.scope}>
      <View />
    </Provider>,
  );
  return app;
}

it("has nothing to decide if no account has to change", async () => {
  await open("nobody", true, { resourcePreview: [] });
  expect(screen.getByText("No changes")).toBeDefined();
  expect(screen.getByText("All accounts are as they should be")).toBeDefined();
  expect(screen.queryByText("Waits for your decision")).toBeNull();
  expect(screen.queryByText("This preview needs two people")).toBeNull();
  expect(screen.queryByRole("button", { name: /Approve|Reject/ })).toBeNull();
});

it("says that a preview of Provision needs two people", async () => {
  await open("nobody", true);
  expect(screen.getByText("This preview needs two people")).toBeDefined();
  const button = screen.getByRole("button", { name: "Approve" });
  expect(button.getAttribute("aria-disabled")).toBe("true");
});

it("says that another person must approve a preview, and why", async () => {
  const app = await open("self", true);
  expect(screen.getByText(REASON)).toBeDefined();
  const button = screen.getByRole("button", { name: "Approve" });
  expect(button.getAttribute("aria-disabled")).toBe("true");
  const reason = document.getElementById(button.getAttribute("aria-describedby") ?? "");
  expect(reason?.textContent).toContain(makeUser().username);
  fireEvent.click(button);
  expect(app.get(approval.$view).subject).toBeNull();
});

it.each([
  ["self", false],
  ["other", true],
] as const)(
  "offers the approval if %s prepared it and a second person is required: %s",
  async (prepared, needed) => {
    const app = await open(prepared, needed);
    expect(screen.queryByText(REASON)).toBeNull();
    const button = screen.getByRole("button", { name: "Approve" });
    expect(button.getAttribute("aria-disabled")).toBeNull();
    fireEvent.click(button);
    expect(app.get(approval.$view).subject).toMatchObject({ no: 1, version: 1 });
  },
);

it("says that an outdated preview cannot be approved, and offers a new one", async () => {
  const app = await open("nobody", false, { stale: true });
  expect(screen.queryByText("Waits for your decision")).toBeNull();
  expect(screen.getByText("Out of date")).toBeDefined();
  expect(screen.queryByRole("button", { name: "Approve" })).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "Generate a new preview" }));
  expect(app.waiting(generateProvisionPreview)).toHaveLength(1);
});

it("says what a preview leaves out as the one before, and what no longer occurs", async () => {
  await open("self", false, { keptExclusions: { kept: 1, dropped: 2 } });
  expect(screen.getByText("1 change is left out, as in the previous preview.")).toBeDefined();
  expect(
    screen.getByText(
      "2 changes that were left out no longer exist or are different now. Check what this preview includes.",
    ),
  ).toBeDefined();
});

it("says that a preview waits for disk space, and what to do", async () => {
  await open("self", false, { status: "applying", problem: { code: "diskFull", detail: "" } });
  expect(screen.getByText("Waiting for disk space")).toBeDefined();
  expect(screen.getByText(/free some space/)).toBeDefined();
  expect(screen.queryByText("What went wrong")).toBeNull();
});
