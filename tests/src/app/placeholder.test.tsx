// @vitest-environment happy-dom
/** The page while the code of a screen is loading. */
import { cleanup, render, screen } from "@testing-library/react";
import { Provider } from "effector-react";
import { afterEach, expect, it } from "vitest";
import { getCurrentUser } from "#events/calls/session.ts";
import { App } from "#src/app/App.tsx";
import { loadScreenFx, startApp } from "#src/app/model.ts";
import type { ScreenModule } from "#src/kernel/feature.ts";
import { createTestApp, port } from "../support/scope.ts";
import { failureOf } from "../support/told.ts";

afterEach(cleanup);

/** The app at an address before the session is known, with screens whose code never arrives. */
async function showLoading(pathname: string) {
  const app = createTestApp({
    handlers: [port(loadScreenFx, () => new Promise<ScreenModule>(() => {}))],
  });
  await app.act(startApp, { version: "1", path: pathname, debugStore: false });
  render(
    <Provider value={app.scope}>
      <App />
    </Provider>,
  );
  return app;
}

/** The placeholder of the sign-in page has no frame; the generic one is in the product's frame. */
function shownPlaceholder(): string {
  expect(screen.getAllByRole("heading", { name: "Loading" })).toHaveLength(1);
  const [main, ...others] = screen.getAllByRole("main");
  expect(others).toEqual([]);
  const isLogin = main?.getAttribute("aria-busy") === "true";
  const isGeneric = main?.querySelector("[role=status][aria-busy=true]") !== null;
  const isFramed = screen.queryByRole("banner") !== null;
  if (isLogin && !isGeneric && !isFramed) return "login";
  return !isLogin && isGeneric && isFramed ? "generic" : "neither";
}

it.each([
  ["[ROUTE-59]", "/", "login"],
  ["[ROUTE-60]", "/logout", "login"],
  ["[ROUTE-61]", "/activate", "login"],
  ["[ROUTE-62]", "/forgot-password", "generic"],
  ["[ROUTE-62]", "/dashboard", "generic"],
  ["[ROUTE-62]", "/rbac/role-mapping", "generic"],
  ["[ROUTE-62]", "/errors/404", "generic"],
])("%s while the screen at %s loads, a %s placeholder shows", async (_rule, path, look) => {
  await showLoading(path);
  expect(shownPlaceholder()).toBe(look);
});

it("[ROUTE-59] the placeholder at / stays after the session check until the screen is loaded", async () => {
  const app = await showLoading("/");
  await app.record(getCurrentUser.failed, failureOf({ status: 401, code: "EUNAUTHENTICATED" }));
  expect(shownPlaceholder()).toBe("login");
});
