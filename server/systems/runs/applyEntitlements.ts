/** The entitlement objects of a system become entitlements, also those that no account holds. */
import { sql, type Kysely, type RawBuilder, type Transaction } from "kysely";
import { TEXT_MAX_LENGTH } from "#events/entities/limits.ts";
import type { ObjectContent } from "#events/entities/systemRun.ts";
import { cutText } from "#events/rules/cutText.ts";
import { DESCRIPTION_MAX_LENGTH } from "#events/rules/systems.ts";
import type { SystemPlace } from "../../connectors/contract.ts";
import { holdLock } from "../../db/advisoryLocks.ts";
import { listedRows } from "../../db/listedKeys.ts";
import { withoutNestedLoops } from "../../db/nestedLoops.ts";
import type { Database } from "../../db/schema.ts";
import { inTransaction } from "../../db/transaction.ts";
import { holdImports } from "../../import/clientStage.ts";
import { importEntitlements, readLastNumber } from "../../import/resourceStage.ts";
import { noChanges } from "../../import/types.ts";
import { checkText } from "../../import/values.ts";
import { originOf, type ApplyRequest } from "./applyRequest.ts";
import { parseContent } from "./content.ts";
import { holdOwnRun, type RunPlace } from "./leases.ts";

const ROWS = 500;
const DESCRIPTION = "description";

interface EntitlementObject {
  readonly name: string;
  readonly content: ObjectContent;
}

/** Call it in a transaction that holds the lock on imports. */
export async function applyEntitlements(
  tx: Transaction<Database>,
  request: ApplyRequest,
  objects: readonly EntitlementObject[],
): Promise<void> {
  const { clientId, resourceId } = request.job;
  const usable = objects.filter(
    ({ name }) => !request.isExcluded(name) && checkText(name, TEXT_MAX_LENGTH) === null,
  );
  if (usable.length === 0) return;
  const entitlementNames = [...new Set(usable.map(({ name }) => name))];
  await importEntitlements(
    {
      tx,
      clientId,
      isNewClient: false,
      write: true,
      mode: "exact",
      origin: originOf(request),
      counts: noChanges(),
      changes: null,
      activeOf: () => null,
      digest: null,
    },
    { entitlementNames, entitlementResources: new Int32Array(entitlementNames.length) },
    { entitlementUsed: new Uint8Array(entitlementNames.length).fill(1) },
    { ids: [resourceId], existing: [resourceId] },
  );
  await describeEntitlements(tx, { clientId, resourceId }, usable);
}

/** An entitlement has the description of the system until a person edits it, which gives it a version. */
async function describeEntitlements(
  tx: Transaction<Database>,
  { clientId, resourceId }: SystemPlace,
  objects: readonly EntitlementObject[],
): Promise<void> {
  await sql`
    insert into entitlement_reviews as review (client_id, resource_id, entitlement_id, description)
    select ${clientId}::uuid, ${resourceId}::uuid, entitlement.id, item.description
    from ${listedRows([...new Map(objects.map((object) => [object.name, object])).values()], {
      name: ["text", ({ name }) => name],
      description: ["text", ({ content }) => descriptionOf(content)],
    })}
    join entitlements entitlement on entitlement.client_id = ${clientId}
      and entitlement.resource_id = ${resourceId} and entitlement.name = item.name
    left join entitlement_reviews stored on stored.client_id = ${clientId} and stored.entitlement_id = entitlement.id
    where stored.description is distinct from item.description
      and (item.description <> '' or stored.entitlement_id is not null)
    on conflict (client_id, entitlement_id) do update set description = excluded.description
      where review.version = 0
  `.execute(tx);
}

function descriptionOf({ attributes }: ObjectContent): string {
  const name = Object.keys(attributes).find((key) => key.toLowerCase() === DESCRIPTION);
  const [text = ""] = name === undefined ? [] : (attributes[name] ?? []);
  return cutText(text.replaceAll("\0", "").trim(), DESCRIPTION_MAX_LENGTH);
}

/**
 * Adds entitlements for objects that the run left unchanged and that have none: those that were excluded before, and those
 * that earlier versions of Provision left out.
 */
