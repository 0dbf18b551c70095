/** The address as state, and the question before unsaved work is left. */
import { beforeEach, describe, expect, it } from "vitest";
import { leavingHeld, navigated } from "#events/actions/app.ts";
import {
  $heldPath,
  $location,
  $unsaved,
  browserMoved,
  cancelLeaving,
  confirmLeaving,
  navigateTo,
  parsePath,
  unsavedNow,
} from "#src/kernel/navigation.ts";
import { createTestApp, type TestApp } from "../support/scope.ts";

let app: TestApp;
beforeEach(async () => {
  app = createTestApp();
  await app.act(navigateTo, { path: "/builder?x=1", cause: null });
});

const go = (path: string) => app.act(navigateTo, { path, cause: null });
const beginWork = () => app.act(unsavedNow, { payload: { unsaved: true }, cause: null });
const here = () => {
  const { pathname, search } = app.get($location);
  return pathname + search;
};

describe("an address", () => {
  it.each([
    ["/a/b", "/a/b", ""],
    ["/a?b=c", "/a", "?b=c"],
    ["/a?b=c#d", "/a", "?b=c"],
    ["/a#d?e", "/a", ""],
    ["/?", "/", "?"],
  ])("%s is parsed into path and query", (path, pathname, search) => {
    expect(parsePath(path)).toEqual({ pathname, search });
  });

  it("is written to the browser and recorded on each navigation", async () => {
    await go("/next");
    await app.act(navigateTo, { path: "/other", replace: true, cause: null });
    await app.act(browserMoved, { path: "/next" });
    expect(here()).toBe("/next");
    expect(app.history).toEqual([
      { path: "/builder?x=1", how: "push" },
      { path: "/next", how: "push" },
      { path: "/other", how: "replace" },
    ]);
    expect(app.envelopes(navigated).map(({ payload }) => payload.how)).toEqual([
      "push",
      "push",
      "replace",
      "history",
    ]);
  });
});

describe("leaving with unsaved work", () => {
  beforeEach(beginWork);

  it("asks first, in the app and before the tab closes", async () => {
    expect(app.asksBeforeUnload()).toBe(true);
    await go("/dashboard");
    expect(here()).toBe("/builder?x=1");
    expect(app.get($heldPath)).toBe("/dashboard");
    expect(app.envelopes(leavingHeld)).toHaveLength(1);
  });

  it("continues after a confirmation without asking again", async () => {
    await go("/dashboard");
    await app.act(confirmLeaving, {});
    expect(here()).toBe("/dashboard");
    expect(app.get($heldPath)).toBeNull();
    expect(app.get($unsaved)).toBe(false);
    expect(app.asksBeforeUnload()).toBe(false);
  });

  it("stays after cancelling, and asks again next time", async () => {
    await go("/dashboard");
    await app.act(cancelLeaving, {});
    expect(here()).toBe("/builder?x=1");
    expect(app.get($heldPath)).toBeNull();
    await go("/dashboard");
    expect(app.get($heldPath)).toBe("/dashboard");
  });

  it("asks before the browser's back, and restores the address meanwhile", async () => {
    await app.act(browserMoved, { path: "/before" });
    expect(here()).toBe("/builder?x=1");
    expect(app.get($heldPath)).toBe("/before");
    expect(app.history.at(-1)).toEqual({ path: "/builder?x=1", how: "push" });
    await app.act(confirmLeaving, {});
    expect(here()).toBe("/before");
  });

  it("does not ask for a redirect or after the work was saved", async () => {
    await app.act(navigateTo, { path: "/saved", saved: true, cause: null });
    expect(here()).toBe("/saved");
    await app.act(navigateTo, { path: "/", replace: true, cause: null });
    expect(here()).toBe("/");
  });

  it("clears the question when the work is saved", async () => {
    await app.act(unsavedNow, { payload: { unsaved: false }, cause: null });
    expect(app.asksBeforeUnload()).toBe(false);
    await go("/dashboard");
    expect(here()).toBe("/dashboard");
  });

  it("clears the question when another screen opens", async () => {
    await app.open("dashboard", "/dashboard");
    expect(app.get($unsaved)).toBe(false);
  });
});
