/**
 * Applies a stored plan in one transaction: the directory, what the system was last known to contain, the run and its
 * audit entry change together or not at all.
 */
import { sql, type Kysely, type Transaction } from "kysely";
import type { RunCounts, RunProblem } from "#events/entities/systemRun.ts";
import type { SystemSettings } from "#events/entities/system.ts";
import { renderMessage } from "#events/kernel/message.ts";
import { ENGLISH } from "#events/messages/english.ts";
import { recordAudit } from "../../audit/audit.ts";
import { appliedSimulation, loadImportOwners } from "../../correlation/importOwners.ts";
import type { Database } from "../../db/schema.ts";
import { inTransaction } from "../../db/transaction.ts";
import { deleteAccounts } from "../../import/accountTable.ts";
import { chunksOf } from "../../import/batch.ts";
import { holdImports } from "../../import/clientStage.ts";
import { writeTables } from "../../import/importDirectory.ts";
import type { HistoryOrigin } from "../../import/personHistory.ts";
import { readAccess } from "../../import/readAccess.ts";
import { readIdentities } from "../../import/readIdentities.ts";
import { refreshDirectory } from "../../import/recordImport.ts";
import { LostJobError, NO_LEASE } from "../../jobs/leases.ts";
import type { Rejection } from "../../import/types.ts";
import { parseContent } from "./content.ts";
import { keepFormerAccounts, restoreAccounts } from "./formerAccounts.ts";
import { changeOwnRun, type RunJob } from "./leases.ts";
import { endRemovedPeople } from "./removedPeople.ts";
import { nameConcernedPeople } from "./concernedPeople.ts";
import { evaluatePeople, type PeopleToWrite } from "./evaluatePeople.ts";
import { PeopleChangedError, requireBasis } from "./mappedPeople.ts";
import {
  accessTable,
  identitiesTable,
  loadNamedOwners,
  nameAccounts,
  storedEntries,
  type AccountNames,
  type StoredEntry,
} from "./tables.ts";

const REJECTIONS_SHOWN = 3;

export interface ApplyRequest {
  readonly job: RunJob;
  readonly settings: SystemSettings;
  /** Whether the system is the source of people. */
  readonly isHr: boolean;
  readonly accountClasses: readonly string[];
  readonly now: Date;
}

/** Evaluations of the mappings, which are repeated if people change in the meantime. */
const MAX_EVALUATIONS = 3;

/**
 * @throws LostJobError if another worker has the run; MappingTimeError; PeopleChangedError if people changed during every
 *   evaluation. In each case, nothing was written.
 */
export async function applyPlan(db: Kysely<Database>, request: ApplyRequest): Promise<void> {
  for (let evaluation = 1; ; evaluation++) {
    const people = await evaluatePeople(db, request);
    try {
      return await writePlan(db, request, people);
    } catch (error) {
      if (!(error instanceof PeopleChangedError) || evaluation === MAX_EVALUATIONS) throw error;
    }
  }
}

function writePlan(
  db: Kysely<Database>,
  request: ApplyRequest,
  people: PeopleToWrite,
): Promise<void> {
  return inTransaction(db, async (tx) => {
    const { job } = request;
    await holdImports(tx);
    const run = await tx
      .selectFrom("system_runs")
      .select(["counts", "token_after", "complete", "undoes", "no", "hash", "decided_by"])
      .select("object_classes")
      .where("client_id", "=", job.clientId)
      .where("resource_id", "=", job.resourceId)
      .where("oid", "=", job.oid)
      .executeTakeFirstOrThrow();
    // A rename waits until the run has written under the name that the resource has now.
    const { name: resourceName } = await tx
      .selectFrom("resources")
      .select("name")
      .where("client_id", "=", job.clientId)
      .where("id", "=", job.resourceId)
      .forShare()
      .executeTakeFirstOrThrow();
    const outcome = request.isHr
      ? await applyPeople(tx, request, { resourceName, people })
      : await applyAccounts(tx, request, resourceName);
    await storeObjects(tx, request, outcome.names);
    await nameConcernedPeople(tx, job, request.accountClasses);
    await refreshDirectory(tx, job.clientId);
    const counts = { ...(run.counts as RunCounts), orphaned: outcome.orphaned };
    const problem = rejectionProblem(outcome.rejected);
    const isOurs = await changeOwnRun(tx, job, ["applying"], {
      status: "done",
      ended_at: request.now,
      counts: JSON.stringify(counts),
      ...(problem && { problem: JSON.stringify(problem) }),
      ...NO_LEASE,
    });
    if (!isOurs) throw new LostJobError();
    await tx
      .updateTable("connected_systems")
      .set({
        initial_import_complete: true,
        sync_token: job.kind === "undo" ? null : run.token_after,
        ...(job.kind !== "undo" &&
          run.object_classes !== null && { object_classes: JSON.stringify(run.object_classes) }),
      })
      .where("client_id", "=", job.clientId)
      .where("resource_id", "=", job.resourceId)
      .execute();
    if (run.undoes !== null) {
      await tx
        .updateTable("system_runs")
        .set({ status: "undone" })
        .where("client_id", "=", job.clientId)
        .where("resource_id", "=", job.resourceId)
        .where("oid", "=", run.undoes)
        .execute();
    }
    await recordAudit(tx, {
      at: request.now,
      actor: job.actor.id === null ? null : { id: job.actor.id, username: job.actor.username },
      clientId: job.clientId,
      call: "systemRuns/applied",
      target: job.resourceId,
      after: {
        run: job.oid,
        no: run.no,
        kind: job.kind,
        hash: run.hash,
        complete: run.complete,
        ...(run.decided_by !== null && { approvedBy: run.decided_by }),
        ...counts,
      },
    });
  });
}

