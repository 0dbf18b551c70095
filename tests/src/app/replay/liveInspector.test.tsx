// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { allSettled, type Scope } from "effector";
import { Provider } from "effector-react";
import { useLayoutEffect } from "react";
import { afterEach, beforeEach, expect, it } from "vitest";
import { chooseTheme } from "#src/app/model.ts";
import { LiveInspector } from "#src/app/replay/LiveInspector.tsx";
import { $log } from "#src/kernel/recorder.ts";
import { layOutRows, nextFrame } from "../../support/rowList.tsx";
import { createTestApp } from "../../support/scope.ts";

layOutRows();
afterEach(cleanup);

let scope: Scope;
beforeEach(() => {
  ({ scope } = createTestApp());
});

/** Records an event and waits until the inspector shows it. */
async function happen(theme: "dark" | "light"): Promise<void> {
  await allSettled(chooseTheme, { scope, params: { theme } });
  await seeAll();
}

async function seeAll(): Promise<void> {
  const { length } = scope.getState($log).entries;
  await waitFor(() =>
    expect(screen.getByRole("status").textContent).toMatch(new RegExp(`^${length} events?$`)),
  );
  nextFrame();
}

async function inspect(): Promise<void> {
  await allSettled(chooseTheme, { scope, params: { theme: "dark" } });
  render(
    <Provider value={scope}>
      <LiveInspector scope={scope} />
    </Provider>,
  );
  await seeAll();
}

const chosen = () =>
  screen.getByRole("region", { name: "Chosen event" }).querySelector("h2")?.textContent;
const follow = () => screen.getByRole<HTMLInputElement>("checkbox", { name: "Follow the newest" });

it("shows the newest event and follows", async () => {
  await inspect();
  expect(follow().checked).toBe(true);
  const before = chosen();
  await happen("light");
  expect(chosen()).not.toBe(before);
});

it("shows an event that was recorded while the inspector was mounting", async () => {
  function Early() {
    useLayoutEffect(() => {
      void allSettled(chooseTheme, { scope, params: { theme: "light" } });
    }, []);
    return null;
  }
  render(
    <Provider value={scope}>
      <LiveInspector scope={scope} />
      <Early />
    </Provider>,
  );
  await seeAll();
});

it("stays at a chosen event, even the newest, until it is told to follow", async () => {
  await inspect();
  const newest = screen.getAllByRole("row").at(-1);
  if (!newest) throw new Error("There is no event");
  fireEvent.mouseDown(newest);
  const before = chosen();
  await happen("light");
  expect(chosen()).toBe(before);
  expect(follow().checked).toBe(false);

  fireEvent.click(follow());
  const followed = chosen();
  expect(followed).not.toBe(before);
  await happen("dark");
  expect(chosen()).not.toBe(followed);

  fireEvent.mouseDown(newest);
  expect(chosen()).toBe(before);
  fireEvent.click(follow());
  fireEvent.click(follow());
  expect(follow().checked).toBe(false);
});
