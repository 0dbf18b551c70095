/** Evaluates the mappings of a preview over all objects, and stores the counts and the first objects of each finding. */
import { sql, type Kysely } from "kysely";
import type { MappingProblem } from "#events/entities/mapping.ts";
import { schemaItems } from "#events/rules/mappings/fields.ts";
import type { FoundObject, PreviewCounts } from "#events/rules/mappings/summary.ts";
import type { Database } from "../db/schema.ts";
import { inTransaction } from "../db/transaction.ts";
import { LostJobError } from "../jobs/leases.ts";
import { readAhead } from "../lists/readAhead.ts";
import { changeResourceJob, type ResourceJob } from "../threads/resourceJobs.ts";
import { openCounter } from "./evaluator.ts";
import type { MappingSet } from "./evaluatorMessages.ts";
import { fingerprint } from "./fingerprint.ts";
import { loadHeld } from "./heldValues.ts";
import {
  countPopulation,
  equalitiesOf,
  multipleTargets,
  pagesOf,
  populationOf,
  type Population,
} from "./population.ts";
import { PREVIEW_ROWS } from "./previewJobs.ts";

const PAGE = 1000;

interface Progress {
  readonly now: Date;
  /** Called with the number of objects evaluated so far. */
  readonly onProgress: (evaluated: number) => void;
}

/** @throws LostJobError */
export async function evaluateAll(
  db: Kysely<Database>,
  job: ResourceJob,
  { now, onProgress }: Progress,
): Promise<void> {
  const preview = await db
    .selectFrom("mapping_previews")
    .select(["direction", "mappings"])
    .where("client_id", "=", job.clientId)
    .where("resource_id", "=", job.resourceId)
    .where("id", "=", job.id)
    .executeTakeFirstOrThrow();
  const system = await db
    .selectFrom("connected_systems")
    .select(["kind", "object_classes"])
    .where("client_id", "=", job.clientId)
    .where("resource_id", "=", job.resourceId)
    .executeTakeFirstOrThrow();
  const population = populationOf(job, system, preview.direction, preview.mappings);
  const rules = {
    multiple: multipleTargets(population, schemaItems(system.object_classes)),
    equalities: equalitiesOf(population, system.object_classes),
  };
  const total = await countPopulation(db, population);
  // Imports may have ended since the preview was requested.
  const current = await fingerprint(db, job, preview.mappings);
  const started = { total, fingerprint: current };
  if (!(await changeResourceJob(db, PREVIEW_ROWS, job, started))) throw new LostJobError();
  let off: ReadonlyMap<string, MappingProblem> = new Map();
  for (;;) {
    const pass = await evaluateOnce(db, job, { population, rules, off, onProgress });
    if ("off" in pass) {
      // A mapping that was switched off fails for every object, also for those before.
      off = pass.off;
      continue;
    }
    await store(db, job, pass, { total, now });
    return;
  }
}

interface Counted extends Pick<PreviewCounts, "targets"> {
  readonly evaluated: number;
}

interface Pass {
  readonly population: Population;
  readonly rules: Pick<MappingSet, "multiple" | "equalities">;
  readonly off: ReadonlyMap<string, MappingProblem>;
  readonly onProgress: (evaluated: number) => void;
}

async function evaluateOnce(
  db: Kysely<Database>,
  job: ResourceJob,
  { population, rules, off, onProgress }: Pass,
): Promise<Counted | { readonly off: ReadonlyMap<string, MappingProblem> }> {
  await db
    .deleteFrom("mapping_preview_objects")
    .where("client_id", "=", job.clientId)
    .where("resource_id", "=", job.resourceId)
    .where("preview_id", "=", job.id)
    .execute();
  const held = await loadHeld(db, population);
  const counter = openCounter({ ...population, ...rules, held, off });
  let evaluated = 0;
  let no = 0;
  try {
    const pages = readAhead(pagesOf(db, population, { contains: "", size: PAGE }));
    for await (const page of pages) {
      const found = await counter.count(page);
      if (counter.broken.size > off.size) return { off: new Map(counter.broken) };
      no = await storeObjects(db, job, found, no);
      evaluated += page.length;
      onProgress(evaluated);
    }
    const { targets, longest } = await counter.counts();
    await storeObjects(db, job, longest, no);
    return { evaluated, targets };
  } finally {
    await counter.close();
  }
}

/** @returns the last number. */
async function storeObjects(
  db: Kysely<Database>,
  { clientId, resourceId, id }: ResourceJob,
  objects: readonly FoundObject[],
  no: number,
): Promise<number> {
  if (objects.length === 0) return no;
  await sql`
    insert into mapping_preview_objects (
      client_id, resource_id, preview_id, no, object_id, name, findings, content
    )
    select ${clientId}::uuid, ${resourceId}::uuid, ${id}::uuid, item.no, item.id, item.name,
      string_to_array(item.findings, chr(10)), item.content
    from unnest(
      ${objects.map((_object, index) => no + index + 1)}::integer[],
      ${objects.map(({ id }) => id)}::text[],
      ${objects.map(({ name }) => name)}::text[],
      ${objects.map(({ findings }) => findings.join("\n"))}::text[],
      ${objects.map(({ values }) => JSON.stringify(values).replaceAll(String.raw`\u0000`, ""))}::jsonb[]
    ) as item (no, id, name, findings, content)
  `.execute(db);
  return no + objects.length;
}

/** @throws LostJobError */
async function store(
  db: Kysely<Database>,
  job: ResourceJob,
  { evaluated, targets }: Counted,
  { total, now }: { readonly total: number; readonly now: Date },
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const isOurs = await changeResourceJob(tx, PREVIEW_ROWS, job, {
      status: "done",
      ended_at: now,
      evaluated,
      total: Math.max(total, evaluated),
      targets: JSON.stringify(targets),
      lease_owner: null,
      lease_until: null,
    });
    if (!isOurs) throw new LostJobError();
  });
}
