/** The access and the reasons of everybody in random directories, at first and after changes, against a plain model. */
import fc from "fast-check";
import type { LightMyRequestResponse } from "fastify";
import type { Kysely } from "kysely";
import { expect, test } from "vitest";
import type { IdentityEntitlement } from "#events/entities/identityAccess.ts";
import { periodOf } from "#server/access/periods.ts";
import { AccessGraphs, readGraph } from "#server/access/loadGraph.ts";
import type { Database } from "#server/db/schema.ts";
import { listIdentities, storeCounts } from "#server/directory/queries.ts";
import { ACCESS } from "#server/identities/access.ts";
import { countOutsideAccess } from "#server/identities/outsideAccess.ts";
import { readIdentity } from "#server/identities/queries.ts";
import { readList } from "#server/lists/list.ts";
import { type Browser, createApi } from "../support/api.ts";
import { eachDatabase } from "../support/databases.ts";
import { fillDirectory } from "../support/directory.ts";
import {
  directories,
  PAST,
  peopleOf,
  upwards,
  writeGranted,
  type GrantedDirectory,
  type WrittenGrants,
} from "../support/grantedDirectory.ts";

const DIRECTORIES = Number(process.env["PROVISION_DIRECTORIES"] ?? 5);
const TEN_MINUTES = 600_000;

/** Changes that users make by calls, and those of members and accounts, which imports make. */
const CHANGES = ["policy", "period", "assignment", "parent", "member", "account"] as const;
type Change = readonly [kind: (typeof CHANGES)[number], first: number, second: number];

const changes: fc.Arbitrary<readonly Change[]> = fc.array(
  fc.tuple(fc.constantFrom(...CHANGES), fc.nat({ max: 1000 }), fc.nat({ max: 1000 })),
  { minLength: 1, maxLength: 8 },
);

/** Adds an item to a list, or removes it. Returns whether it is in the list now. */
function toggle(list: number[], item: number): boolean {
  const at = list.indexOf(item);
  if (at === -1) list.push(item);
  else list.splice(at, 1);
  return at === -1;
}

interface Tools {
  readonly db: Kysely<Database>;
  readonly browser: Browser;
  readonly model: GrantedDirectory;
  readonly written: WrittenGrants;
}

async function succeed(response: Promise<LightMyRequestResponse>): Promise<void> {
  const { statusCode, body } = await response;
  expect(statusCode, body).toBe(200);
}

/** Makes a change in the model and in the directory. A change that the directory cannot have is none. */
async function make(tools: Tools, [kind, first, second]: Change): Promise<void> {
  const { db, browser, model, written } = tools;
  const { clientId } = written;
  const client = `/api/clients/${clientId}`;
  const org = first % model.orgs.length;
  const orgOid = written.orgOids[org] ?? "";
  const person = second % Math.max(1, model.identities.length);
  const identityOid = written.identityOids[person];
  const entitlement = second % model.entitlements.length;
  const roleOid = written.roleOids[entitlement] ?? "";
  const own = model.policies.find(([at, one]) => at === org && one === entitlement);
  if (kind === "policy") {
    if (own) model.policies.splice(model.policies.indexOf(own), 1);
    else model.policies.push([org, entitlement, false]);
    const change = own ? { add: [], remove: [roleOid] } : { add: [roleOid], remove: [] };
    await succeed(browser.post(`${client}/mp-orgs/${orgOid}/induce`, change));
  }
  if (kind === "period" && own) {
    own[2] = !own[2];
    const { id, valid_from, valid_until } = await db
      .selectFrom("inducements")
      .select(["id", "valid_from", "valid_until"])
      .where("client_id", "=", clientId)
      .where("org_oid", "=", orgOid)
      .where("role_oid", "=", roleOid)
      .executeTakeFirstOrThrow();
    const period = { validFrom: null, validUntil: own[2] ? PAST.toISOString() : null };
    const body = { ...period, expected: periodOf({ valid_from, valid_until }) };
    const path = `${client}/mp-orgs/${orgOid}/inducements/${id}/period`;
    await succeed(browser.send("PUT", path, { body }));
  }
  const role = model.roles[first % Math.max(1, model.roles.length)];
  if (kind === "assignment" && role && !role.isArchived && identityOid !== undefined) {
    const accessRoleOid = written.accessRoleOids[model.roles.indexOf(role)] ?? "";
    const path = `${client}/roles/${accessRoleOid}/grants/${identityOid}`;
    const body = { kind: "person", validFrom: null, validUntil: null, expected: null };
    await succeed(
      toggle(role.people, person)
        ? browser.send("PUT", path, { body })
        : browser.send("DELETE", `${path}?kind=person`, {}),
    );
  }
  const moved = model.orgs[org];
  if (kind === "parent" && moved && moved.parent !== null) {
    moved.parent = second % org;
    const { version } = await db
      .selectFrom("orgs")
      .select("version")
      .where("client_id", "=", clientId)
      .where("oid", "=", orgOid)
      .executeTakeFirstOrThrow();
    const body = {
      org: { oid: written.orgOids[moved.parent] },
      ids: [{ oid: orgOid, version }],
      toDelete: [],
    };
    await succeed(browser.send("PUT", `/api/mp-orgs/group?clientId=${clientId}`, { body }));
  }
  if (kind === "member" || kind === "account") await importOne(tools, [kind, first, second]);
}

