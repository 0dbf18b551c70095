/** Plans and writes what a policy file changes. */
import { sql, type Kysely, type Transaction } from "kysely";
import type { Period } from "#events/entities/common.ts";
import { periodOfDays } from "#events/rules/periods.ts";
import { isValidAt } from "../access/periods.ts";
import type { VersionedGraph } from "../access/loadGraph.ts";
import type { Database } from "../db/schema.ts";
import { iso, toInstants, toUuids } from "../lists/sqlText.ts";
import { planPairs } from "./pairs.ts";
import { fingerprintOf, kindOf, type ChangeKind, type GrantChange, type Plan } from "./plan.ts";
import { isOfFile, selectWanted, wantedPairs, type WantedPolicies } from "./policyFile.ts";
import type { ChangeScope } from "./scope.ts";
import { addGrants, changePeriods, endFromNow, removeGrants } from "./writeGrants.ts";

export async function planFile(
  db: Kysely<Database>,
  scope: ChangeScope,
  versioned: VersionedGraph,
  wanted: WantedPolicies,
): Promise<Plan> {
  if (!wanted.hasPeriods) return planPairs(db, scope, versioned, wantedPairs(scope, wanted));
  const grantChanges = await findChanges(db, scope, wanted);
  const isNow = (period: Period | null) => period !== null && isValidAt(period, scope.at);
  const effective = grantChanges.filter(({ before, after }) => isNow(before) !== isNow(after));
  const adds = effective.map(({ after }) => isNow(after)).join(",");
  const plan = await planPairs(
    db,
    scope,
    versioned,
    sql`select * from unnest(${orgsOf(effective)}, ${rolesOf(effective)}, ${`{${adds}}`}::boolean[])
      as t (org_oid, role_oid, adds)`,
  );
  return {
    ...plan,
    ...countChanges(plan, grantChanges),
    grantChanges,
    fingerprint: fingerprintOf([plan.fingerprint, grantChanges]),
  };
}

/** By node: how many roles the file adds and removes, and whose periods it changes. */
function countChanges({ graph }: Plan, changes: readonly GrantChange[]) {
  const size = graph.oids.length;
  const counts = {
    added: new Int32Array(size),
    removed: new Int32Array(size),
    period: new Int32Array(size),
  };
  const targets = new Set<number>();
  for (const change of changes) {
    const node = graph.indexOf.get(change.orgOid);
    if (node === undefined) continue;
    targets.add(node);
    const of = counts[kindOf(change)];
    of[node] = (of[node] ?? 0) + 1;
  }
  const { added, removed, period: periods } = counts;
  return { added, removed, periods, targets: Int32Array.from(targets).toSorted() };
}

/**
 * The changes that give the orgs of the file its grants with their periods. A bound whose day is that of the file stays.
 * Grants that are valid now and that the file lacks are removed.
 */
