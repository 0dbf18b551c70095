/** Immediate previews of mappings: evaluates the first objects of a system while somebody edits a mapping. */
import { setTimeout } from "node:timers/promises";
import type { Kysely } from "kysely";
import type { MappingPreview, PreviewObject } from "#events/entities/mapping.ts";
import { message } from "#events/messages/message.ts";
import { directionOf, schemaItems, targetOf } from "#events/rules/mappings/fields.ts";
import type { ValueRecord } from "#events/rules/mappings/values.ts";
import { PreviewSummary } from "#events/rules/mappings/summary.ts";
import type { CallContext } from "../callContext.ts";
import type { Database } from "../db/schema.ts";
import { ApiError } from "../plugins/errors.ts";
import { requireSystem, type SystemRow } from "../systems/queries.ts";
import { openEvaluator } from "./evaluator.ts";
import {
  countPopulation,
  loadHeld,
  multipleTargets,
  pagesOf,
  populationOf,
  type Population,
} from "./population.ts";
import { mappingsWith, type Wanted } from "./previews.ts";

/** Objects of an immediate preview. */
const SAMPLE = 100;
/** Milliseconds after which an immediate preview ends with what it has. */
const SAMPLE_TIME = 3000;
/** Immediate previews at the same time, each of which may use a thread. */
const MAX_SAMPLES = 4;
/** Of one system, so that others get their turn. */
const MAX_SAMPLES_OF_SYSTEM = MAX_SAMPLES / 2;
/** Milliseconds that a preview waits for others. Less than `SAMPLE_TIME`, because waiting for endless ones does not help. */
const TURN_TIME = 2000;
const TURN_STEP = 25;
/** Objects up to which an immediate preview knows all values that have to differ. */
const MAX_HELD = 50_000;

/** The resources whose immediate previews run, once for each preview. */
const running: string[] = [];

/** An editor sends a preview after each change, before the one of the last change has ended. */
async function takeTurn(resourceId: string, gone: AbortSignal): Promise<void> {
  const until = performance.now() + TURN_TIME;
  const isFull = () =>
    running.length >= MAX_SAMPLES ||
    running.filter((id) => id === resourceId).length >= MAX_SAMPLES_OF_SYSTEM;
  while (isFull()) {
    if (gone.aborted || performance.now() > until) {
      throw new ApiError("ETOOMANYREQUESTS", message("mappings.tooManyPreviews"));
    }
    await setTimeout(TURN_STEP);
  }
  running.push(resourceId);
}

/** Aborts when the client no longer waits for the reply. */
function disconnection({ raw }: CallContext["reply"]): AbortSignal {
  const controller = new AbortController();
  if (raw.destroyed) controller.abort();
  raw.once("close", () => controller.abort());
  return controller.signal;
}

/**
 * Ends after `SAMPLE_TIME`, or when the client disconnects, with the objects that were evaluated until then.
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
  const gone = disconnection(context.reply);
  await takeTurn(resourceId, gone);
  const signal = AbortSignal.any([gone, AbortSignal.timeout(SAMPLE_TIME)]);
  try {
    const population = populationOf(place, row, directionOf(wanted.direction), mappings);
    return await evaluateSample(db, population, row, { contains, signal });
  } finally {
    running.splice(running.indexOf(resourceId), 1);
  }
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
    held:
      totalCount <= MAX_HELD
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
        previewObjects.push({ id, name, values, source: copyOf(input.now.values) });
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
