/** How many owners the engine finds among generated accounts, of which a tenth is flawed and a twentieth has no owner. */
import { expect, test } from "vitest";
import { matchAll } from "../../../bench/correlation/matchAll.ts";

const ACCOUNTS = 5000;
/** Another one than that of the benchmark, with which the engine was developed. */
const SEED = 20_261_127;

test("links are right, few owners are missed, and the model knows how good it is", async () => {
  const figures = await matchAll({ accounts: ACCOUNTS, people: ACCOUNTS, seed: SEED });
  /** Percent. */
  const of = (figure: string) => figures.find((one) => one.figure === figure)?.samples[0];
  expect(of("precision")).toBeGreaterThanOrEqual(99.5);
  expect(of("recall")).toBeGreaterThanOrEqual(97);
  expect(of("error of the estimated precision")).toBeLessThanOrEqual(1);
  expect(of("error of the estimated recall")).toBeLessThanOrEqual(1);
});
