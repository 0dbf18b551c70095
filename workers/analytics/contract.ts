/** What the main thread may know of the analytics core: types only. Nothing of it is an event; all of it is derived. */
import type { BuilderBanner } from "#events/rules/builder.ts";

/** Row of an entitlement in report order: resources as received, in each its entitlements as received. */
export type EntitlementRow = number;
/** Place of a resource in the report. */
export type ResourceIndex = number;
/** Place of a row in the table as it is shown now: resource rows and entitlement rows together, from 0. */
export type TablePosition = number;
/** 0 to 100, unrounded. */
export type Percent = number;

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
 * - `name`: word by word without case, numbers by value (`methods/collation.ts`); of one name the row received first.
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

/**
 * The builder at a glance. An entitlement is *kept* when its percentage is at or above the threshold and its resource is
 * in the resource filter, and *shown* when it is kept and its name matches the text.
 */
export interface BuilderView {
  /** Names this state; windows and lists of another state are null. */
  readonly generation: number;
  /** Rows of the table: each resource with a shown entitlement, and below it those unless it is collapsed. */
  readonly rowCount: number;
  /** All entitlements of the report. */
  readonly entitlements: number;
  readonly shown: { readonly entitlements: number; readonly resources: number };
  /** Ticked among the shown, and what that makes a checkbox over all of them. */
  readonly shownTicked: number;
  readonly shownState: CheckState;
  /** Kept, whatever the text. */
  readonly kept: { readonly entitlements: number; readonly resources: number };
  /** Whether every entitlement of the report is ticked, shown or not, as when it was loaded. */
  readonly allTicked: boolean;
  /** Kept and ticked: what apply takes. */
  readonly ticked: { readonly entitlements: number; readonly resources: number };
  /** Distinct roles among the ticked that the policy has not, and those that it has. */
  readonly newRoles: number;
  readonly alreadyInPolicy: number;
  readonly banners: readonly BuilderBanner[];
}

export type CheckState = "checked" | "unchecked" | "partial";

export interface ResourceRow {
  readonly kind: "resource";
  readonly resource: ResourceIndex;
  readonly name: string;
  /** Entitlements shown, and the ticked among them. */
  readonly shown: number;
  readonly selected: number;
  readonly state: CheckState;
  readonly expanded: boolean;
}

export interface EntitlementTableRow {
  readonly kind: "entitlement";
  readonly row: EntitlementRow;
  readonly resource: ResourceIndex;
  readonly name: string;
  readonly percent: Percent;
  readonly ticked: boolean;
  readonly inPolicy: boolean;
  /** Null while hints are off. */
  readonly hint: string | null;
}

export type TableRow = ResourceRow | EntitlementTableRow;
/** A table row by what it is, wherever it stands. */
export type TableTarget =
  | { readonly kind: "resource"; readonly resource: ResourceIndex }
  | { readonly kind: "entitlement"; readonly row: EntitlementRow };

export interface ApplyList {
  /** Distinct, in row order. */
  readonly roleOids: readonly string[];
  readonly newRoles: number;
  readonly alreadyInPolicy: number;
}

/** At each whole percent, 0 to 100, what a threshold there keeps of the resources in the filter, whatever the text. */
export interface PercentCurve {
  readonly entitlements: Uint32Array;
  /** Resources with at least one of them. */
  readonly resources: Uint32Array;
}

/** What the builder's chart shows. */
export interface BuilderGlance {
  readonly curve: PercentCurve;
  /**
   * How many entitlements of the resources in the filter whose names match the text have each percentage, rounded down:
   * 101 counts, whatever the threshold.
   */
  readonly histogram: Uint32Array;
}

/** Rows of the table, `start` included and `end` not. */
export interface TableRange {
  readonly start: TablePosition;
  readonly end: TablePosition;
}

/** Rows that stay in view as the table becomes another. */
export interface TableFollow {
  /** What to look for, the best first; where none of them is shown, or all are collapsed, the table begins at the top. */
  readonly targets: readonly TableTarget[];
  /** Rows in view above the one that is looked for. */
  readonly above: number;
  /** Whole rows that fit. */
  readonly pageSize: number;
}

