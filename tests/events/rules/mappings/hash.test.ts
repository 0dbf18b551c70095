/** The hash of values. */
import { expect, test } from "vitest";
import { hashText } from "#events/rules/mappings/hash.ts";

test.each([
  // As the author of cyrb53 published them.
  ["a", 7929297801672961],
  ["b", 8684336938537663],
  ["revenge", 4051478007546757],
  ["revenue", 8309097637345594],
])("the hash of %s is that of cyrb53", (text, hash) => {
  expect(hashText(text)).toBe(hash);
});
