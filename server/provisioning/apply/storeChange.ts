/** Stores the outcomes of changes: the changes, the directory, the last known state of the system and the audit trail together. */
import { sql, type Kysely, type Transaction } from "kysely";
import type { ProvisionProblem } from "#events/entities/provisioning.ts";
import type { ObjectContent } from "#events/entities/systemRun.ts";
import { withoutSecretValues } from "#events/rules/provisioning.ts";
import { recordAudit } from "../../audit/audit.ts";
import type { SystemObject } from "../../connectors/contract.ts";
import type { Database } from "../../db/schema.ts";
import type { StoredForms } from "../../db/systemTables.ts";
import { inTransaction } from "../../db/transaction.ts";
import {
  contentHash,
  contentOrEmpty,
  contentText,
  entitlementList,
  parseContent,
} from "../../systems/runs/content.ts";
import { copyOf, entitlementObject } from "../../systems/runs/reading.ts";
import { changeAccount } from "../accountChange.ts";
import { replacedValues } from "../storedForms.ts";
import type { ChangeOutcome } from "./change.ts";
import { changeOwnPlan, holdOwnPlan, type ApplyJob } from "./applyLeases.ts";
import { refreshApplied } from "./refreshApplied.ts";
import { renameChanges, setChange, type ChangeRow, type OpenChange } from "./openChanges.ts";

/**
 * Records that a write begins, so that a crash after it is resolved by reading.
 *
 * @param seen JSON text of what the system has before the write.
 * @throws LostJobError
 */
export function beginWrite(
  db: Kysely<Database>,
  job: ApplyJob,
  row: ChangeRow,
  seen: string | null,
): Promise<void> {
  return inTransaction(db, async (tx) => {
    await holdOwnPlan(tx, job);
    await setChange(tx, row, { state: "writing", seen });
  });
}

/**
 * Records an attempt that failed and that another one follows.
 *
 * @throws LostJobError
 */
export function storeAttempt(
  db: Kysely<Database>,
  job: ApplyJob,
  row: ChangeRow,
  failed: Parameters<typeof setChange>[2],
): Promise<void> {
  return inTransaction(db, async (tx) => {
    await holdOwnPlan(tx, job);
    await setChange(tx, row, failed);
  });
}

/** What the system has after a change. */
export interface StoredState {
  readonly open: OpenChange;
  readonly outcome: ChangeOutcome;
  /** Whether an entitlement is left out of imports. */
  readonly isExcluded: (name: string) => boolean;
}

interface StateToStore extends StoredState {
  readonly now: Date;
}

export interface Applied extends StateToStore {
  readonly isWritten: boolean;
}

/**
 * @param counts whether the directory is counted again. Otherwise a later call, a pause or the end of the plan does.
 * @throws LostJobError
 */
export function storeApplied(
  db: Kysely<Database>,
  job: ApplyJob,
  group: readonly Applied[],
  { counts, now }: { readonly counts: boolean; readonly now: Date },
): Promise<void> {
  return inTransaction(db, async (tx) => {
    await holdOwnPlan(tx, job);
    for (const applied of group) await storeOne(tx, job, applied);
    await changeOwnPlan(tx, job, { attempts: 0, tries: 0, problem: null });
    if (counts) await refreshApplied(tx, job, now);
  });
}

async function storeOne(tx: Transaction<Database>, job: ApplyJob, applied: Applied): Promise<void> {
  const { open, outcome, isWritten, now } = applied;
  const { row } = open;
  await setChange(tx, row, {
    state: "applied",
    ended_at: now,
    due_at: null,
    problem: null,
    seen: null,
    replaced: replacedValues(outcome.forms ?? {}),
  });
  await changeAccount(tx, row);
  await storeState(tx, job, applied);
  await recordAudit(tx, {
    at: now,
    actor: job.actor,
    clientId: job.clientId,
    call: "provisioning/applied",
    target: job.resourceId,
    before: shown(row.seen === null ? outcome.before : parseContent(row.seen)),
    after: {
      preview: job.planId,
      change: row.no,
      kind: row.kind,
      account: row.account,
      isWritten,
      content: shown(outcome.after),
    },
  });
}

async function storeState(
  tx: Transaction<Database>,
  job: ApplyJob,
  state: StateToStore,
): Promise<void> {
  const { open, outcome, now } = state;
  if (outcome.account === null) await removeObject(tx, job, open);
  else await storeAccount(tx, job, state, outcome.account);
  for (const { entitlement, object } of outcome.holders) {
    await storeObject(tx, job, { object, name: entitlement, accountName: null, now });
  }
}

interface Failed {
  readonly row: ChangeRow;
  readonly problem: ProvisionProblem;
  readonly isWritten: boolean;
  /** If the system stored a part of the change. */
  readonly state: StoredState | null;
  readonly now: Date;
}

