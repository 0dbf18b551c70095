/** Computes a plan: compares all people with their accounts, page by page, and stores what has to change. */
import { sql, type Kysely } from "kysely";
import type { MappingProblem } from "#events/entities/mapping.ts";
import { normalizeForFilter } from "#events/rules/filterText.ts";
import { provisionGates, withoutSecretValues } from "#events/rules/provisioning.ts";
import { errorCode, FOREIGN_KEY_VIOLATION } from "../db/errors.ts";
import { listedRows } from "../db/listedKeys.ts";
import type { Database } from "../db/schema.ts";
import { inTransaction } from "../db/transaction.ts";
import { LostJobError, NO_LEASE } from "../jobs/leases.ts";
import { contentText } from "../systems/runs/content.ts";
import { changeResourceJob, type ResourceJob } from "../threads/resourceJobs.ts";
import { endAutomaticPlan } from "./automaticPlan.ts";
import { Conflicts, type NewRow } from "./conflicts.ts";
import { applyExclusions } from "./exclusions.ts";
import { peoplePages } from "./people.ts";
import type { PlannedChange } from "./planAccount.ts";
import { addFigures, NO_FIGURES, type ChangeFigures } from "./planFigures.ts";
import { openPlanner, type OutdatedForms, type SystemFacts } from "./planPeople.ts";
import { readPlanState } from "./planState.ts";
import { PLAN_ROWS } from "./provisioner.ts";

interface Computing {
  readonly facts: SystemFacts;
  /** Whether the accounts of the system are known. */
  readonly isImported: boolean;
  /** Called with the number of people compared so far. */
  readonly onProgress: (evaluated: number) => void;
}

/** @throws LostJobError if another worker has the plan, or another plan took its place. */
export async function computePlan(
  db: Kysely<Database>,
  job: ResourceJob,
  { facts, isImported, onProgress }: Computing,
): Promise<void> {
  const { count } = await db
    .selectFrom("identities")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("client_id", "=", job.clientId)
    .executeTakeFirstOrThrow();
  if (!(await changeResourceJob(db, PLAN_ROWS, job, { total: count }))) throw new LostJobError();
  const state = await readPlanState(db, job, { since: facts.now, now: facts.now });
  let off: ReadonlyMap<string, MappingProblem> = new Map();
  for (;;) {
    const pass = await computeOnce(db, job, { facts, off, onProgress });
    if ("off" in pass) {
      // A mapping that was switched off fails for every person, also for those before.
      off = pass.off;
      continue;
    }
    const approved = await db
      .selectFrom("provisioning_plans")
      .select("id")
      .where("client_id", "=", job.clientId)
      .where("resource_id", "=", job.resourceId)
      .where("approved_at", "is not", null)
      .limit(1)
      .executeTakeFirst();
    const figures = { ...pass.figures, wasApproved: approved !== undefined, isImported };
    await inTransaction(db, async (tx) => {
      const isOurs = await changeResourceJob(tx, PLAN_ROWS, job, {
        status: "planned",
        evaluated: pass.evaluated,
        total: Math.max(count, pass.evaluated),
        gates: JSON.stringify(provisionGates(figures, facts.settings)),
        state,
        planned_at: facts.now,
        attempts: 0,
        ...NO_LEASE,
      });
      if (!isOurs) throw new LostJobError();
      await applyExclusions(tx, { ...job, planId: job.id });
      await endAutomaticPlan(tx, job, { changes: pass.changes, state, at: facts.now });
    });
    return;
  }
}

async function computeOnce(
  db: Kysely<Database>,
  job: ResourceJob,
  {
    facts,
    off,
    onProgress,
  }: Pick<Computing, "facts" | "onProgress"> & {
    readonly off: ReadonlyMap<string, MappingProblem>;
  },
): Promise<
  | { readonly figures: ChangeFigures; readonly evaluated: number; readonly changes: number }
  | { readonly off: ReadonlyMap<string, MappingProblem> }
