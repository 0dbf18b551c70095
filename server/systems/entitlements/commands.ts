/** Reviewing entitlements, adding and deleting interim ones, and comparing all with the system. */
import { randomUUID } from "node:crypto";
import { sql, type Kysely, type Transaction } from "kysely";
import type {
  EntitlementRefresh,
  ReviewedEntitlement,
  SavedEntitlement,
} from "#events/entities/entitlementReview.ts";
import { message } from "#events/messages/message.ts";
import { checkNewEntitlement, checkReview } from "#events/rules/entitlements.ts";
import { normalizeForFilter } from "#events/rules/filterText.ts";
import { classNames } from "#events/rules/objectClasses.ts";
import type { CallContext } from "../../callContext.ts";
import type { SystemPlace } from "../../connectors/contract.ts";
import { holdLock } from "../../db/advisoryLocks.ts";
import type { Database } from "../../db/schema.ts";
import { inTransaction } from "../../db/transaction.ts";
import { storeCounts } from "../../directory/queries.ts";
import { insertEntitlements, readLastNumber } from "../../import/resourceStage.ts";
import { conflict, invalidFields } from "../../plugins/errors.ts";
import { requireOwner } from "../setup.ts";
import { findDuplicates, findMissing, requireResource, requireReview } from "./reviews.ts";

interface Review {
  readonly displayName: string | null;
  readonly description: string;
  readonly ownerId: string | null;
  readonly position: number | null;
}

/** Texts without outer white space; an empty display name is none. */
function normalize({ displayName, description, ownerId, position }: Review): Review {
  const shown = displayName?.trim() ?? "";
  return {
    displayName: shown === "" ? null : shown,
    description: description.trim(),
    ownerId: ownerId?.toLowerCase() ?? null,
    position,
  };
}

const texts = (review: Review) => ({ ...review, displayName: review.displayName ?? "" });

/** @throws ApiError ENOTFOUND, EINVALID */
export function createEntitlement(
  context: CallContext,
  place: SystemPlace,
  { name: wantedName, ...wanted }: Review & { readonly name: string },
): Promise<SavedEntitlement> {
  const { clientId, resourceId } = place;
  const name = wantedName.trim();
  const review = normalize(wanted);
  const problems = checkNewEntitlement({ ...texts(review), name });
  if (Object.keys(problems).length > 0) throw invalidFields(problems);
  return inTransaction(context.db, async (tx) => {
    // Imports number entitlements, too.
    await holdLock(tx, "imports");
    await requireResource(tx, place);
    await requireOwner(tx, clientId, review.ownerId);
    if (await isNamed(tx, place, name)) {
      throw invalidFields({ name: message("entitlements.nameTaken") });
    }
    const id = randomUUID();
    const no = (await readLastNumber({ tx, clientId, isNewClient: false })) + 1;
    await insertEntitlements({ tx, clientId }, [{ id, no, name, resourceId }]);
    await writeReview(tx, place, id, { ...review, interim: true });
    await storeCounts(tx, clientId);
    await context.audit(tx, { target: resourceId, after: { entitlement: id, name, ...review } });
    return toSaved(tx, place, id);
  });
}

/** Whether imports know the name: that of an entitlement, or of one that was merged into another. */
async function isNamed(
  tx: Kysely<Database>,
  { clientId, resourceId }: SystemPlace,
  name: string,
): Promise<boolean> {
  const { rows } = await sql<{ taken: boolean }>`
    select exists (select from entitlements e where e.client_id = ${clientId}
        and e.resource_id = ${resourceId} and e.name = ${name})
      or exists (select from entitlement_aliases a where a.client_id = ${clientId}
        and a.resource_id = ${resourceId} and a.name = ${name}) as taken
  `.execute(tx);
  return rows[0]?.taken ?? false;
}

/** @throws ApiError ENOTFOUND, EINVALID; ECONFLICT for another version. */
export function updateEntitlement(
  context: CallContext,
  place: SystemPlace,
  id: string,
  {
    version,
    excluded,
    ...wanted
  }: Review & { readonly excluded: boolean; readonly version: number },
): Promise<SavedEntitlement> {
  const review = { ...normalize(wanted), excluded };
  const problems = checkReview(texts(review));
  if (Object.keys(problems).length > 0) throw invalidFields(problems);
  return inTransaction(context.db, async (tx) => {
    const before = await holdReview(tx, place, id);
    if (before.version !== version) throw conflict("entitlements.changedElsewhere");
    // An owner who was archived since may stay.
    if (review.ownerId !== before.ownerId) await requireOwner(tx, place.clientId, review.ownerId);
    const changed = differences(before, review);
    if (changed.length > 0) {
      await writeReview(tx, place, id, review);
      const pick = (from: typeof review) =>
        Object.fromEntries(changed.map((field) => [field, from[field]]));
      await context.audit(tx, {
        target: place.resourceId,
        before: { entitlement: id, name: before.name, ...pick(before) },
        after: { entitlement: id, name: before.name, ...pick(review) },
      });
    }
    return toSaved(tx, place, id);
  });
}

type StoredReview = Review & { readonly excluded: boolean };

function differences(before: StoredReview, after: StoredReview): (keyof StoredReview)[] {
  const fields = ["displayName", "description", "ownerId", "position", "excluded"] as const;
  return fields.filter((field) => before[field] !== after[field]);
}

/** Locks the entitlement until the transaction ends. @throws ApiError ENOTFOUND */
async function holdReview(
  tx: Transaction<Database>,
  place: SystemPlace,
  id: string,
): Promise<ReviewedEntitlement> {
  await tx
    .selectFrom("entitlements")
    .select("id")
    .where("client_id", "=", place.clientId)
    .where("id", "=", id)
    .forUpdate()
    .execute();
  return requireReview(tx, place, id);
}

