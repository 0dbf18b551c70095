/** Checks of every screen, based on its manifest alone. */
import { expect } from "vitest";
import { LANGUAGES } from "#events/actions/app.ts";
import type { User } from "#events/entities/user.ts";
import { PERMISSION_GROUPS, type PermissionCode } from "#events/rules/permissions.ts";
import { FEATURES } from "#src/app/features.ts";
import { frameMessages } from "#src/app/frameMessages.ts";
import { allEntries, footerFor, type MenuContext, navigationFor } from "#src/app/menu.ts";
import { resolve } from "#src/app/router.ts";
import { ROUTE_TABLE, routeNamed } from "#src/app/routes.ts";
import { parsePath } from "#src/kernel/navigation.ts";
import type { Route } from "#src/kernel/feature.ts";
import { missingExamples, ROUTE_SCREENS } from "../../../e2e/support/screens/routeScreens.ts";
import { addressOf, tryScreen } from "../../security/support/verdicts.ts";
import { makeUser, uuid } from "../support/fixtures.ts";

export interface RouteCheck {
  readonly title: string;
  readonly concerns: (route: Route) => boolean;
  readonly run: (route: Route) => void | Promise<void>;
}

const RESOURCE = uuid(4001);
const ADDRESS_OF_NOTHING = "/no/such/page";
const paramsOf = (path: string) => path.match(/:\w+/g) ?? [];

/** The address of the screen; the route for unknown addresses has none of its own. */
const addressOfRoute = (route: Route) =>
  route === ROUTE_TABLE.notFound
    ? ADDRESS_OF_NOTHING
    : addressOf(route.path, { resourceId: RESOURCE });

function holderOf({ permission }: Route): User {
  const codes =
    permission === "public" || permission === "signedIn" ? [] : PERMISSION_GROUPS[permission];
  return makeUser({ resourceIds: [RESOURCE] }, [...codes] as PermissionCode[]);
}

function menuOf(user: User | null, language: MenuContext["language"]) {
  const context: MenuContext = {
    session: { known: true, user, client: user?.client ?? null },
    pathname: "/",
    features: FEATURES,
    midpointURI: null,
    passwordEnabled: true,
    language,
    t: frameMessages.english,
  };
  return { groups: navigationFor(context), footer: footerFor(context) };
}

export const ROUTE_CHECKS: readonly RouteCheck[] = [
  {
    title: "has a title in every language",
    concerns: () => true,
    run: ({ title }) => {
      for (const language of LANGUAGES) expect(title[language], language).toMatch(/\S/);
    },
  },
  {
    title: "opens for users with its permission, sends visitors to the sign-in, and refuses others",
    concerns: () => true,
    run: (route) => {
      const address = addressOfRoute(route);
      const verdict = (user: User | null) => tryScreen(ROUTE_TABLE, route, address, user);
      const isPublic = route.permission === "public";
      const isOpen = isPublic || route.permission === "signedIn";
      expect(verdict(null)).toBe(isPublic ? "allowed" : "unauthenticated");
      expect(verdict(makeUser({}, []))).toBe(isOpen ? "allowed" : "forbidden");
      expect(verdict(holderOf(route))).toBe("allowed");
    },
  },
  {
    title: "waits until the session is known",
    concerns: ({ permission, path }) => permission !== "public" || path === "/",
    run: (route) => {
      const session = { known: false, user: null, client: null };
      const location = parsePath(addressOfRoute(route));
      expect(resolve(ROUTE_TABLE, location, session)).toEqual({ kind: "wait", route });
    },
  },
  {
    title: "takes its parameters from the address",
    concerns: ({ path }) => path.includes(":"),
    run: (route) => {
      const user = holderOf(route);
      const location = parsePath(addressOfRoute(route));
      const shown = resolve(ROUTE_TABLE, location, { known: true, user, client: user.client });
      const params = shown.kind === "screen" ? shown.params : {};
      // The rest of a path that ends in `*` has no name.
      const names = Object.keys(params).filter((name) => name !== "*");
      expect(names.map((name) => `:${name}`)).toEqual([...paramsOf(route.path)]);
      expect(fill(route.path, params).replace("*", params["*"] ?? "")).toBe(location.pathname);
    },
  },
  {
    title: "has breadcrumbs from a screen of the menu, with the parameters of its path",
    concerns: ({ breadcrumb }) => breadcrumb !== undefined,
    run: (route) => {
      const chain: Route[] = [];
      for (let at: Route | undefined = route; at;) {
        expect(chain).not.toContain(at);
        chain.push(at);
        at = at.breadcrumb && routeNamed(at.breadcrumb.parent.name);
      }
      expect(chain.at(-1)?.menu).toBeDefined();
      for (const { path, breadcrumb } of chain) {
        expect(paramsOf(route.path)).toEqual(expect.arrayContaining([...paramsOf(path)]));
        if (breadcrumb?.nameOf) expect(paramsOf(path)).toContain(`:${breadcrumb.nameOf}`);
      }
    },
  },
  {
    title: "is linked for users who may open it, in every language, and for nobody else",
    concerns: ({ menu, footer }) => menu !== undefined || footer !== undefined,
    run: (route) => {
      const { path, menu, footer, permission } = route;
      for (const language of LANGUAGES) {
        const labels = (user: User | null) => {
          const shown = menuOf(user, language);
          const items = shown.groups.flatMap(allEntries);
          const label = (links: readonly { href: string; label: string }[]) =>
            links.filter(({ href }) => href === path).map((link) => link.label);
          return { menu: label(items), footer: label(shown.footer) };
        };
        const linked = {
          menu: menu ? [menu.label[language]] : [],
          footer: footer ? [footer.label[language]] : [],
        };
        expect(linked.menu.concat(linked.footer).join("")).toMatch(/\S/);
        expect(labels(makeUser())).toEqual(linked);
        // A menu entry may require more than its screen, whose calls then refuse.
        const holder = holderOf(route);
        const { client } = holder;
        const isLinked = menu?.when?.({ user: holder, client, passwordEnabled: true }) ?? true;
        expect(labels(holder)).toEqual(isLinked ? linked : { ...linked, menu: [] });
        if (permission === "public") continue;
        expect(labels(null)).toEqual({ menu: [], footer: [] });
        if (permission === "signedIn") continue;
        expect(labels(makeUser({}, []))).toEqual({ menu: [], footer: [] });
      }
    },
  },
  {
    title: "is opened by the journeys over all screens",
    concerns: () => true,
    run: (route) => {
      expect(ROUTE_SCREENS.map((screen) => screen.route)).toContain(route);
      expect(missingExamples(route.path)).toEqual([]);
    },
  },
  {
    title: "loads a view, and only when it is opened",
    concerns: () => true,
    run: async ({ load }) => {
      expect(load.toString()).toMatch(/import/);
      expect((await load()).View).toBeTypeOf("function");
    },
  },
];

function fill(path: string, params: Readonly<Record<string, string>>): string {
  return path.replaceAll(/:(\w+)/g, (_, name) => params[name] ?? "");
}
