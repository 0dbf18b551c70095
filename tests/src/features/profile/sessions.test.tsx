// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import { Provider } from "effector-react";
import { afterEach, expect, it } from "vitest";
import {
  endOneSession,
  endOtherSessions,
  listSessions,
  type OwnSession,
} from "#events/calls/sessions.ts";
import { Sessions } from "#src/features/profile/Sessions.tsx";
import { makeUser } from "../../support/fixtures.ts";
import { createTestApp, type TestApp } from "../../support/scope.ts";
import { notificationsOf } from "../../support/told.ts";

afterEach(cleanup);

const HERE: OwnSession = {
  id: "11111111-1111-4111-8111-111111111111",
  browser: "Firefox",
  system: "Linux",
  address: "192.0.2.1",
  createdAt: "2026-01-05T08:00:00.000Z",
  lastSeenAt: "2026-01-05T08:00:00.000Z",
  current: true,
};
const ELSEWHERE: OwnSession = {
  ...HERE,
  id: "22222222-2222-4222-8222-222222222222",
  browser: null,
  system: null,
  address: "192.0.2.2",
  current: false,
};
const listed = (...sessions: readonly OwnSession[]) => ({ _embedded: { sessions } });

async function open(): Promise<TestApp> {
  const app = createTestApp();
  await app.signIn(makeUser());
  await app.open("profile", "/profile");
  render(
    <Provider value={app.scope}>
      <Sessions />
    </Provider>,
  );
  return app;
}
const press = async (app: TestApp, name: string) => {
  fireEvent.click(screen.getByRole("button", { name }));
  await app.settle();
};
const notified = (app: TestApp) => notificationsOf(app).map(({ message }) => message);

it("lists the user's sessions, marks this one, and ends another", async () => {
  const app = await open();
  await app.reply(listSessions, listed(HERE, ELSEWHERE));
  const [here, elsewhere] = screen.getAllByRole("listitem");
  if (!here || !elsewhere) throw new Error("Two sessions are listed");
  expect(here.textContent).toContain("Firefox on Linux");
  expect(here.textContent).toContain("This session");
  expect(within(here).queryByRole("button")).toBeNull();
  expect(elsewhere.textContent).toContain("Unknown device");
  expect(elsewhere.textContent).toContain("192.0.2.2");

  await press(app, "Sign out Unknown device");
  expect(app.waiting(endOneSession)[0]?.input.params).toEqual({ sessionId: ELSEWHERE.id });
  await app.reply(endOneSession, {});
  expect(notified(app)).toEqual(["That session was ended."]);
  await app.reply(listSessions, listed(HERE));
  expect(screen.getAllByRole("listitem")).toHaveLength(1);
  await press(app, "Sign out everywhere else");
  expect(screen.queryByRole("alertdialog")).toBeNull();
});

it("asks before all others end, and stays signed in", async () => {
  const app = await open();
  await app.reply(listSessions, listed(HERE, ELSEWHERE));
  await press(app, "Sign out everywhere else");
  const question = screen.getByRole("alertdialog");
  expect(question.textContent).toContain("You stay signed in here");
  expect(app.waiting(endOtherSessions)).toEqual([]);
  fireEvent.click(within(question).getByRole("button", { name: "Sign out everywhere else" }));
  await app.settle();
  await app.reply(endOtherSessions, { ended: 1 });
  expect(notified(app)).toEqual(["1 other session was ended."]);
  expect(app.waiting(listSessions)).toHaveLength(1);
});

it("reports a list that could not be loaded, and loads it again", async () => {
  const app = await open();
  await app.fail(listSessions, { status: 500, code: "EINTERNAL", message: "Something went wrong" });
  expect(screen.getByText(/could not be loaded/).textContent).toContain("Something went wrong");
  await press(app, "Try again");
  await app.reply(listSessions, listed(HERE));
  expect(screen.getAllByRole("listitem")).toHaveLength(1);
});

it("reports a session that had already ended, and shows the remaining ones", async () => {
  const app = await open();
  await app.reply(listSessions, listed(HERE, ELSEWHERE));
  await press(app, "Sign out Unknown device");
  await app.fail(endOneSession, { status: 404, code: "ENOTFOUND", message: "Session not found" });
  expect(notified(app)).toEqual(["That session had ended already."]);
  expect(app.waiting(listSessions)).toHaveLength(1);
});

it("shows in the dialog that ending all failed", async () => {
  const app = await open();
  await app.reply(listSessions, listed(HERE, ELSEWHERE));
  await press(app, "Sign out everywhere else");
  fireEvent.click(
    within(screen.getByRole("alertdialog")).getByRole("button", {
      name: "Sign out everywhere else",
    }),
  );
  await app.settle();
  await app.fail(endOtherSessions, { status: 500, code: "EINTERNAL", message: "Nothing done" });
  expect(screen.getByRole("alertdialog").textContent).toContain("Nothing done");
});
