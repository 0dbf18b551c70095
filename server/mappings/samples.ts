/** Immediate previews of mappings: evaluates the first objects of a system while somebody edits a mapping. */
import type { Kysely } from "kysely";
import type { MappingPreview, PreviewObject } from "#events/entities/mapping.ts";
import { directionOf, schemaItems, targetOf } from "#events/rules/mappings/fields.ts";
import type { ValueRecord } from "#events/rules/mappings/values.ts";
import { previewObject, PreviewSummary } from "#events/rules/mappings/summary.ts";
import type { CallContext } from "../callContext.ts";
import type { Database } from "../db/schema.ts";
import { requireSystem, type SystemRow } from "../systems/queries.ts";
import { openEvaluator } from "./evaluator.ts";
import { countHolders, loadHeld } from "./heldValues.ts";
import {
  countPopulation,
  equalitiesOf,
  multipleTargets,
  pagesOf,
  populationOf,
  type Population,
} from "./population.ts";
import { mappingsWith, type Wanted } from "./previews.ts";
import { inSampleTurn } from "./sampleTurns.ts";

/** Objects of an immediate preview. */
const SAMPLE = 100;
/** Objects up to which an immediate preview reads all values that have to differ. */
const MAX_HELD = 50_000;

/**
 * Ends when its time is up, or when the client disconnects, with the objects that were evaluated until then.
 *
 * @throws ApiError EINVALID; ETOOMANYREQUESTS while many other previews run.
 */
export async function previewSample(
  context: CallContext,
  resourceId: string,
  { contains, ...wanted }: Wanted & { readonly contains: string },
): Promise<MappingPreview> {
  const { client, db } = context;
  const place = { clientId: client.id, resourceId };
  const row = await requireSystem(db, place);
  const mappings = mappingsWith(context, row, wanted);
  return inSampleTurn(context, resourceId, (signal) => {
    const population = populationOf(place, row, directionOf(wanted.direction), mappings);
    return evaluateSample(db, population, row, { contains, signal });
  });
}

function copyOf(values: ValueRecord): Record<string, string[]> {
  return Object.fromEntries(Object.entries(values).map(([name, all]) => [name, [...all]]));
}

async function evaluateSample(
  db: Kysely<Database>,
  population: Population,
  row: SystemRow,
  { contains, signal }: { readonly contains: string; readonly signal: AbortSignal },
): Promise<MappingPreview> {
  const totalCount = await countPopulation(db, population);
  const unique = population.mappings.filter(({ iterationToken }) => iterationToken).map(targetOf);
  const set = {
    ...population,
    multiple: multipleTargets(population, schemaItems(row.object_classes)),
    equalities: equalitiesOf(population, row.object_classes),
    held:
      unique.length === 0 || (await countHolders(db, population)) <= MAX_HELD
        ? await loadHeld(db, population)
        : Object.fromEntries(unique.map((target) => [target, []])),
  };
  const limits = { signal };
  const evaluator = openEvaluator(set, limits);
  const summary = new PreviewSummary();
  const previewObjects: PreviewObject[] = [];
  try {
    for await (const page of pagesOf(db, population, { contains, size: SAMPLE, limits })) {
      for (const { id, name, input } of page) {
        signal.throwIfAborted();
        const [values = []] = await evaluator.evaluate([input]);
        summary.add({ id, name }, values);
        const object = previewObject({ id, name }, values);
        previewObjects.push({ ...object, source: copyOf(input.now.values) });
      }
      break;
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    await evaluator.close();
  }
  return {
    resourcePreview: summary.targets,
    previewCount: previewObjects.length,
    previewObjects,
    totalCount,
  };
}
