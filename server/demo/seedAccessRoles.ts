/** Access roles of the demo bank: one that a group's policy induces, one that people have for a time, one archived. */
import { randomUUID } from "node:crypto";
import type { Transaction } from "kysely";
import type { RoleContent } from "#events/entities/accessRole.ts";
import { insertRole, storeRole, type RoleWriter } from "../accessRoles/content.ts";
import type { Database } from "../db/schema.ts";
import { GROUP_WITH_ROLE } from "./seedGroups.ts";
import { commonRoles, findOrg, STAFF_PERCENT, writePolicy } from "./seedPolicies.ts";

const DAY_MS = 86_400_000;
const ACTOR = "demo";
/** The share of the group's people who hold each entitlement of its role. */
const GROUP_PERCENT = 60;
/** First and last day of the periods in which people have the role of their own, in days from now. */
const PERIODS: readonly (readonly [from: number | null, until: number | null])[] = [
  [null, null],
  [null, null],
  [-60, 6],
  [-20, 24],
  [7, 97],
];

export async function seedAccessRoles(
  tx: Transaction<Database>,
  clientId: string,
  now: Date,
): Promise<void> {
  const inDays = (days: number) => new Date(now.getTime() + days * DAY_MS);
  const writerOn = (days: number): RoleWriter => ({
    client: { id: clientId },
    user: { id: null, username: ACTOR },
    at: inDays(days),
  });
  const create = async (days: number, content: RoleContent): Promise<string> => {
    const oid = randomUUID();
    await insertRole(tx, writerOn(days), oid, content);
    return oid;
  };

  const group = await findOrg(tx, clientId, GROUP_WITH_ROLE);
  const root = await findOrg(tx, clientId, null);
  const ofStaff = new Set(await commonRoles(tx, clientId, root, STAFF_PERCENT));
  const common = await commonRoles(tx, clientId, group, GROUP_PERCENT);
  const counter: RoleContent = {
    name: "Counter Service",
    description: "What everybody needs who serves customers at a counter.",
    resourceOid: null,
    entitlementOids: common.filter((roleOid) => !ofStaff.has(roleOid)),
    ownerOids: await somePeople(tx, clientId, "Branch Manager", 1),
  };
  const counterOid = await create(-40, counter);
  await writePolicy(tx, clientId, group, [
    { at: inDays(-39), kind: "apply", threshold: null, added: [counterOid], removed: [] },
  ]);

  const ticketing = await resourceOf(tx, clientId, "Ticketing");
  const queues: RoleContent = {
    name: "Incident Coordination",
    description: "Reads and assigns tickets of all queues while incidents are handled.",
    resourceOid: ticketing,
    entitlementOids: await someEntitlements(tx, clientId, ticketing, 4),
    ownerOids: await somePeople(tx, clientId, "Systems Administrator", 2),
  };
  const queuesOid = await create(-90, queues);
  const people = await somePeople(tx, clientId, "Business Analyst", PERIODS.length);
  await tx
    .insertInto("access_role_assignments")
    .values(
      people.map((identityOid, at) => {
        const [from, until] = PERIODS[at] ?? [null, null];
        return {
          client_id: clientId,
          id: randomUUID(),
          access_role_oid: queuesOid,
          identity_oid: identityOid,
          valid_from: from === null ? null : inDays(from),
          valid_until: until === null ? null : inDays(until),
          created_at: inDays(-60),
          created_by: ACTOR,
        };
      }),
    )
    .execute();

  const warehouse = await resourceOf(tx, clientId, "Data Warehouse");
  const closing: RoleContent = {
    name: "Year-End Closing",
    description: "Reports that the annual accounts need.",
    resourceOid: warehouse,
    entitlementOids: await someEntitlements(tx, clientId, warehouse, 3),
    ownerOids: [],
  };
  const closingOid = await create(-300, closing);
  const stored = { ...closing, oid: closingOid, version: 1, archived: false };
  await storeRole(tx, writerOn(-200), stored, { archived: true }, "archived");
}

async function resourceOf(
  tx: Transaction<Database>,
  clientId: string,
  name: string,
): Promise<string> {
  const { id } = await tx
    .selectFrom("resources")
    .select("id")
    .where("client_id", "=", clientId)
    .where("name", "=", name)
    .executeTakeFirstOrThrow();
  return id;
}

/** The first entitlements of a resource by name. */
async function someEntitlements(
  tx: Transaction<Database>,
  clientId: string,
  resourceId: string,
  number: number,
): Promise<string[]> {
  const rows = await tx
    .selectFrom("entitlements")
    .select("role_oid")
    .where("client_id", "=", clientId)
    .where("resource_id", "=", resourceId)
    .orderBy("name")
    .limit(number)
    .execute();
  return rows.map(({ role_oid }) => role_oid);
}

/** The first people of a job title by username. */
async function somePeople(
  tx: Transaction<Database>,
  clientId: string,
  jobTitle: string,
  number: number,
): Promise<string[]> {
  const rows = await tx
    .selectFrom("identities")
    .select("oid")
    .where("client_id", "=", clientId)
    .where("job_title", "=", jobTitle)
    .orderBy("username")
    .limit(number)
    .execute();
  return rows.map(({ oid }) => oid);
}