/** Everything that the builder shows, asked for at once, however much changed. */
export interface BuilderQuestion {
  readonly query: BuilderQuery;
  readonly window: TableRange;
  /** Null when the table stays where it is. */
  readonly follow: TableFollow | null;
  /** Whether curve and histogram come along. */
  readonly glance: boolean;
}

/** A part of the table. */
export interface TableWindow {
  /** Fewer than asked for where the table ends. */
  readonly rows: readonly TableRow[];
  /** The table position of the first of `rows`. */
  readonly firstRow: TablePosition;
  /** The resource that `rows` begins within, whose own row may lie above; null where there are no rows. */
  readonly leadingResource: ResourceRow | null;
}

export interface BuilderAnswer extends TableWindow {
  readonly ok: true;
  readonly view: BuilderView;
  /** Where the table goes, null where nothing was to be followed: `found` is the place of the first target that stands. */
  readonly followed: {
    readonly found: TablePosition | null;
    readonly firstVisible: TablePosition;
  } | null;
  readonly glance: BuilderGlance | null;
}

/** What type-ahead came to; the position is null when no row begins so, or the text is empty. */
export interface FoundRow {
  readonly position: TablePosition | null;
}

/** `ApplyList` as the body of a request, for lists that are too long to be made into texts on the main thread. */
export interface ApplyBody {
  /** How many role oids there are. */
  readonly roles: number;
  /** A JSON array of them. */
  readonly json: Blob;
}

/** Where an export goes on: after so many resources in the order of the table, and so many records of the next. */
export interface CsvCursor {
  readonly resources: number;
  readonly records: number;
}

export interface CsvChunk {
  /** UTF-8, whole records of RFC 4180. */
  readonly bytes: Uint8Array;
  /** How many, the header not among them. */
  readonly records: number;
  /** Null with the last chunk. */
  readonly next: CsvCursor | null;
}

export interface ReportSummary {
  readonly orgOid: string;
  /** ISO 8601. */
  readonly reportDate: string;
  readonly totalUsers: number;
  readonly totalShadows: number;
  readonly entitlements: number;
  /** The options of the resource filter; the place in the list is the ResourceIndex. */
  readonly resources: readonly { readonly name: string; readonly entitlements: number }[];
}

export type LoadReply =
  | {
      readonly ok: true;
      readonly summary: ReportSummary;
      /** SHA-256 of the bytes, in hex. */
      readonly digest: string;
      /** Bytes. */
      readonly size: number;
    }
  /** The report loaded before, if any, stays as it was. */
  | { readonly ok: false; readonly code: "EBADREPORT"; readonly message: string };

/** Names a load that is under way. */
export type LoadId = number;

/** What a load in chunks has come to. */
export type LoadProgress =
  | {
      readonly ok: true;
      /** Bytes given so far. */
      readonly bytes: number;
      /** Entitlements read from them. */
      readonly rows: number;
    }
  | LoadFailure;

/** Whatever it is, the load is over and the report before stays as it was. */
export type LoadFailure =
  | Extract<LoadReply, { ok: false }>
  /** Cancelled, failed before, or followed by another. */
  | { readonly ok: false; readonly code: "ELOADOVER"; readonly message: string };

export type PolicyReply =
  | {
      readonly ok: true;
      /** As that of a report. */
      readonly digest: string;
      /** Bytes. */
      readonly size: number;
      /** Null where they are not kept. */
      readonly bytes: Blob | null;
    }
  | { readonly ok: false; readonly code: "EBADPOLICY"; readonly message: string };

export type QueryReply = { readonly ok: true; readonly view: BuilderView } | QueryRefused;

export type QueryRefused =
  | { readonly ok: false; readonly code: "ENOREPORT" }
  /** `opsFrom` is beyond the `held` operations: send them again from there. */
  | { readonly ok: false; readonly code: "EOPSMISSING"; readonly held: number };

