// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { Provider } from "effector-react";
import { afterEach, beforeEach, expect, it } from "vitest";
import { loggedOut, stayed } from "#events/actions/keepAlive.ts";
import { logout, renewSession } from "#events/calls/session.ts";
import { KeepAlive } from "#src/features/keep-alive/index.ts";
import { LOOK, startClockApp, type ClockApp } from "./support.ts";

let app: ClockApp;
beforeEach(async () => {
  app = await startClockApp({ threshold: 90_000, length: 140_000 });
  render(
    <Provider value={app.scope}>
      <KeepAlive />
    </Provider>,
  );
});
afterEach(cleanup);

it('[SESS-1] [SESS-2] the modal says "Still there?" and counts down', async () => {
  expect(screen.queryByRole("alertdialog")).toBeNull();
  await app.elapse(LOOK);
  const modal = await screen.findByRole("alertdialog", { name: "Still there?" });
  expect(modal.textContent).toContain("You have been inactive for a while");
  expect(screen.getByRole("timer").textContent).toBe("1 minute");
  for (let ticks = 0; ticks < 31; ticks += 1) await app.elapse(LOOK);
  expect(screen.getByRole("timer").textContent).toBe("59 seconds");
});

it.each([
  ["a button", async () => screen.findByRole("button", { name: "I'm still here" })],
  [
    "a close control that means the same",
    async () => screen.findByRole("button", { name: "Close" }),
  ],
])('[SESS-3] has "I\'m still here": %s', async (_what, find) => {
  await app.elapse(LOOK);
  fireEvent.click(await find());
  expect(app.envelopes(stayed)).toHaveLength(1);
  expect(app.waiting(renewSession)).toHaveLength(1);
});

it('Escape means the same as "I\'m still here"', async () => {
  await app.elapse(LOOK);
  fireEvent.keyDown(await screen.findByRole("alertdialog"), { key: "Escape" });
  expect(app.envelopes(stayed)).toHaveLength(1);
});

it('[SESS-4] has a button "Log Out"', async () => {
  await app.elapse(LOOK);
  fireEvent.click(await screen.findByRole("button", { name: "Log Out" }));
  expect(app.envelopes(loggedOut)).toHaveLength(1);
  expect(app.waiting(logout)).toHaveLength(1);
});

it('"Log Out" shows its progress, and a failure with its reason and a retry', async () => {
  await app.elapse(LOOK);
  fireEvent.click(await screen.findByRole("button", { name: "Log Out" }));
  const busy = await screen.findByRole("button", { name: "Please wait..." });
  fireEvent.click(busy);
  fireEvent.click(screen.getByRole("button", { name: "I'm still here" }));
  expect(app.envelopes(stayed)).toHaveLength(0);
  await app.fail(logout, { status: null, code: "ENETWORK", message: "Failed to fetch" });
  expect((await screen.findByRole("alert")).textContent).toContain("Failed to fetch");
  fireEvent.click(screen.getByRole("button", { name: "Try again" }));
  expect(app.waiting(logout)).toHaveLength(1);
});
