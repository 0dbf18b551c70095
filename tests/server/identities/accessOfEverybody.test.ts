/** The access and the reasons of everybody in random directories, at first and after changes, against a plain model. */
import { randomUUID } from "node:crypto";
import fc from "fast-check";
import type { Kysely } from "kysely";
import { expect, test } from "vitest";
import type { IdentityEntitlement } from "#events/entities/identityAccess.ts";
import { AccessGraphs, readGraph } from "#server/access/loadGraph.ts";
import type { Database } from "#server/db/schema.ts";
import { listIdentities, storeCounts } from "#server/directory/queries.ts";
import { ACCESS } from "#server/identities/access.ts";
import { countOutsideAccess } from "#server/identities/outsideAccess.ts";
import { readIdentity } from "#server/identities/queries.ts";
import { readList } from "#server/lists/list.ts";
import { eachDatabase } from "../support/databases.ts";
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

const CHANGES = ["policy", "assignment", "parent", "member", "account"] as const;
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

/** Makes a change in the model and in the tables. A change that the directory cannot have is none. */
async function make(
  db: Kysely<Database>,
  model: GrantedDirectory,
  written: WrittenGrants,
  [kind, first, second]: Change,
): Promise<void> {
  const client_id = written.clientId;
  const org = first % model.orgs.length;
  const orgOid = written.orgOids[org] ?? "";
  const person = second % Math.max(1, model.identities.length);
  const identityOid = written.identityOids[person];
  if (kind === "policy") {
    const entitlement = second % model.entitlements.length;
    const roleOid = written.roleOids[entitlement] ?? "";
    const own = model.policies.findIndex(([at, one]) => at === org && one === entitlement);
    if (own === -1) model.policies.push([org, entitlement, false]);
    else model.policies.splice(own, 1);
    const grant = { client_id, org_oid: orgOid, role_oid: roleOid };
    if (own === -1) {
      const row = { ...grant, id: randomUUID(), created_at: PAST };
      await db.insertInto("inducements").values(row).execute();
    } else {
      await db
        .deleteFrom("inducements")
        .where("client_id", "=", client_id)
        .where("org_oid", "=", orgOid)
        .where("role_oid", "=", roleOid)
        .execute();
    }
  }
  if (kind === "assignment" && model.roles.length > 0 && identityOid !== undefined) {
    const no = first % model.roles.length;
    const accessRoleOid = written.accessRoleOids[no] ?? "";
    if (toggle(model.roles[no]?.people ?? [], person)) {
      await db
        .insertInto("access_role_assignments")
        .values({
          client_id,
          id: randomUUID(),
          access_role_oid: accessRoleOid,
          identity_oid: identityOid,
          created_at: PAST,
          created_by: "test",
        })
        .execute();
    } else {
      await db
        .deleteFrom("access_role_assignments")
        .where("client_id", "=", client_id)
        .where("access_role_oid", "=", accessRoleOid)
        .where("identity_oid", "=", identityOid)
        .execute();
    }
  }
  const moved = model.orgs[org];
  if (kind === "parent" && moved && moved.parent !== null) {
    moved.parent = second % org;
    await db
      .updateTable("orgs")
      .set({ parent_oid: written.orgOids[moved.parent] ?? "" })
      .where("client_id", "=", client_id)
      .where("oid", "=", orgOid)
      .execute();
  }
  if (kind === "member" && identityOid !== undefined) {
    if (toggle(model.identities[person]?.orgs ?? [], org)) {
      const row = { client_id, org_oid: orgOid, identity_oid: identityOid };
      await db.insertInto("identity_orgs").values(row).execute();
    } else {
      await db
        .deleteFrom("identity_orgs")
        .where("client_id", "=", client_id)
        .where("org_oid", "=", orgOid)
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
      .where("client_id", "=", client_id)
      .where("name", "=", `account ${at}`)
      .execute();
  }
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
      const graphs = new AccessGraphs();
      let now = new Date("2026-03-02T09:00:00Z");
      const count = () => countOutsideAccess(db, { now: () => now, isEnding: () => false });

      const expectAccess = async (model: GrantedDirectory, written: WrittenGrants) => {
        const { clientId } = written;
        const outside: string[] = [];
        const people = peopleOf(model, null);
        for (const [person, { held, granted }] of people.entries()) {
          const identityOid = written.identityOids[person] ?? "";
          const place = { clientId, identityOid, at: now };
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
        const cached = await graphs.use(db, clientId, now, async ({ graph }) => graph);
        expect(cached).toEqual(await readGraph(db, clientId, now));
      };

      await fc.assert(
        fc.asyncProperty(directories, fc.array(changes, { maxLength: 3 }), async (drawn, steps) => {
          const model = structuredClone(drawn);
          const written = await writeGranted(db, model);
          const name = written.clientId;
          const client = { id: written.clientId, name, slug: name, created_at: PAST };
          await db.insertInto("clients").values(client).execute();
          await storeCounts(db, written.clientId);
          await count();
          await expectAccess(model, written);
          for (const step of steps) {
            for (const change of step) await make(db, model, written, change);
            await storeCounts(db, written.clientId);
            now = new Date(now.getTime() + TEN_MINUTES);
            await count();
            await expectAccess(model, written);
          }
          await db.deleteFrom("clients").where("id", "=", written.clientId).execute();
        }),
        { numRuns: DIRECTORIES, seed: 22 },
      );
    },
    60_000 + DIRECTORIES * 10_000,
  );
});
