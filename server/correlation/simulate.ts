/** Computes a simulation: the owner of each account, what would change, and what a person has to decide. */
import { sql, type Kysely } from "kysely";
import {
  AGREEMENTS,
  type Candidate,
  type CorrelationRule,
  type ResultKind,
  type RuleWeights,
  type SimulationCounts,
} from "#events/entities/correlation.ts";
import { normalizeForFilter } from "#events/rules/filterText.ts";
import type { Database } from "../db/schema.ts";
import { Batch } from "../import/batch.ts";
import { LostJobError, NO_LEASE } from "../jobs/leases.ts";
import { objectKey } from "../systems/runs/content.ts";
import { changeResourceJob, type ResourceJob } from "../threads/resourceJobs.ts";
import type { FoundCandidate } from "./engine/matcher.ts";
import type { Model } from "./engine/model.ts";
import {
  accountPages,
  exclusionOf,
  loadDecided,
  loadPeople,
  type ComparedAccount,
  type People,
} from "./population.ts";
import { SIMULATION_ROWS } from "./simulationJobs.ts";
import type { StoredModel } from "./storedModel.ts";

/** Accounts from which the model is learned, about. */
const SAMPLE = 10_000;

const NO_COUNTS: SimulationCounts = {
  accounts: 0,
  identities: 0,
  matched: 0,
  probable: 0,
  several: 0,
  none: 0,
  decided: 0,
  linked: 0,
  moved: 0,
  orphaned: 0,
  unchanged: 0,
  pairs: 0,
};

interface Progress {
  readonly now: Date;
  /** Called with the number of accounts compared so far. */
  readonly onProgress: (compared: number) => void;
}

/** @throws LostJobError */
export async function simulate(
  db: Kysely<Database>,
  job: ResourceJob,
  { now, onProgress }: Progress,
): Promise<void> {
  const { rules, settings } = await db
    .selectFrom("correlation_simulations")
    .select(["rules", "settings"])
    .where("client_id", "=", job.clientId)
    .where("resource_id", "=", job.resourceId)
    .where("oid", "=", job.id)
    .executeTakeFirstOrThrow();
  // An earlier attempt may have left results.
  await db
    .deleteFrom("correlation_results")
    .where("client_id", "=", job.clientId)
    .where("resource_id", "=", job.resourceId)
    .where("simulation_oid", "=", job.id)
    .execute();
  const people = await loadPeople(db, job.clientId, rules);
  const decided = await loadDecided(db, job);
  const { matcher } = people;
  const model = matcher.learn(await readSample(db, job, rules));
  matcher.use(model, settings);
  const counts = { ...NO_COUNTS, identities: people.oids.length };
  const quality = { right: 0, owned: 0 };
  const results = new Batch<ResultRow>((rows) => insertResults(db, job, rules, rows));
  let no = 0;
  for await (const page of accountPages(db, job, rules)) {
    for (const account of page) {
      counts.accounts += 1;
      const key = objectKey(account);
      if (decided.owners.has(key)) {
        counts.decided += 1;
        counts.unchanged += 1;
        continue;
      }
      const match = matcher.match(account.texts, exclusionOf(decided, people, key));
      counts[match.outcome] += 1;
      quality.owned += match.owned;
      const [best] = match.candidates;
      const isMatched = match.outcome === "matched";
      if (isMatched) quality.right += best?.probability ?? 0;
      const ownerOid = isMatched && best ? (people.oids[best.person] ?? null) : null;
      const kind = kindOf(match.outcome, account.ownerOid, ownerOid);
      if (kind === "linked" || kind === "moved" || kind === "orphaned") counts[kind] += 1;
      else counts.unchanged += 1;
      if (kind === null) continue;
      no += 1;
      const candidates = match.candidates.map((one) => candidateOf(one, rules, people));
      await results.add({ no, account, kind, ownerOid, candidates }, 200 + 600 * candidates.length);
    }
    onProgress(counts.accounts);
  }
  await results.flush();
  counts.pairs = matcher.keys.reduce((sum, key) => sum + key.pairs, 0);
  const stored: StoredModel = {
    model,
    weights: weightsOf(model, rules),
    blocking: matcher.keys.map(({ options: { kind, fields }, pairs, skipped }) => ({
      kind,
      ruleIds: fields.map((field) => rules[field]?.id ?? ""),
      pairs,
      skipped,
    })),
    quality: {
      precision: counts.matched === 0 ? 1 : quality.right / counts.matched,
      recall: quality.owned === 0 ? 1 : Math.min(1, quality.right / quality.owned),
    },
  };
  const isOurs = await changeResourceJob(db, SIMULATION_ROWS, job, {
    status: "done",
    progress: counts.accounts,
    counts: JSON.stringify(counts),
    model: JSON.stringify(stored),
    ended_at: now,
    ...NO_LEASE,
  });
  if (!isOurs) throw new LostJobError();
}

