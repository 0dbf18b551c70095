/** Matches generated accounts in a process of its own, and compares the links with the true owners. */
import { Matcher, type Outcome } from "#server/correlation/engine/matcher.ts";
import { Random } from "#server/demo/random.ts";
import type { Measurement } from "../harness/figures.ts";
import { peakMegabytes } from "../support/memory.ts";
import { FIELDS, makeAccounts, makePeople, type Account } from "./population.ts";

export interface MatchOptions {
  readonly accounts: number;
  readonly people: number;
  readonly seed: number;
}

const SAMPLE = 10_000;
const LIMITS = { linkFrom: 0.98, reviewFrom: 0.2 };

export async function matchAll({
  accounts: count,
  people: size,
  seed,
}: MatchOptions): Promise<readonly Measurement[]> {
  const random = new Random(seed);
  const people = makePeople(size, random);
  const accounts = makeAccounts(people, count, random);
  const memoryBefore = peakMegabytes(process.pid);
  const value = (figure: string, unit: Measurement["unit"], sample: number): Measurement => ({
    figure,
    unit,
    samples: [sample],
  });

  const start = performance.now();
  const matcher = new Matcher(FIELDS);
  for (const person of people) matcher.addPerson(person);
  matcher.finishPeople();
  const indexed = performance.now();
  const step = Math.max(1, Math.floor(count / SAMPLE));
  const sample = accounts.filter((_, at) => at % step === 0).map(({ texts }) => texts);
  matcher.use(matcher.learn(sample), LIMITS);
  const learned = performance.now();
  const links = new Int32Array(count).fill(-1);
  const outcomes: Record<Outcome, number> = { matched: 0, probable: 0, several: 0, none: 0 };
  let expectedRight = 0;
  let expectedOwned = 0;
  accounts.forEach(({ texts }, at) => {
    const { outcome, candidates, owned } = matcher.match(texts);
    outcomes[outcome] += 1;
    expectedOwned += owned;
    const [best] = candidates;
    if (outcome !== "matched" || !best) return;
    links[at] = best.person;
    expectedRight += best.probability;
  });
  const end = performance.now();
  const pairs = matcher.keys.reduce((sum, key) => sum + key.pairs, 0);
  const quality = qualityOf(accounts, links);
  const estimated = {
    precision: (100 * expectedRight) / outcomes.matched,
    recall: (100 * expectedRight) / expectedOwned,
  };
  const errors = (["precision", "recall"] as const).map((kind): Share => {
    const [, share = 100] = quality.find(([figure]) => figure === kind) ?? [];
    return [`error of the estimated ${kind}`, Math.abs(estimated[kind] - share)];
  });
  return [
    value("time", "s", (end - start) / 1000),
    value("time to index people", "s", (indexed - start) / 1000),
    value("time to learn", "s", (learned - indexed) / 1000),
    value("most memory, more than before", "MB", peakMegabytes(process.pid) - memoryBefore),
    value("candidate pairs for each account", "count", pairs / count),
    ...[...quality, ...errors].map(([figure, share]) => value(figure, "%", share)),
    value("estimated precision", "%", estimated.precision),
    value("estimated recall", "%", estimated.recall),
    value("left for a person", "%", (100 * (outcomes.probable + outcomes.several)) / count),
    ...exactMatch(people, accounts).map(([figure, share]) =>
      value(`exact match: ${figure}`, "%", share),
    ),
  ];
}

type Share = readonly [figure: string, percent: number];

function qualityOf(accounts: readonly Account[], links: Int32Array): readonly Share[] {
  const share = (some: number, all: number) => (all === 0 ? 100 : (100 * some) / all);
  const owned = accounts.filter(({ owner }) => owner !== -1).length;
  const linked = links.reduce((sum, link) => (link === -1 ? sum : sum + 1), 0);
  const right = accounts.filter(({ owner }, at) => owner !== -1 && owner === links[at]).length;
  const flawed = accounts.filter(({ isFlawed }) => isFlawed).length;
  const repaired = accounts.filter(
    ({ owner, isFlawed }, at) => isFlawed && owner === links[at],
  ).length;
  return [
    ["precision", share(right, linked)],
    ["wrong links", 100 - share(right, linked)],
    ["recall", share(right, owned)],
    ["missed owners", 100 - share(right, owned)],
    ["recall of flawed accounts", share(repaired, flawed)],
  ];
}

/** The usual way: the same personnel number, otherwise the same email. */
function exactMatch(
  people: readonly Account["texts"][],
  accounts: readonly Account[],
): readonly Share[] {
  const byId = new Map(people.map(([id], at) => [id, at]));
  const byEmail = new Map(people.map(([, email], at) => [email, at]));
  const links = Int32Array.from(
    accounts,
    ({ texts: [id, email] }) => byId.get(id) ?? byEmail.get(email) ?? -1,
  );
  return qualityOf(accounts, links);
}
