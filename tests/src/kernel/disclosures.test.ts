import { expect, it } from "vitest";
import { clientChosen } from "#events/actions/session.ts";
import { logout } from "#events/calls/session.ts";
import { $parts, searchPart, togglePart } from "#src/kernel/disclosures.ts";
import { createTestApp, type TestApp } from "../support/scope.ts";

const touched = (app: TestApp) => app.get($parts).touched;

async function withOpenPart() {
  const app = createTestApp();
  await app.open("users", "/users");
  await app.act(togglePart, { part: "users/a", open: true });
  await app.act(searchPart, { part: "users/a", text: "co" });
  return app;
}

it("opening and searching are recorded key by key, and each disclosure is independent", async () => {
  const app = await withOpenPart();
  await app.act(searchPart, { part: "users/a", text: "cor" });
  await app.act(togglePart, { part: "users/b", open: true });
  expect(touched(app)).toEqual({
    "users/a": { open: true, text: "cor" },
    "users/b": { open: true, text: "" },
  });
  const ofParts = app.log.filter(({ type }) => type.startsWith("parts/"));
  expect(ofParts.map(({ type, payload }) => [type, payload])).toEqual([
    ["parts/toggled", { part: "users/a", open: true }],
    ["parts/searched", { part: "users/a", text: "co" }],
    ["parts/searched", { part: "users/a", text: "cor" }],
    ["parts/toggled", { part: "users/b", open: true }],
  ]);
});

it("a closing disclosure keeps its text while it fades out, and opens empty again", async () => {
  const app = await withOpenPart();
  await app.act(togglePart, { part: "users/a", open: false });
  expect(touched(app)).toEqual({ "users/a": { open: false, text: "co" } });
  await app.act(togglePart, { part: "users/a", open: true });
  expect(touched(app)).toEqual({ "users/a": { open: true, text: "" } });
});

it("disclosures stay while the query of their screen changes, and close with the screen", async () => {
  const app = await withOpenPart();
  await app.open("users", "/users?contains=ann");
  expect(Object.keys(touched(app))).toEqual(["users/a"]);
  await app.open("user", "/users/1");
  expect(touched(app)).toEqual({});
});

it("disclosures of the frame stay when the screen or the client changes", async () => {
  const app = createTestApp();
  const open = { "frame/clients": { open: true, text: "co" } };
  const search = () => app.act(searchPart, { part: "frame/clients", text: "co" });
  await search();
  await app.open("users", "/users");
  expect(touched(app)).toEqual(open);
  await app.act(togglePart, { part: "users/a", open: true });
  await app.open("user", "/users/1");
  expect(touched(app)).toEqual(open);
  await app.record(clientChosen, { clientId: "c", path: "/users" });
  expect(touched(app)).toEqual({});
  await search();
  await app.open("users", "/users");
  expect(touched(app)).toEqual(open);
});

it("choosing another client and ending the session close all disclosures", async () => {
  const app = await withOpenPart();
  await app.record(clientChosen, { clientId: "c", path: "/users" });
  expect(touched(app)).toEqual({});
  const other = await withOpenPart();
  await other.record(logout.succeeded, { status: 200, body: { userTimedOut: false } });
  expect(touched(other)).toEqual({});
});