async function findChanges(
  db: Kysely<Database>,
  scope: ChangeScope,
  wanted: WantedPolicies,
): Promise<GrantChange[]> {
  const periods = wanted.grants.map(({ days }) => periodOfDays(days));
  const froms = toInstants(periods.map(({ validFrom }) => validFrom));
  const untils = toInstants(periods.map(({ validUntil }) => validUntil));
  const { rows } = await sql<GrantChange>`
    with wanted as (
      select * from unnest(${orgsOf(wanted.grants)}, ${rolesOf(wanted.grants)}, ${froms}, ${untils})
        as t (org_oid, role_oid, valid_from, valid_until)
    ),
    compared as (
      select w.org_oid, w.role_oid, i.role_oid is not null as had, i.valid_from as former_from,
        i.valid_until as former_until,
        case when i.start_day = w.valid_from then i.valid_from else w.valid_from end as valid_from,
        case when i.end_day = w.valid_until then i.valid_until else w.valid_until end as valid_until
      from wanted w
      left join lateral (
        select g.role_oid, g.valid_from, g.valid_until,
          date_trunc('day', g.valid_from, 'UTC') as start_day,
          date_trunc('day', g.valid_until - interval '1 millisecond', 'UTC') + interval '24 hours'
            as end_day
        from inducements g
        where g.client_id = ${scope.clientId} and g.org_oid = w.org_oid and g.role_oid = w.role_oid
        offset 0
      ) i on true
    ),
    changed as (
      select * from compared c where not c.had
        or c.former_from is distinct from c.valid_from or c.former_until is distinct from c.valid_until
    )
    select c.org_oid as "orgOid", c.role_oid as "roleOid",
      case when c.had then ${asPeriod("c.former_from", "c.former_until")} end as before,
      ${asPeriod("c.valid_from", "c.valid_until")} as after
    from changed c
    union all
    select i.org_oid, i.role_oid, ${asPeriod("i.valid_from", "i.valid_until")}, null
    from inducements i
    where ${isOfFile(scope, wanted)} and (i.org_oid, i.role_oid) in (
      select org_oid, role_oid from inducements g
      where g.client_id = ${scope.clientId} and g.org_oid = any(${toUuids(wanted.orgOids)})
      except ${selectWanted(wanted)})
    order by 1, 2
  `.execute(db);
  return rows;
}

const asPeriod = (from: string, until: string) =>
  sql`jsonb_build_object('validFrom', ${iso(from)}, 'validUntil', ${iso(until)})`;

const orgsOf = (grants: readonly Pick<GrantChange, "orgOid">[]) =>
  toUuids(grants.map(({ orgOid }) => orgOid));
const rolesOf = (grants: readonly Pick<GrantChange, "roleOid">[]) =>
  toUuids(grants.map(({ roleOid }) => roleOid));

/** Writes the plan of a file as a part of a change in the history. */
export async function writeFile(
  tx: Transaction<Database>,
  scope: ChangeScope,
  changeId: string,
  wanted: WantedPolicies,
  { grantChanges }: Plan,
): Promise<void> {
  if (!grantChanges) {
    await writeWanted(tx, scope, changeId, wanted);
    return;
  }
  const ofKind = (kind: ChangeKind) => grantChanges.filter((change) => kindOf(change) === kind);
  const [added, removed, periods] = [ofKind("added"), ofKind("removed"), ofKind("period")];
  if (removed.length > 0) {
    await removeGrants(
      tx,
      scope.clientId,
      changeId,
      sql`(i.org_oid, i.role_oid) in (
        select * from unnest(${orgsOf(removed)}, ${rolesOf(removed)}))`,
    );
  }
  if (added.length > 0) await addGrants(tx, scope, changeId, selectAfter(added));
  if (periods.length > 0) {
    await changePeriods(tx, scope.clientId, changeId, selectAfter(periods));
  }
}

/** Selects org_oid, role_oid and the bounds after the change. */
function selectAfter(changes: readonly GrantChange[]) {
  const froms = toInstants(changes.map(({ after }) => after?.validFrom ?? null));
  const untils = toInstants(changes.map(({ after }) => after?.validUntil ?? null));
  return sql`
    select * from unnest(${orgsOf(changes)}, ${rolesOf(changes)}, ${froms}, ${untils})
      as t (org_oid, role_oid, valid_from, valid_until)`;
}

/** The period of a grant without limits. */
export const ALWAYS = sql`null::timestamptz as valid_from, null::timestamptz as valid_until`;

async function writeWanted(
  tx: Transaction<Database>,
  scope: ChangeScope,
  changeId: string,
  wanted: WantedPolicies,
): Promise<void> {
  const inFile = selectWanted(wanted);
  await removeGrants(
    tx,
    scope.clientId,
    changeId,
    sql`${isOfFile(scope, wanted)} and not exists (
        select from (${inFile}) w where w.org_oid = i.org_oid and w.role_oid = i.role_oid)`,
  );
  await addGrants(
    tx,
    scope,
    changeId,
    sql`select org_oid, role_oid, ${ALWAYS} from (${inFile}) w`,
    endFromNow(scope.at),
  );
}
