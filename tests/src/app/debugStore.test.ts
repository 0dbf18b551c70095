import { expect, it } from "vitest";
import { wantsDebugStore, watchStore } from "#src/app/debugStore.ts";
import { $debugsStore, startApp } from "#src/app/model.ts";
import { submitLogin } from "#src/features/login/model.ts";
import { createTestApp } from "../support/scope.ts";

it.each([
  ["?debug_store=true", true],
  ["?page=2&debug_store=true", true],
  ["?debug_store=false", false],
  ["?debug_store", false],
  ["?debug_store=TRUE", false],
  ["", false],
])("[APP-5] the address parameter %j requests the debug store: %s", async (search, wanted) => {
  expect(wantsDebugStore(search)).toBe(wanted);
  const app = createTestApp();
  await app.act(startApp, { version: "1", path: "/", debugStore: wantsDebugStore(search) });
  expect(app.get($debugsStore)).toBe(wanted);
});

it("a subscriber of the debug store gets every event as it is recorded, without passwords", async () => {
  const app = createTestApp();
  const told: string[] = [];
  watchStore(app.scope, (envelope) => told.push(JSON.stringify(envelope)));
  await app.act(submitLogin, { username: "ada", password: "only for tests" });
  expect(told).toEqual(app.log.map((envelope) => JSON.stringify(envelope)));
  expect(told.length).toBeGreaterThan(1);
  expect(told.join()).not.toContain("only for tests");
});
