import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { orgList } from "#events/actions/roleMapping.ts";
import { ORG_TYPES } from "#events/entities/orgTypes.ts";
import { defaultQuery, readQuery, writeQuery } from "#events/kernel/query.ts";
import { ALL_ORGS, normalizeOrgFilters } from "#events/rules/orgQuery.ts";
import { letterAfter, LETTERS } from "#src/features/role-mapping/letters.ts";

const { query } = orgList;
const DEFAULT_QUERY = defaultQuery(query);

describe("the address of the list", () => {
  it("is empty for the default list", () => {
    expect(DEFAULT_QUERY).toEqual({
      type: "job-titles",
      contains: "",
      startsWith: ALL_ORGS,
      policy: "all",
      sort: "name,asc",
    });
    expect(writeQuery(query, DEFAULT_QUERY)).toBe("");
    expect(readQuery(query, "")).toEqual(DEFAULT_QUERY);
  });

  it("[WID-16] round-trips any state of the list", () => {
    const state = fc.record({
      type: fc.constantFrom(...ORG_TYPES),
      contains: fc.string({ unit: "grapheme", maxLength: 40 }),
      startsWith: fc.constantFrom(...LETTERS),
      policy: fc.constantFrom("all", "missing", "present"),
      sort: fc.constantFrom("name,asc", "name,desc", "memberCount,asc", "inducementCount,desc"),
    });
    fc.assert(
      fc.property(state, (one) => {
        expect(readQuery(query, writeQuery(query, one))).toEqual(one);
      }),
      { seed: 7, numRuns: 300 },
    );
  });

  it.each(["?type=nonsense", "?page=3", "?sort=oid,asc", "?sort=", "?unknown=1"])(
    "reads invalid values as defaults: %s",
    (search) => {
      expect(readQuery(query, search)).toEqual(DEFAULT_QUERY);
    },
  );

  it("cuts a text that is too long for the field", () => {
    expect(readQuery(query, `?contains=${"x".repeat(300)}`).contains).toHaveLength(255);
  });
});

it("[ORG-17] 'All Orgs' is the first letter choice and no filter", () => {
  expect(LETTERS[0]).toBe(ALL_ORGS);
  expect(LETTERS).toHaveLength(27);
  expect(normalizeOrgFilters({ startsWith: ALL_ORGS })).toEqual({});
  expect(normalizeOrgFilters({ startsWith: "B" })).toEqual({ startsWith: "B" });
});

it("the keys wrap around the alphabet", () => {
  expect(letterAfter("ArrowRight", 26, 27)).toBe(0);
  expect(letterAfter("ArrowLeft", 0, 27)).toBe(26);
  expect(letterAfter("Home", 9, 27)).toBe(0);
  expect(letterAfter("End", 9, 27)).toBe(26);
  expect(letterAfter("x", 9, 27)).toBeNull();
});