async function writeReview(
  tx: Transaction<Database>,
  { clientId, resourceId }: SystemPlace,
  id: string,
  {
    displayName,
    description,
    ownerId,
    position,
    ...flags
  }: Review & { readonly excluded?: boolean; readonly interim?: boolean },
): Promise<void> {
  const values = {
    display_name: displayName,
    search_key: normalizeForFilter(displayName ?? ""),
    description,
    owner_id: ownerId,
    position,
    ...flags,
  };
  await tx
    .insertInto("entitlement_reviews")
    .values({
      client_id: clientId,
      resource_id: resourceId,
      entitlement_id: id,
      version: 1,
      ...values,
    })
    .onConflict((conflicting) =>
      conflicting
        .columns(["client_id", "entitlement_id"])
        .doUpdateSet({ ...values, version: sql`entitlement_reviews.version + 1` }),
    )
    .execute();
}

async function toSaved(
  tx: Transaction<Database>,
  place: SystemPlace,
  id: string,
): Promise<SavedEntitlement> {
  const entitlement = await requireReview(tx, place, id);
  return { entitlement, duplicates: await findDuplicates(tx, place, entitlement) };
}

/** @throws ApiError ENOTFOUND, ECONFLICT */
export function deleteEntitlement(
  context: CallContext,
  place: SystemPlace,
  id: string,
): Promise<{ readonly id: string; readonly name: string }> {
  const { clientId } = place;
  return inTransaction(context.db, async (tx) => {
    // No import makes it real, and no policy grants it, until the end.
    await holdLock(tx, "imports");
    await holdLock(tx, "policies");
    const { name, roleOid, interim, holderCount } = await holdReview(tx, place, id);
    if (!interim || holderCount > 0) throw conflict("entitlements.notInterim");
    const { rows } = await sql<{ granted: boolean }>`
      select exists (select from inducements i
          where i.client_id = ${clientId} and i.role_oid = ${roleOid})
        or exists (select from access_role_entitlements a
          where a.client_id = ${clientId} and a.role_oid = ${roleOid}) as granted
    `.execute(tx);
    if (rows[0]?.granted) throw conflict("entitlements.isGranted");
    await tx
      .deleteFrom("entitlements")
      .where("client_id", "=", clientId)
      .where("id", "=", id)
      .execute();
    await storeCounts(tx, clientId);
    await context.audit(tx, { target: place.resourceId, before: { entitlement: id, name } });
    return { id, name };
  });
}

/**
 * Names that the system's accounts held and that its entitlement objects had when it was last read count as reported. A resource without a connected system
 * has no known state, and nothing is compared.
 *
 * @throws ApiError ENOTFOUND
 */
export function refreshEntitlements(
  context: CallContext,
  place: SystemPlace,
): Promise<EntitlementRefresh> {
  const { at, db } = context;
  const { clientId, resourceId } = place;
  return inTransaction(db, async (tx) => {
    await holdLock(tx, "imports");
    await requireResource(tx, place);
    const names = await reportedNames(tx, place);
    const { rows } = await sql<{ all: number; real: number }>`
      with compared as materialized (
        select e.id, coalesce(v.interim, false) as interim,
          ${names}::text[] is not null and (e.name = any(${names}::text[]) or exists (
            select from entitlement_aliases a where a.client_id = ${clientId}
              and a.entitlement_id = e.id and a.name = any(${names}::text[]))) as reported
        from entitlements e
        left join entitlement_reviews v on v.client_id = ${clientId} and v.entitlement_id = e.id
        where e.client_id = ${clientId} and e.resource_id = ${resourceId}
      ), stored as (
        insert into entitlement_reviews as v
          (client_id, entitlement_id, resource_id, interim, reported, checked_at)
        select ${clientId}::uuid, id, ${resourceId}::uuid, interim and not reported, reported, ${at}
        from compared where ${names}::text[] is not null
        on conflict (client_id, entitlement_id) do update
          set interim = excluded.interim, reported = excluded.reported, checked_at = excluded.checked_at
      )
      select count(*) as all,
        count(*) filter (where reported and interim) as real
      from compared
    `.execute(tx);
    const { all = 0, real = 0 } = rows[0] ?? {};
    const missing = names === null ? [] : await findMissing(tx, place);
    const counts = {
      entitlementCount: all,
      missingCount: missing.length,
      becameRealCount: real,
    };
    await context.audit(tx, { target: resourceId, after: counts });
    return { ...counts, refreshedAt: at.toISOString() };
  });
}

/** Null if no run has read the system. */
async function reportedNames(
  tx: Transaction<Database>,
  { clientId, resourceId }: SystemPlace,
): Promise<string[] | null> {
  const system = await tx
    .selectFrom("connected_systems")
    .select(["object_classes", "initial_import_complete"])
    .where("client_id", "=", clientId)
    .where("resource_id", "=", resourceId)
    .executeTakeFirst();
  if (!system?.initial_import_complete) return null;
  const objectClasses = system.object_classes ?? [];
  const { rows } = await sql<{ name: string }>`
    select held.name
    from system_objects o
    cross join lateral json_array_elements_text(o.content::json -> 'entitlements') as held (name)
    where o.client_id = ${clientId} and o.resource_id = ${resourceId} and o.gone_at is null
      and o.object_class = any(${classNames(objectClasses, "account")}::text[])
    union
    select o.name from system_objects o
    where o.client_id = ${clientId} and o.resource_id = ${resourceId} and o.gone_at is null
      and o.object_class = any(${classNames(objectClasses, "entitlement")}::text[])
  `.execute(tx);
  return rows.map(({ name }) => name);
}
