/** The parts of the engine that finds the owners of accounts. */
import { describe, expect, test } from "vitest";
import { Matcher } from "#server/correlation/engine/matcher.ts";
import type { FieldOptions } from "#server/correlation/engine/model.ts";
import { areNicknames } from "#server/correlation/engine/nicknames.ts";
import {
  distance,
  isLevenshteinSimilar,
  trigrams,
  trigramSimilarity,
} from "#server/correlation/engine/similarity.ts";
import { normalise, words } from "#server/correlation/engine/text.ts";
import { Random } from "#server/demo/random.ts";

const LIMITS = { linkFrom: 0.98, reviewFrom: 0.2 };
const field = (more: Partial<FieldOptions> = {}): FieldOptions => ({
  method: "normalised",
  threshold: 0.8,
  nicknames: false,
  tier: 1,
  weight: null,
  ...more,
});

function matcherOf(
  fields: readonly FieldOptions[],
  people: readonly (readonly string[])[],
  accounts: readonly (readonly string[])[],
): Matcher {
  const matcher = new Matcher(fields);
  for (const person of people) matcher.addPerson(person);
  matcher.finishPeople();
  matcher.use(matcher.learn(accounts), LIMITS);
  return matcher;
}

/** Optimal string alignment: the table of all prefixes. */
function plainDistance(one: string, other: string): number {
  const table = Array.from({ length: one.length + 1 }, (_, row) =>
    Array.from({ length: other.length + 1 }, (__, column) => Math.max(row, column)),
  );
  const at = (row: number, column: number) => table[row]?.[column] ?? Infinity;
  for (let row = 1; row <= one.length; row++) {
    for (let column = 1; column <= other.length; column++) {
      const isTransposed = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      (table[row] ?? [])[column] = Math.min(
        at(row - 1, column) + 1,
        at(row, column - 1) + 1,
        at(row - 1, column - 1) + (one[row - 1] === other[column - 1] ? 0 : 1),
        row > 1 && column > 1 && isTransposed ? at(row - 2, column - 2) + 1 : Infinity,
      );
    }
  }
  return at(one.length, other.length);
}

describe("texts", () => {
  test("umlauts and accents are the same in each spelling", () => {
    expect(new Set(["Müller", "Mueller", "MULLER", "Mü-ller"].map(normalise)).size).toBe(1);
    expect(normalise("Łukasz Ångström")).toBe("lukaszangstrom");
    expect(words("  O'Brien,  Seán ")).toBe("o brien sean");
  });

  test("nicknames belong to their names", () => {
    expect(areNicknames("bob", "robert")).toBe(true);
    expect(areNicknames("hans", "johannes")).toBe(true);
    expect(areNicknames("bob", "william")).toBe(false);
  });

  test("the Levenshtein distance counts a transposition as one", () => {
    expect(isLevenshteinSimilar("123456", "124356", 0.8)).toBe(true);
    expect(isLevenshteinSimilar("123456", "124365", 0.8)).toBe(false);
    expect(isLevenshteinSimilar("kitten", "sitting", 0.57)).toBe(true);
    expect(isLevenshteinSimilar("kitten", "sitting", 0.58)).toBe(false);
  });

  test("distances of random texts are those of the plain recurrence", () => {
    const random = new Random(3);
    const textOf = (most: number) =>
      Array.from({ length: random.between(0, most - 1) }, () => "abcä"[random.between(0, 3)]).join(
        "",
      );
    for (let round = 0; round < 4000; round++) {
      // Some texts have more characters than a number has bits.
      const most = round % 20 === 0 ? 80 : 14;
      const [short = "", long = ""] = [textOf(most), textOf(most)].toSorted(
        (one, other) => one.length - other.length,
      );
      const limit = random.between(0, 11);
      const expected = plainDistance(short, long);
      const found = distance(short, long, limit);
      if (expected <= limit) expect(found, `${short} ${long}`).toBe(expected);
      else expect(found, `${short} ${long}`).toBeGreaterThan(limit);
    }
  });

  // From the documentation of pg_trgm.
  test("trigrams are similar as PostgreSQL's are", () => {
    expect(trigramSimilarity(trigrams("word"), trigrams("two words"))).toBeCloseTo(0.363636, 5);
  });
});

describe("the matcher", () => {
  const people = Array.from({ length: 200 }, (_, at) => [
    `E${10_000 + 37 * at}`,
    ["Robert", "Anna", "Johannes", "Mia"][at % 4] ?? "",
    `Family${String.fromCharCode(97 + (at % 26), 97 + ((at * 7) % 26), 97 + ((at * 11) % 26))}`,
  ]);
  const fields = [
    field({ method: "levenshtein" }),
    field({ nicknames: true }),
    field({ method: "levenshtein" }),
  ];
  const matcher = matcherOf(fields, people, people);

  test("links equal and flawed accounts, and explains them by rule", () => {
    const [id = "", , family = ""] = people[8] ?? [];
    const swapped = id.slice(0, 4) + (id[5] ?? "") + (id[4] ?? "");
    const { outcome, candidates } = matcher.match([swapped, "Bob", family]);
    expect(outcome).toBe("matched");
    expect(candidates[0]?.person).toBe(8);
    expect(candidates[0]?.levels).toEqual([swapped === id ? 3 : 2, 2, 3]);
    expect(candidates[0]?.weights.every((weight) => weight > 0)).toBe(true);
  });

  test("finds nobody for a stranger", () => {
    expect(matcher.match(["X99", "Zoë", "Quux"]).outcome).toBe("none");
  });

  test("leaves namesakes to a person, and respects that somebody is not the owner", () => {
    const twins = [...people, ["E90001", "Zoë", "Twin"], ["E90002", "Zoë", "Twin"]];
    const all = matcherOf(fields, twins, twins);
    const match = all.match(["", "Zoë", "Twin"]);
    expect(match.outcome).toBe("several");
    expect(new Set(match.candidates.map(({ person }) => person))).toEqual(new Set([200, 201]));
    const other = all.match(["", "Zoë", "Twin"], (person) => person === 200);
    expect(other.candidates.map(({ person }) => person)).toEqual([201]);
  });

  test("the first tier that finds one owner decides", () => {
    const tiers = [field({ method: "exact" }), field({ tier: 2 }), field({ tier: 2 })];
    const both = matcherOf(tiers, people, people);
    const [id = "", given = "", family = ""] = people[3] ?? [];
    expect(both.match([id, "Other", "Name"])).toMatchObject({ outcome: "matched", tier: 1 });
    expect(both.match(["", given, family]).tier).toBe(2);
  });

  test("fixed weights replace learned ones", () => {
    const fixed = matcherOf([field({ weight: 3 }), field()], people, people);
    const [best] = fixed.match([people[5]?.[0] ?? "", people[5]?.[1] ?? ""]).candidates;
    expect(best?.weights[0]).toBe(3);
  });
});
