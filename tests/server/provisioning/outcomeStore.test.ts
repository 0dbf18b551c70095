/** The groups in which the outcomes of a batch are stored. */
import { expect, test } from "vitest";
import { KeyedQueue } from "#server/keyedQueue.ts";
import { OutcomeStore } from "#server/provisioning/apply/outcomeStore.ts";

function storeOf(isRefused: (outcome: number) => boolean = () => false) {
  const queue = new KeyedQueue();
  const groups: (readonly number[])[] = [];
  const store = new OutcomeStore<number>(
    async (group) => {
      await new Promise(setImmediate);
      if (group.some(isRefused)) throw new Error("Refused");
      groups.push(group);
    },
    (task) => queue.run("", task),
  );
  return { store, groups };
}

test("outcomes that wait are stored together, at most 50 at a time", async () => {
  const { store, groups } = storeOf();
  const outcomes = Array.from({ length: 120 }, (_none, index) => index);
  await Promise.all(outcomes.map((one) => store.add(one)));
  expect(groups.map(({ length }) => length)).toEqual([1, 50, 50, 19]);
  expect(groups.flat()).toEqual(outcomes);
});

test("an outcome that cannot be stored fails alone", async () => {
  const { store, groups } = storeOf((outcome) => outcome === 2);
  const ended = await Promise.allSettled([0, 1, 2, 3].map((one) => store.add(one)));
  expect(ended.map(({ status }) => status)).toEqual([
    "fulfilled",
    "fulfilled",
    "rejected",
    "fulfilled",
  ]);
  expect(groups).toEqual([[0], [1], [3]]);
});
