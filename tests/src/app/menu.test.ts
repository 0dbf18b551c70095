/** The entries of the navigation and the footer for each user. */
import { describe, expect, it } from "vitest";
import type { User } from "#events/entities/user.ts";
import type { PermissionCode } from "#events/rules/permissions.ts";
import { footerFor, navigationFor, type FooterLink, type MenuContext } from "#src/app/menu.ts";
import { FEATURES } from "#src/app/features.ts";
import { frameMessages } from "#src/app/frameMessages.ts";
import { ROUTES } from "#src/app/routes.ts";
import type { Feature } from "#src/kernel/feature.ts";
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

function groupOf(name: string | undefined, user: User, changes: Partial<MenuContext> = {}) {
  const group = navigationFor(contextOf(user, changes)).find(({ label }) => label === name);
  return group && linesOf(group.items);
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
  it("[NAV-1] [NAV-2] starts with Dashboard, Role Mapping, Access Roles and Groupings", () => {
    expect(groupOf(undefined, makeUser())).toEqual([
      "Dashboard /dashboard",
      "Role Mapping /rbac/role-mapping",
      "Access Roles /rbac/access-roles",
      "Groupings /rbac-grouping/job-titles",
      "Systems /resources",
      "Import /import",
    ]);
  });

  it("[NAV-8] [NAV-9] [NAV-10] has the group Audit with Identities, Reports, Cases and the audit trail", () => {
    expect(groupOf("Audit", makeUser())).toEqual([
      "Identities /identities",
      "Reports /reports",
      "Cases /cases",
      "Audit trail /audit-trail",
    ]);
  });

  it("[NAV-11] [NAV-12] [NAV-13] [NAV-14] [SUP-3] has the group Support with Docs Site, Provision Support and Request Support", () => {
    expect(groupOf("Support", makeUser())).toEqual([
      "Docs Site /docs",
      "Provision Support /support",
      "Request Support /request-support",
    ]);
  });

  it("[NAV-15] [NAV-16] [NAV-17] [NAV-18] [NAV-19] has the group My Account: Profile, Password, Users, Logout", () => {
    expect(groupOf("My Account", makeUser())).toEqual([
      "Profile /profile",
      "Password /profile/password",
      "Users /users",
      "Logout /logout",
    ]);
  });

  it("has no Password without sign-in by password", () => {
    expect(groupOf("My Account", makeUser(), { passwordEnabled: false })).toEqual([
      "Profile /profile",
      "Users /users",
      "Logout /logout",
    ]);
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
    expect(groupOf(undefined, user)).toEqual([
      "Dashboard /dashboard",
      "Systems /resources",
      "Import /import",
    ]);
  });

  it("[NAV-29] has Role Mapping only for users with the role-mapping group", () => {
    expect(groupOf(undefined, makeUser({}, ["users_self_update"]))).toEqual([
      "Dashboard /dashboard",
    ]);
  });

  it("links only to existing screens, and has no empty group", () => {
    const groups = navigationFor(contextOf(makeUser(), { features: [] }));
    expect(groups.flatMap(({ items }) => linesOf(items))).toEqual(["Docs Site /docs"]);
    const paths = new Set(ROUTES.map(({ path }) => path));
    for (const { items } of navigationFor(contextOf(makeUser()))) {
      for (const { href, external } of items) if (!external) expect(paths).toContain(href);
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
      const entries = navigationFor(contextOf(user, { features: USERS_ONLY })).flatMap(
        ({ items }) => items,
      );
      expect(linesOf(entries)).toEqual(["Docs Site /docs"]);
      expect(linesOf(footerFor(contextOf(user, { features: USERS_ONLY })))).toEqual([
        "Docs Site /docs",
      ]);
    }
  });

  it("marks only the nearest entry above the open screen", () => {
    const at = (pathname: string) =>
      navigationFor(contextOf(makeUser(), { pathname }))
        .flatMap(({ items }) => items)
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
