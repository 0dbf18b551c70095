/** Generates previews of provisioning, and changes them. */
import { randomUUID } from "node:crypto";
import { sql, type Transaction } from "kysely";
import type { JsonPatch } from "#events/entities/jsonPatch.ts";
import {
  PROVISION_KINDS,
  type ProvisionKind,
  type ProvisionPreview,
  type ProvisionStatus,
} from "#events/entities/provisioning.ts";
import { message } from "#events/messages/message.ts";
import { isProvisionable } from "#events/rules/provisioning.ts";
import type { CallContext } from "../callContext.ts";
import { capabilitiesOf } from "../connectors/capabilities.ts";
import type { SystemPlace } from "../connectors/contract.ts";
import { errorCode, UNIQUE_VIOLATION } from "../db/errors.ts";
import type { Database, RowPatch } from "../db/schema.ts";
import { inTransaction } from "../db/transaction.ts";
import { NO_LEASE } from "../jobs/leases.ts";
import { conflict, invalid, notFound } from "../plugins/errors.ts";
import { holdSystem, requireConnector, type SystemRow } from "../systems/queries.ts";
import { insertPlan } from "./insertPlan.ts";
import { preparersOf, requirePlan, toPreview, type PlanPlace, type PlanRow } from "./queries.ts";

/** @throws ApiError ENOTFOUND; ECONFLICT for a system that is not published, confirmed and writable, and while another preview is open. */
export async function generatePreview(
  context: CallContext,
  place: SystemPlace,
): Promise<ProvisionPreview> {
  const { at, db, services, user } = context;
  const id = randomUUID();
  try {
    await inTransaction(db, async (tx) => {
      requireProvisionable(context, await holdSystem(tx, place));
      await insertPlan(tx, { ...place, id, actor: user, at });
      await context.audit(tx, { target: place.resourceId, after: { preview: id } });
    });
  } catch (error) {
    if (errorCode(error) === UNIQUE_VIOLATION) throw conflict("provisioning.isOpen");
    throw error;
  }
  services.provisioner.poke();
  return toPreview(db, await requirePlan(db, { ...place, planId: id }), at);
}

/** @throws ApiError ECONFLICT */
export function requireProvisionable({ services }: CallContext, system: SystemRow): void {
  const connector = requireConnector(services.connectors, system.connector_id);
  const { configuration } = system.published_settings ?? system.settings;
  const canWrite = capabilitiesOf(connector, configuration).write;
  if (!isProvisionable(system.kind, canWrite)) throw conflict("provisioning.notWritable");
  if (system.published_settings === null) throw conflict("systems.notPublished");
  if (!system.confirmed) throw conflict("provisioning.notConfirmed");
}

type Step =
  | { readonly type: "cancel" }
  | { readonly type: "objects"; readonly no: number; readonly leftOut: boolean }
  | { readonly type: "kinds"; readonly kind: ProvisionKind; readonly leftOut: boolean };

interface ReadPatch {
  /** The version that the user saw; undefined accepts any. */
  readonly version: number | undefined;
  readonly steps: readonly Step[];
}

/** @throws ApiError EINVALID */
function readPatch(patch: JsonPatch): ReadPatch {
  let version: number | undefined;
  const steps: Step[] = [];
  for (const [index, { op, path, value }] of patch.entries()) {
    if (op === "test" && path === "/version" && typeof value === "number") {
      version = value;
      continue;
    }
    const step = op === "replace" ? readStep(path, value) : null;
    if (step === null) throw invalid(`/body/${index}`, message("values.notPossible"));
    steps.push(step);
  }
  return { version, steps };
}

function readStep(path: string, value: JsonPatch[number]["value"]): Step | null {
  if (path === "/status") return value === "cancelled" ? { type: "cancel" } : null;
  const [start, list, key = "", field, ...rest] = path.split("/");
  if (start !== "" || field !== "leftOut" || rest.length > 0) return null;
  if (typeof value !== "boolean") return null;
  if (list === "objects" && /^\d{1,9}$/.test(key)) {
    return { type: "objects", no: Number(key), leftOut: value };
  }
  const kind = PROVISION_KINDS.find((one) => one === key);
  return list === "kinds" && kind ? { type: "kinds", kind, leftOut: value } : null;
}

