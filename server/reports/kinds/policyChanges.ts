/** What changed in each org's policy between two days, newest first. */
import { sql, type Kysely } from "kysely";
import type { Database } from "../../db/schema.ts";
import {
  ReportImpossible,
  type ComputedRow,
  type ReportMethod,
  type ReportRequest,
  type ReportTools,
} from "./kind.ts";
import { barsOfPeriod } from "./periodBars.ts";

const PAGE = 2000;

export const policyChanges: ReportMethod = async (request, tools) => {
  const { orgOid } = request;
  const bars = barsOfPeriod(request, 2);
  if (orgOid !== null) {
    const org = await tools.db
      .selectFrom("orgs")
      .select("oid")
      .where("client_id", "=", request.clientId)
      .where("oid", "=", orgOid)
      .executeTakeFirst();
    if (!org) throw new ReportImpossible("orgGone");
  }
  const note = ({ at, added, removed }: Change) => bars.add(at, [added, removed]);
  return { rows: readRows(request, tools, bars.period, note), chart: bars.chart };
};

interface Change {
  readonly id: string;
  readonly oid: string;
  readonly at: Date;
  /** The instant with all digits, for the next page. */
  readonly exact: string;
  readonly actor: string;
  readonly kind: string;
  readonly org: string;
  readonly added: number;
  readonly removed: number;
}

async function* readRows(
  request: ReportRequest,
  { db, advance }: ReportTools,
  period: readonly [Date, Date],
  note: (change: Change) => void,
): AsyncGenerator<ComputedRow> {
  let after: Change | null = null;
  do {
    const page: readonly Change[] = await readPage(db, request, period, after);
    for (const change of page) {
      note(change);
      const { at, actor, kind, org, added, removed } = change;
      yield { cells: [at.getTime(), actor, kind, org, added, removed] };
    }
    after = page.length === PAGE ? (page.at(-1) ?? null) : null;
    await advance(0.5);
  } while (after !== null);
}

async function readPage(
  db: Kysely<Database>,
  { clientId, orgOid }: ReportRequest,
  [start, end]: readonly [Date, Date],
  after: Change | null,
): Promise<readonly Change[]> {
  const inScope =
    orgOid === null
      ? sql``
      : sql`and c.org_oid in (
          with recursive tree (oid) as (
            select ${orgOid}::uuid
            union
            select child.oid from tree
            join orgs child on child.client_id = ${clientId} and child.parent_oid = tree.oid
          ) select oid from tree)`;
  const { rows } = await sql<Change>`
    select h.id, c.org_oid as oid, h.at, h.at::text as exact, h.actor, h.kind,
      coalesce(o.display_name, c.org_oid::text) as org,
      cardinality(c.added) as added, cardinality(c.removed) as removed
    from policy_changes h
    join policy_change_orgs c on c.client_id = h.client_id and c.change_id = h.id
    left join orgs o on o.client_id = h.client_id and o.oid = c.org_oid
    where h.client_id = ${clientId} and h.at >= ${start} and h.at < ${end} ${inScope}
      ${after === null ? sql`` : sql`and (h.at, h.id, c.org_oid) < (${after.exact}::timestamptz, ${after.id}::uuid, ${after.oid}::uuid)`}
    order by h.at desc, h.id desc, c.org_oid desc limit ${PAGE}
  `.execute(db);
  return rows;
}