/** Changes a membership or an account, and what an import counts then. */
async function importOne({ db, model, written }: Tools, [kind, first, second]: Change) {
  const { clientId } = written;
  const org = first % model.orgs.length;
  const person = second % Math.max(1, model.identities.length);
  const identityOid = written.identityOids[person];
  if (kind === "member" && identityOid !== undefined) {
    const row = {
      client_id: clientId,
      org_oid: written.orgOids[org] ?? "",
      identity_oid: identityOid,
    };
    if (toggle(model.identities[person]?.orgs ?? [], org)) {
      await db.insertInto("identity_orgs").values(row).execute();
    } else {
      await db
        .deleteFrom("identity_orgs")
        .where("client_id", "=", clientId)
        .where("org_oid", "=", row.org_oid)
        .where("identity_oid", "=", identityOid)
        .execute();
    }
  }
  const at = first % Math.max(1, model.accounts.length);
  const account = model.accounts[at];
  const entitlement = second % model.entitlements.length;
  if (kind === "account" && model.entitlements[entitlement]?.resource === account?.resource) {
    toggle(account?.entitlements ?? [], entitlement);
    const numbers = account?.entitlements.map((one) => one + 1).toSorted((a, b) => a - b) ?? [];
    await db
      .updateTable("accounts")
      .set({ entitlement_nos: numbers })
      .where("client_id", "=", clientId)
      .where("name", "=", `account ${at}`)
      .execute();
  }
  await storeCounts(db, clientId);
}

const byText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

interface Reason {
  readonly oid: string;
  readonly names: readonly string[];
  readonly role?: { readonly oid: string; readonly name: string };
}

/** What a person holds or is granted, each with its accounts and reasons, from the definition. */
function accessOf(model: GrantedDirectory, written: WrittenGrants, person: number) {
  const nameOf = (org: number) => model.orgs[org]?.name ?? "";
  const chains = (model.identities[person]?.orgs ?? []).map((org) => upwards(model, org));
  return model.entitlements.flatMap((_one, entitlement) => {
    const accounts = model.accounts.flatMap(({ identity, entitlements }, no) =>
      identity === person && entitlements.includes(entitlement) ? [`account ${no}`] : [],
    );
    const roles = model.roles.flatMap(({ entitlements, isArchived, orgs, people }, no) => {
      const role = { oid: written.accessRoleOids[no] ?? "", name: `role ${no}` };
      return !isArchived && entitlements.includes(entitlement) ? [{ role, orgs, people }] : [];
    });
    const byPolicy = chains.flatMap((chain) =>
      chain.flatMap((org, depth) => {
        const oid = written.orgOids[org] ?? "";
        const names = chain
          .slice(0, depth + 1)
          .toReversed()
          .map(nameOf);
        const own = model.policies.filter(
          ([at, one, isExpired]) => at === org && one === entitlement && !isExpired,
        );
        const induced = roles.filter(({ orgs }) => orgs.includes(org));
        return [
          ...own.map((): Reason => ({ oid, names })),
          ...induced.map(({ role }): Reason => ({ oid, names, role })),
        ];
      }),
    );
    const assigned = roles
      .filter(({ people }) => people.includes(person))
      .map(({ role }): Reason => ({ oid: role.oid, names: [], role }));
    const paths = [...byPolicy, ...assigned];
    if (accounts.length === 0 && paths.length === 0) return [];
    return [
      {
        roleOid: written.roleOids[entitlement] ?? "",
        accounts: accounts.toSorted(byText),
        paths: textsOf(paths),
      },
    ];
  });
}

