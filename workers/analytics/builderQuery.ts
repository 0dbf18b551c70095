/** The query that determines the builder's table. */
import type { EntitlementRow, Percent, ResourceIndex } from "../columns/units.ts";

/** All resources except these, or only these. Indices that the report lacks are ignored. */
export interface ResourceSet {
  readonly all: boolean;
  readonly except: readonly ResourceIndex[];
}

/**
 * One step of the selection. After a report loads, everything is selected; then the steps are applied in order, and the
 * last wins.
 * - `entitlement`: this one.
 * - `entitlements`: these. Only logs of earlier builds contain it.
 * - `range`: from one entitlement to another those that were in the table: shown at that text, resource filter and
 * threshold, not collapsed, and between the two in that order. By `inPolicy` the order is that of the current policy.
 * - `resource`: every entitlement of the resource whose name matches `text`, whatever its percentage, so that an
 * unticked resource stays unticked when the slider goes down.
 * - `matching`: all that were shown at that text, resource filter and threshold.
 */
export type SelectionOp =
  | { readonly kind: "entitlement"; readonly row: EntitlementRow; readonly ticked: boolean }
  | {
      readonly kind: "entitlements";
      readonly rows: readonly EntitlementRow[];
      readonly ticked: boolean;
    }
  | {
      readonly kind: "range";
      readonly from: EntitlementRow;
      readonly to: EntitlementRow;
      readonly ticked: boolean;
      readonly text: string;
      readonly resources: ResourceSet;
      readonly threshold: Percent;
      readonly collapsed: ResourceSet;
      readonly sort: TableSort | null;
    }
  | {
      readonly kind: "resource";
      readonly resource: ResourceIndex;
      readonly ticked: boolean;
      readonly text: string;
    }
  | {
      readonly kind: "matching";
      readonly ticked: boolean;
      readonly text: string;
      readonly resources: ResourceSet;
      readonly threshold: Percent;
    };

/**
 * An order of the entitlements within each resource, and by name also of the resources.
 * - `name`: word by word, case-insensitive, numbers by value (`text/collation.ts`); equal names as received.
 * - `percent`, `inPolicy`: descending, or those in the policy first, otherwise as received; resources stay as received.
 * Descending by name and ascending by the others reverse these lists.
 */
export interface TableSort {
  readonly column: "name" | "percent" | "inPolicy";
  readonly direction: "ASCENDING" | "DESCENDING";
}

/**
 * Everything that determines the table. The selection is the first `opsFrom` operations that the core has received
 * since the report was loaded, followed by `ops`: a new step is sent alone, and an undo sends a smaller `opsFrom`.
 */
export interface BuilderQuery {
  /** As typed; an empty text matches every name. */
  readonly text: string;
  /** The threshold: an entitlement is kept at this percentage and above. */
  readonly threshold: Percent;
  /** The resource filter. */
  readonly resources: ResourceSet;
  readonly collapsed: ResourceSet;
  readonly hints: boolean;
  /** Null: everything as received. */
  readonly sort: TableSort | null;
  readonly opsFrom: number;
  readonly ops: readonly SelectionOp[];
}

/** Shows everything, as received. */
export const INITIAL_QUERY: BuilderQuery = {
  text: "",
  threshold: 0,
  resources: { all: true, except: [] },
  collapsed: { all: false, except: [] },
  hints: false,
  sort: null,
  opsFrom: 0,
  ops: [],
};
