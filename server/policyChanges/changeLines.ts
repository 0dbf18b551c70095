/** What a change did to each policy, line by line: by org, then by resource and role. */
import { sql, type Kysely } from "kysely";
import type { ChangeLine, PolicyLines } from "#events/entities/policyChange.ts";
import type { Database } from "../db/schema.ts";
import { scanned, type Range } from "../lists/list.ts";
import { matchesText, toUuids } from "../lists/sqlText.ts";

/** Lines of a file that are read at once. */
const BATCH_SIZE = 20_000;

interface LineSelection {
  readonly clientId: string;
  readonly changeId: string;
  /** Undefined: the policies of all orgs. */
  readonly orgOid?: string | undefined;
  readonly show?: PolicyLines | undefined;
  /** Part of the name of an org, an entitlement or an access role. */
  readonly contains?: string | undefined;
}

interface ChangedOrg {
  readonly orgOid: string;
  readonly lines: number;
}

/** Selects from an org's change `c`, its lines `t`, and their names. */
function linesOf({ clientId, changeId, orgOid, show = "all", contains }: LineSelection) {
  const conditions = [
    sql`c.client_id = ${clientId}`,
    sql`c.change_id = ${changeId}`,
    ...(orgOid === undefined ? [] : [sql`c.org_oid = ${orgOid}`]),
    ...(show === "all" ? [] : [sql`t.change = ${show}`]),
    ...matchesText(
      [sql`o.search_key`, sql`e.search_key`, sql`a.search_key`, sql`g.search_key`],
      contains,
    ).map(scanned),
  ];
  return sql`
    from policy_change_orgs c
    cross join lateral (
      select unnest(c.added) as role_oid, 'added' as change, null::jsonb as bounds
      union all
      select unnest(c.removed), 'removed', null
      union all
      select key::uuid, 'period', value from jsonb_each(c.changed_periods)
    ) t
    left join orgs o on o.client_id = ${clientId} and o.oid = c.org_oid
    left join entitlements e on e.client_id = ${clientId} and e.role_oid = t.role_oid
    left join access_roles a on a.client_id = ${clientId} and a.oid = t.role_oid
    left join gone_entitlements g on g.client_id = ${clientId} and g.role_oid = t.role_oid
    left join resources r
      on r.client_id = ${clientId} and r.id = coalesce(e.resource_id, a.resource_id)
    where ${sql.join(conditions, sql` and `)}`;
}

/** The orgs that have lines, in list order. */
async function changedOrgs(
  db: Kysely<Database>,
  selection: LineSelection,
): Promise<readonly ChangedOrg[]> {
  const { rows } = await sql<ChangedOrg>`
    select c.org_oid as "orgOid", count(*) as lines ${linesOf(selection)}
    group by o.sort_key, c.org_oid order by o.sort_key, c.org_oid
  `.execute(db);
  return rows;
}

/** Some lines. Only the policies that have them are read. */
async function linesIn(
  db: Kysely<Database>,
  selection: LineSelection,
  orgs: readonly ChangedOrg[],
  { offset, size }: Range,
): Promise<ChangeLine[]> {
  const oids: string[] = [];
  let skipped = 0;
  let first = 0;
  for (const { orgOid, lines } of orgs) {
    if (first + lines <= offset) skipped += lines;
    else if (first < offset + size) oids.push(orgOid);
    first += lines;
  }
  const { rows } = await sql<ChangeLine & { readonly bounds: ChangedBounds | null }>`
    select c.org_oid as "orgOid", o.type as "orgType",
      coalesce(o.display_name, c.org_oid::text) as "orgName", t.role_oid as "roleOid",
      coalesce(e.name, a.name, g.name, t.role_oid::text) as name,
      coalesce(r.name, g.resource_name) as "resourceName",
      a.oid is not null as "isAccessRole", t.change, t.bounds
    ${linesOf(selection)} and c.org_oid = any(${toUuids(oids)})
    order by o.sort_key, c.org_oid, "resourceName", name, t.role_oid, t.change
    limit ${size} offset ${offset - skipped}
  `.execute(db);
  return rows.map(({ bounds, ...line }) => (bounds ? { ...line, ...periodsIn(bounds) } : line));
}

/** The bounds before and after a change of a period. */
type ChangedBounds = readonly [string | null, string | null, string | null, string | null];

function periodsIn(bounds: ChangedBounds) {
  const [from, until, newFrom, newUntil] = bounds;
  const periodOf = (start: string | null, end: string | null) => ({
    validFrom: start && new Date(start).toISOString(),
    validUntil: end && new Date(end).toISOString(),
  });
  return { before: periodOf(from, until), after: periodOf(newFrom, newUntil) };
}

const totalOf = (orgs: readonly ChangedOrg[]) => orgs.reduce((sum, { lines }) => sum + lines, 0);

/** Some lines, and the number of all. */
export async function findChangeLines(
  db: Kysely<Database>,
  selection: LineSelection,
  range: Range,
): Promise<{ readonly lines: ChangeLine[]; readonly total: number }> {
  const orgs = await changedOrgs(db, selection);
  return { lines: await linesIn(db, selection, orgs, range), total: totalOf(orgs) };
}

/** All lines. */
export async function* changeLineBatches(
  db: Kysely<Database>,
  selection: LineSelection,
): AsyncGenerator<readonly ChangeLine[]> {
  const orgs = await changedOrgs(db, selection);
  for (let offset = 0; offset < totalOf(orgs); offset += BATCH_SIZE) {
    yield await linesIn(db, selection, orgs, { offset, size: BATCH_SIZE });
  }
}
