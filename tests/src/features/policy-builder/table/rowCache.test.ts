import { describe, expect, it } from "vitest";
import { extendRowCache } from "#src/features/policy-builder/table/rowCache.ts";
import type { BuilderView, TableRow, TableWindow } from "#workers/analytics/contract.ts";

type Known = TableWindow & { readonly view: BuilderView };

const VIEW = { generation: 1 } as BuilderView;
const OTHER_VIEW = { generation: 2 } as BuilderView;

/** Resources of ten rows each: a table in which each position identifies its row. */
function rowAt(position: number): TableRow {
  const resource = Math.floor(position / 10);
  if (position % 10 === 0) {
    const counts = { shown: 9, selected: 9, state: "checked", expanded: true } as const;
    return { kind: "resource", resource, name: `R${resource}`, ...counts };
  }
  const name = `E${position}`;
  const of = { percent: 50, holders: 10, members: 20, roleOid: `role ${position}` };
  const rest = { ...of, ticked: true, inPolicy: false, inherited: null, hint: null };
  return { kind: "entitlement", row: position, resource, name, ...rest };
}

function windowOf(start: number, end: number, view = VIEW): Known {
  const rows = Array.from({ length: end - start }, (_, at) => rowAt(start + at));
  const leading = rowAt(Math.floor(start / 10) * 10);
  return {
    view,
    rows,
    firstRow: start,
    leadingResource: leading.kind === "resource" ? leading : null,
  };
}

const rangeOf = ({ firstRow, rows }: TableWindow) => [firstRow, firstRow + rows.length];

describe("the cached rows", () => {
  it("are those of the newest window and of adjacent earlier windows", () => {
    const known = extendRowCache(windowOf(0, 128), windowOf(64, 256));
    expect(known).toEqual(windowOf(0, 256));
    expect(extendRowCache(known, windowOf(32, 96))).toEqual(windowOf(0, 256));
    expect(extendRowCache(windowOf(105, 128), windowOf(128, 192))).toEqual(windowOf(105, 192));
  });

  it("are only the newest window's beyond a gap or in another table", () => {
    const far = windowOf(1000, 1100);
    expect(extendRowCache(windowOf(0, 128), far)).toBe(far);
    expect(extendRowCache(windowOf(2000, 2128), far)).toBe(far);
    const other = windowOf(64, 256, OTHER_VIEW);
    expect(extendRowCache(windowOf(0, 128), other)).toBe(other);
    expect(extendRowCache(null, far)).toBe(far);
  });

  it("stay bounded in either scroll direction", () => {
    let known: Known = windowOf(0, 64);
    for (let start = 64; start < 6400; start += 64) {
      known = extendRowCache(known, windowOf(start, start + 64));
    }
    expect(rangeOf(known)).toEqual([6336 - 1024, 6400]);
    expect(known).toEqual(windowOf(6336 - 1024, 6400));
    for (let start = 6272; start >= 0; start -= 64) {
      known = extendRowCache(known, windowOf(start, start + 64));
    }
    expect(known).toEqual(windowOf(0, 64 + 1024));
  });
});