/** @throws ApiError EINVALID, ENOTFOUND; ECONFLICT for a preview that changed or waits for no decision. */
export async function patchPreview(
  context: CallContext,
  place: PlanPlace,
  patch: JsonPatch,
): Promise<ProvisionPreview> {
  const { at, db, services } = context;
  const { version, steps } = readPatch(patch);
  const preview = await inTransaction(db, async (tx) => {
    await holdSystem(tx, place);
    const row = await requirePlan(tx, place);
    if (version !== undefined && row.version !== version) throw conflict("provisioning.changed");
    for (const step of steps) await takeStep(tx, context, row, step);
    if (steps.length > 0) {
      await context.audit(tx, {
        target: place.resourceId,
        after: { preview: place.planId, steps: JSON.stringify(steps) },
      });
    }
    return toPreview(tx, await requirePlan(tx, place), at);
  });
  services.provisioner.poke();
  return preview;
}

async function takeStep(
  tx: Transaction<Database>,
  { at, user }: CallContext,
  row: PlanRow,
  step: Step,
): Promise<void> {
  if (step.type !== "cancel") return leaveOut(tx, user, row, step);
  if (row.status !== "applying") {
    return changeStatus(tx, row, ["waiting", "computing"], { status: "cancelled", ended_at: at });
  }
  // A worker ends the plan between two changes. It first reads the result of a change that a crash interrupted.
  await tx
    .updateTable("provisioning_plans")
    .set({ cancelled_at: at, due_at: null, version: row.version + 1 })
    .where("client_id", "=", row.client_id)
    .where("resource_id", "=", row.resource_id)
    .where("id", "=", row.id)
    .execute();
}

/** @throws ApiError ENOTFOUND; ECONFLICT unless the preview waits for a decision. */
export function rejectPreview(context: CallContext, place: PlanPlace): Promise<ProvisionPreview> {
  const { at, db } = context;
  return inTransaction(db, async (tx) => {
    await holdSystem(tx, place);
    const row = await requirePlan(tx, place);
    await changeStatus(tx, row, ["planned"], { status: "rejected", ended_at: at });
    await context.audit(tx, { target: place.resourceId, after: { preview: place.planId } });
    return toPreview(tx, await requirePlan(tx, place), at);
  });
}

/** @throws ApiError ECONFLICT if the plan has another status. */
export async function changeStatus(
  tx: Transaction<Database>,
  row: PlanRow,
  from: readonly ProvisionStatus[],
  change: RowPatch<"provisioning_plans">,
): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable("provisioning_plans")
    .set({ version: row.version + 1, ...NO_LEASE, ...change })
    .where("client_id", "=", row.client_id)
    .where("resource_id", "=", row.resource_id)
    .where("id", "=", row.id)
    .where("status", "in", from)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw conflict("provisioning.ended");
}

async function leaveOut(
  tx: Transaction<Database>,
  { id, username }: CallContext["user"],
  row: PlanRow,
  step: Exclude<Step, { readonly type: "cancel" }>,
): Promise<void> {
  if (row.status !== "planned") throw conflict("provisioning.notDecidable");
  const by = JSON.stringify({ id, username });
  const { numUpdatedRows } = await tx
    .updateTable("provisioning_changes")
    .set({
      left_out: step.leftOut,
      // Who left it out first has prepared the next preview as well.
      left_out_by: step.leftOut
        ? sql<string | null>`case when left_out then left_out_by else ${by}::jsonb end`
        : null,
    })
    .where("client_id", "=", row.client_id)
    .where("resource_id", "=", row.resource_id)
    .where("plan_id", "=", row.id)
    .where("state", "=", "planned")
    .where((eb) => (step.type === "objects" ? eb("no", "=", step.no) : eb("kind", "=", step.kind)))
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw notFound("provisioning.changeNotFound");
  await tx
    .updateTable("provisioning_plans")
    .set({
      version: sql<number>`version + 1`,
      ...(!preparersOf(row).some((one) => one.id === id) && {
        editors: JSON.stringify([...row.editors, { id, username }]),
      }),
    })
    .where("client_id", "=", row.client_id)
    .where("resource_id", "=", row.resource_id)
    .where("id", "=", row.id)
    .execute();
}
