/** Entitlements that people with the same job have in common, which mining should find. */
import type { Entitlement } from "./entitlements.ts";
import type { Job } from "./jobs.ts";
import type { Random } from "./random.ts";

/** An entitlement with the probability that a person with the job has it. */
export interface Likely {
  readonly entitlement: Entitlement;
  readonly probability: number;
}

/** The range of entitlement counts and of probabilities. */
interface Band {
  readonly count: readonly [number, number];
  readonly probability: readonly [number, number];
}

/** Entitlements that all have, almost all, some, and few. */
const BANDS: Readonly<Record<Job["cohesion"], readonly Band[]>> = {
  close: [
    { count: [5, 12], probability: [1, 1] },
    { count: [8, 18], probability: [0.91, 0.99] },
    { count: [12, 24], probability: [0.3, 0.88] },
    { count: [20, 48], probability: [0.02, 0.2] },
  ],
  loose: [
    { count: [2, 4], probability: [0.9, 1] },
    { count: [18, 30], probability: [0.3, 0.7] },
    { count: [30, 50], probability: [0.02, 0.2] },
  ],
  none: [{ count: [160, 240], probability: [0.03, 0.16] }],
};

/** The probability of common entitlements in cohesive jobs; half of it in others. */
const SHARED_COUNT = 16;
const SHARED_PROBABILITY = [1, 1, 1, 1, 0.99, 0.98, 0.97, 0.95, 0.9, 0.82, 0.74, 0.66, 0.52, 0.4];

/** @returns the entitlements of people with the job in any place. */
export function makePolicy(
  job: Job,
  entitlements: readonly Entitlement[],
  random: Random,
): Likely[] {
  const allowed = entitlements.filter(({ level, place }) => level <= job.level && place === null);
  const own =
    job.cohesion === "none"
      ? allowed
      : allowed.filter(({ topic }) => job.topics.some((about) => about === topic));
  const bands = BANDS[job.cohesion];
  const counts = bands.map(({ count: [from, to] }) => random.between(from, to));
  let drawn = random.sample(
    own,
    counts.reduce((sum, count) => sum + count, 0),
  );
  const likely = sharedPolicy(job, entitlements);
  bands.forEach(({ probability: [from, to] }, band) => {
    const taken = drawn.slice(0, counts[band]);
    drawn = drawn.slice(counts[band]);
    for (const entitlement of taken) {
      likely.push({ entitlement, probability: from + (to - from) * random.next() });
    }
  });
  const seen = new Set<Entitlement>();
  return likely.filter(({ entitlement }) => !seen.has(entitlement) && seen.add(entitlement));
}

function sharedPolicy(job: Job, entitlements: readonly Entitlement[]): Likely[] {
  const shared = entitlements.filter(({ topic, isBasic }) => topic === "everyone" && isBasic);
  const every = Math.max(1, Math.floor(shared.length / SHARED_COUNT));
  return shared
    .filter((_, at) => at % every === 0)
    .slice(0, SHARED_COUNT)
    .map((entitlement, at) => {
      const probability = SHARED_PROBABILITY[at % SHARED_PROBABILITY.length] ?? 1;
      return { entitlement, probability: job.cohesion === "none" ? probability / 2 : probability };
    });
}

/** @returns the additional entitlements of people with the job in one place. */
export function placePolicy(
  job: Job,
  place: string,
  entitlements: readonly Entitlement[],
): Likely[] {
  return entitlements
    .filter((entitlement) => entitlement.place === place && entitlement.level <= job.level)
    .map((entitlement) => ({
      entitlement,
      probability: entitlement.level === job.level ? 0.96 : 0.55,
    }));
}
