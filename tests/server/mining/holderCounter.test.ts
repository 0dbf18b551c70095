import fc from "fast-check";
import { expect, test } from "vitest";
import { HolderCounter } from "#server/mining/holderCounter.ts";

test("[RPT-2] a member counts once for an entitlement, however many of their accounts grant it", () => {
  const counter = new HolderCounter();
  counter.add("{1,2}{2,3};{2};{}");
  expect([1, 2, 3, 4].map((no) => counter.holders(no))).toEqual([1, 2, 1, 0]);
  expect(counter.members).toBe(3);
});

test("numbers beyond the initial size are counted, too", () => {
  const counter = new HolderCounter();
  counter.add("{1,5000000}");
  counter.add("{1023,1024,5000000}");
  expect([1, 1023, 1024, 5_000_000].map((no) => counter.holders(no))).toEqual([1, 1, 1, 2]);
});

test("the first number beyond the initial size is counted", () => {
  const counter = new HolderCounter();
  counter.add("{1024}{1024}");
  counter.add("{2048};{1024}");
  // Numbers start from 1, and an unknown one has no holders.
  const numbers = [0, 1023, 1024, 2048, 2049, 1_000_000];
  expect(numbers.map((no) => counter.holders(no))).toEqual([0, 0, 2, 1, 0, 0]);
});

test("[RPT-2] counts equal those of sets, however the members are split into chunks", () => {
  const numbers = fc.array(fc.integer({ min: 1, max: 3000 }), { maxLength: 8 });
  const members = fc.array(fc.array(numbers, { minLength: 1, maxLength: 4 }), {
    minLength: 1,
    maxLength: 20,
  });
  fc.assert(
    fc.property(members, fc.integer({ min: 1, max: 20 }), (all, chunk) => {
      const counter = new HolderCounter();
      for (let i = 0; i < all.length; i += chunk) {
        const texts = all
          .slice(i, i + chunk)
          .map((accounts) => accounts.map((nos) => `{${nos.join(",")}}`).join(""));
        counter.add(texts.join(";"));
      }
      const held = all.map((accounts) => new Set(accounts.flat()));
      expect(counter.members).toBe(all.length);
      for (const no of new Set(all.flat(2))) {
        expect(counter.holders(no)).toBe(held.filter((set) => set.has(no)).length);
      }
    }),
    { seed: 1 },
  );
});
