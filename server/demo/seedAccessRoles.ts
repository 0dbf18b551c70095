/** Access roles of the demo bank: one that a group's policy induces, one that people have for a time, one archived. */
import { randomUUID } from "node:crypto";
import type { Transaction } from "kysely";
import type { RoleContent } from "#events/entities/accessRole.ts";
import { DAY_MS } from "#events/rules/time.ts";
import { insertRole, storeRole, type RoleWriter } from "../accessRoles/content.ts";
import type { Database } from "../db/schema.ts";
import { DEMO_ACTOR } from "./demoActor.ts";
import { GROUP_WITH_ROLE } from "./seedGroups.ts";
import { commonRoles, findOrg, writePolicy } from "./seedPolicies.ts";

/** The share of the group's people who hold each entitlement of its role. */
const GROUP_PERCENT = 60;
/** First and last day of the periods for which people have a role, in days from now. */
const PERIODS: readonly (readonly [from: number | null, until: number | null])[] = [
  [null, null],
  [null, null],
  [-60, 6],
  [-20, 24],
  [7, 97],
];

interface Place {
  readonly tx: Transaction<Database>;
  readonly clientId: string;
  readonly inDays: (days: number) => Date;
}

export async function seedAccessRoles(
  tx: Transaction<Database>,
  clientId: string,
  now: Date,
): Promise<void> {
  const inDays = (days: number) => new Date(now.getTime() + days * DAY_MS);
  const place: Place = { tx, clientId, inDays };
  await induceCounterService(place);
  await assignIncidentCoordination(place);
  await archiveYearEndClosing(place);
}

/** What the people of a group have in common beyond the policy of all staff. */
async function induceCounterService(place: Place): Promise<void> {
  const { tx, clientId, inDays } = place;
  const group = await findOrg(tx, clientId, GROUP_WITH_ROLE);
  const root = await findOrg(tx, clientId, null);
  const ofStaff = await tx
    .selectFrom("inducements")
    .select("role_oid")
    .where("client_id", "=", clientId)
    .where("org_oid", "=", root)
    .execute();
  const known = new Set(ofStaff.map(({ role_oid }) => role_oid));
  const common = await commonRoles(tx, clientId, group, GROUP_PERCENT);
  const oid = await createRole(place, -40, {
    name: "Counter Service",
    description: "What everybody needs who serves customers at a counter.",
    resourceOid: null,
    entitlementOids: common.filter((roleOid) => !known.has(roleOid)),
    ownerOids: await somePeople(place, "Branch Manager", 1),
  });
  await writePolicy(tx, clientId, group, [
    { at: inDays(-39), kind: "apply", threshold: null, added: [oid], removed: [] },
  ]);
}

/** A role of one resource that people have for different periods. */
async function assignIncidentCoordination(place: Place): Promise<void> {
  const { tx, clientId, inDays } = place;
  const oid = await createRole(place, -90, {
    name: "Incident Coordination",
    description: "Reads and assigns tickets of all queues while incidents are handled.",
    ...(await partOfResource(place, "Ticketing", 4)),
    ownerOids: await somePeople(place, "Systems Administrator", 2),
  });
  const people = await somePeople(place, "Business Analyst", PERIODS.length);
  const dateIn = (days: number | null) => (days === null ? null : inDays(days));
  const assignments = people.map((identityOid, at) => {
    const [from, until] = PERIODS[at] ?? [null, null];
    return {
      client_id: clientId,
      id: randomUUID(),
      access_role_oid: oid,
      identity_oid: identityOid,
      valid_from: dateIn(from),
      valid_until: dateIn(until),
      created_at: inDays(-60),
      created_by: DEMO_ACTOR,
    };
  });
  await tx.insertInto("access_role_assignments").values(assignments).execute();
}

/** A role with a second version. */
async function archiveYearEndClosing(place: Place): Promise<void> {
  const content: RoleContent = {
    name: "Year-End Closing",
    description: "Reports that the annual accounts need.",
    ...(await partOfResource(place, "Data Warehouse", 3)),
    ownerOids: [],
  };
  const oid = await createRole(place, -300, content);
  const stored = { ...content, oid, version: 1, archived: false };
  await storeRole(place.tx, writerOn(place, -200), stored, { archived: true }, "archived");
}

function writerOn({ clientId, inDays }: Place, days: number): RoleWriter {
  return {
    client: { id: clientId },
    user: { id: null, username: DEMO_ACTOR },
    at: inDays(days),
  };
}

/** @returns the oid of the role. */
async function createRole(place: Place, days: number, content: RoleContent): Promise<string> {
  const oid = randomUUID();
  await insertRole(place.tx, writerOn(place, days), oid, content);
  return oid;
}

/** A resource, and its first entitlements by name. */
async function partOfResource({ tx, clientId }: Place, name: string, entitlements: number) {
  const rows = await tx
    .selectFrom("resources as r")
    .innerJoin("entitlements as e", (join) =>
      join.onRef("e.client_id", "=", "r.client_id").onRef("e.resource_id", "=", "r.id"),
    )
    .select(["r.id", "e.role_oid"])
    .where("r.client_id", "=", clientId)
    .where("r.name", "=", name)
    .orderBy("e.name")
    .limit(entitlements)
    .execute();
  return {
    resourceOid: rows[0]?.id ?? null,
    entitlementOids: rows.map(({ role_oid }) => role_oid),
  };
}

/** The first people of a job title by username. */
async function somePeople(
  { tx, clientId }: Place,
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
