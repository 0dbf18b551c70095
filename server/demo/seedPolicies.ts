/** Policies of the demo bank: one that all job titles inherit, one of a group, and one with a history. */
import { randomUUID } from "node:crypto";
import { sql, type Kysely, type Transaction } from "kysely";
import type { Database } from "../db/schema.ts";
import { inTransaction } from "../db/transaction.ts";
import { insertChange, type PolicyVersion } from "./insertChange.ts";
import { GROUP_WITH_POLICY } from "./seedGroups.ts";
import { seedPeriods } from "./seedPeriods.ts";

/** The threshold of the root job title's policy: entitlements that most people hold. */
const STAFF_PERCENT = 90;
const JOB = "Senior Teller";
/** The thresholds at which the policy of that job was applied. */
const JOB_PERCENTS = [95, 85] as const;

/** The threshold of the policy of a group. */
const GROUP_PERCENT = 85;

const HOUR_MS = 3_600_000;

export async function seedPolicies(db: Kysely<Database>, clientId: string, now: Date) {
  const ago = (hours: number) => new Date(now.getTime() - hours * HOUR_MS);
  const root = await findOrg(db, clientId, null);
  const job = await findOrg(db, clientId, JOB);
  const staff = await commonRoles(db, clientId, root, STAFF_PERCENT);
  const [first, second] = await Promise.all(
    JOB_PERCENTS.map((percent) => commonRoles(db, clientId, job, percent)),
  );
  if (!first || !second) throw new Error("The demo has two thresholds");
  const group = await findOrg(db, clientId, GROUP_WITH_POLICY);
  const ofStaff = new Set(staff);
  const ofGroup = (await commonRoles(db, clientId, group, GROUP_PERCENT)).filter(
    (roleOid) => !ofStaff.has(roleOid),
  );
  const known = new Set(first);
  const later = second.filter((roleOid) => !known.has(roleOid));
  await inTransaction(db, async (tx) => {
    await writePolicy(tx, clientId, root, [
      { at: ago(72), kind: "apply", threshold: STAFF_PERCENT, added: staff, removed: [] },
    ]);
    await writePolicy(tx, clientId, group, [
      { at: ago(60), kind: "apply", threshold: GROUP_PERCENT, added: ofGroup, removed: [] },
    ]);
    await seedPeriods(tx, clientId, group, now);
    await writePolicy(tx, clientId, job, [
      { at: ago(48), kind: "apply", threshold: JOB_PERCENTS[0], added: first, removed: [] },
      { at: ago(24), kind: "apply", threshold: JOB_PERCENTS[1], added: later, removed: [] },
      { at: ago(3), kind: "remove", threshold: null, added: [], removed: later.slice(0, 1) },
    ]);
  });
}

/** @param name of a job title; null: their root */
export async function findOrg(db: Kysely<Database>, clientId: string, name: string | null) {
  const jobs = db
    .selectFrom("orgs")
    .select("oid")
    .where("client_id", "=", clientId)
    .where("type", "=", "job-titles");
  const found =
    name === null ? jobs.where("parent_oid", "is", null) : jobs.where("display_name", "=", name);
  return (await found.executeTakeFirstOrThrow()).oid;
}

/** The role oids that so many percent of the members of an org, or of those below it, hold; ascending. */
export async function commonRoles(
  db: Kysely<Database>,
  clientId: string,
  orgOid: string,
  percent: number,
) {
  const { rows } = await sql<{ oid: string }>`
    with recursive tree (oid) as (
      select ${orgOid}::uuid
      union
      select o.oid from tree join orgs o on o.client_id = ${clientId} and o.parent_oid = tree.oid
    ), members as (
      select distinct m.identity_oid as oid from identity_orgs m
      join tree on tree.oid = m.org_oid where m.client_id = ${clientId}
    ), held as (
      select distinct a.identity_oid, t.no
      from members join accounts a on a.client_id = ${clientId} and a.identity_oid = members.oid
      cross join lateral unnest(a.entitlement_nos) as t (no)
    ), common as (
      select no from held group by no
      having 100.0 * count(*) >= ${percent}::int * (select count(*) from members)
    )
    select e.role_oid as oid from common
    join entitlements e on e.client_id = ${clientId} and e.no = common.no order by oid
  `.execute(db);
  return rows.map(({ oid }) => oid);
}

/** Writes the changes and the policy that they lead to. */
export async function writePolicy(
  tx: Transaction<Database>,
  clientId: string,
  orgOid: string,
  changes: readonly PolicyVersion[],
): Promise<void> {
  const policy = new Map<string, Date>();
  for (const change of changes) {
    for (const roleOid of change.added) policy.set(roleOid, change.at);
    for (const roleOid of change.removed) policy.delete(roleOid);
    await insertChange(tx, clientId, orgOid, change);
  }
  const roles = [...policy.keys()];
  if (roles.length === 0) return;
  await tx
    .insertInto("inducements")
    .values(
      roles.map((role_oid) => ({
        client_id: clientId,
        id: randomUUID(),
        org_oid: orgOid,
        role_oid,
        created_at: policy.get(role_oid) ?? new Date(),
      })),
    )
    .execute();
  await tx
    .updateTable("orgs")
    .set({ has_policy: true })
    .where("client_id", "=", clientId)
    .where("oid", "=", orgOid)
    .execute();
}
