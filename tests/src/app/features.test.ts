/** The combined declarations of all features' manifests. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { FEATURES } from "#src/app/features.ts";
import { ROUTES } from "#src/app/routes.ts";
import type { Feature, Route } from "#src/kernel/feature.ts";
import { linkTo, routeAddress } from "#src/kernel/route.ts";
import { ROUTE_CHECKS } from "./routeChecks.ts";

const src = join(import.meta.dirname, "../../../src");

it("the list contains the manifest of every feature once", async () => {
  const folders = readdirSync(join(src, "features"));
  const manifests = await Promise.all(
    folders.map(async (folder) => {
      const module = (await import(join(src, "features", folder, "feature.ts"))) as object;
      return Object.values(module) as readonly Feature[];
    }),
  );
  expect(folders.length).toBeGreaterThan(10);
  expect(new Set(FEATURES)).toEqual(new Set(manifests.flat()));
  expect(FEATURES).toHaveLength(manifests.flat().length);
});

it("each route has its own name and path", () => {
  for (const key of ["name", "path"] as const) {
    const values = ROUTES.map((route) => route[key]);
    expect(new Set(values).size, key).toBe(values.length);
  }
});

describe.each(ROUTES.map((route) => [route.name, route] as const))(
  "the screen %s",
  (_name, route) => {
    for (const { title, concerns, run } of ROUTE_CHECKS) {
      if (concerns(route)) it(title, () => run(route));
    }
  },
);

it("entries of a menu group and of the footer have distinct positions", () => {
  const places = ROUTES.flatMap(({ menu, footer }) => [
    ...(menu ? [`${menu.group} ${menu.order}`] : []),
    ...(footer ? [`footer ${footer.order}`] : []),
  ]);
  expect(new Set(places).size).toBe(places.length);
});

it("a wrong permission, parent or link parameter does not compile", () => {
  const address = routeAddress("thing", "/things/:thingId");
  const route: Route = {
    ...address,
    title: { en: "Thing", de: "Ding" },
    // @ts-expect-error no permission has this name
    permission: "EditAllUser",
    layout: "frame",
    // @ts-expect-error a parent is the address of a route, not any text
    breadcrumb: { parent: "dashbord" },
    load: async () => ({ View: () => null }),
  };
  expect(route.path).toBe("/things/:thingId");
  expect(linkTo(address, { thingId: "a b" })).toBe("/things/a%20b");
  // @ts-expect-error the parameter is called thingId
  expect(linkTo(address, { id: "1" })).toBe("/things/");
});
