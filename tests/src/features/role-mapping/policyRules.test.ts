import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  layPolicy,
  NO_LIST,
  pageOf,
  pageQuery,
  partAt,
  policyRow,
  receiveCounts,
  receivePage,
  startsPart,
  wantedPage,
  wantPolicy,
} from "#src/features/role-mapping/policyRules.ts";
import { makeInducement, uuid } from "../../support/fixtures.ts";

const POLICY_PAGE_MAX = 100;

const WANT = { id: "want", oid: uuid(1), resourceId: null, contains: "" };

describe("a policy as a long list", () => {
  it("[ROLE-2] has every entitlement once, below its resource, from as few pages as possible", () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 230 }), { maxLength: 12 }),
        fc.boolean(),
        (sizes, hasLost) => {
          const parts = sizes.map((count, at) => {
            const isLost = hasLost && at === sizes.length - 1;
            return { resourceId: isLost ? null : uuid(at), resourceName: `${at}`, count };
          });
          const all = parts.map(({ count }, at) =>
            Array.from({ length: count }, (_, n) => makeInducement(1000 * at + n)),
          );
          const layout = layPolicy(parts);
          const total = sizes.reduce((sum, size) => sum + size, 0);
          expect(layout.rowCount).toBe(total + parts.length);
          let list = receiveCounts(wantPolicy(NO_LIST, WANT), { total, shown: total, parts });
          list = { ...list, first: 0, end: layout.rowCount };
          let pages = 0;
          for (let page = wantedPage(list, layout); page; page = wantedPage(list, layout)) {
            const query = pageQuery(layout, page);
            expect(pageOf(layout, query)).toBe(page);
            const ids: readonly (string | null)[] = query.resourceIds?.split(",") ?? [null];
            const offset = query.offset ?? 0;
            const chosen = parts.flatMap(({ resourceId }, at) =>
              ids.includes(resourceId) ? (all[at] ?? []) : [],
            );
            list = receivePage(
              { ...list, asked: { id: "", page } },
              chosen.slice(offset, offset + POLICY_PAGE_MAX),
            );
            pages += 1;
          }
          const lost = hasLost ? (sizes.at(-1) ?? 0) : 0;
          const pagesOf = (count: number) => Math.ceil(count / POLICY_PAGE_MAX);
          expect(pages).toBe(pagesOf(total - lost) + pagesOf(lost));
          const rows = Array.from({ length: layout.rowCount }, (_, row) => {
            const found = policyRow(list, layout, row);
            expect(startsPart(layout, row)).toBe(found?.kind === "resource");
            return found?.kind === "resource" ? found.part : found?.inducement;
          });
          expect(rows).toEqual(parts.flatMap((part, at) => [part, ...(all[at] ?? [])]));
          expect(policyRow(list, layout, layout.rowCount)).toBeNull();
        },
      ),
      { seed: 7, numRuns: 200 },
    );
  });

  it("finds a row among a million resources", () => {
    const part = { resourceId: uuid(1), resourceName: "", count: 1 };
    const layout = layPolicy(Array.from({ length: 1_000_000 }, () => part));
    expect([0, 1, 2, 1_999_999].map((row) => partAt(layout, row))).toEqual([0, 0, 1, 999_999]);
    expect(partAt(layPolicy([]), 0)).toBe(-1);
  });
});
