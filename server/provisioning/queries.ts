/** Previews of provisioning and their changes, as screens see them. */
import { sql, type Kysely } from "kysely";
import type {
  KindCounts,
  ObjectState,
  ProvisionKind,
  ProvisionObject,
  ProvisionPreview,
} from "#events/entities/provisioning.ts";
import type { PlanPreparer } from "#events/entities/systemRun.ts";
import { requiresSecondApprover } from "../clients/queries.ts";
import type { SystemPlace } from "../connectors/contract.ts";
import type { Database, Row } from "../db/schema.ts";
import { personName } from "../directory/personName.ts";
import { readList, type List } from "../lists/list.ts";
import { matchesText } from "../lists/sqlText.ts";
import { notFound } from "../plugins/errors.ts";
import { parseContent } from "../systems/runs/content.ts";
import { readPlanState } from "./planState.ts";

export interface PlanPlace extends SystemPlace {
  readonly planId: string;
}

export type PlanRow = Row<"provisioning_plans">;
type ChangeRow = Row<"provisioning_changes"> & { readonly person: string | null };

/** Changes that a preview shows without a further call. */
const FIRST_OBJECTS = 10;

export interface ChangeSelection extends PlanPlace {
  readonly kind?: ProvisionKind | undefined;
  readonly state?: ObjectState | undefined;
  readonly contains?: string | undefined;
}

export const CHANGES: List<ChangeSelection, ChangeRow, "no"> = {
  table: "provisioning_changes",
  alias: "change",
  key: ["no"],
  scope: ({ clientId, resourceId, planId, kind }) => [
    sql`change.client_id = ${clientId}`,
    sql`change.resource_id = ${resourceId}`,
    sql`change.plan_id = ${planId}`,
    ...(kind === undefined ? [] : [sql`change.kind = ${kind}`]),
  ],
  filters: ({ state, contains }) => [
    ...(state === undefined ? [] : [sql`change.state = ${state}`]),
    ...matchesText(sql`change.search_key`, contains),
  ],
  sorts: { no: [{ by: sql`change.no` }] },
  defaultOrder: { field: "no", direction: "asc" },
  items: ({ clientId, resourceId, planId }) => sql`
    select p.position, change.*, ${personName("i")} as person
    from page p join provisioning_changes change on change.client_id = ${clientId}
      and change.resource_id = ${resourceId} and change.plan_id = ${planId} and change.no = p.no
    left join identities i on i.client_id = ${clientId} and i.oid = change.identity_oid`,
};

export function toObject(row: ChangeRow): ProvisionObject {
  const shown = (text: string | null) => (text === null ? null : parseContent(text));
  return {
    no: row.no,
    kind: row.kind,
    name: row.account,
    objectClass: row.object_class,
    identityOid: row.identity_oid,
    person: row.identity_oid === null ? null : row.person,
    before: shown(row.before),
    after: shown(row.after),
    problem: row.problem,
    state: row.state,
    leftOut: row.left_out,
    ...(row.stored_values &&
      Object.keys(row.stored_values).length > 0 && { stored: row.stored_values }),
  };
}

/** @throws ApiError ENOTFOUND */
export async function requirePlan(
  db: Kysely<Database>,
  { clientId, resourceId, planId }: PlanPlace,
): Promise<PlanRow> {
  const row = await db
    .selectFrom("provisioning_plans")
    .selectAll()
    .where("client_id", "=", clientId)
    .where("resource_id", "=", resourceId)
    .where("id", "=", planId)
    .executeTakeFirst();
  if (!row) throw notFound("provisioning.notFound");
  return row;
}

export function findLatestPlan(
  db: Kysely<Database>,
  { clientId, resourceId }: SystemPlace,
): Promise<PlanRow | undefined> {
  return db
    .selectFrom("provisioning_plans")
    .selectAll()
    .where("client_id", "=", clientId)
    .where("resource_id", "=", resourceId)
    .orderBy("no", "desc")
    .limit(1)
    .executeTakeFirst();
}

export async function toPreview(
  db: Kysely<Database>,
  row: PlanRow,
  now: Date,
): Promise<ProvisionPreview> {
  const place = { clientId: row.client_id, resourceId: row.resource_id, planId: row.id };
  const { items } = await readList(db, CHANGES, place, { size: FIRST_OBJECTS });
  return {
    id: row.id,
    resourceId: row.resource_id,
    no: row.no,
    status: row.status,
    createdAt: row.created_at.toISOString(),
    plannedAt: row.planned_at?.toISOString() ?? null,
    endedAt: row.ended_at?.toISOString() ?? null,
    actor: row.actor,
    preparedBy: preparersOf(row),
    needsOtherPerson: await needsOtherPerson(db, row),
    ...(row.kept_exclusions && { keptExclusions: row.kept_exclusions }),
    approvedBy: row.approved_by,
    approvedAt: row.approved_at?.toISOString() ?? null,
    gates: row.gates,
    stale: row.status === "planned" && (await isStale(db, row, now)),
    problem: row.problem,
    dueAt: row.due_at?.toISOString() ?? null,
    cancelling: row.status === "applying" && row.cancelled_at !== null,
    version: row.version,
    resourcePreview: row.planned_at === null ? [] : await countKinds(db, place),
    previewCount: row.evaluated,
    previewObjects: row.planned_at === null ? [] : items.map(toObject),
    totalCount: row.total,
  };
}

/** The user who generated the plan, unless Provision did, then the other users who changed which changes it includes. */
export function preparersOf({ actor_id: id, actor, editors }: PlanRow): PlanPreparer[] {
  return id === null ? editors : [{ id, username: actor }, ...editors];
}

/** Whether the client requires a second person, and none has approved the plan yet. */
export async function needsOtherPerson(db: Kysely<Database>, row: PlanRow): Promise<boolean> {
  if (!(await requiresSecondApprover(db, row.client_id))) return false;
  const { approved_by_id } = row;
  return approved_by_id === null || preparersOf(row).some(({ id }) => id === approved_by_id);
}

export async function isStale(db: Kysely<Database>, row: PlanRow, now: Date): Promise<boolean> {
  const place = { clientId: row.client_id, resourceId: row.resource_id };
  const since = row.planned_at ?? row.created_at;
  return (await readPlanState(db, place, { since, now })) !== row.state;
}

async function countKinds(
  db: Kysely<Database>,
  { clientId, resourceId, planId }: PlanPlace,
): Promise<KindCounts[]> {
  const { rows } = await sql<KindCounts>`
    select kind, count(*) as count,
      count(*) filter (where state = 'blocked') as blocked,
      count(*) filter (where left_out) as "leftOut",
      count(*) filter (where state = 'applied') as applied,
      count(*) filter (where state in ('approved', 'writing')) as open,
      count(*) filter (where state = 'failed') as failed,
      count(*) filter (where state = 'task') as tasks
    from provisioning_changes
    where client_id = ${clientId} and resource_id = ${resourceId} and plan_id = ${planId}
    group by kind order by kind
  `.execute(db);
  return rows;
}
