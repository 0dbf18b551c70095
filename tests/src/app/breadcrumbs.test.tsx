// @vitest-environment happy-dom
/** The breadcrumbs that the frame passes to the open screen's header. */
import { cleanup, render, screen } from "@testing-library/react";
import { Provider } from "effector-react";
import { afterEach, expect, it } from "vitest";
import { getOrg } from "#events/calls/orgs.ts";
import { getUser } from "#events/calls/users.ts";
import { useBreadcrumbs } from "#src/app/breadcrumbs.tsx";
import "#src/app/models.ts";
import { routeNamed } from "#src/app/routes.ts";
import { fillPath } from "#src/kernel/route.ts";
import { BreadcrumbsContext } from "#src/ui/Breadcrumbs.tsx";
import { PageHeader } from "#src/ui/PageHeader.tsx";
import { makeOrg, makeUser, uuid } from "../support/fixtures.ts";
import { createTestApp, type TestApp } from "../support/scope.ts";

afterEach(cleanup);

function Framed() {
  return (
    <BreadcrumbsContext value={useBreadcrumbs()}>
      <PageHeader title="Title" />
    </BreadcrumbsContext>
  );
}

async function show(
  name: string,
  params: Readonly<Record<string, string>>,
  follow: (app: TestApp) => Promise<void> = async () => undefined,
): Promise<readonly (readonly [string | null, string | null])[]> {
  const app = createTestApp();
  await app.signIn(makeUser());
  await app.open(name, fillPath(routeNamed(name).path, params), params);
  await follow(app);
  render(
    <Provider value={app.scope}>
      <Framed />
    </Provider>,
  );
  return screen
    .queryAllByRole("listitem")
    .map((item) => [
      item.textContent,
      item.querySelector("a")?.getAttribute("href") ??
        item.querySelector("[aria-current]")?.getAttribute("aria-current") ??
        null,
    ]);
}

const OID = uuid(1);
const RESOURCE = uuid(4001);
const answerOrg = async (app: TestApp) => {
  while (app.waiting(getOrg).length > 0)
    await app.reply(getOrg, makeOrg(1, { oid: OID, displayName: "Senior Teller" }));
};

it("[APB-21] are Dashboard, Role Mapping, the name of the org and Access Policy Builder", async () => {
  expect(await show("policyBuilder", { oid: OID }, answerOrg)).toEqual([
    ["Dashboard", "/dashboard"],
    ["Role Mapping", "/rbac/role-mapping"],
    ["Senior Teller", `/rbac/role-mapping/${OID}`],
    ["Access Policy Builder", "page"],
  ]);
});

it("[ROUTE-91] [ROUTE-92] keep the resource of the screen", async () => {
  const params = { oid: OID, resourceId: RESOURCE };
  expect(await show("resourcePolicyBuilder", params, answerOrg)).toEqual([
    ["Dashboard", "/dashboard"],
    ["Role Mapping", `/resources/${RESOURCE}/role-mapping`],
    ["Senior Teller", `/resources/${RESOURCE}/role-mapping/${OID}`],
    ["Access Policy Builder", "page"],
  ]);
});

it("[ROUTE-90] lead from the screens of a system to the one that manages it", async () => {
  const crumbs = await show("systemSetup", { resourceId: RESOURCE });
  expect(crumbs.map(([, target]) => target)).toEqual([
    "/dashboard",
    "/resources",
    `/resources/${RESOURCE}/manage`,
    "page",
  ]);
});

it("name the kind of the screen until its name is known", async () => {
  expect(await show("roleMappingDetail", { oid: OID })).toEqual([
    ["Dashboard", "/dashboard"],
    ["Role Mapping", "/rbac/role-mapping"],
    ["Org", "page"],
  ]);
});

it("name the open user", async () => {
  const user = { ...makeUser({ id: uuid(2), username: "ann" }), version: 1 };
  const crumbs = await show("user", { userId: uuid(2) }, (app) => app.reply(getUser, user));
  expect(crumbs.at(-1)).toEqual(["ann", "page"]);
});

it("are not shown on a screen without a parent", async () => {
  expect(await show("dashboard", {})).toEqual([]);
  expect(screen.queryByRole("navigation")).toBeNull();
});