const textsOf = (paths: readonly Reason[]) =>
  paths
    .map(({ oid, names, role }) => JSON.stringify([oid, names, role?.oid, role?.name]))
    .toSorted();

const byRole = <Item extends { readonly roleOid: string }>(items: readonly Item[]) =>
  items.toSorted((a, b) => byText(a.roleOid, b.roleOid));

eachDatabase((database) => {
  test(
    "[IDN-3] the access and the reasons of everybody equal a plain recomputation, before and after changes",
    async () => {
      const { db } = database.current;
      const { users } = await fillDirectory(db);
      const api = await createApi(database.current);
      const { clock } = api;
      const graphs = new AccessGraphs();
      const count = () => countOutsideAccess(db, { now: () => clock.now, isEnding: () => false });

      const expectAccess = async (model: GrantedDirectory, written: WrittenGrants) => {
        const { clientId } = written;
        const outside: string[] = [];
        const people = peopleOf(model, null);
        for (const [person, { held, granted }] of people.entries()) {
          const identityOid = written.identityOids[person] ?? "";
          const place = { clientId, identityOid, at: clock.now };
          const found = async (show: "all" | "outside" | "policy" | "missing") => {
            const selection = { ...place, show, peerOrgOid: null, comparesPeers: false };
            const { items } = await readList(db, ACCESS, selection, { size: 100 });
            return byRole(
              items.map(({ roleOid, accounts, paths }: IdentityEntitlement) => ({
                roleOid,
                accounts,
                paths: textsOf(paths),
              })),
            );
          };
          const expected = byRole(accessOf(model, written, person));
          expect(await found("all")).toEqual(expected);
          const isHeld = ({ accounts }: (typeof expected)[number]) => accounts.length > 0;
          const isGranted = ({ paths }: (typeof expected)[number]) => paths.length > 0;
          const unlicensed = expected.filter((one) => isHeld(one) && !isGranted(one));
          const byPolicy = expected.filter((one) => isHeld(one) && isGranted(one));
          const missing = expected.filter((one) => isGranted(one) && !isHeld(one));
          expect(await found("outside")).toEqual(unlicensed);
          expect(await found("policy")).toEqual(byPolicy);
          expect(await found("missing")).toEqual(missing);
          expect((await readIdentity(db, place)).counts).toEqual({
            byPolicy: byPolicy.length,
            outsidePolicy: unlicensed.length,
            missing: missing.length,
          });
          if ([...held].some((one) => !granted.has(one))) outside.push(String(person));
        }
        const listed = await listIdentities(db, { clientId, show: "outsidePolicy" }, { size: 100 });
        expect(listed.items.map(({ externalId }) => externalId)).toEqual(outside.toSorted(byText));
        expect(listed.page.totalElements).toBe(outside.length);
        const cached = await graphs.use(db, clientId, clock.now, async ({ graph }) => graph);
        expect(cached).toEqual(await readGraph(db, clientId, clock.now));
      };

      await fc.assert(
        fc.asyncProperty(directories, fc.array(changes, { maxLength: 3 }), async (drawn, steps) => {
          const model = structuredClone(drawn);
          const written = await writeGranted(db, model);
          const name = written.clientId;
          const client = { id: written.clientId, name, slug: name, created_at: PAST };
          await db.insertInto("clients").values(client).execute();
          await db
            .insertInto("user_clients")
            .values({ user_id: users.owner, client_id: written.clientId, position: 1 })
            .execute();
          await db
            .updateTable("orgs")
            .set({ is_group: true })
            .where("client_id", "=", written.clientId)
            .execute();
          await storeCounts(db, written.clientId);
          await count();
          await expectAccess(model, written);
          const browser = await api.signIn("owner");
          for (const step of steps) {
            for (const change of step) await make({ db, browser, model, written }, change);
            clock.now = new Date(clock.now.getTime() + TEN_MINUTES);
            await count();
            await expectAccess(model, written);
          }
          await db.deleteFrom("user_clients").where("client_id", "=", written.clientId).execute();
          await db.deleteFrom("clients").where("id", "=", written.clientId).execute();
        }),
        { numRuns: DIRECTORIES, seed: 22 },
      );
      await api.app.close();
    },
    60_000 + DIRECTORIES * 10_000,
  );
});