function originOf({ job, now }: ApplyRequest): HistoryOrigin {
  return {
    at: now,
    actor: job.actor.username,
    run: { resourceId: job.resourceId, oid: job.oid },
  };
}

interface Outcome {
  readonly names: AccountNames | null;
  readonly orphaned: number;
  readonly rejected: readonly Rejection[];
}

async function applyPeople(
  tx: Transaction<Database>,
  request: ApplyRequest,
  { resourceName, people }: { readonly resourceName: string; readonly people: PeopleToWrite },
): Promise<Outcome> {
  const { job, settings, accountClasses } = request;
  const { mapped, removed } = people;
  if (mapped) await requireBasis(tx, job, mapped);
  const pages = storedEntries(tx, job, accountClasses);
  const identities =
    mapped?.identities ??
    (await readIdentities(identitiesTable(pages, resourceName, settings.identity)));
  const { rejectedRows } = await writeTables(
    tx,
    { clientId: job.clientId, skipRejected: true, origin: originOf(request) },
    { identities, access: null },
  );
  await endRemovedPeople(tx, request, removed);
  return { names: null, orphaned: 0, rejected: [...rejectedRows, ...(mapped?.failures ?? [])] };
}

async function applyAccounts(
  tx: Transaction<Database>,
  request: ApplyRequest,
  resourceName: string,
): Promise<Outcome> {
  const { job, settings, accountClasses } = request;
  const { owner } = settings;
  const names = await nameAccounts(tx, job, accountClasses);
  await renameAccounts(tx, job, names);
  const isUndo = job.kind === "undo";
  if (!isUndo) await keepFormerAccounts(tx, job, { names, classes: accountClasses });
  // Applied correlation rules come before the attribute that names owners.
  const ownerOf =
    (await loadImportOwners(tx, job, await noteSimulation(tx, job, isUndo))) ??
    (owner ? await loadNamedOwners(tx, job.clientId, owner) : null);
  const pages = storedEntries(tx, job, accountClasses);
  const source = accessTable(pages, {
    resourceName,
    names,
    // An undo restores the former owners.
    ownerOf: isUndo ? null : ownerOf,
  });
  const access = await readAccess(source.table);
  const { rejectedRows } = await writeTables(
    tx,
    {
      clientId: job.clientId,
      mode: "exact",
      skipRejected: true,
      origin: originOf(request),
    },
    { identities: null, access },
  );
  await setActive(tx, request, names);
  if (isUndo) await restoreAccounts(tx, job, { names, classes: accountClasses, ownerOf });
  else await removeAccounts(tx, request);
  return { names, orphaned: source.orphaned(), rejected: rejectedRows };
}

/** Records the simulation whose rules find the owners. @returns the applied simulation, or that of the undone run. */
async function noteSimulation(
  tx: Transaction<Database>,
  job: RunJob,
  isUndo: boolean,
): Promise<string | null> {
  const ofRun = tx
    .selectFrom("system_runs")
    .where("client_id", "=", job.clientId)
    .where("resource_id", "=", job.resourceId)
    .where("oid", "=", job.oid);
  if (isUndo) {
    const { simulation_oid: oid } = await ofRun.select("simulation_oid").executeTakeFirstOrThrow();
    return oid;
  }
  const oid = await appliedSimulation(tx, job);
  await tx
    .updateTable("system_runs")
    .set({ simulation_oid: oid })
    .where("client_id", "=", job.clientId)
    .where("resource_id", "=", job.resourceId)
    .where("oid", "=", job.oid)
    .execute();
  return oid;
}

async function renameAccounts(
  tx: Transaction<Database>,
  { clientId, resourceId }: RunJob,
  { renamed }: AccountNames,
): Promise<void> {
  for (const chunk of chunksOf(renamed)) {
    await sql`
      update accounts set name = item.target
      from unnest(
        ${chunk.map(([from]) => from)}::text[],
        ${chunk.map(([, to]) => to)}::text[]
      ) as item (source, target)
      where accounts.client_id = ${clientId} and accounts.resource_id = ${resourceId} and accounts.name = item.source
    `.execute(tx);
  }
}

