/** The lines of a planned change, without a database. */
import { describe, expect, test } from "vitest";
import type { PolicyLine, PolicyLines } from "#events/entities/policyChange.ts";
import type { Source } from "#server/access/effect.ts";
import { createGraph } from "#server/access/graph.ts";
import { lineBatches, linesIn, linesOfPlan } from "#server/policyChanges/policyLines.ts";

const ORGS = ["a", "b", "c", "d"].map((oid) => ({ oid, parentOid: null }));
/** By number, as the graph has them. */
const NAMES = ["Ärzte", "Bern", "Ceylon", "Denver"];
const graph = createGraph(ORGS, [], []);
const nodes = (...list: readonly number[]) => Int32Array.from(list);

/** Orgs 0 to 2 are changed. */
const CHANGES: Readonly<Record<string, Source>> = {
  // Gains everywhere, except where it is.
  add: { nodes: nodes(1, 3), change: "add" },
  remove: { nodes: nodes(0, 2), change: "remove" },
  none: { nodes: nodes(0, 1), change: "none" },
  // Org 0 loses it, org 2 gains it, and org 1 keeps it.
  each: { nodes: nodes(0, 1), change: nodes(1, 2) },
};
const plan = {
  graph,
  added: nodes(1, 0, 2, 0),
  removed: nodes(2, 0, 1, 0),
  touched: new Map(Object.entries(CHANGES)),
};
const names = [
  { roleOid: "remove", name: "Audit", resourceName: "ERP" },
  { roleOid: "add", name: "Sign", resourceName: "ERP" },
  { roleOid: "other", name: "Other", resourceName: null },
  { roleOid: "none", name: "Stay", resourceName: "HR" },
];
const named = (...indexes: readonly number[]) =>
  indexes.map((node) => ({
    oid: ORGS[node]?.oid ?? "",
    type: "job-titles" as const,
    name: NAMES[node] ?? "",
  }));
const linesOf = (show: PolicyLines, contains = "", orgs = named(0, 2)) =>
  linesOfPlan(plan, { names, orgs }, { show, contains });
const textsOf = (lines: readonly PolicyLine[]) =>
  lines.map(({ orgName, change, roleOid }) => `${orgName} ${change} ${roleOid}`);

const ALL = [
  "Ärzte removed remove",
  "Ärzte added add",
  "Ärzte removed each",
  "Ceylon removed remove",
  "Ceylon added add",
  "Ceylon added each",
];

describe("lines of a plan", () => {
  test("say of each org what its policy gets and loses, in the order of the names", () => {
    const lines = linesOf("all");
    expect(lines.total).toBe(6);
    expect(textsOf(linesIn(lines, { offset: 0, size: 100 }))).toEqual(ALL);
    expect([...lineBatches(lines)].map(textsOf)).toEqual([ALL.slice(0, 3), ALL.slice(3)]);
    expect(linesIn(lines, { offset: 1, size: 2 })).toEqual([
      {
        orgOid: "a",
        orgType: "job-titles",
        orgName: "Ärzte",
        roleOid: "add",
        name: "Sign",
        resourceName: "ERP",
        change: "added",
      },
      {
        orgOid: "a",
        orgType: "job-titles",
        orgName: "Ärzte",
        roleOid: "each",
        // It is gone, and has no name.
        name: "each",
        resourceName: null,
        change: "removed",
      },
    ]);
  });

  test.each([
    ["added", 3],
    ["removed", 3],
  ] as const)("are only those that are %s", (show, total) => {
    const lines = linesOf(show);
    expect(lines.total).toBe(total);
    expect(lines.orgs.map((org) => org.lines)).toEqual(show === "added" ? [1, 2] : [2, 1]);
    expect(textsOf(linesIn(lines, { offset: 0, size: 100 }))).toEqual(
      ALL.filter((line) => line.includes(` ${show} `)),
    );
  });

  test("are only those of orgs whose names contain a text, whatever its case", () => {
    expect(textsOf(linesIn(linesOf("all", "äRZ"), { offset: 0, size: 9 }))).toEqual(
      ALL.slice(0, 3),
    );
    expect(linesOf("all", "EY")).toMatchObject({ total: 3 });
    expect(linesOf("all", "x")).toMatchObject({ total: 0, orgs: [] });
  });

  test("leave out orgs that the graph does not have", () => {
    const orgs = [...named(2), { oid: "new", type: "job-titles" as const, name: "New" }];
    expect(linesOf("all", "", orgs).orgs.map(({ orgOid }) => orgOid)).toEqual(["c"]);
  });

  test("are read from any place", () => {
    const lines = linesOf("all");
    for (let offset = 0; offset <= 7; offset++) {
      for (let size = 0; size <= 7; size++) {
        const found = textsOf(linesIn(lines, { offset, size }));
        expect(found, `${offset}, ${size}`).toEqual(ALL.slice(offset, offset + size));
      }
    }
  });

  test("of orgs beyond the last line of a page are not made", () => {
    const lines = linesOf("all");
    const [first] = lines.orgs;
    const broken = new Proxy(
      { ...lines.orgs[1] },
      {
        get: (org, key) => {
          if (key === "node") throw new Error("The org was read");
          return Reflect.get(org, key) as unknown;
        },
      },
    );
    const some = { ...lines, orgs: [first, broken] as typeof lines.orgs };
    expect(textsOf(linesIn(some, { offset: 0, size: 3 }))).toEqual(ALL.slice(0, 3));
  });

  test("find an org among many that have the role", () => {
    const many = createGraph(
      Array.from({ length: 40 }, (_none, at) => ({ oid: `o${at}`, parentOid: null })),
      [],
      [],
    );
    const even = Int32Array.from({ length: 20 }, (_none, at) => 2 * at);
    const removed = new Int32Array(40).fill(1);
    const lines = linesOfPlan(
      {
        graph: many,
        added: new Int32Array(40),
        removed,
        touched: new Map([["role", { nodes: even, change: "remove" as const }]]),
      },
      {
        names: [],
        orgs: many.oids.map((oid) => ({ oid, type: "job-titles" as const, name: oid })),
      },
      { show: "all", contains: "" },
    );
    const found = [...lineBatches(lines)].flat().map(({ orgOid }) => orgOid);
    expect(found).toEqual([...even].map((node) => `o${node}`));
  });
});
