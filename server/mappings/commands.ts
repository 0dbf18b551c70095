/** Changes of the mappings of a system. They become effective when the system is published. */
import { randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import type { Transaction } from "kysely";
import {
  MAX_MAPPINGS,
  type FieldMappings,
  type Mapping,
  type MappingDraft,
} from "#events/entities/mapping.ts";
import { message } from "#events/messages/message.ts";
import { checkMapping, hasCycle } from "#events/rules/mappings/check.ts";
import { directionOf, PERSON_ID, targetOf } from "#events/rules/mappings/fields.ts";
import type { CallContext } from "../callContext.ts";
import { capabilitiesOf } from "../connectors/capabilities.ts";
import type { JsonValue } from "../db/columns.ts";
import type { Database } from "../db/schema.ts";
import { inTransaction } from "../db/transaction.ts";
import { ApiError, conflict, invalidRequest, notFound, tellingErrors } from "../plugins/errors.ts";
import {
  holdSystem,
  requireConnector,
  type SystemPlace,
  type SystemRow,
} from "../systems/queries.ts";
import { checkCel } from "./code/cel.ts";
import { attributeNames, clientMappings, knownItems, readMappings } from "./queries.ts";

interface Saved {
  readonly mapping: Mapping;
  readonly version: number;
}

/** A draft with its sources in their order, each with its place as its position. */
export function mappingOf(draft: MappingDraft, resourceId: string, id: string): Mapping {
  const attributes = draft.attributes
    .toSorted((one, other) => one.position - other.position)
    .map((source, position) => ({ ...source, id: randomUUID(), mappingId: id, position }));
  return { ...draft, id, resourceId, direction: directionOf(draft.direction), attributes };
}

/** @throws ApiError EINVALID with paths below the pointer. */
export function requireValid(
  { services }: Pick<CallContext, "services">,
  row: SystemRow,
  draft: MappingDraft,
  pointer: string,
): void {
  const problems = Object.entries(checkMapping(draft, { items: knownItems(row) }));
  const connector = requireConnector(services.connectors, row.connector_id);
  const capabilities = capabilitiesOf(connector, row.settings.configuration);
  const isOutbound = directionOf(draft.direction) === "outbound";
  if (row.kind === "manual" && !isOutbound) {
    problems.push(["direction", message("mappings.outboundOnly")]);
  }
  if (row.kind !== "hr" && !isOutbound && targetOf(draft) === PERSON_ID) {
    problems.push(["midpointUserFieldId", message("mappings.onlyHrIdentifies")]);
  }
  if (row.kind !== "manual" && isOutbound && !capabilities.write) {
    problems.push(["direction", message("mappings.readOnly")]);
  }
  for (const [path, code, mode] of [
    ["customCode", draft.mappingType === "STANDARD" ? "" : draft.customCode, draft.mappingType],
    ["condition", draft.condition, "CUSTOM"],
  ] as const) {
    const [problem] = checkCel(code, {
      direction: directionOf(draft.direction),
      mode,
      attributes: attributeNames(row),
    });
    if (problem) problems.push([path, problem.reason]);
  }
  if (problems.length > 0) {
    throw invalidRequest(
      problems.map(([path, reason]) => ({ path: `${pointer}/${path}`, reason })),
    );
  }
}

/**
 * Changes the list of mappings.
 *
 * @param change returns the new list and the changed mapping before and after.
 */
function changeMappings<Result>(
  context: CallContext,
  resourceId: string,
  version: number,
  change: (
    row: SystemRow,
    tx: Transaction<Database>,
  ) => {
    readonly mappings: readonly Mapping[];
    readonly before?: Mapping;
    readonly after?: Mapping;
    readonly result: (version: number) => Result;
  },
): Promise<Result> {
  const { client, db } = context;
  const place = { clientId: client.id, resourceId };
  return tellingErrors(() =>
    inTransaction(db, async (tx) => {
      const row = await holdSystem(tx, place, version);
      const { mappings, before, after, result } = change(row, tx);
      if (isDeepStrictEqual(mappings, row.settings.mappings)) return result(row.version);
      if (mappings.length > MAX_MAPPINGS) {
        throw new ApiError("ECONFLICT", message("mappings.tooMany", { max: MAX_MAPPINGS }));
      }
      await refuseCycle(tx, place, mappings);
      await tx
        .updateTable("connected_systems")
        .set({ settings: JSON.stringify({ ...row.settings, mappings }), version: version + 1 })
        .where("client_id", "=", client.id)
        .where("resource_id", "=", resourceId)
        .execute();
      await context.audit(tx, {
        target: resourceId,
        ...(before && { before: toJson(before) }),
        ...(after && { after: toJson(after) }),
        ...(!before && !after && { after: { mappings: mappings.length } }),
      });
      return result(version + 1);
    }),
  );
}

/** Systems whose mappings are changed at the same time do not see each other: publication checks again. */
async function refuseCycle(
  tx: Transaction<Database>,
  { clientId, resourceId }: SystemPlace,
  mappings: readonly Mapping[],
): Promise<void> {
  const others = (await clientMappings(tx, clientId)).filter(
    (mapping) => mapping.resourceId !== resourceId,
  );
  if (hasCycle([...others, ...mappings])) throw conflict("mappings.isCyclic");
}

function toJson(mapping: Mapping): JsonValue {
  return JSON.parse(JSON.stringify(mapping)) as JsonValue;
}

/** @throws ApiError EINVALID, ECONFLICT */
export function createMapping(
  context: CallContext,
  resourceId: string,
  { mapping: draft, version }: { readonly mapping: MappingDraft; readonly version: number },
): Promise<Saved> {
  return changeMappings(context, resourceId, version, (row) => {
    requireValid(context, row, draft, "/body/mapping");
    const mapping = mappingOf(draft, resourceId, randomUUID());
    return {
      mappings: [...row.settings.mappings, mapping],
      after: mapping,
      result: (saved) => ({ mapping, version: saved }),
    };
  });
}

/** @throws ApiError ENOTFOUND, EINVALID, ECONFLICT */
export function updateMapping(
  context: CallContext,
  { resourceId, mappingId }: { readonly resourceId: string; readonly mappingId: string },
  { mapping: draft, version }: { readonly mapping: MappingDraft; readonly version: number },
): Promise<Saved> {
  return changeMappings(context, resourceId, version, (row) => {
    const before = requireMapping(row, mappingId);
    if (before.locked && draft.locked) throw conflict("mappings.isLocked");
    requireValid(context, row, draft, "/body/mapping");
    const mapping = keepIds(mappingOf(draft, resourceId, mappingId), before);
    return {
      mappings: row.settings.mappings.map((one) => (one.id === mappingId ? mapping : one)),
      before,
      after: mapping,
      result: (saved) => ({ mapping, version: saved }),
    };
  });
}

/** Sources at the same place keep their ids, so that saving an unchanged mapping changes nothing. */
function keepIds(mapping: Mapping, before: Mapping): Mapping {
  const attributes = mapping.attributes.map((source, index) => ({
    ...source,
    id: before.attributes[index]?.id ?? source.id,
  }));
  return { ...mapping, attributes };
}

/** @throws ApiError ENOTFOUND, ECONFLICT */
export async function deleteMapping(
  context: CallContext,
  { resourceId, mappingId }: { readonly resourceId: string; readonly mappingId: string },
  version: number,
): Promise<FieldMappings> {
  await changeMappings(context, resourceId, version, (row) => {
    const before = requireMapping(row, mappingId);
    if (before.locked) throw conflict("mappings.isLocked");
    return {
      mappings: row.settings.mappings.filter(({ id }) => id !== mappingId),
      before,
      result: () => null,
    };
  });
  const { client, db, services } = context;
  return readMappings(db, services.connectors, { clientId: client.id, resourceId });
}

function requireMapping({ settings }: SystemRow, id: string): Mapping {
  const mapping = settings.mappings.find((one) => one.id === id);
  if (!mapping) throw notFound("mappings.notFound");
  return mapping;
}

/** @throws ApiError ECONFLICT for a system that is not manual. */
export function requireManual({ kind }: Pick<SystemRow, "kind">): void {
  if (kind !== "manual") throw conflict("mappings.notManual");
}

/** @throws ApiError EINVALID, ECONFLICT */
export async function replaceMappings(
  context: CallContext,
  resourceId: string,
  {
    mappings: drafts,
    version,
  }: { readonly mappings: readonly MappingDraft[]; readonly version: number },
): Promise<FieldMappings> {
  await changeMappings(context, resourceId, version, (row) => {
    requireManual(row);
    drafts.forEach((draft, index) => requireValid(context, row, draft, `/body/mappings/${index}`));
    return {
      mappings: drafts.map((draft) => mappingOf(draft, resourceId, randomUUID())),
      result: () => null,
    };
  });
  const { client, db, services } = context;
  return readMappings(db, services.connectors, { clientId: client.id, resourceId });
}
