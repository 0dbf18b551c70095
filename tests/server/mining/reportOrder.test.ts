import { expect, test } from "vitest";
import { groupByResource } from "#server/mining/reportOrder.ts";

const held = (resourceName: string, name: string, holders: number) => ({
  resourceName,
  name,
  holders,
  roleOid: `${resourceName} ${name}`,
});

test("resources come by name; entitlements by falling holders, then by name, both by code units", () => {
  const entitlements = [
    held("b", "two", 1),
    held("a", "Z", 2),
    held("Z", "only", 9),
    held("b", "one", 1),
    held("a", "a", 2),
    held("a", "ä", 2),
    held("a", "most", 5),
    held("b", "three", 1),
    held("ä", "last", 1),
  ];
  const grouped = groupByResource(entitlements).map(([resource, group]) => [
    resource,
    group.map(({ name }) => name),
  ]);
  expect(grouped).toEqual([
    ["Z", ["only"]],
    ["a", ["most", "Z", "a", "ä"]],
    ["b", ["one", "three", "two"]],
    ["ä", ["last"]],
  ]);
  // Entitlements of one name keep their order.
  const twins = [held("a", "same", 1), { ...held("a", "same", 1), roleOid: "other" }];
  expect(groupByResource(twins)).toEqual([["a", twins]]);
  const reversed = groupByResource(entitlements.toReversed());
  expect(reversed).toEqual(groupByResource(entitlements));
});