/** @throws LostJobError */
export function storeFailed(
  db: Kysely<Database>,
  job: ApplyJob,
  { row, problem, isWritten, state, now }: Failed,
): Promise<void> {
  return inTransaction(db, async (tx) => {
    await holdOwnPlan(tx, job);
    await setChange(tx, row, {
      state: "failed",
      ended_at: now,
      due_at: null,
      problem,
      seen: null,
      ...(state?.outcome.replaced && { replaced: state.outcome.replaced }),
    });
    if (state !== null) {
      // Earlier attempts may have removed a part, so that all that the change concerns is replaced by what is left.
      const { after } = state.outcome;
      await changeAccount(tx, { ...row, after: after && contentText(after) });
      await storeState(tx, job, { ...state, now });
    }
    await changeOwnPlan(tx, job, { attempts: 0 });
    await recordAudit(tx, {
      at: now,
      actor: job.actor,
      clientId: job.clientId,
      call: "provisioning/failed",
      target: job.resourceId,
      before: row.seen === null ? null : shown(parseContent(row.seen)),
      after: {
        preview: job.planId,
        change: row.no,
        kind: row.kind,
        account: row.account,
        isWritten,
        problem: problem.code,
        ...(state && { content: shown(state.outcome.after) }),
      },
    });
  });
}

function shown(content: ObjectContent | null) {
  if (content === null) return null;
  const { attributes, active, entitlements } = withoutSecretValues(content);
  return { attributes, active, entitlements };
}

async function storeAccount(
  tx: Transaction<Database>,
  job: ApplyJob,
  { open: { row, stored }, outcome, isExcluded, now }: StateToStore,
  account: SystemObject,
): Promise<void> {
  const { clientId, resourceId } = job;
  const name = await renamed(tx, job, { row, stored, name: account.name });
  if (account.active !== null) {
    await tx
      .updateTable("accounts")
      .set({ active: account.active })
      .where("client_id", "=", clientId)
      .where("resource_id", "=", resourceId)
      .where("name", "=", name)
      .execute();
  }
  const known = stored === null ? [] : parseContent(stored.content).entitlements;
  // What another writer gave or took is not in the directory: the next import must find that it differs.
  const held = changed(known, row, outcome);
  await storeObject(tx, job, {
    object: { ...account, entitlements: entitlementList(held, isExcluded) },
    name: account.name,
    accountName: name,
    forms: outcome.forms ?? {},
    now,
  });
}

function changed(known: readonly string[], row: ChangeRow, { after }: ChangeOutcome): string[] {
  const lost = contentOrEmpty(row.before).entitlements;
  return [...known.filter((name) => !lost.includes(name)), ...(after?.entitlements ?? [])];
}

/** The account gets the object's new name, unless another account has it. @returns its name in the directory. */
async function renamed(
  tx: Transaction<Database>,
  { clientId, resourceId }: ApplyJob,
  {
    row,
    stored,
    name,
  }: { readonly row: ChangeRow; readonly stored: OpenChange["stored"]; readonly name: string },
): Promise<string> {
  if (stored === null || stored.name === name) return row.account;
  const other = await tx
    .selectFrom("accounts")
    .select("id")
    .where("client_id", "=", clientId)
    .where("resource_id", "=", resourceId)
    .where("name", "=", name)
    .executeTakeFirst();
  if (other) return row.account;
  await tx
    .updateTable("accounts")
    .set({ name })
    .where("client_id", "=", clientId)
    .where("resource_id", "=", resourceId)
    .where("name", "=", row.account)
    .execute();
  await renameChanges(tx, row, name);
  return name;
}

async function storeObject(
  tx: Transaction<Database>,
  { clientId, resourceId }: ApplyJob,
  {
    object,
    name,
    accountName,
    forms = {},
    now,
  }: {
    readonly object: SystemObject;
    readonly name: string;
    readonly accountName: string | null;
    readonly forms?: StoredForms;
    readonly now: Date;
  },
): Promise<void> {
  const content =
    accountName === null
      ? entitlementObject(object, name).content
      : {
          attributes: copyOf(object.attributes),
          active: object.active,
          entitlements: [...(object.entitlements ?? [])],
        };
  const text = contentText(content);
  await sql`
    insert into system_objects (
      client_id, resource_id, object_class, object_id, name, account_name, hash, content, held, gone_at,
      stored_forms, provisioned_at
    ) values (
      ${clientId}, ${resourceId}, ${object.objectClass}, ${object.id}, ${name}, ${accountName},
      ${contentHash(name, text)}, ${text}, ${content.entitlements.length}, null,
      jsonb_strip_nulls(${JSON.stringify(forms)}::jsonb), ${now}
    )
    on conflict (client_id, resource_id, object_class, object_id) do update
      set name = excluded.name, account_name = excluded.account_name, hash = excluded.hash,
        content = excluded.content, held = excluded.held, gone_at = null,
        provisioned_at = excluded.provisioned_at,
        stored_forms = jsonb_strip_nulls(system_objects.stored_forms || ${JSON.stringify(forms)}::jsonb)
  `.execute(tx);
}

async function removeObject(
  tx: Transaction<Database>,
  { clientId, resourceId }: ApplyJob,
  { row, stored }: OpenChange,
): Promise<void> {
  if (stored === null) return;
  await tx
    .deleteFrom("system_objects")
    .where("client_id", "=", clientId)
    .where("resource_id", "=", resourceId)
    .where("object_class", "=", row.object_class)
    .where("object_id", "=", stored.id)
    .execute();
}