> {
  // An earlier attempt may have left changes.
  await db
    .deleteFrom("provisioning_changes")
    .where("client_id", "=", job.clientId)
    .where("resource_id", "=", job.resourceId)
    .where("plan_id", "=", job.id)
    .execute();
  const planner = await openPlanner(db, facts, off);
  let figures = NO_FIGURES;
  const conflicts = new Conflicts(db, job, planner.system.classes);
  let evaluated = 0;
  let no = 0;
  try {
    const request = {
      clientId: job.clientId,
      resourceId: job.resourceId,
      at: facts.now,
      entitlements: planner.system.entitlements,
    };
    for await (const page of peoplePages(db, request)) {
      const plans = await planner.plan(page);
      if (planner.broken.size > off.size) return { off: new Map(planner.broken) };
      const rows = await conflicts.rowsOf(plans);
      const changes = rows.map(({ change }) => change);
      figures = addFigures(figures, page, changes);
      await storeRows(db, job, { rows, no, secrets: planner.system.secrets }).catch(asLostJob);
      const outdated = plans.flatMap((plan) => plan.outdated);
      await forget(db, job, outdated);
      no += rows.length;
      evaluated += page.length;
      onProgress(evaluated);
    }
  } finally {
    await planner.close();
  }
  return { figures, evaluated, changes: no };
}

async function forget(
  db: Kysely<Database>,
  { clientId, resourceId }: ResourceJob,
  outdated: readonly OutdatedForms[],
): Promise<void> {
  if (outdated.length === 0) return;
  await sql`
    update system_objects stored
    set stored_forms = stored.stored_forms - array(select jsonb_array_elements_text(item.attributes::jsonb))
    from ${listedRows(outdated, {
      object_class: ["text", ({ objectClass }) => objectClass],
      object_id: ["text", ({ objectId }) => objectId],
      attributes: ["text", ({ attributes }) => JSON.stringify([...attributes])],
    })}
    where stored.client_id = ${clientId} and stored.resource_id = ${resourceId}
      and stored.object_class = item.object_class and stored.object_id = item.object_id
  `.execute(db);
}

interface NewRows {
  readonly rows: readonly NewRow[];
  /** Changes that are stored already. */
  readonly no: number;
  /** Names of attributes whose values are not stored. */
  readonly secrets: ReadonlySet<string>;
}

/** The plan of the rows was deleted. */
function asLostJob(error: unknown): never {
  throw errorCode(error) === FOREIGN_KEY_VIOLATION ? new LostJobError() : error;
}

async function storeRows(
  db: Kysely<Database>,
  { clientId, resourceId, id }: ResourceJob,
  { rows, no, secrets }: NewRows,
): Promise<void> {
  if (rows.length === 0) return;
  const changes = rows.map(({ change }) => change);
  const text = (content: PlannedChange["before"]) =>
    content === null
      ? null
      : contentText(withoutSecretValues(content, secrets)).replaceAll(String.raw`\u0000`, "");
  await inTransaction(db, async (tx) => {
    await sql`
      insert into provisioning_changes (
        client_id, resource_id, plan_id, no, kind, identity_oid, account, object_class, search_key,
        before, after, source, problem, state
      )
      select ${clientId}::uuid, ${resourceId}::uuid, ${id}::uuid, item.*,
        case when item.problem is null then 'planned' else 'blocked' end
      from unnest(
        ${rows.map((_row, index) => no + index + 1)}::integer[],
        ${changes.map(({ kind }) => kind)}::text[],
        ${rows.map(({ identityOid }) => identityOid)}::uuid[],
        ${changes.map(({ account }) => account)}::text[],
        ${changes.map(({ objectClass }) => objectClass)}::text[],
        ${changes.map(({ account }) => normalizeForFilter(account))}::text[],
        ${changes.map(({ before }) => text(before))}::text[],
        ${changes.map(({ after }) => text(after))}::text[],
        ${rows.map(({ source, change }) => (writesAttributes(change) ? source : null))}::text[],
        ${changes.map(({ problem }) => problem && JSON.stringify(problem))}::jsonb[]
      ) as item (
        no, kind, identity_oid, account, object_class, search_key, before, after, source, problem
      )
    `.execute(tx);
  });
}

function writesAttributes({ kind }: PlannedChange): boolean {
  return kind === "create" || kind === "change";
}
