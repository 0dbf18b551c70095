/** The screens of all routes, as the manifests of the features declare them: a new screen needs no line here. */
import { ROUTES } from "#src/app/routes.ts";
import type { Route } from "#src/kernel/feature.ts";
import { fillPath } from "#src/kernel/route.ts";
import { EXAMPLES } from "./examples.ts";

export interface RouteScreen {
  readonly name: string;
  readonly route: Route;
  /** Visitors see it. A public screen that the menu leads to is for users who are signed in. */
  readonly isForVisitors: boolean;
}

export const ROUTE_SCREENS: readonly RouteScreen[] = ROUTES.map((route) => ({
  name: `${route.title.en} (${route.path})`,
  route,
  isForVisitors: route.permission === "public" && route.menu === undefined,
}));

/** The names of a path's parameters; `*` is one. */
export function paramsOf(path: string): readonly string[] {
  return [...path.matchAll(/:([A-Za-z]+)|\*/g)].map(([, name]) => name ?? "*");
}

/** @returns what to do before the journeys can open the screen; empty where they can */
export function missingExamples(path: string): readonly string[] {
  return paramsOf(path)
    .filter((name) => !(name in EXAMPLES))
    .map(
      (name) =>
        `No example stands for the parameter "${name}" of ${path}: add one to e2e/support/screens/examples.ts, so that the journeys can open the screen.`,
    );
}

/** @param values by the name of the parameter */
export function addressOf(path: string, values: Readonly<Record<string, string>>): string {
  const address = fillPath(path, values).replace("*", values["*"] ?? "");
  return address.startsWith("/") ? address : `/${address}`;
}
