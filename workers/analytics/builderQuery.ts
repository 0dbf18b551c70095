/** What decides what the builder shows. */
import type { EntitlementRow, Percent, ResourceIndex } from "../columns/units.ts";

/** All resources but these, or none but these. Indices that the report does not have are ignored. */
export interface ResourceSet {
  readonly all: boolean;
  readonly except: readonly ResourceIndex[];
}

/**
 * One step of the selection. When a report loads everything is ticked; then these are applied in order, the last wins.
 * - `entitlement`: this one.
 * - `resource`: every entitlement of the resource whose name matches `text`, whatever its percentage, so that an
 *   unticked resource stays unticked when the slider goes down.
 * - `matching`: all that were shown at that text, resource filter and threshold.
 */
export type SelectionOp =
  | { readonly kind: "entitlement"; readonly row: EntitlementRow; readonly ticked: boolean }
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
 * An order of the entitlements within each resource; by name, of the resources, too.
 * - `name`: word by word without case, numbers by value (`text/collation.ts`); of one name the row received first.
 * - `percent`, `inPolicy`: falling, or those in the policy first, each as received; resources stay as received.
 *
 * Descending by name and ascending by the others are these lists turned round.
 */
export interface TableSort {
  readonly column: "name" | "percent" | "inPolicy";
  readonly direction: "ASCENDING" | "DESCENDING";
}

/**
 * Everything that decides what the table shows. The selection is the first `opsFrom` operations that the core holds
 * since the report was loaded, followed by `ops`: a new step is sent alone, an undo sends a smaller `opsFrom`.
 */
export interface BuilderQuery {
  /** As typed; an empty text matches every name. */
  readonly text: string;
  /** An entitlement is kept at this percentage and above. */
  readonly threshold: Percent;
  /** The resource filter. */
  readonly resources: ResourceSet;
  readonly collapsed: ResourceSet;
  readonly hints: boolean;
  /** Null: all as received. */
  readonly sort: TableSort | null;
  readonly opsFrom: number;
  readonly ops: readonly SelectionOp[];
}

/** Shows everything, as it was received. */
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
