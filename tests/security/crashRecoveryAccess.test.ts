/**
 * Kills a server while it changes policies, groups of orgs, access roles and cases, many at a time: no change is half
 * made, and each acknowledged one is there. `PROVISION_KILLS=200` kills that often on each database.
 */
import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import type { PolicyChangePreview } from "#events/entities/policyChange.ts";
import { importDirectory } from "#server/import/importDirectory.ts";
import { rowsTable } from "#server/import/rowsTable.ts";
import { openDatabase, type DatabaseSource } from "#server/db/open.ts";
import { get, send, testKillsWhileWriting, type Place, type WriteKind } from "./support/kills.ts";

/** Both kinds of orgs fit into one page of grants, and the cases into one of cases. */
const ORGS = 8;
const CASES = 20;
const ENTITLEMENTS = 8;
/** Each change of policies replaces one of these entitlements by the next one. */
const TURNS = 4;

interface Directory {
  readonly jobTitles: readonly string[];
  readonly departments: readonly string[];
  /** Role oids of the entitlements. */
  readonly roles: readonly string[];
}

/** A client with job titles and departments of one person each, and with a case about each account of nobody. */
async function fill(source: DatabaseSource): Promise<Directory> {
  const { db, close } = await openDatabase(source);
  try {
    const numbers = Array.from({ length: ORGS }, (_, no) => no);
    const { client } = await importDirectory(db, {
      client: "Bank",
      identities: rowsTable(
        "identities",
        ["id", "jobTitle", "department"],
        numbers.map((no) => [`p${no}`, `Job ${no}`, `Department ${no}`]),
      ),
      access: rowsTable(
        "access",
        ["identityId", "resource", "account", "entitlement"],
        [
          ...Array.from({ length: ENTITLEMENTS }, (_, no) => ["p0", "R", "a0", `E${no}`]),
          ...Array.from({ length: CASES }, (_, no) => ["", "R", `orphan${no}`, ""]),
        ],
      ),
    });
    const clientId = client.id ?? "";
    const orphans = await db
      .selectFrom("accounts")
      .select(["id", "name"])
      .where("client_id", "=", clientId)
      .where("identity_oid", "is", null)
      .execute();
    const at = new Date();
    await db
      .insertInto("cases")
      .values(
        orphans.map(({ id, name }) => ({
          client_id: clientId,
          id: randomUUID(),
          kind: "orphanedAccount" as const,
          account_id: id,
          subject: name,
          resource_name: "R",
          search_key: name,
          state: "open" as const,
          created_at: at,
          created_by: "test",
          changed_at: at,
        })),
      )
      .execute();
    const orgs = await db
      .selectFrom("orgs")
      .select(["oid", "type"])
      .where("client_id", "=", clientId)
      .where("parent_oid", "is not", null)
      .orderBy("name")
      .execute();
    const ofType = (type: string) => orgs.filter((org) => org.type === type).map(({ oid }) => oid);
    const entitlements = await db
      .selectFrom("entitlements")
      .select("role_oid")
      .where("client_id", "=", clientId)
      .orderBy("name")
      .execute();
    return {
      jobTitles: ofType("job-titles"),
      departments: ofType("departments"),
      roles: entitlements.map(({ role_oid: oid }) => oid),
    };
  } finally {
    await close();
  }
}

interface Listed<Name extends string, Item> {
  readonly _embedded: Readonly<Record<Name, readonly Item[]>>;
  readonly page: { readonly totalElements: number };
}

const DAY_MS = 86_400_000;
const FIRST_DAY = Date.parse("2030-01-01T00:00:00Z");
const dayOf = (n: number) => new Date(FIRST_DAY + n * DAY_MS).toISOString().slice(0, 10);

/** One of the known number and the next one, by what both have in common. */
const nearest = (known: number, matches: (n: number) => boolean): number =>
  [known, known + 1].find((n) => matches(n)) ?? Number.NaN;

/** The turn of the only entitlement that each of the orgs has; -1 if no org has a policy. */
async function turnOf(
  place: Place,
  orgs: readonly string[],
  roles: readonly string[],
): Promise<number> {
  const { _embedded, page } = await get<
    Listed<"grants", { readonly orgOid: string; readonly roleOid: string }>
  >(place, `${place.base}/policies?size=20`);
  expect(_embedded.grants).toHaveLength(page.totalElements);
  const own = _embedded.grants.filter(({ orgOid }) => orgs.includes(orgOid));
  if (own.length === 0) return -1;
  expect(own.map(({ orgOid }) => orgOid).toSorted()).toEqual(orgs.toSorted());
  const held = new Set(own.map(({ roleOid }) => roleOid));
  expect(held.size).toBe(1);
  return roles.indexOf([...held][0] ?? "");
}

const byTurn = (known: number, turn: number) =>
  nearest(known, (n) => (turn === -1 ? n === 0 : n > 0 && n % TURNS === turn));

