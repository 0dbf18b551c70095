/** Random user actions on a loaded report. */
import fc from "fast-check";
import type { InheritedRoles } from "#events/entities/org.ts";
import type {
  BuilderQuery,
  BuilderView,
  SelectionOp,
  TableTarget,
} from "#workers/analytics/contract.ts";
import type { CoreDriver } from "./coreDriver.ts";
import { anyPercent, anyReport, anyRoleOid, type Report } from "./reports.ts";

export const anyText = fc.oneof(
  fc.constantFrom("", "", "t", "te", "TEL", "teller ", "_|", "ss", "銀", "σ", "\u0301", "i"),
  fc.string({ maxLength: 3 }),
);
/** Sometimes a resource or row that the report lacks. */
const anyIndex = fc.nat({ max: 6 });
export const anySet = fc.record({
  all: fc.boolean(),
  except: fc.uniqueArray(anyIndex, { maxLength: 4 }),
});
export const anySort = fc.option(
  fc.record({
    column: fc.constantFrom("name" as const, "percent" as const, "inPolicy" as const),
    direction: fc.constantFrom("ASCENDING" as const, "DESCENDING" as const),
  }),
);
export const anyOp: fc.Arbitrary<SelectionOp> = fc.oneof(
  fc.record({
    kind: fc.constant("entitlement" as const),
    row: fc.nat({ max: 30 }),
    ticked: fc.boolean(),
  }),
  fc.record({
    kind: fc.constant("entitlements" as const),
    rows: fc.array(fc.nat({ max: 30 }), { maxLength: 5 }),
    ticked: fc.boolean(),
  }),
  fc.record({
    kind: fc.constant("range" as const),
    from: fc.nat({ max: 30 }),
    to: fc.nat({ max: 30 }),
    ticked: fc.boolean(),
    text: anyText,
    resources: anySet,
    threshold: anyPercent,
    collapsed: anySet,
    sort: anySort,
  }),
  fc.record({
    kind: fc.constant("resource" as const),
    resource: anyIndex,
    ticked: fc.boolean(),
    text: anyText,
  }),
  fc.record({
    kind: fc.constant("matching" as const),
    ticked: fc.boolean(),
    text: anyText,
    resources: anySet,
    threshold: anyPercent,
  }),
);

export const anyTarget: fc.Arbitrary<TableTarget> = fc.oneof(
  fc.record({ kind: fc.constant("resource" as const), resource: anyIndex }),
  fc.record({ kind: fc.constant("entitlement" as const), row: fc.nat({ max: 30 }) }),
);

type Action =
  | { readonly do: "change"; readonly change: Partial<BuilderQuery> }
  | { readonly do: "select"; readonly ops: readonly SelectionOp[] }
  | { readonly do: "undo"; readonly steps: number; readonly after: readonly SelectionOp[] }
  | {
      readonly do: "policy";
      readonly known: readonly number[];
      readonly other: readonly string[];
      readonly inherited: readonly {
        readonly path: string[];
        readonly accessRole: string | null;
        readonly known: readonly number[];
      }[];
    }
  | { readonly do: "load"; readonly report: Report };

export const anyAction: fc.Arbitrary<Action> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant("change" as const),
      change: fc.record(
        {
          text: anyText,
          threshold: anyPercent,
          resources: anySet,
          collapsed: anySet,
          hints: fc.boolean(),
          sort: anySort,
        },
        { requiredKeys: [] },
      ),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant("select" as const),
      ops: fc.array(anyOp, { minLength: 1, maxLength: 3 }),
    }),
  },
  fc.record({
    do: fc.constant("undo" as const),
    steps: fc.nat({ max: 4 }),
    after: fc.array(anyOp, { maxLength: 2 }),
  }),
  fc.record({
    do: fc.constant("policy" as const),
    known: fc.array(fc.nat({ max: 30 }), { maxLength: 4 }),
    other: fc.array(anyRoleOid, { maxLength: 3 }),
    inherited: fc.array(
      fc.record({
        path: fc.array(fc.constantFrom("Bank", "Größe", 'a"b'), { maxLength: 2 }),
        accessRole: fc.option(fc.constantFrom("Vault", "Café")),
        known: fc.array(fc.nat({ max: 30 }), { maxLength: 3 }),
      }),
      { maxLength: 3 },
    ),
  }),
  fc.record({ do: fc.constant("load" as const), report: anyReport }),
);

/** The state of the driven core. */
export interface Scene {
  report: Report;
  policy: string[];
  inherited: InheritedRoles;
}

/** Performs it, and queries the resulting view. */
export async function perform(
  driver: CoreDriver,
  scene: Scene,
  action: Action,
): Promise<BuilderView> {
  switch (action.do) {
    case "change":
      return driver.ask(action.change);
    case "select":
      return driver.ask({}, ...action.ops);
    case "undo":
      driver.undo(action.steps);
      return driver.ask({}, ...action.after);
    case "policy": {
      const oids = oidsOf(scene.report);
      scene.policy = [...action.known.flatMap((index) => oids[index] ?? []), ...action.other];
      scene.inherited = action.inherited.map(({ known, ...origin }) => ({
        ...origin,
        roleOids: known.flatMap((index) => oids[index] ?? []),
      }));
      await driver.setPolicy(scene.policy, scene.inherited);
      return driver.ask();
    }
    case "load":
      scene.report = action.report;
      await driver.load(action.report);
      return driver.ask();
  }
}

/** The role oids of a report, in its order. */
export function oidsOf(report: Report): string[] {
  return report.resourceInsights.flatMap(({ entitlementInsights }) =>
    entitlementInsights.map(({ roleOid }) => roleOid),
  );
}
