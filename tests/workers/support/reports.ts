/** Small mining reports for tests, written or random. */
import fc from "fast-check";
import type { BuilderQuery, ResourceSet } from "#workers/analytics/contract.ts";

export interface Insight {
  readonly entitlementName: string;
  readonly percentOfUsers: number;
  readonly roleOid: string;
}

export interface Report {
  readonly orgOid: string;
  readonly reportDate: string;
  readonly totalUsers: number;
  readonly totalShadows: number;
  readonly resourceInsights: readonly {
    readonly resourceName: string;
    readonly entitlementInsights: readonly Insight[];
  }[];
}

export const ALL: ResourceSet = { all: true, except: [] };
export const NONE: ResourceSet = { all: false, except: [] };

export function only(...resources: number[]): ResourceSet {
  return { all: false, except: resources };
}

export const WIDE_OPEN: BuilderQuery = {
  text: "",
  threshold: 0,
  resources: ALL,
  collapsed: NONE,
  hints: false,
  sort: null,
  opsFrom: 0,
  ops: [],
};

export function uuid(number: number): string {
  return `00000000-0000-4000-8000-${number.toString(16).padStart(12, "0")}`;
}

/** A report of resources given as lists of [name, percent] or [name, percent, roleOid]. */
export function reportOf(
  resources: Readonly<
    Record<string, readonly (readonly [name: string, percent: number, roleOid?: string])[]>
  >,
  head: Partial<Report> = {},
): Report {
  let next = 1;
  return {
    orgOid: uuid(0xabc),
    reportDate: "2026-01-05T08:00:00.000Z",
    totalUsers: 100,
    totalShadows: 100,
    ...head,
    resourceInsights: Object.entries(resources).map(([resourceName, entitlements]) => ({
      resourceName,
      entitlementInsights: entitlements.map(([entitlementName, percentOfUsers, roleOid]) => ({
        entitlementName,
        percentOfUsers,
        roleOid: roleOid ?? uuid(next++),
      })),
    })),
  };
}

export function encode(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

export function bytesOf(report: unknown): Uint8Array {
  return encode(JSON.stringify(report));
}

/** Three resources, three entitlements; not all ASCII, not all UUIDs. */
export const SMALL_REPORT = reportOf({
  "Core Banking": [
    ["Teller é", 97.82608695652173],
    ["银行_出纳", 12],
  ],
  Empty: [],
  Portal: [["x", 0, "not-a-uuid"]],
});

const nameUnit = fc.constantFrom(
  ...Array.from('aAbtTeéßẞΣςiİ銀行מנه_| -=\u0301\u200f\u00a0\ufeff\ud800🏦\u0000"\\\n'),
);
export const anyName = fc.oneof(
  { weight: 3, arbitrary: fc.string({ unit: nameUnit, maxLength: 12 }) },
  fc.string({ unit: "binary", maxLength: 8 }),
  fc.constantFrom("__proto__", "constructor", "", "Teller Drawer", "TELLER_drawer"),
);
export const anyPercent = fc.oneof(
  fc.constantFrom(
    0,
    -0,
    30,
    59.96,
    59.999999999999993,
    60,
    89.95,
    90,
    100,
    100 / 3,
    97.82608695652173,
  ),
  fc.double({ min: 0, max: 100, noNaN: true }),
);
export const anyRoleOid = fc.oneof(
  { weight: 4, arbitrary: fc.uuid() },
  fc.nat({ max: 5 }).map(uuid),
  fc.constantFrom("", "role-1", "A0000000-0000-4000-8000-00000000000F", "rôle"),
);

const anyInsight: fc.Arbitrary<Insight> = fc.record({
  entitlementName: anyName,
  percentOfUsers: anyPercent,
  roleOid: anyRoleOid,
});

/** Sorted or not: the core takes rows as received. */
export const anyReport: fc.Arbitrary<Report> = fc
  .record({
    orgOid: fc.uuid(),
    reportDate: fc.constantFrom("2026-01-05T08:00:00.000Z", "2025-12-31"),
    totalUsers: fc.nat({ max: 1000 }),
    totalShadows: fc.nat({ max: 1000 }),
    resourceInsights: fc.array(
      fc.record({
        resourceName: anyName,
        entitlementInsights: fc.array(anyInsight, { maxLength: 9 }),
      }),
      { maxLength: 5 },
    ),
  })
  // As after transfer: JSON has no -0.
  .map((report) => JSON.parse(JSON.stringify(report)) as Report);

const anyMessages = fc
  .array(
    fc.constantFrom(
      "Teller",
      "Drawer",
      "CN=",
      "_",
      " ",
      "|",
      "Read",
      "7",
      "1234",
      "eLL",
      "é",
      "銀行",
    ),
    { minLength: 1, maxLength: 6 },
  )
  .map((words) => words.join(""));
/** Enough rows for several bitset words, by descending percentage in most resources, as the miner returns them. */
export const anyLargerReport: fc.Arbitrary<Report> = fc
  .array(
    fc.tuple(
      fc.array(fc.tuple(anyMessages, anyPercent), { maxLength: 150 }),
      fc.constantFrom("falling", "falling", "mixed"),
    ),
    { minLength: 1, maxLength: 5 },
  )
  .map((resources) =>
    reportOf(
      Object.fromEntries(
        resources.map(([rows, order], index) => [
          `Resource ${index}`,
          order === "falling" ? rows.toSorted(([, one], [, other]) => other - one) : rows,
        ]),
      ),
    ),
  )
  .map((report) => JSON.parse(JSON.stringify(report)) as Report);
