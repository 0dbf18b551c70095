import { expect, it } from "vitest";
import { appStarted, minutePassed, notificationShown, themeChosen } from "#events/actions/app.ts";
import { getCurrentUser } from "#events/calls/session.ts";
import type { Envelope, Draft } from "#events/kernel/event.ts";
import { runSteps } from "#src/kernel/log/steps.ts";
import { findEvent, isError, kindOf, searchSteps } from "#src/kernel/log/eventKinds.ts";
import { said } from "../../../support/english.ts";

let seq = 0;
function envelope({ type, version, payload }: Draft, cause: string | null = null): Envelope {
  seq += 1;
  return { seq, id: `e${seq}`, session: "s", time: seq, cause, type, version, payload };
}

const shown = (type: "info" | "error") =>
  envelope(notificationShown({ message: said("Saved"), type, milliseconds: 1 }), "e1");
const EVENTS = [
  envelope(appStarted({ version: "1", path: "/orgs", debugStore: false })),
  envelope(themeChosen({ theme: "dark" })),
  envelope(getCurrentUser.requested({}), "e1"),
  envelope(getCurrentUser.failed({ status: 500, code: "EINTERNAL", reason: said("No") }), "e3"),
  envelope(minutePassed({})),
  shown("info"),
  shown("error"),
];

it("separates user actions (navigation, calls) from what the app did automatically", () => {
  expect(EVENTS.map(kindOf)).toEqual(["navigation", "action", "call", "call", "app", "app", "app"]);
});

it("counts failed calls and error messages as errors", () => {
  expect(EVENTS.map(isError)).toEqual([false, false, false, true, false, false, true]);
});

it("finds the next event of a kind in both directions", () => {
  expect(findEvent(EVENTS, "error", 0)).toBe(3);
  expect(findEvent(EVENTS, "error", 4)).toBe(6);
  expect(findEvent(EVENTS, "error", 7)).toBe(-1);
  expect(findEvent(EVENTS, "error", 5, -1)).toBe(3);
  expect(findEvent(EVENTS, "navigation", 1)).toBe(-1);
  expect(findEvent([], "all", 0)).toBe(-1);
});

it("searches types, numbers and payloads for every word, ignoring case", () => {
  const search = (filter: "all" | "error", text: string, from = 0) =>
    runSteps(searchSteps(EVENTS, { filter, text }, from, EVENTS.length));
  expect(search("all", "")).toEqual([0, 1, 2, 3, 4, 5, 6]);
  expect(search("all", "DARK themechosen")).toEqual([1]);
  expect(search("all", " saved ")).toEqual([5, 6]);
  expect(search("all", "saved", 6)).toEqual([6]);
  expect(search("error", "saved")).toEqual([6]);
  expect(search("all", "no such thing")).toEqual([]);
});

it("yields during a search, with or without matches", () => {
  const many = Array.from({ length: 1000 }, () => envelope(minutePassed({})));
  for (const filter of ["all", "error"] as const) {
    const steps = [...searchSteps(many, { filter, text: "minute" }, 0, many.length)];
    expect(steps.length).toBeGreaterThanOrEqual(10);
  }
});
