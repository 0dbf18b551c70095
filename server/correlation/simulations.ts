/** Simulations: requested, cancelled, applied and undone. */
import { randomUUID } from "node:crypto";
import { sql, type Kysely, type Transaction } from "kysely";
import type { Simulation, SimulationSettings } from "#events/entities/correlation.ts";
import type { CallContext } from "../callContext.ts";
import { errorCode, UNIQUE_VIOLATION } from "../db/errors.ts";
import type { Database, RowPatch } from "../db/schema.ts";
import { inTransaction } from "../db/transaction.ts";
import { holdImports } from "../import/clientStage.ts";
import { refreshDirectory } from "../import/recordImport.ts";
import { NO_LEASE } from "../jobs/leases.ts";
import { conflict, notFound } from "../plugins/errors.ts";
import { holdSystem, type SystemPlace } from "../systems/queries.ts";
import { requireNotApplying } from "../systems/systemLock.ts";
import {
  IS_DECIDED,
  isOutdated,
  simulationsOf,
  toSimulation,
  type SimulationPlace,
  type SimulationRow,
} from "./queries.ts";
import { readCorrelationSettings, requireLimits } from "./settings.ts";
import { readRules } from "./rules.ts";

/** @throws ApiError ENOTFOUND */
export async function requireSimulation(
  db: Kysely<Database>,
  place: SimulationPlace,
): Promise<SimulationRow> {
  const row = await simulationsOf(db, place).where("oid", "=", place.oid).executeTakeFirst();
  if (!row) throw notFound("correlation.simulationNotFound");
  return row;
}

