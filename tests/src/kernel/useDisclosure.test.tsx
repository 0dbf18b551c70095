// @vitest-environment happy-dom
/** A disclosure closes with the widget that shows it. */
import { act, cleanup, render } from "@testing-library/react";
import { Provider } from "effector-react";
import { StrictMode, type ReactNode } from "react";
import { afterEach, expect, it } from "vitest";
import { partToggled } from "#events/actions/parts.ts";
import { createReplayScope } from "#src/app/replay/replayScope.ts";
import { $parts, searchPart, togglePart } from "#src/kernel/disclosures.ts";
import { useDisclosure } from "#src/kernel/useDisclosure.ts";
import { createTestApp, type TestApp } from "../support/scope.ts";

afterEach(cleanup);

function Widget({ part, openAtFirst }: { readonly part: string; readonly openAtFirst?: boolean }) {
  return <p>{useDisclosure(part, openAtFirst).open ? "open" : "closed"}</p>;
}

function draw(app: Pick<TestApp, "scope">, widget: ReactNode) {
  const shown = render(<Provider value={app.scope}>{widget}</Provider>, {
    wrapper: StrictMode,
  });
  return {
    text: () => shown.container.textContent,
    put: async (other: ReactNode) =>
      act(async () => shown.rerender(<Provider value={app.scope}>{other}</Provider>)),
  };
}

const toggles = (app: TestApp) => app.envelopes(partToggled).map(({ payload }) => payload);

it("a widget that unmounts while open mounts closed, and its closing is recorded", async () => {
  const app = createTestApp();
  await app.open("users", "/users");
  const page = draw(app, <Widget part="users/menu" />);
  await act(async () => app.act(togglePart, { part: "users/menu", open: true }));
  expect(page.text()).toBe("open");
  await page.put(null);
  expect(toggles(app)).toEqual([
    { part: "users/menu", open: true },
    { part: "users/menu", open: false },
  ]);
  await page.put(<Widget part="users/menu" />);
  expect(page.text()).toBe("closed");
});

it("a closed widget and one whose screen is gone record no closing", async () => {
  const app = createTestApp();
  await app.open("users", "/users");
  const page = draw(app, <Widget part="users/menu" />);
  await page.put(null);
  await page.put(<Widget part="users/menu" />);
  await act(async () => app.act(searchPart, { part: "users/menu", text: "a" }));
  await act(async () => app.open("user", "/users/1"));
  await page.put(null);
  expect(toggles(app)).toEqual([]);
});

it("strict mode's second mount leaves an open disclosure open", async () => {
  const app = createTestApp();
  await app.act(togglePart, { part: "users/menu", open: true });
  const page = draw(app, <Widget part="users/menu" />);
  await app.settle();
  expect(page.text()).toBe("open");
  expect(toggles(app)).toHaveLength(1);
});

it("a widget that changes its disclosure closes the previous one", async () => {
  const app = createTestApp();
  await app.act(togglePart, { part: "users/a", open: true });
  const page = draw(app, <Widget part="users/a" />);
  await page.put(<Widget part="users/b" />);
  expect(toggles(app).at(-1)).toEqual({ part: "users/a", open: false });
});

it("an initially open notice keeps the state that the user chose", async () => {
  const app = createTestApp();
  await app.act(togglePart, { part: "users/notice", open: true });
  const page = draw(app, <Widget part="users/notice" openAtFirst />);
  await page.put(null);
  expect(toggles(app)).toHaveLength(1);
});

it("unmounting closes nothing in a replay", async () => {
  const app = createTestApp();
  await app.act(togglePart, { part: "users/menu", open: true });
  const { scope, step } = createReplayScope({
    code: { screens: new Map(), clock: { KeepAlive: () => null } },
    showDocument: () => {},
    ask: () => Promise.reject(new Error("No report")),
  });
  const page = draw({ scope }, <Widget part="users/menu" />);
  await act(async () => app.log.forEach(step));
  expect(page.text()).toBe("open");
  await page.put(null);
  expect(scope.getState($parts).touched).toEqual({ "users/menu": { open: true, text: "" } });
});
