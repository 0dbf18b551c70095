// @vitest-environment happy-dom
import { act, cleanup, render, screen } from "@testing-library/react";
import { Provider } from "effector-react";
import { afterEach, expect, it, vi } from "vitest";
import { LazyPalette } from "#src/app/palette/LazyPalette.tsx";
import { $search, togglePalette } from "#src/app/palette/model.ts";
import { makeUser } from "../../support/fixtures.ts";
import { createTestApp } from "../../support/scope.ts";
import { notificationsOf } from "../../support/told.ts";
import { eventually } from "../../../support/eventually.ts";

const drawn = vi.hoisted(() => vi.fn<() => string>());
vi.mock("#src/app/palette/Palette.tsx", () => ({ Palette: () => drawn() }));

afterEach(cleanup);

it("that crashes keeps the screen, reports the error, and works when reopened", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  const app = createTestApp();
  await app.signIn(makeUser());
  render(
    <Provider value={app.scope}>
      <p>The screen</p>
      <LazyPalette />
    </Provider>,
  );
  drawn.mockImplementation(() => {
    throw new Error("Failed to fetch dynamically imported module");
  });
  await act(() => app.act(togglePalette, { open: true }));
  await eventually(() => expect(app.get($search).isOpen).toBe(false));
  expect(app.log.map(({ type }) => type)).toContain("palette/failed");
  expect(screen.getByText("The screen")).toBeDefined();
  expect(notificationsOf(app).map(({ message, type }) => ({ message, type }))).toEqual([
    {
      type: "error",
      message: "The search could not be opened. Save your work, and load the page again.",
    },
  ]);

  drawn.mockReturnValue("The palette");
  await act(() => app.act(togglePalette, { open: true }));
  expect(await screen.findByText("The palette")).toBeDefined();
  expect(app.get($search).isOpen).toBe(true);
});