async function readSample(
  db: Kysely<Database>,
  job: ResourceJob,
  rules: readonly CorrelationRule[],
): Promise<(readonly string[])[]> {
  const { count } = await db
    .selectFrom("accounts")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("client_id", "=", job.clientId)
    .where("resource_id", "=", job.resourceId)
    .executeTakeFirstOrThrow();
  const every = Math.max(1, Math.floor(Number(count) / SAMPLE));
  const sample: (readonly string[])[] = [];
  for await (const page of accountPages(db, job, rules, every)) {
    for (const { texts } of page) sample.push(texts);
  }
  return sample;
}

/** @returns null if there is nothing to change or to decide. */
function kindOf(
  outcome: "matched" | "probable" | "several" | "none",
  former: string | null,
  owner: string | null,
): ResultKind | null {
  if (outcome === "matched") return former === owner ? null : former === null ? "linked" : "moved";
  if (outcome === "none") return former === null ? "none" : "orphaned";
  return outcome;
}

function candidateOf(
  { person, probability, levels, weights }: FoundCandidate,
  rules: readonly CorrelationRule[],
  people: People,
): Candidate {
  const texts = people.textsOf(person);
  return {
    identityOid: people.oids[person] ?? "",
    name: people.names[person] ?? "",
    probability,
    fields: rules.map(({ id, midpointUserFieldId }, at) => ({
      ruleId: id,
      field: midpointUserFieldId,
      value: texts[at] === "" ? null : (texts[at] ?? null),
      agreement: AGREEMENTS[levels[at] ?? 0] ?? "missing",
      weight: weights[at] ?? 0,
    })),
  };
}

function weightsOf(model: Model, rules: readonly CorrelationRule[]): RuleWeights[] {
  return rules.map(({ id, weight }, at) => {
    const { m, u } = model.fields[at] ?? { m: [1, 1, 1], u: [1, 1, 1] };
    const [different, similar, same] = m.map((share, level) => Math.log2(share / (u[level] ?? 1)));
    return {
      ruleId: id,
      different: different ?? 0,
      similar: similar ?? 0,
      same: weight ?? same ?? 0,
    };
  });
}

interface ResultRow {
  readonly no: number;
  readonly account: ComparedAccount;
  readonly kind: ResultKind;
  readonly ownerOid: string | null;
  readonly candidates: readonly Candidate[];
}

async function insertResults(
  db: Kysely<Database>,
  { clientId, resourceId, id }: ResourceJob,
  rules: readonly CorrelationRule[],
  rows: readonly ResultRow[],
): Promise<void> {
  const values = ({ account: { texts } }: ResultRow) =>
    rules.map(({ id, midpointUserFieldId: field }, at) => ({
      ruleId: id,
      field,
      value: texts[at] === "" ? null : (texts[at] ?? null),
    }));
  await sql`
    insert into correlation_results (
      client_id, resource_id, simulation_oid, no, object_class, object_id, name, search_key, kind, former_oid,
      identity_oid, probability, entry_values, candidates
    )
    select ${clientId}::uuid, ${resourceId}::uuid, ${id}::uuid, item.*
    from unnest(
      ${rows.map(({ no }) => no)}::integer[],
      ${rows.map(({ account }) => account.objectClass)}::text[],
      ${rows.map(({ account }) => account.id)}::text[],
      ${rows.map(({ account }) => account.name)}::text[],
      ${rows.map(({ account }) => normalizeForFilter(account.name))}::text[],
      ${rows.map(({ kind }) => kind)}::text[],
      ${rows.map(({ account }) => account.ownerOid)}::uuid[],
      ${rows.map(({ ownerOid }) => ownerOid)}::uuid[],
      ${rows.map(({ candidates: [best] }) => best?.probability ?? null)}::double precision[],
      ${rows.map((row) => JSON.stringify(values(row)))}::jsonb[],
      ${rows.map(({ candidates }) => JSON.stringify(candidates))}::jsonb[]
    ) as item
  `.execute(db);
}
