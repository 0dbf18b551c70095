import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { TreeOrg } from "#events/entities/grouping.ts";
import {
  forgotten,
  levelOf,
  missingPage,
  parentRow,
  rowsOf,
  TOP,
  withPage,
  type TreeCache,
} from "#src/features/groupings/treeRules.ts";
import { makeTreeOrg } from "./support.ts";

const EMPTY: TreeCache = { children: {}, former: {}, open: [] };
const namesOf = (cache: TreeCache) =>
  rowsOf(cache).map((row) =>
    row.kind === "org" ? `${" ".repeat(row.depth)}${row.org.displayName}` : "…",
  );
const page = (items: readonly TreeOrg[], next: string | null = null) => ({ items, next });
const group = makeTreeOrg(1, { isGroup: true, childCount: 3, displayName: "Tellers" });
const children = [2, 3, 4].map((n) =>
  makeTreeOrg(n, { parentOid: group.oid, displayName: `Teller ${n}` }),
);
const top = withPage(EMPTY, { level: TOP, after: null }, page([group]));

describe("the rows of the tree", () => {
  it("show what is loaded, and one row for each org that is still to come", () => {
    expect(namesOf(EMPTY)).toEqual(["…"]);
    expect(namesOf(top)).toEqual([" Tellers"]);
    const open = { ...top, open: [group.oid] };
    expect(namesOf(open)).toEqual([" Tellers", "…", "…", "…"]);
    const half = withPage(open, { level: group.oid, after: null }, page(children.slice(0, 2), "c"));
    expect(namesOf(half)).toEqual([" Tellers", "  Teller 2", "  Teller 3", "…"]);
    const all = withPage(half, { level: group.oid, after: "c" }, page(children.slice(2)));
    expect(namesOf(all)).toEqual([" Tellers", "  Teller 2", "  Teller 3", "  Teller 4"]);
    expect(rowsOf(all)[2]).toMatchObject({ depth: 2, position: 2, siblings: 3 });
    expect(parentRow(rowsOf(all), 3)).toBe(0);
    expect(parentRow(rowsOf(all), 0)).toBe(-1);
  });

  it("ask for the first page that a visible row lacks, and for nothing else", () => {
    expect(missingPage(EMPTY, rowsOf(EMPTY), 0, 0)).toEqual({ level: TOP, after: null });
    expect(missingPage(top, rowsOf(top), 0, 10)).toBeNull();
    const open = { ...top, open: [group.oid] };
    expect(missingPage(open, rowsOf(open), 0, 1)).toBeNull();
    expect(missingPage(open, rowsOf(open), 0, 2)).toEqual({ level: group.oid, after: null });
    const half = withPage(open, { level: group.oid, after: null }, page(children.slice(0, 2), "c"));
    expect(missingPage(half, rowsOf(half), 0, 3)).toBeNull();
    expect(missingPage(half, rowsOf(half), 3, 4)).toEqual({ level: group.oid, after: "c" });
  });

  it("stay while they are fetched again, and then follow the fresh ones", () => {
    const open = withPage(
      { ...top, open: [group.oid] },
      { level: group.oid, after: null },
      page(children),
    );
    const stale = forgotten(open);
    expect(stale.children).toEqual({});
    expect(namesOf(stale)).toEqual(namesOf(open));
    expect(missingPage(stale, rowsOf(stale), 0, 10)).toEqual({ level: TOP, after: null });
    const fresh = withPage(stale, { level: group.oid, after: null }, page(children.slice(1)));
    expect(levelOf(fresh, group.oid)?.items).toEqual(children.slice(1));
    const first = withPage(
      stale,
      { level: group.oid, after: null },
      page(children.slice(0, 1), "c"),
    );
    expect(levelOf(first, group.oid)?.items).toEqual(children);
  });

  it("of an empty tree and of an empty group are asked for again after a change", () => {
    const empty = withPage(EMPTY, { level: TOP, after: null }, page([]));
    const stale = forgotten(empty);
    expect(rowsOf(stale)).toEqual([]);
    expect(missingPage(stale, [], 0, 10)).toEqual({ level: TOP, after: null });
    const bare = { ...group, childCount: 0 };
    const opened = {
      ...withPage(EMPTY, { level: TOP, after: null }, page([bare])),
      children: { [TOP]: page([bare]), [group.oid]: page([]) },
      open: [group.oid],
    };
    const filled = withPage(
      forgotten(opened),
      { level: TOP, after: null },
      page([{ ...group, childCount: 2 }]),
    );
    const rows = rowsOf(filled);
    expect(rows.map(({ kind }) => kind)).toEqual(["org", "pending", "pending"]);
    expect(missingPage(filled, rows, 0, 10)).toEqual({ level: group.oid, after: null });
  });

  it("load each org of any level once, whatever the page size", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 60 }),
        fc.integer({ min: 1, max: 12 }),
        (count, size) => {
          const orgs = Array.from({ length: count }, (_, n) =>
            makeTreeOrg(n + 10, { parentOid: group.oid }),
          );
          let cache: TreeCache = {
            ...withPage(
              EMPTY,
              { level: TOP, after: null },
              page([{ ...group, childCount: count }]),
            ),
            open: [group.oid],
          };
          for (let asked = 0; ; asked++) {
            const rows = rowsOf(cache);
            expect(rows).toHaveLength(count + 1);
            const missing = missingPage(cache, rows, 0, rows.length);
            if (missing === null) break;
            expect(asked).toBeLessThanOrEqual(Math.ceil(count / size));
            const from = missing.after === null ? 0 : Number(missing.after);
            const next = from + size >= count ? null : String(from + size);
            cache = {
              ...cache,
              ...withPage(cache, missing, page(orgs.slice(from, from + size), next)),
            };
          }
          expect(levelOf(cache, group.oid)?.items).toEqual(orgs);
        },
      ),
      { seed: 1 },
    );
  });
});
