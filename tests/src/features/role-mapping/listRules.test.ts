import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ORG_TYPES } from "#events/entities/orgTypes.ts";
import { ALL_ORGS } from "#events/rules/orgQuery.ts";
import {
  hasFilters,
  letterAfter,
  LETTERS,
  listPath,
  orgQueryOf,
  readListQuery,
  DEFAULT_QUERY,
  type ListQuery,
} from "#src/features/role-mapping/listRules.ts";

const LIST = "/rbac/role-mapping";

describe("the address of the list", () => {
  it("holds nothing while the list is as usual", () => {
    expect(listPath(LIST, DEFAULT_QUERY)).toBe(LIST);
    expect(readListQuery(LIST)).toEqual(DEFAULT_QUERY);
  });

  it("counts pages from 1, as people do", () => {
    expect(listPath(LIST, { ...DEFAULT_QUERY, page: 2 })).toBe(`${LIST}?page=3`);
    expect(readListQuery(`${LIST}?page=3`).page).toBe(2);
  });

  it("gives back any state of the list", () => {
    const query: fc.Arbitrary<ListQuery> = fc.record({
      orgType: fc.constantFrom(...ORG_TYPES),
      contains: fc.string({ unit: "grapheme", maxLength: 40 }),
      startsWith: fc.constantFrom(...LETTERS),
      page: fc.nat(9999),
      sort: fc.record({
        column: fc.constantFrom("name", "memberCount", "inducementCount"),
        direction: fc.constantFrom("ASCENDING", "DESCENDING"),
      }),
    });
    fc.assert(
      fc.property(query, (state) => {
        expect(readListQuery(listPath(LIST, state))).toEqual(state);
      }),
      { seed: 7, numRuns: 300 },
    );
  });

  it.each([
    "?type=nonsense",
    "?page=0",
    "?page=-3",
    "?page=1.5",
    "?page=9999999",
    "?page=ten",
    "?sort=oid,asc",
    "?sort=",
    "?startsWith=",
    "?unknown=1",
  ])("reads what it says wrongly as usual: %s", (search) => {
    expect(readListQuery(LIST + search)).toEqual(DEFAULT_QUERY);
  });

  it("cuts a text that no field would have taken", () => {
    expect(readListQuery(`${LIST}?contains=${"x".repeat(300)}`).contains).toHaveLength(255);
  });

  it("[ORG-25] [WID-16] is what the call is asked for, with the sort as field and direction", () => {
    const address = `${LIST}?type=departments&contains=re&startsWith=R&page=2&sort=memberCount,desc`;
    expect(orgQueryOf(readListQuery(address))).toEqual({
      orgType: "departments",
      contains: "re",
      startsWith: "R",
      page: 1,
      sort: "memberCount,desc",
    });
  });
});

it("[ORG-17] 'All Orgs' is the first choice of the alphabet, and no filter", () => {
  expect(LETTERS[0]).toBe(ALL_ORGS);
  expect(LETTERS).toHaveLength(27);
  expect(hasFilters({ ...DEFAULT_QUERY, startsWith: ALL_ORGS })).toBe(false);
  expect(hasFilters({ ...DEFAULT_QUERY, startsWith: "B" })).toBe(true);
  expect(hasFilters({ ...DEFAULT_QUERY, contains: "b" })).toBe(true);
});

it("the keys move round the alphabet", () => {
  expect(letterAfter("ArrowRight", 26, 27)).toBe(0);
  expect(letterAfter("ArrowLeft", 0, 27)).toBe(26);
  expect(letterAfter("Home", 9, 27)).toBe(0);
  expect(letterAfter("End", 9, 27)).toBe(26);
  expect(letterAfter("x", 9, 27)).toBeNull();
});
