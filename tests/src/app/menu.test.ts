/** The entries of the navigation and the footer for each user. */
import { describe, expect, it } from "vitest";
import type { User } from "#events/entities/user.ts";
import { decideAccess, PERMISSION_GROUPS, type PermissionCode } from "#events/rules/permissions.ts";
import { EXTERNAL_LINKS, type ExternalLink } from "#src/app/externalLinks.ts";
import {
  allEntries,
  footerFor,
  navigationFor,
  type FooterLink,
  type MenuContext,
} from "#src/app/menu.ts";
import { FEATURES } from "#src/app/features.ts";
import { frameMessages } from "#src/app/frameMessages.ts";
import { ROUTES } from "#src/app/routes.ts";
import { MENU_GROUPS, type Feature, type MenuGroup, type Route } from "#src/kernel/feature.ts";
import { makeClient, makeUser, uuid } from "../support/fixtures.ts";

const ADMIN_AT = "https://midpoint.example/midpoint";

function contextOf(user: User, changes: Partial<MenuContext> = {}): MenuContext {
  return {
    session: { known: true, user, client: user.client },
    pathname: "/dashboard",
    features: FEATURES,
    midpointURI: null,
    passwordEnabled: true,
    language: "en",
    t: frameMessages.english,
    ...changes,
  };
}
const linesOf = (entries: readonly FooterLink[]) =>
  entries.map(({ label, href }) => `${label} ${href}`);

/** @param name its label; "main" for the group without one */
function groupOf(name: string, user: User, changes: Partial<MenuContext> = {}) {
  const groups = navigationFor(contextOf(user, changes));
  const group = groups.find(({ label = "main" }) => label === name);
  return group && linesOf(allEntries(group));
}

/** The entries below Role Mapping; undefined for users who do not have it. */
function belowRoleMapping(user: User, changes: Partial<MenuContext> = {}) {
  const entries = navigationFor(contextOf(user, changes)).flatMap(({ items }) => items);
  const entry = entries.find(({ href }) => href === "/rbac/role-mapping");
  return entry && linesOf(entry.children);
}

/** The features' routes and the external links of a group. */
function declaredOf(group: MenuGroup): readonly (Route | ExternalLink)[] {
  const routes = FEATURES.flatMap((feature) => feature.routes ?? []);
  return [...routes, ...EXTERNAL_LINKS].filter(({ menu }) => menu?.group === group);
}

/** The entries that the declarations give a user, in the order of their numbers. */
function expectedOf(group: MenuGroup, user: User, changes: Partial<MenuContext>) {
  const context = contextOf(user, changes);
  const conditions = { user, client: user.client, passwordEnabled: true };
  return declaredOf(group)
    .flatMap((declared) => {
      const { menu } = declared;
      const isRoute = "permission" in declared;
      if (isRoute && decideAccess(user, declared) !== "allowed") return [];
      if (isRoute && declared.menu?.when?.(conditions) === false) return [];
      const href = isRoute ? declared.path : declared.href(context);
      return menu && href !== null ? [{ at: menu.order, line: `${menu.label.en} ${href}` }] : [];
    })
    .toSorted((one, other) => one.at - other.at)
    .map(({ line }) => line);
}

const withoutAdmin = () => {
  const client = makeClient({ adminEnabled: false });
  return makeUser({ client, clients: [client] });
};
const USERS: readonly PermissionCode[] = [
  "users_all_create",
  "users_all_read",
  "users_all_update",
  "users_all_delete",
];
const USERS_ONLY: readonly Feature[] = [{ routes: ROUTES.filter(({ name }) => name === "users") }];

