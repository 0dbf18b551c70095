/** The palette's entries for a text. */
import { describe, expect, it } from "vitest";
import type { FoundName } from "#events/entities/foundName.ts";
import type { User } from "#events/entities/user.ts";
import { isFound, paletteEntries, type PaletteContext } from "#src/app/palette/entries.ts";
import { FEATURES } from "#src/app/features.ts";
import { frameMessages } from "#src/app/frameMessages.ts";
import { makeClient, makeUser, uuid } from "../../support/fixtures.ts";

const contextOf = (user: User, changes: Partial<PaletteContext> = {}): PaletteContext => ({
  session: { known: true, user, client: user.client },
  pathname: "/dashboard",
  features: FEATURES,
  midpointURI: null,
  passwordEnabled: true,
  language: "en",
  t: frameMessages.english,
  commands: [],
  ...changes,
});
const ADMIN = contextOf(makeUser());
const ORG: FoundName = { kind: "org", id: uuid(9), name: "Junior Teller", detail: "job-titles" };
const PERSON: FoundName = { kind: "user", id: uuid(8), name: "Ann Teller", detail: "ann" };

const labels = (text: string, context = ADMIN, found: readonly FoundName[] = []) =>
  paletteEntries(context, text, found).map(({ label }) => label);

describe("the palette", () => {
  it("offers every screen of the navigation and every action before any text is typed", () => {
    expect(labels("")).toEqual(
      expect.arrayContaining(["Dashboard", "Role Mapping", "Logout", "Dark theme"]),
    );
    expect(labels("  ")).toEqual(labels(""));
    const ofMember = labels("", contextOf(makeUser({}, ["users_self_update"])));
    expect(ofMember.filter((label) => label.includes("Role Mapping"))).toEqual([]);
  });

  it.each([
    [
      "role",
      [
        "Role Mapping",
        "Access Roles",
        "Bulk Role Mapping",
        "Bulk Role Mapping of Access Roles",
        "New access role",
        "Reports: Access roles that nobody has",
        "Reports: Equal and nested access roles",
      ],
    ],
    ["MAP ro", ["Role Mapping", "Bulk Role Mapping", "Bulk Role Mapping of Access Roles"]],
    ["apping", []],
    ["dark", ["Dark theme"]],
    ["theme light", ["Light theme"]],
    ["support req", ["Request Support"]],
    ["account logout", ["Logout"]],
    ["sign out", ["Sign out"]],
    ["docs", ["Docs Site"]],
  ])("finds by word prefixes: %s", (text, expected) => {
    expect(labels(text)).toEqual(expected);
  });

  it("opens orgs by their type, and users if a feature shows them", () => {
    const org = {
      group: "orgs",
      label: "Junior Teller",
      detail: "Job title",
      href: `/rbac/role-mapping/${ORG.id}`,
    };
    const person = {
      group: "users",
      label: "Ann Teller",
      detail: "ann",
      href: `/users/${PERSON.id}`,
    };
    expect(paletteEntries(ADMIN, "teller", [PERSON, ORG])).toMatchObject([org, person]);
    const withoutUsers = FEATURES.filter(({ palette }) => palette?.names?.[0]?.kind !== "user");
    expect(
      paletteEntries({ ...ADMIN, features: withoutUsers }, "teller", [PERSON, ORG]),
    ).toMatchObject([org]);
    expect(labels("ann", ADMIN, [{ ...PERSON, name: "" }])).toEqual(["ann"]);
  });

  it("leads to resources by name, and to what may be done with users", () => {
    const resource: FoundName = { kind: "resource", id: uuid(7), name: "HR Portal", detail: "" };
    const entry = {
      group: "resources",
      label: "HR Portal",
      detail: null,
      href: `/resources/${resource.id}/manage`,
    };
    expect(paletteEntries(ADMIN, "portal", [resource])).toMatchObject([entry]);
    expect(paletteEntries(ADMIN, "new user", [])).toMatchObject([
      { label: "New user", href: "/users?new=true" },
    ]);
    expect(labels("import")).toContain("Import users from a file");
    const member = contextOf(makeUser({}, ["users_self_update"]));
    expect(labels("new user", member)).toEqual([]);
    expect(labels("import", member)).toEqual([]);
  });

  it("leads to people, access roles and reports, and to their lists if there are more", () => {
    const person: FoundName = {
      kind: "identity",
      id: uuid(6),
      name: "Zoë Lund",
      detail: "zlund",
    };
    const role: FoundName = { kind: "accessRole", id: uuid(5), name: "Counter", detail: "" };
    expect(paletteEntries(ADMIN, "x", [role, person])).toMatchObject([
      { group: "accessRoles", label: "Counter", href: `/rbac/access-roles/${role.id}` },
      {
        group: "people",
        label: "Zoë Lund",
        detail: "zlund",
        href: `/identities/report/${person.id}`,
      },
    ]);
    const more = (one: FoundName) =>
      paletteEntries(
        ADMIN,
        "x y",
        Array.from({ length: 9 }, (_, n) => ({ ...one, id: uuid(20 + n) })),
      ).at(-1);
    expect(more(person)).toMatchObject({ group: "people", href: "/identities?contains=x+y" });
    expect(more(role)).toMatchObject({
      group: "accessRoles",
      href: "/rbac/access-roles?contains=x+y",
    });
    expect(paletteEntries(ADMIN, "orphaned", [])).toMatchObject([
      { label: "Reports: Orphaned accounts", href: "/reports?kind=orphanedAccounts" },
    ]);
    expect(labels("reports: orphaned", contextOf(makeUser({}, ["users_self_update"])))).toEqual([]);
  });

  it("shows eight of a kind, and links to all if there are more", () => {
    const of = (most: number) => {
      const people = Array.from({ length: most }, (_, n) => ({ ...PERSON, id: uuid(20 + n) }));
      return paletteEntries(ADMIN, " Ann Teller ", people);
    };
    expect(of(8).map(({ id }) => id)).not.toContain("more:users");
    expect(of(8)).toHaveLength(8);
    expect(of(9)).toHaveLength(9);
    expect(of(9).filter(isFound)).toHaveLength(8);
    expect(of(9).at(-1)).toMatchObject({
      group: "users",
      label: "More results: keep typing, or open Manage Users",
      href: "/users?contains=Ann+Teller",
    });
    const orgs = Array.from({ length: 9 }, (_, n) => ({ ...ORG, id: uuid(20 + n) }));
    expect(paletteEntries(ADMIN, " junior teller ", orgs).at(-1)).toMatchObject({
      group: "orgs",
      href: "/rbac/role-mapping?type=job-titles&contains=junior+teller",
    });
    const department = { ...ORG, detail: "departments" };
    expect(paletteEntries(ADMIN, "teller", [PERSON, department, ...orgs]).at(-2)).toMatchObject({
      group: "orgs",
      href: "/rbac/role-mapping?type=departments&contains=teller",
    });
  });

  it("lists the actions of the open screen before all others", () => {
    const commands = [{ id: "undo", label: "Undo: clear Vault" }];
    const entries = paletteEntries({ ...ADMIN, commands }, "", []);
    expect(entries.find(({ group }) => group === "actions")).toMatchObject({
      label: "Undo: clear Vault",
      action: { kind: "screen", command: "undo" },
    });
    expect(labels("vault", { ...ADMIN, commands })).toEqual(["Undo: clear Vault"]);
  });

  it("offers the other clients to a user with several", () => {
    const [north, south] = [makeClient(), makeClient({ id: uuid(5), name: "South Bank" })];
    const user = makeUser({ client: north, clients: [north, south] });
    expect(labels("bank", contextOf(user))).toEqual(["Go to client South Bank"]);
  });

  it("marks links out of the app", () => {
    const context = { ...ADMIN, midpointURI: "https://midpoint.example/" };
    expect(paletteEntries(context, "case work", [])).toMatchObject([
      { label: "My Case Work Items", detail: "Manage Access", external: true },
    ]);
  });

  it("has unique entry names", () => {
    const ids = paletteEntries(ADMIN, "", [ORG]).map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });
});
