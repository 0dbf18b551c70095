/** When the models of all screens are loaded, and what waits for them. */
import { beforeEach, expect, it } from "vitest";
import { getCurrentUser } from "#events/calls/session.ts";
import { $hasModels, loadModelsFx } from "#src/app/lazyModels.ts";
import { $failedRoute, retryScreen, startApp } from "#src/app/model.ts";
import { $screen } from "#src/kernel/navigation.ts";
import { makeUser } from "../support/fixtures.ts";
import { createTestApp, port, type TestApp } from "../support/scope.ts";

let app: TestApp;
let loads: { readonly succeed: () => void; readonly fail: (error: Error) => void }[];

beforeEach(() => {
  loads = [];
  const load = () =>
    new Promise<void>((succeed, fail) => {
      loads.push({ succeed, fail });
    });
  app = createTestApp({ handlers: [port(loadModelsFx, load)] });
});

const start = (path: string) => app.act(startApp, { version: "1", path, debugStore: false });
const signIn = () => app.reply(getCurrentUser, makeUser());
const screen = () => app.get($screen)?.route;

it("visitors do not load them", async () => {
  await start("/errors/404");
  await app.fail(getCurrentUser, { status: 401, code: "EBADSESSION" });
  await expect.poll(screen).toBe("errorNotFound");
  expect(loads).toHaveLength(0);
});

it("signing in loads them, also at a screen that is open to visitors", async () => {
  await start("/errors/404");
  await expect.poll(screen).toBe("errorNotFound");
  await signIn();
  expect(loads).toHaveLength(1);
  loads[0]?.succeed();
  await app.settle();
  expect(app.get($hasModels)).toBe(true);
});

it("a screen that needs a user opens after them", async () => {
  await start("/errors/403");
  await signIn();
  await app.settle();
  expect(screen()).toBeUndefined();
  for (const { succeed } of loads) succeed();
  await expect.poll(screen).toBe("forbidden");
  expect(app.get($hasModels)).toBe(true);
});

it("the screen fails if they cannot be loaded, and opens once they can", async () => {
  await start("/errors/403");
  await signIn();
  for (const { fail } of loads.splice(0)) fail(new Error("no such chunk"));
  await app.settle();
  expect(app.get($failedRoute)).toBe("forbidden");
  await app.act(retryScreen, {});
  for (const { succeed } of loads) succeed();
  await expect.poll(screen).toBe("forbidden");
  expect(app.get($failedRoute)).toBeNull();
});