/** The one whose rules imports use. */
export async function findApplied(
  db: Kysely<Database>,
  place: SystemPlace,
): Promise<SimulationRow | null> {
  const row = await simulationsOf(db, place)
    .where("status", "=", "applied")
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

async function answer(db: Kysely<Database>, place: SimulationPlace): Promise<Simulation> {
  const applied = await findApplied(db, place);
  return toSimulation(
    await requireSimulation(db, place),
    { rules: await readRules(db, place), settings: await readCorrelationSettings(db, place) },
    applied?.oid ?? null,
  );
}

/** @throws ApiError EINVALID for crossed limits; ECONFLICT without rules, and while another simulation of the resource runs. */
export async function startSimulation(
  context: CallContext,
  place: SystemPlace,
  settings: SimulationSettings,
): Promise<Simulation> {
  const { at, db, services, user } = context;
  requireLimits(settings);
  const oid = randomUUID();
  try {
    await inTransaction(db, async (tx) => {
      await holdSystem(tx, place);
      const rules = await readRules(tx, place);
      if (rules.length === 0) throw conflict("correlation.noRules");
      const last = await simulationsOf(tx, place).limit(1).executeTakeFirst();
      // Undoing a simulation needs its results, and undoing an import needs the rules that it used.
      await tx
        .deleteFrom("correlation_simulations as simulation")
        .where("client_id", "=", place.clientId)
        .where("resource_id", "=", place.resourceId)
        .where("status", "in", ["done", "failed", "cancelled", "undone"])
        .where((where) =>
          where.not(
            where.exists(
              where
                .selectFrom("system_runs as run")
                .whereRef("run.client_id", "=", "simulation.client_id")
                .whereRef("run.resource_id", "=", "simulation.resource_id")
                .whereRef("run.simulation_oid", "=", "simulation.oid")
                .select("run.oid"),
            ),
          ),
        )
        .execute();
      await tx
        .insertInto("correlation_simulations")
        .values({
          client_id: place.clientId,
          resource_id: place.resourceId,
          oid,
          no: (last?.no ?? 0) + 1,
          status: "waiting",
          rules: JSON.stringify(rules),
          settings: JSON.stringify(settings),
          actor_id: user.id,
          actor: user.username,
          created_at: at,
          due_at: at,
        })
        .execute();
      await context.audit(tx, {
        target: place.resourceId,
        after: { simulation: oid, ...settings },
      });
    });
  } catch (error) {
    if (errorCode(error) === UNIQUE_VIOLATION) throw conflict("correlation.isRunning");
    throw error;
  }
  services.simulator.poke();
  return answer(db, { ...place, oid });
}

async function change(
  tx: Transaction<Database>,
  { clientId, resourceId, oid }: SimulationPlace,
  patch: RowPatch<"correlation_simulations">,
): Promise<void> {
  await tx
    .updateTable("correlation_simulations")
    .set(patch)
    .where("client_id", "=", clientId)
    .where("resource_id", "=", resourceId)
    .where("oid", "=", oid)
    .execute();
}

/** @throws ApiError ENOTFOUND; ECONFLICT once it has ended. */
export function cancelSimulation(
  context: CallContext,
  place: SimulationPlace,
): Promise<Simulation> {
  return inTransaction(context.db, async (tx) => {
    await holdSystem(tx, place);
    const { status } = await requireSimulation(tx, place);
    if (status !== "waiting" && status !== "running") throw conflict("correlation.notCancellable");
    await change(tx, place, { status: "cancelled", ended_at: context.at, ...NO_LEASE });
    await context.audit(tx, { target: place.resourceId, after: { simulation: place.oid } });
    return answer(tx, place);
  });
}

/** Changes owners that are still what they were, except where a person has decided. @returns how many. */
async function writeOwners(
  tx: Transaction<Database>,
  { clientId, resourceId, oid }: SimulationPlace,
  direction: "apply" | "undo",
): Promise<number> {
  const [from, to] =
    direction === "apply"
      ? [sql`result.former_oid`, sql`result.identity_oid`]
      : [sql`result.identity_oid`, sql`result.former_oid`];
  const { numAffectedRows } = await sql`
    update accounts set identity_oid = ${to}
    from correlation_results result
    where result.client_id = ${clientId} and result.resource_id = ${resourceId}
      and result.simulation_oid = ${oid} and result.kind in ('linked', 'moved', 'orphaned')
      and accounts.client_id = ${clientId} and accounts.resource_id = ${resourceId}
      and accounts.name = result.name and accounts.identity_oid is not distinct from ${from}
      and (${to} is null or exists (select from identities person
        where person.client_id = ${clientId} and person.oid = ${to}))
      and not ${IS_DECIDED}
  `.execute(tx);
  return Number(numAffectedRows ?? 0);
}

/** @throws ApiError ENOTFOUND; ECONFLICT if it is not done, or if the rules have changed since. */
export function applySimulation(context: CallContext, place: SimulationPlace): Promise<Simulation> {
  const { at, user } = context;
  return inTransaction(context.db, async (tx) => {
    await holdImports(tx);
    await holdSystem(tx, place);
    await requireNotApplying(tx, place);
    const row = await requireSimulation(tx, place);
    if (row.status !== "done") throw conflict("correlation.notDone");
    const settings = await readCorrelationSettings(tx, place);
    if (isOutdated(row, { rules: await readRules(tx, place), settings })) {
      throw conflict("correlation.outdated");
    }
    const changed = await writeOwners(tx, place, "apply");
    await change(tx, place, { status: "applied", applied_by: user.username, applied_at: at });
    await refreshDirectory(tx, place.clientId);
    await context.audit(tx, {
      target: place.resourceId,
      after: { simulation: place.oid, accounts: changed },
    });
    return answer(tx, place);
  });
}

/** @throws ApiError ENOTFOUND; ECONFLICT unless it is the last that was applied. */
export function undoSimulation(context: CallContext, place: SimulationPlace): Promise<Simulation> {
  return inTransaction(context.db, async (tx) => {
    await holdImports(tx);
    await holdSystem(tx, place);
    await requireNotApplying(tx, place);
    await requireSimulation(tx, place);
    if ((await findApplied(tx, place))?.oid !== place.oid)
      throw conflict("correlation.notUndoable");
    const changed = await writeOwners(tx, place, "undo");
    await change(tx, place, { status: "undone" });
    await refreshDirectory(tx, place.clientId);
    await context.audit(tx, {
      target: place.resourceId,
      after: { simulation: place.oid, accounts: changed },
    });
    return answer(tx, place);
  });
}