function kindsOf({ jobTitles, departments, roles }: Directory): readonly WriteKind[] {
  const bulkRoles = roles.slice(0, TURNS);
  const fileRoles = roles.slice(TURNS, 2 * TURNS);
  return [
    {
      call: "policyChanges/bulkUpdate",
      write: async (place, n) => {
        const change = {
          orgs: { all: false, oids: jobTitles },
          operation: "equal",
          roles: { all: false, oids: [bulkRoles[n % TURNS]] },
        };
        const path = `${place.base}/mp-orgs/bulk-update`;
        const { fingerprint } = await send<PolicyChangePreview>(
          place,
          "POST",
          `${path}/preview`,
          change,
        );
        await send(place, "POST", path, { ...change, id: randomUUID(), fingerprint });
      },
      read: async (place, known) => byTurn(known, await turnOf(place, jobTitles, bulkRoles)),
    },
    {
      call: "policyChanges/applyPolicyFile",
      write: async (place, n) => {
        const entitlement = `E${TURNS + (n % TURNS)}`;
        const lines = departments.map((_oid, no) => `Department ${no},R,${entitlement}`);
        const file = ["org,resource,entitlement", ...lines].join("\n");
        const content = Buffer.from(file).toString("base64");
        const path = `${place.base}/policies`;
        const { preview } = await send<{ readonly preview: PolicyChangePreview }>(
          place,
          "POST",
          `${path}/check`,
          { content },
        );
        const { fingerprint } = preview;
        await send(place, "PUT", path, { content, id: randomUUID(), fingerprint });
      },
      read: async (place, known) => byTurn(known, await turnOf(place, departments, fileRoles)),
    },
    {
      call: "groupings/updateGroup",
      write: async (place, n) =>
        send(place, "PUT", "/api/mp-orgs/group", {
          org: { orgType: "job-titles", displayName: `Group ${n}` },
          ids: (await jobTree(place)).map(({ oid, version }) => ({ oid, version })),
          toDelete: [],
        }),
      read: async (place) => {
        const parents = new Set((await jobTree(place)).map(({ parentOid }) => parentOid));
        expect(parents.size).toBe(1);
        const groups = await findOrgs(place, "Group");
        const own = groups.find(({ oid }) => parents.has(oid));
        const n = own ? Number(own.displayName.slice("Group ".length)) : 0;
        expect(groups).toHaveLength(n);
        return n;
      },
    },
    {
      call: "accessRoles/createRole",
      write: (place, n) =>
        send(place, "POST", `${place.base}/roles`, {
          name: `Role ${n}`,
          description: "",
          resourceOid: null,
          entitlementOids: roles,
          ownerOids: [],
        }),
      read: async (place) => {
        const { _embedded, page } = await get<
          Listed<"roles", { readonly entitlementCount: number }>
        >(place, `${place.base}/roles?size=20`);
        const counts = new Set(_embedded.roles.map(({ entitlementCount }) => entitlementCount));
        expect([...counts].filter((count) => count !== roles.length)).toEqual([]);
        return page.totalElements;
      },
    },
    {
      call: "cases/changeCases",
      write: (place, n) =>
        send(place, "POST", `${place.base}/cases/bulk`, {
          all: true,
          ids: [],
          filters: {},
          change: { dueOn: dayOf(n) },
        }),
      read: async (place, known) => {
        const { _embedded } = await get<Listed<"cases", { readonly dueOn: string | null }>>(
          place,
          `${place.base}/cases?size=20`,
        );
        expect(_embedded.cases).toHaveLength(CASES);
        const days = new Set(_embedded.cases.map(({ dueOn }) => dueOn));
        expect(days.size).toBe(1);
        return nearest(known, (n) => days.has(n === 0 ? null : dayOf(n)));
      },
    },
  ];
}

interface ListedOrg {
  readonly oid: string;
  readonly version: number;
  readonly parentOid: string | null;
  readonly displayName: string;
}

async function findOrgs(place: Place, text: string): Promise<readonly ListedOrg[]> {
  const found: ListedOrg[] = [];
  let after: string | null = null;
  do {
    const query = new URLSearchParams({ orgType: "job-titles", search: text, size: "500" });
    if (after !== null) query.set("after", after);
    const page: {
      readonly _embedded: { readonly orgs: readonly ListedOrg[] };
      readonly next: string | null;
    } = await get(place, `${place.base}/mp-orgs/groups?${query.toString()}`);
    found.push(...page._embedded.orgs);
    after = page.next;
  } while (after !== null);
  return found.filter(({ displayName }) => displayName.startsWith(`${text} `));
}

const jobTree = async (place: Place) => findOrgs(place, "Job");

testKillsWhileWriting(
  "changes of many policies, orgs, access roles and cases are whole and audited",
  async (source) => kindsOf(await fill(source)),
);
