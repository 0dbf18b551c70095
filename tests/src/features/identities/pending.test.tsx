// @vitest-environment happy-dom
/** What the panel of pending changes says of systems without a current preview. */
import { cleanup, render, screen, within } from "@testing-library/react";
import { Provider } from "effector-react";
import type { Static } from "typebox";
import { afterEach, expect, it } from "vitest";
import { listPendingChanges } from "#events/calls/identities.ts";
import { View } from "#src/features/identities/ChangesView.tsx";
import "#src/features/identities/models.ts";
import { makeUser, uuid } from "../../support/fixtures.ts";
import { createTestApp } from "../../support/scope.ts";

afterEach(cleanup);

type ReplyBody = Static<(typeof listPendingChanges)["schema"]["responses"][200]>;

const PERSON = uuid(2);
const BADGES = { resourceId: uuid(50), resourceName: "Badges" };

async function open(body: ReplyBody) {
  const app = createTestApp();
  await app.signIn(makeUser());
  const path = `/identities/report/${PERSON}/changes`;
  await app.open("identityChanges", path, { userOid: PERSON });
  await app.reply(listPendingChanges, body);
  render(
    <Provider value={app.scope}>
      <View />
    </Provider>,
  );
}
const panel = () => within(screen.getByRole("region", { name: "Pending" }));

it("says that nothing is planned if every system was compared", async () => {
  await open({ pending: [], notCompared: [] });
  expect(panel().getByText("Nothing is planned for this person.")).toBeDefined();
  expect(panel().queryByRole("list")).toBeNull();
});

it("names a system that was not compared since something changed, and links to its preview", async () => {
  const comparedAt = "2026-03-01T09:00:00.000Z";
  await open({ pending: [], notCompared: [{ ...BADGES, state: "outdated", comparedAt }] });
  expect(panel().queryByText("Nothing is planned for this person.")).toBeNull();
  const list = within(panel().getByRole("list", { name: "Systems without a current preview" }));
  expect(list.getByText(/^Provision has not compared Badges since people, policies/)).toBeDefined();
  expect(list.getByText(/^Last compared/)).toBeDefined();
  const link = list.getByRole("link", { name: "Preview of Badges" });
  expect(link.getAttribute("href")).toBe(`/resources/${BADGES.resourceId}/preview-and-approve`);
});

it.each([
  ["never", "Provision has not compared Badges yet."],
  ["running", "Provision is comparing Badges."],
] as const)("says of a system whose comparison is %s: %s", async (state, text) => {
  await open({ pending: [], notCompared: [{ ...BADGES, state, comparedAt: null }] });
  expect(panel().getByText(text)).toBeDefined();
  expect(panel().queryByText(/^Last compared/)).toBeNull();
});
