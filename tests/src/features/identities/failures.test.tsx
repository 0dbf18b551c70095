// @vitest-environment happy-dom
/** The failed changes of a person, and of a system. */
import { cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import { Provider } from "effector-react";
import type { Static } from "typebox";
import { afterEach, expect, it } from "vitest";
import { listFailedChanges } from "#events/calls/identities.ts";
import { retryProvisionPreview } from "#events/calls/provisioning.ts";
import type { FailedPreview } from "#events/entities/failedChange.ts";
import { View } from "#src/features/identities/ChangesView.tsx";
import "#src/features/identities/models.ts";
import { makeUser, uuid } from "../../support/fixtures.ts";
import { createTestApp } from "../../support/scope.ts";

afterEach(cleanup);

type ReplyBody = Static<(typeof listFailedChanges)["schema"]["responses"][200]>;

const PERSON = uuid(2);
const FAILED: FailedPreview = {
  resourceId: uuid(50),
  resourceName: "Badges",
  previewId: uuid(60),
  no: 4,
  failedCount: 3,
  retryable: true,
  changes: [
    {
      no: 1,
      kind: "grant",
      account: "ann",
      gained: ["Vault"],
      lost: [],
      open: false,
      problem: { code: "entitlementMissing", detail: "Vault" },
    },
  ],
};

async function open(...previews: readonly FailedPreview[]) {
  return openWith({ previews: [...previews] });
}

async function openWith(body: ReplyBody) {
  const app = createTestApp();
  await app.signIn(makeUser());
  const path = `/identities/report/${PERSON}/changes`;
  await app.open("identityChanges", path, { userOid: PERSON });
  await app.reply(listFailedChanges, body);
  render(
    <Provider value={app.scope}>
      <View />
    </Provider>,
  );
  return app;
}
const panel = () => within(screen.getByRole("region", { name: "Failed changes" }));

it("names what failed, the reason and the preview, and has all failed changes written again", async () => {
  const app = await open(FAILED);
  expect(panel().getByText("Grant access: ann")).toBeDefined();
  expect(panel().getByText("Gains: Vault")).toBeDefined();
  expect(panel().getByText(/^The system has no such entitlement\./)).toBeDefined();
  const link = panel().getByRole("link", { name: "Preview 4 of Badges" });
  expect(link.getAttribute("href")).toBe(`/resources/${uuid(50)}/preview-and-approve`);
  fireEvent.click(panel().getByRole("button", { name: "Retry 3 failed changes of Badges" }));
  expect(app.waiting(retryProvisionPreview)[0]?.input.params).toEqual({
    clientId: makeUser().clients[0]?.id,
    resourceId: uuid(50),
    previewId: uuid(60),
  });
});

it("offers no retry to users who cannot retry", async () => {
  await open({ ...FAILED, retryable: false });
  expect(panel().getByText("Grant access: ann")).toBeDefined();
  expect(panel().queryByRole("button")).toBeNull();
});

it("asks again while changes are being written", async () => {
  const [change] = FAILED.changes;
  if (!change) throw new Error("There is a change");
  const app = await open({ ...FAILED, retryable: false, changes: [{ ...change, open: true }] });
  expect(panel().getByText("Being written")).toBeDefined();
  expect(app.waiting(listFailedChanges)).toHaveLength(0);
  await app.elapse("poll:identities/failedChangesPolled:");
  expect(app.waiting(listFailedChanges)).toHaveLength(1);
});

it("marks the pressed retry as busy, and no other", async () => {
  const other = { ...FAILED, resourceId: uuid(51), resourceName: "Doors", previewId: uuid(61) };
  const app = await open(FAILED, other);
  const [badges, doors] = panel().getAllByRole("button");
  if (!badges || !doors) throw new Error("There are two buttons");
  const busy = () => [badges, doors].map((button) => button.getAttribute("aria-busy"));
  fireEvent.click(badges);
  expect(busy()).toEqual(["true", null]);
  fireEvent.click(doors);
  expect(busy()).toEqual(["true", "true"]);
  await app.fail(retryProvisionPreview);
  expect(busy()).toEqual([null, "true"]);
});

it("names the values that a system stored instead of those that were sent", async () => {
  await openWith({
    previews: [],
    replaced: [
      {
        resourceId: uuid(50),
        resourceName: "Badges",
        account: "ann",
        attribute: "title",
        sent: ["Senior engineer"],
        stored: ["Senior en"],
      },
    ],
  });
  expect(panel().getByText("Badges: title of ann")).toBeDefined();
  expect(panel().getByText("The system stored a different value: Senior en")).toBeDefined();
  expect(panel().getByText("Provision sent: Senior engineer")).toBeDefined();
  expect(panel().queryByText("No approved change has failed.")).toBeNull();
});