describe("the navigation", () => {
  it.each(MENU_GROUPS)("orders the entries of the group %s as the features declare", (group) => {
    const orders = declaredOf(group).map(({ menu }) => menu?.order);
    expect(new Set(orders).size).toBe(orders.length);
    for (const user of [makeUser(), makeUser({}, USERS), makeUser({}, ["users_self_update"])]) {
      const name = group === "main" ? group : frameMessages.english.menuGroups[group];
      const changes = { midpointURI: ADMIN_AT };
      expect(groupOf(name, user, changes) ?? []).toEqual(expectedOf(group, user, changes));
    }
  });

  it.each([
    ["[NAV-1]", "main", "Dashboard /dashboard"],
    ["[NAV-2]", "main", "Role Mapping /rbac/role-mapping"],
    ["[NAV-8] [NAV-9]", "Audit", "Identities /identities"],
    ["[NAV-8] [NAV-10]", "Audit", "Reports /reports"],
    ["[NAV-11] [NAV-12]", "Support", "Docs Site /docs"],
    ["[NAV-11] [NAV-13] [SUP-3]", "Support", "Provision Support /support"],
    ["[NAV-11] [NAV-14]", "Support", "Request Support /request-support"],
    ["[NAV-15] [NAV-16]", "My Account", "Profile /profile"],
    ["[NAV-15] [NAV-17]", "My Account", "Password /profile/password"],
    ["[NAV-15] [NAV-18]", "My Account", "Users /users"],
    ["[NAV-15] [NAV-19]", "My Account", "Logout /logout"],
  ])("%s the group %s contains %s", (_rules, group, entry) => {
    expect(groupOf(group, makeUser())).toContain(entry);
  });

  it("has no Password without sign-in by password", () => {
    const entries = groupOf("My Account", makeUser(), { passwordEnabled: false });
    expect(entries).toContain("Profile /profile");
    expect(entries).not.toContain("Password /profile/password");
  });

  it("links to the docs in the reader's language", () => {
    expect(linesOf(footerFor(contextOf(makeUser(), { language: "de" })))).toContain(
      "Dokumentation /docs/de",
    );
  });

  it("[NAV-3] [NAV-4] [NAV-5] [NAV-6] [NAV-7] has the group Manage Access, which opens the directory admin in new tabs", () => {
    for (const midpointURI of [ADMIN_AT, `${ADMIN_AT}/`]) {
      expect(groupOf("Manage Access", makeUser(), { midpointURI })).toEqual([
        `Manage Identities ${ADMIN_AT}/admin/users`,
        `My Case Work Items ${ADMIN_AT}/admin/myWorkItems`,
        `My Certifications ${ADMIN_AT}/admin/certification/decisions`,
        `Reports ${ADMIN_AT}/admin/reports`,
      ]);
    }
    const groups = navigationFor(contextOf(makeUser(), { midpointURI: ADMIN_AT }));
    const external = groups.filter(({ items }) => items.some((item) => item.external));
    expect(external.map(({ label }) => label)).toEqual(["Manage Access", "Support"]);
  });

  it("has no Manage Access without a configured directory admin", () => {
    expect(groupOf("Manage Access", makeUser())).toBeUndefined();
  });

  it("[NAV-27] [NAV-28] has Manage Access and Role Mapping only under the client's admin condition", () => {
    const user = withoutAdmin();
    expect(groupOf("Manage Access", user, { midpointURI: ADMIN_AT })).toBeUndefined();
    expect(groupOf("main", user)).toContain("Dashboard /dashboard");
    expect(groupOf("main", user)).not.toContain("Role Mapping /rbac/role-mapping");
  });

  it("[NAV-29] has Role Mapping only for users with the role-mapping group", () => {
    const entries = groupOf("main", makeUser({}, ["users_self_update"]));
    expect(entries).toContain("Dashboard /dashboard");
    expect(entries).not.toContain("Role Mapping /rbac/role-mapping");
  });

  const ofHolder = (...groups: readonly (keyof typeof PERMISSION_GROUPS)[]) =>
    makeUser(
      {},
      groups.flatMap((group) => [...PERMISSION_GROUPS[group]] as PermissionCode[]),
    );

  it("lists the screens about orgs and roles below Role Mapping", () => {
    expect(belowRoleMapping(makeUser())).toEqual([
      "Access Roles /rbac/access-roles",
      "Groupings /rbac-grouping/job-titles",
      "Bulk Role Mapping /rbac/role-mapping/bulk",
      "Bulk Role Mapping of Access Roles /rbac/access-roles/bulk",
    ]);
    expect(belowRoleMapping(makeUser(), { language: "de" })).toEqual([
      "Zugriffsrollen /rbac/access-roles",
      "Gruppierungen /rbac-grouping/job-titles",
      "Massenzuordnung /rbac/role-mapping/bulk",
      "Massenzuordnung von Zugriffsrollen /rbac/access-roles/bulk",
    ]);
  });

  it("lists below Role Mapping only what the user may open", () => {
    expect(belowRoleMapping(ofHolder("RoleMapping"))).toEqual([
      "Bulk Role Mapping /rbac/role-mapping/bulk",
      "Bulk Role Mapping of Access Roles /rbac/access-roles/bulk",
    ]);
    expect(belowRoleMapping(ofHolder("RoleMapping", "AccessRoles"))).toContain(
      "Access Roles /rbac/access-roles",
    );
    expect(belowRoleMapping(ofHolder("RoleMapping", "OrgGrouping"))).toContain(
      "Groupings /rbac-grouping/job-titles",
    );
  });

  it("[NAV-28] [NAV-29] hides the screens below Role Mapping from users who may not open it", () => {
    for (const user of [withoutAdmin(), makeUser({}, ["users_self_update"])]) {
      const hrefs = navigationFor(contextOf(user))
        .flatMap(allEntries)
        .map(({ href }) => href);
      expect(hrefs.filter((href) => href.startsWith("/rbac"))).toEqual([]);
    }
  });

  it("lists an entry in its group if the user does not have its parent", () => {
    const user = ofHolder("OrgGrouping");
    expect(decideAccess(user, { permission: "RoleMapping" })).toBe("forbidden");
    const [main] = navigationFor(contextOf(user));
    expect(linesOf(main?.items ?? [])).toContain("Groupings /rbac-grouping/job-titles");
  });

  it("links only to existing screens, and has no empty group", () => {
    const groups = navigationFor(contextOf(makeUser(), { features: [] }));
    expect(linesOf(groups.flatMap(allEntries))).toEqual(["Docs Site /docs"]);
    const paths = new Set(ROUTES.map(({ path }) => path));
    for (const { href, external } of navigationFor(contextOf(makeUser())).flatMap(allEntries)) {
      if (!external) expect(paths).toContain(href);
    }
  });

  it("[NAV-26] links Users only for users who may edit all users, in the footer as well", () => {
    const all = makeUser({}, USERS);
    expect(groupOf("My Account", all, { features: USERS_ONLY })).toEqual(["Users /users"]);
    expect(linesOf(footerFor(contextOf(all, { features: USERS_ONLY })))).toEqual([
      "Users /users",
      "Docs Site /docs",
    ]);
    for (const missing of USERS) {
      const user = makeUser(
        {},
        USERS.filter((code) => code !== missing),
      );
      const entries = navigationFor(contextOf(user, { features: USERS_ONLY })).flatMap(allEntries);
      expect(linesOf(entries)).toEqual(["Docs Site /docs"]);
      expect(linesOf(footerFor(contextOf(user, { features: USERS_ONLY })))).toEqual([
        "Docs Site /docs",
      ]);
    }
  });

  it("marks only the nearest entry above the open screen", () => {
    const at = (pathname: string) =>
      navigationFor(contextOf(makeUser(), { pathname }))
        .flatMap(allEntries)
        .filter(({ current }) => current)
        .map(({ label }) => label);
    expect(at("/rbac/role-mapping/x/access-policy-builder")).toEqual(["Role Mapping"]);
    expect(at("/dashboard")).toEqual(["Dashboard"]);
    expect(at(`/resources/${uuid(3)}/role-mapping`)).toEqual(["Role Mapping"]);
    expect(at(`/resources/${uuid(3)}/role-mapping/${uuid(4)}/access-policy-builder`)).toEqual([
      "Role Mapping",
    ]);
    expect(at(`/resources/${uuid(3)}/role-mapping-else`)).toEqual(["Systems"]);
    expect(at("/rbac/role-mapping-else")).toEqual([]);
    expect(at("/rbac/role-mapping/bulk")).toEqual(["Bulk Role Mapping"]);
    expect(at(`/resources/${uuid(3)}/role-mapping/bulk`)).toEqual(["Bulk Role Mapping"]);
    expect(at(`/rbac/access-roles/${uuid(5)}`)).toEqual(["Access Roles"]);
    expect(at("/rbac/access-roles/bulk")).toEqual(["Bulk Role Mapping of Access Roles"]);
    for (const type of ["job-titles", "departments", "locations"]) {
      expect(at(`/rbac-grouping/${type}`)).toEqual(["Groupings"]);
    }
    expect(at("/rbac-grouping-else")).toEqual([]);
    expect(at("/profile/password")).toEqual(["Password"]);
  });
});

describe("the footer", () => {
  it("[NAV-21] links to Users", () => {
    expect(linesOf(footerFor(contextOf(makeUser())))).toContain("Users /users");
  });

  it("[NAV-20] [NAV-23] [NAV-24] links to Dashboard, Docs Site and Support", () => {
    const lines = linesOf(footerFor(contextOf(withoutAdmin())));
    expect(lines[0]).toBe("Dashboard /dashboard");
    expect(lines.slice(-2)).toEqual(["Docs Site /docs", "Support /support"]);
  });

  it("[NAV-22] links to Manage Access with a configured directory admin under the admin condition", () => {
    const manageAccess = `Manage Access ${ADMIN_AT}/`;
    const footer = (user: User, midpointURI: string | null) =>
      linesOf(footerFor(contextOf(user, { midpointURI })));
    expect(footer(makeUser(), ADMIN_AT)).toContain(manageAccess);
    expect(footer(makeUser(), null)).not.toContain(manageAccess);
    expect(footer(withoutAdmin(), ADMIN_AT)).not.toContain(manageAccess);
  });
});
