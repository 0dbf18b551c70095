/** The bench's few statistics. Pure. */

/** The smallest sample that at least `share` of all samples do not exceed; NaN without samples. */
export function quantile(samples: readonly number[], share: number): number {
  const sorted = samples.toSorted((one, other) => one - other);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
}

/** The middle sample, or the mean of the two in the middle; NaN without samples. */
export function median(samples: readonly number[]): number {
  const sorted = samples.toSorted((one, other) => one - other);
  const middle = sorted.length / 2;
  const upper = sorted[Math.floor(middle)] ?? Number.NaN;
  if (!Number.isInteger(middle)) return upper;
  return ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}

/**
 * Mann-Whitney's test: the probability that two sets of independent values of one distribution differ in rank at least
 * as much as these. Two-sided and exact, including ties, for any distribution: it counts all rank assignments.
 * @returns 0 to 1; 1 if a set is empty.
 */
export function rankTest(one: readonly number[], other: readonly number[]): number {
  if (one.length === 0 || other.length === 0) return 1;
  const ranks = doubledRanks([...one, ...other]);
  const total = ranks.reduce((sum, rank) => sum + rank, 0);
  const ways = waysToSum(ranks, one.length, total);
  const expected = (total * one.length) / ranks.length;
  const observed = ranks.slice(0, one.length).reduce((sum, rank) => sum + rank, 0);
  const distance = Math.abs(observed - expected) - 1e-9;
  let all = 0;
  let asFar = 0;
  for (const [sum, count] of ways.entries()) {
    all += count;
    if (Math.abs(sum - expected) >= distance) asFar += count;
  }
  return asFar / all;
}

/** The smallest probability that `rankTest` can return for sets of these sizes. */
export function smallestProbability(one: number, other: number): number {
  if (one === 0 || other === 0) return 1;
  let ways = 1;
  for (let at = 1; at <= one; at++) ways *= (other + at) / at;
  return Math.min(1, 2 / ways);
}

/** Twice the rank of each value, from 1: tied values share their mean rank, which may be fractional. */
function doubledRanks(values: readonly number[]): number[] {
  const sorted = values.toSorted((one, other) => one - other);
  return values.map((value) => sorted.indexOf(value) + sorted.lastIndexOf(value) + 2);
}

/** By sum: the number of ways in which `count` of the ranks add up to it. */
function waysToSum(ranks: readonly number[], count: number, total: number): Float64Array {
  const none = (): Float64Array => new Float64Array(total + 1);
  const ways = Array.from({ length: count + 1 }, none);
  (ways[0] as Float64Array)[0] = 1;
  for (const rank of ranks) {
    for (let taken = count; taken >= 1; taken--) {
      const from = ways[taken - 1] as Float64Array;
      const to = ways[taken] as Float64Array;
      for (let sum = total; sum >= rank; sum--) {
        to[sum] = (to[sum] as number) + (from[sum - rank] as number);
      }
    }
  }
  return ways[count] as Float64Array;
}
