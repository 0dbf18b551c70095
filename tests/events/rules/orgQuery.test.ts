import { expect, test } from "vitest";
import { normalizeOrgFilters, ORG_PAGE_SIZE, readOrgFilterType } from "#events/rules/orgQuery.ts";

test.each([
  ["ROOT", "ROOT"],
  ["Root", "ROOT"],
  ["Subtree", "SUBTREE"],
  ["one_level", "ONE_LEVEL"],
  ["Ancestors", "ANCESTORS"],
  ["", null],
  ["Sub", null],
])("[ORG-6] [ORG-7] the filter type %j is read as %j", (text, type) => {
  expect(readOrgFilterType(text)).toBe(type);
});

test("a page of orgs has 20", () => {
  expect(ORG_PAGE_SIZE).toBe(20);
});

test("[ORG-17] [ORG-18] empty filters and 'All Orgs' are dropped, and a contains filter searches the subtree", () => {
  const filters = { orgFilterType: "Root", page: 2 };
  expect(normalizeOrgFilters({ ...filters, startsWith: "All Orgs", contains: "" })).toEqual(
    filters,
  );
  expect(normalizeOrgFilters({ ...filters, startsWith: "", contains: undefined })).toEqual(filters);
  expect(normalizeOrgFilters({ ...filters, startsWith: "B" })).toEqual({
    ...filters,
    startsWith: "B",
  });
  expect(normalizeOrgFilters({ ...filters, startsWith: "All", contains: "tell" })).toEqual({
    page: 2,
    startsWith: "All",
    contains: "tell",
    orgFilterType: "Subtree",
  });
});