/** Whether the users of the accounts can sign in. */
async function setActive(
  tx: Transaction<Database>,
  { job, accountClasses }: ApplyRequest,
  names: AccountNames,
): Promise<void> {
  for await (const page of storedEntries(tx, job, accountClasses)) {
    const states = page.map((entry) => parseContent(entry.after).active);
    await sql`
      update accounts set active = item.active
      from unnest(
        ${page.map((entry) => names.of(entry))}::text[],
        ${states}::boolean[]
      ) as item (name, active)
      where accounts.client_id = ${job.clientId} and accounts.resource_id = ${job.resourceId}
        and accounts.name = item.name and accounts.active is distinct from item.active
    `.execute(tx);
  }
}

/** Of objects that were missing for longer than the grace period. */
async function removeAccounts(
  tx: Transaction<Database>,
  { job, accountClasses }: ApplyRequest,
): Promise<void> {
  const { clientId, resourceId, oid } = job;
  const { rows } = await sql<{ id: string }>`
    select account.id from system_run_entries entry
    join system_objects stored on stored.client_id = entry.client_id and stored.resource_id = entry.resource_id
      and stored.object_class = entry.object_class and stored.object_id = entry.object_id
    join accounts account on account.client_id = entry.client_id and account.resource_id = entry.resource_id
      and account.name = stored.account_name
    where entry.client_id = ${clientId} and entry.resource_id = ${resourceId} and entry.run_oid = ${oid}
      and entry.change = 'removed' and entry.object_class = any(${accountClasses}::text[])
  `.execute(tx);
  for (const chunk of chunksOf(rows.map(({ id }) => id))) await deleteAccounts(tx, clientId, chunk);
}

/** What the system contains becomes the last known state. */
async function storeObjects(
  tx: Transaction<Database>,
  { job, accountClasses, now }: ApplyRequest,
  names: AccountNames | null,
): Promise<void> {
  const { clientId, resourceId, oid } = job;
  const accountNameOf = (entry: StoredEntry) =>
    names !== null && accountClasses.includes(entry.objectClass) ? names.of(entry) : null;
  for await (const page of storedEntries(tx, job, null)) {
    // The contents stay in the database. The limit makes it look up each entry: no statistics tell how many there are.
    await sql`
      insert into system_objects (
        client_id, resource_id, object_class, object_id, name, account_name, hash, content, held, gone_at
      )
      select ${clientId}::uuid, ${resourceId}::uuid, entry.object_class, entry.object_id, entry.name,
        item.account_name, entry.after_hash, entry.after, item.held, null
      from unnest(
        ${page.map(({ no }) => no)}::integer[],
        ${page.map(accountNameOf)}::text[],
        ${page.map(({ after }) => parseContent(after).entitlements.length)}::integer[]
      ) as item (no, account_name, held)
      cross join lateral (
        select object_class, object_id, name, after_hash, after from system_run_entries
        where client_id = ${clientId} and resource_id = ${resourceId} and run_oid = ${oid} and no = item.no
        limit 1
      ) as entry
      on conflict (client_id, resource_id, object_class, object_id) do update
        set name = excluded.name, account_name = excluded.account_name, hash = excluded.hash,
          content = excluded.content, held = excluded.held, gone_at = null
    `.execute(tx);
  }
  // The entries come first in both statements: there are few of them, and no statistics say so yet.
  const missing = (change: "gone" | "removed") => sql`
    with missing as materialized (
      select object_class, object_id from system_run_entries
      where client_id = ${clientId} and resource_id = ${resourceId} and run_oid = ${oid} and change = ${change}
    )`;
  await sql`
    ${missing("gone")}
    update system_objects set gone_at = ${now}
    where client_id = ${clientId} and resource_id = ${resourceId}
      and (object_class, object_id) in (select object_class, object_id from missing)
  `.execute(tx);
  await sql`
    ${missing("removed")}
    delete from system_objects
    where client_id = ${clientId} and resource_id = ${resourceId}
      and (object_class, object_id) in (select object_class, object_id from missing)
  `.execute(tx);
}

function rejectionProblem(rejected: readonly Rejection[]): RunProblem | null {
  if (rejected.length === 0) return null;
  const shown = rejected
    .slice(0, REJECTIONS_SHOWN)
    .map(({ reason }) => renderMessage(ENGLISH, reason));
  const more = rejected.length - shown.length;
  const detail = more > 0 ? `${shown.join(" ")} (+${more})` : shown.join(" ");
  return { code: "recordsRejected", step: null, detail };
}
