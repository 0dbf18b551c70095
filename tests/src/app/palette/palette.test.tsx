// @vitest-environment happy-dom
/** The palette, used by typing. */
import { act, cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { Provider } from "effector-react";
import { afterEach, beforeEach, expect, it } from "vitest";
import { paletteChosen } from "#events/actions/palette.ts";
import { findNames } from "#events/calls/names.ts";
import type { FoundName } from "#events/entities/foundName.ts";
import { $shortcutsOpen, $theme } from "#src/app/model.ts";
import { Palette } from "#src/app/palette/Palette.tsx";
import { $search, togglePalette } from "#src/app/palette/model.ts";
import { Shortcuts } from "#src/app/Shortcuts.tsx";
import { navigateTo } from "#src/kernel/navigation.ts";
import { makeUser, uuid } from "../../support/fixtures.ts";
import { createTestApp, type TestApp } from "../../support/scope.ts";

afterEach(cleanup);

const org = (n: number, name: string): FoundName => ({
  kind: "org",
  id: uuid(n),
  name,
  detail: "departments",
});

let app: TestApp;
beforeEach(async () => {
  app = createTestApp();
  await app.signIn(makeUser());
  render(
    <Provider value={app.scope}>
      <Shortcuts />
      <Palette />
    </Provider>,
  );
});

const key = (init: KeyboardEventInit) => fireEvent.keyDown(document.body, init);
const field = () => screen.getByRole("combobox");
const type = (value: string) => fireEvent.change(field(), { target: { value } });
const options = () => screen.queryAllByRole("option").map(({ textContent }) => textContent);
const active = () => screen.getByRole("option", { selected: true }).textContent;
const open = () => act(() => app.act(togglePalette, { open: true }));

it("opens and closes by Ctrl K and Cmd K only", async () => {
  for (const init of [{ ctrlKey: true }, { metaKey: true }]) {
    key({ key: "k", ...init });
    expect(app.get($search).isOpen).toBe(true);
    key({ key: "K", ...init });
    expect(app.get($search).isOpen).toBe(false);
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  }
  for (const init of [{}, { ctrlKey: true, shiftKey: true }, { altKey: true, ctrlKey: true }]) {
    key({ key: "k", ...init });
  }
  expect(app.get($search).isOpen).toBe(false);
});

it.each(["dialog", "alertdialog"])("no key opens anything over an open %s", (role) => {
  const question = document.createElement("div");
  question.setAttribute("role", role);
  document.body.append(question);
  for (const init of [{ key: "?" }, { key: "k", ctrlKey: true }]) key(init);
  expect(app.get($shortcutsOpen)).toBe(false);
  expect(app.get($search).isOpen).toBe(false);
  question.remove();
  key({ key: "?" });
  expect(app.get($shortcutsOpen)).toBe(true);
});

it("opens while a closed dialog fades out", () => {
  const fading = document.createElement("div");
  fading.setAttribute("role", "dialog");
  fading.setAttribute("data-closed", "");
  document.body.append(fading);
  key({ key: "k", ctrlKey: true });
  expect(app.get($search).isOpen).toBe(true);
  fading.remove();
});

it("shows the results of the newest query and drops late ones", async () => {
  await open();
  type("fr");
  type("fron");
  expect(app.waiting(findNames).map(({ input }) => input.query)).toEqual([
    { text: "fr" },
    { text: "fron" },
  ]);
  await act(() => app.reply(findNames, { names: [org(2, "Front Office")] }, { index: 1 }));
  expect(options()).toEqual(["Front OfficeDepartment"]);
  await act(() => app.reply(findNames, { names: [org(3, "Frigate")] }));
  expect(options()).toEqual(["Front OfficeDepartment"]);
  expect(screen.getByRole("status").textContent).toBe("1 result");
});

it("keeps only earlier results that match the current text", async () => {
  await open();
  type("qu");
  await act(() => app.reply(findNames, { names: [org(2, "Quarry"), org(3, "Quay Office")] }));
  expect(active()).toBe("QuarryDepartment");
  type("quay");
  expect(options()).toEqual(["Quay OfficeDepartment"]);
  type("quayz");
  expect(options()).toEqual([]);
  fireEvent.keyDown(field(), { key: "Enter" });
  expect(app.envelopes(paletteChosen)).toEqual([]);
  // The server's matches are shown regardless of the matching word.
  await act(() => app.reply(findNames, { names: [org(4, "Old Pier")] }, { index: 1 }));
  expect(options()).toEqual(["Old PierDepartment"]);
});

it("sends no empty query, and drops an answer that arrives after clearing", async () => {
  await open();
  type("zz");
  expect(screen.getByRole("status").textContent).toBe("Searching");
  type(" ");
  await act(() => app.reply(findNames, { names: [org(2, "ZZ Top")] }));
  expect(options().join()).not.toContain("ZZ Top");
  expect(app.sent.filter(({ call }) => call === findNames)).toHaveLength(1);
});

it("reports no results and a failed search", async () => {
  await open();
  type("zz");
  await act(() => app.reply(findNames, { names: [] }));
  expect(screen.getByRole("status").textContent).toBe("No results");
  type("zzz");
  await act(() => app.fail(findNames));
  expect(screen.getByRole("status").textContent).toContain("could not be searched");
});

it("arrow keys wrap around, and typing returns to the first entry", async () => {
  await open();
  type("theme");
  expect(active()).toBe("System theme");
  fireEvent.keyDown(field(), { key: "ArrowUp" });
  expect(active()).toBe("Dark theme");
  fireEvent.keyDown(field(), { key: "ArrowDown" });
  expect(active()).toBe("System theme");
  expect(field().getAttribute("aria-activedescendant")).toBe(
    screen.getByRole("option", { selected: true }).id,
  );
  fireEvent.keyDown(field(), { key: "ArrowDown" });
  type("light");
  expect(active()).toBe("Light theme");
});

it("Enter runs the action, records it and closes the palette", async () => {
  await open();
  type("dark");
  await act(async () => void fireEvent.keyDown(field(), { key: "Enter" }));
  expect(app.get($theme)).toBe("dark");
  expect(app.envelopes(paletteChosen).map(({ payload }) => payload)).toEqual([
    { entry: "action:dark" },
  ]);
  expect(app.get($search)).toMatchObject({ isOpen: false, text: "" });
  await open();
  type("keyboard");
  fireEvent.keyDown(field(), { key: "Enter" });
  expect(app.get($shortcutsOpen)).toBe(true);
});

it("closes with its screen", async () => {
  await open();
  type("x");
  await act(() => app.act(navigateTo, { path: "/support", cause: null }));
  expect(app.get($search)).toMatchObject({ isOpen: false, text: "" });
});

it("is listed among the keyboard shortcuts", async () => {
  key({ key: "?" });
  const dialog = await screen.findByRole("dialog");
  expect(dialog.textContent).toContain("Ctrl KFind screens, orgs, users and actions");
});

it.each([
  ["checkbox", true],
  ["radio", true],
  ["range", true],
  ["text", false],
  ["search", false],
])("? on an input of the type %s opens them: %s", (kind, opens) => {
  const input = document.createElement("input");
  input.type = kind;
  document.body.append(input);
  fireEvent.keyDown(input, { key: "?" });
  input.remove();
  expect(app.get($shortcutsOpen)).toBe(opens);
});