/** What the worker answers. Calls are served in the order in which they are sent. */
export interface AnalyticsCore {
  /**
   * Reads a report and makes it the current one, all ticked. Transfer the buffer: `transfer(bytes, [bytes.buffer])`.
   * A failure leaves the current report and its state untouched.
   */
  load(bytes: Uint8Array): Promise<LoadReply>;
  /**
   * Begins a load in chunks, for reports that are large or shown while they arrive; ends another that is under way.
   *
   * @param keeps whether the bytes are kept for `takeBytes` as well; false where it is left out
   */
  beginLoad(keeps?: boolean): LoadId;
  /** The bytes that follow, in chunks cut anywhere; transfer them. Wait for the reply before the next. */
  loadChunks(load: LoadId, chunks: readonly Uint8Array[]): LoadProgress;
  /**
   * Makes the report the current one, as `load` does. The digest of more than 8 MiB is that of the digests of each
   * 8 MiB.
   */
  endLoad(load: LoadId): Promise<LoadReply | LoadFailure>;
  cancelLoad(load: LoadId): void;
  /** Hands over the bytes of the current report, once; null where they were not kept, or the report is another. */
  takeBytes(digest: string): Blob | null;
  /**
   * Reads the role oids that an org's policy induces, a JSON list. The last few that were read are held, so that one
   * that comes late takes the place of none.
   *
   * @param pieces in order, cut anywhere; transfer them
   * @param keeps whether the answer gives the bytes back; false where it is left out
   */
  loadPolicy(pieces: readonly Uint8Array<ArrayBuffer>[], keeps?: boolean): Promise<PolicyReply>;
  /**
   * What the policy has, null = nothing; it counts for later reports, too. Generations before it are stale.
   *
   * @returns false where no policy of that digest is held; nothing is changed then.
   */
  setPolicy(digest: string | null): boolean;
  query(query: BuilderQuery): QueryReply;
  /** `query` with what is to be seen of its table. Where the rows that are followed lie outside of the window, so do the answer's. */
  answer(question: BuilderQuestion): BuilderAnswer | QueryRefused;
  /** Another part of the same table; null when the generation is stale. */
  window(generation: number, range: TableRange): TableWindow | null;
  /** What `load` said of the current report; null before the first. */
  summary(): ReportSummary | null;
  /** The table's rows `start` (included) to `end` (not), fewer where the table ends; null when the generation is stale. */
  rows(generation: number, start: TablePosition, end: TablePosition): readonly TableRow[] | null;
  /**
   * Type-ahead: the next row of the table after `from` (-1 to begin at the top) whose name begins with the text, both as
   * filters compare them; after the last row it goes on at the top, and `from` is the last to be looked at. Null when the
   * generation is stale.
   */
  findRow(generation: number, text: string, from: TablePosition): FoundRow | null;
  /** Kept and ticked roles; the text does not count here. Null when the generation is stale. */
  applyList(generation: number): ApplyList | null;
  applyBody(generation: number): ApplyBody | null;
  /**
   * Some thousand records of what is shown, or of what apply would take, in the order of the table, from the cursor on;
   * the first chunk, of a null cursor, begins with the header. Null when the generation is stale.
   */
  csv(generation: number, of: "shown" | "selected", from: CsvCursor | null): CsvChunk | null;
}

/**
 * The core behind a worker, whose answers can lie in memory that the page sees, too: it finds them there before it draws a
 * frame, where a message waits until that frame is drawn.
 *
 * The memory: Int32 0 is the ticket of the answer that lies there, 0 while it is free, and is written last; Int32 1 is the
 * length of its JSON in bytes; Int32 2 is 1 where a glance comes with it. From byte 16 on lie three times 101 Uint32, the
 * glance: entitlements and resources of the curve, histogram. Then the JSON of the rest, in UTF-8.
 */
export interface AnalyticsWorker extends AnalyticsCore {
  /** Where `answerShared` may lay its answers from now on. */
  shareMemory(memory: SharedArrayBuffer): void;
  /**
   * As `answer`; null where the answer lies in the shared memory. It comes with the reply where there is none, another lies
   * there still, or it is too long, and so does what is refused.
   *
   * @param ticket from 1 up, another for each question
   */
  answerShared(question: BuilderQuestion, ticket: number): BuilderAnswer | QueryRefused | null;
}