export async function applyMissingEntitlements(
  db: Kysely<Database>,
  request: ApplyRequest,
): Promise<void> {
  if (request.entitlementClasses.length === 0) return;
  const { clientId, resourceId } = request.job;
  let after = { objectClass: "", id: "" };
  for (;;) {
    const { rows } = await sql<{ objectClass: string; id: string; name: string; content: string }>`
      select object_class as "objectClass", object_id as id, name, content from system_objects object
      where client_id = ${clientId} and resource_id = ${resourceId} and gone_at is null
        and object_class = any(${request.entitlementClasses}::text[])
        and (object_class, object_id) > (${after.objectClass}, ${after.id})
        and not exists (
          select from entitlements entitlement where entitlement.client_id = ${clientId}
            and entitlement.resource_id = ${resourceId} and entitlement.name = object.name)
        and not exists (
          select from entitlement_aliases alias where alias.client_id = ${clientId}
            and alias.resource_id = ${resourceId} and alias.name = object.name)
      order by object_class, object_id limit ${ROWS}
    `.execute(db);
    const objects = rows.map(({ name, content }) => ({ name, content: parseContent(content) }));
    if (rows.length > 0) {
      await inTransaction(db, async (tx) => {
        await holdImports(tx);
        await holdOwnRun(tx, request.job, "share");
        await keepAdded(tx, request, () => applyEntitlements(tx, request, objects));
      });
    }
    const last = rows.at(-1);
    if (!last || rows.length < ROWS) return;
    after = last;
  }
}

/** Keeps which entitlements the work of a run adds, so that an undo removes them. Call it while the lock on imports is held. */
export async function keepAdded<Result>(
  tx: Transaction<Database>,
  { job: { clientId, resourceId, oid, kind } }: Pick<ApplyRequest, "job">,
  work: () => Promise<Result>,
): Promise<Result> {
  if (kind === "undo") return work();
  const last = await readLastNumber({ tx, clientId, isNewClient: false });
  const result = await work();
  await sql`
    insert into system_run_entitlements (client_id, resource_id, run_oid, entitlement_id)
    select client_id, resource_id, ${oid}::uuid, id from entitlements
    where client_id = ${clientId} and resource_id = ${resourceId} and no > ${last}
  `.execute(tx);
  return result;
}

/**
 * Removes the entitlements that a run added, unless the system still has them, or something else uses them: accounts,
 * policies, access roles, cases, and what people said about them. Call it in the last transaction of the undo.
 */
export async function removeAdded(
  tx: Transaction<Database>,
  { clientId, resourceId, oid }: RunPlace,
  entitlementClasses: readonly string[],
): Promise<void> {
  // No policy grants one of them until the end.
  await holdLock(tx, "policies");
  const isFree = (table: string, isUse: RawBuilder<unknown>) => sql`not exists (
    select from ${sql.table(table)} used where used.client_id = ${clientId} and ${isUse})`;
  const ofResource = sql`used.resource_id = ${resourceId}`;
  const grants = sql`used.role_oid = entitlement.role_oid`;
  const isOf = sql`${ofResource} and used.entitlement_id = entitlement.id`;
  // A NOT IN of many ids would compare every pair in any case.
  const removal = sql`
    delete from entitlements entitlement using system_run_entitlements kept
    where kept.client_id = ${clientId} and kept.resource_id = ${resourceId} and kept.run_oid = ${oid}
      and entitlement.client_id = ${clientId} and entitlement.id = kept.entitlement_id
      and not exists (
        select from (
          select unnest(used.entitlement_nos) as no from accounts used
          where used.client_id = ${clientId} and ${ofResource}
        ) held where held.no = entitlement.no)
      and ${isFree(
        "system_objects",
        sql`${ofResource} and used.name = entitlement.name
        and used.gone_at is null and used.object_class = any(${entitlementClasses}::text[])`,
      )}
      and ${isFree("inducements", grants)}
      and ${isFree("access_role_entitlements", grants)}
      and ${isFree("cases", grants)}
      and ${isFree("entitlement_reviews", sql`${isOf} and used.version > 0`)}
      and ${isFree("entitlement_aliases", isOf)}
  `;
  await withoutNestedLoops(tx, () => removal.execute(tx));
}
