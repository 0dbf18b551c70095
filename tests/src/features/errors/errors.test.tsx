// @vitest-environment happy-dom
import { cleanup, render, screen } from "@testing-library/react";
import { Provider } from "effector-react";
import { afterEach, describe, expect, it } from "vitest";
import { resolve } from "#src/app/router.ts";
import { ROUTE_TABLE } from "#src/app/routes.ts";
import { errorsFeature } from "#src/features/errors/feature.ts";
import { errorPageOf } from "#src/features/errors/rules.ts";
import { errorMessages } from "#src/features/errors/messages.ts";
import { View } from "#src/features/errors/View.tsx";
import { parsePath } from "#src/kernel/navigation.ts";
import { makeUser } from "../../support/fixtures.ts";
import { createTestApp } from "../../support/scope.ts";

afterEach(cleanup);

const USER = makeUser();
const session = (isSignedIn: boolean) => ({
  known: true,
  user: isSignedIn ? USER : null,
  client: null,
});

/** Renders an address, with or without a signed-in user. */
async function show(path: string, isSignedIn = false): Promise<string> {
  const resolution = resolve(ROUTE_TABLE, parsePath(path), session(isSignedIn));
  if (resolution.kind !== "screen") return resolution.kind;
  const app = createTestApp();
  if (isSignedIn) await app.signIn(USER);
  await app.open(resolution.route.name, path);
  render(
    <Provider value={app.scope}>
      <View />
    </Provider>,
  );
  const heading = screen.getByRole("heading", { level: 1 }).textContent ?? "";
  expect(resolution.route.title.en).toBe(heading);
  return heading;
}

describe("the error pages", () => {
  it.each([
    ["[ROUTE-63]", "/errors/401", "Unauthorized"],
    ["[ROUTE-64]", "/errors/404", "Not Found"],
    ["[ROUTE-65]", "/errors/500", "Internal Error"],
    ["[ROUTE-68]", "/errors/not-authorized", "Not Authorized"],
    ["[ROUTE-69]", "/errors/anything/else", "Not Found"],
    ["[ROUTE-57]", "/no/such/page", "Not Found"],
  ])("%s [ROUTE-55] [ROUTE-56] [ROUTE-100] %s shows %s to everyone", async (_rule, path, title) => {
    expect(await show(path)).toBe(title);
    cleanup();
    expect(await show(path, true)).toBe(title);
  });

  it("[ROUTE-66] [ROUTE-67] /errors/403 shows Forbidden to signed-in users only", async () => {
    expect(await show("/errors/403", true)).toBe("Forbidden");
    cleanup();
    expect(await show("/errors/403")).toBe("redirect");
  });

  it("link to the dashboard or to the sign-in", async () => {
    await show("/errors/500", true);
    expect(screen.getByRole("link").getAttribute("href")).toBe("/dashboard");
    cleanup();
    await show("/errors/500");
    expect(screen.getByRole("link", { name: "Sign in" }).getAttribute("href")).toBe("/");
  });

  it("each say what happened, what is safe and what to do", () => {
    for (const { name } of errorsFeature.routes ?? []) {
      for (const isSignedIn of [true, false]) {
        const page = errorPageOf(name, isSignedIn, errorMessages.english);
        expect([page.happened, page.safe, page.advice].every((text) => text.endsWith("."))).toBe(
          true,
        );
        expect(page.links.filter(({ isPrimary }) => isPrimary)).toHaveLength(1);
      }
    }
  });
});
