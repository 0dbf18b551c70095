/** Events of the Access Policy Builder and of its polling for the report. */
import { Type, type Static } from "typebox";
import { Nullable, Uuid } from "../entities/common.ts";
import { TEXT_MAX_LENGTH } from "../entities/limits.ts";
import { defineEvent } from "../kernel/event.ts";
import { MessageSchema } from "../kernel/message.ts";

const ResourceIndex = Type.Integer({ minimum: 0 });
const Row = Type.Integer({ minimum: 0 });

/** All resources of the report except these, or only these. */
export const ResourceSet = Type.Object({
  all: Type.Boolean(),
  except: Type.Array(ResourceIndex),
});
export type ResourceSet = Static<typeof ResourceSet>;

export const thresholdMoved = defineEvent(
  "policyBuilder/thresholdMoved",
  1,
  Type.Object({ percent: Type.Number({ minimum: 0, maximum: 100 }) }),
);
export const filterTextChanged = defineEvent(
  "policyBuilder/filterTextChanged",
  1,
  Type.Object({ text: Type.String({ maxLength: TEXT_MAX_LENGTH }) }),
);
export const resourceFilterChanged = defineEvent(
  "policyBuilder/resourceFilterChanged",
  1,
  Type.Object({ resources: ResourceSet }),
);
export const resourceCollapsed = defineEvent(
  "policyBuilder/resourceCollapsed",
  1,
  Type.Object({ resource: ResourceIndex, collapsed: Type.Boolean() }),
);
export const allResourcesCollapsed = defineEvent(
  "policyBuilder/allResourcesCollapsed",
  1,
  Type.Object({ collapsed: Type.Boolean() }),
);
export const hintsToggled = defineEvent(
  "policyBuilder/hintsToggled",
  1,
  Type.Object({ shown: Type.Boolean() }),
);
export const entitlementTicked = defineEvent(
  "policyBuilder/entitlementTicked",
  1,
  Type.Object({ row: Row, ticked: Type.Boolean() }),
);
/** The user selected these rows. Earlier builds recorded it for a range. */
export const entitlementsTicked = defineEvent(
  "policyBuilder/entitlementsTicked",
  1,
  Type.Object({ rows: Type.Array(Row), ticked: Type.Boolean() }),
);
/** The user selected the range of the table's rows from the last selected one to another, in either direction. */
export const rangeTicked = defineEvent(
  "policyBuilder/rangeTicked",
  1,
  Type.Object({ from: Row, to: Row, ticked: Type.Boolean() }),
);
export const resourceTicked = defineEvent(
  "policyBuilder/resourceTicked",
  1,
  Type.Object({ resource: ResourceIndex, ticked: Type.Boolean() }),
);
/** All rows shown under the current filters. */
export const allShownTicked = defineEvent(
  "policyBuilder/allShownTicked",
  1,
  Type.Object({ ticked: Type.Boolean() }),
);
/** The last selection step was undone. */
export const selectionUndone = defineEvent("policyBuilder/selectionUndone", 1, Type.Object({}));
/** The last undone selection step was redone. */
export const selectionRedone = defineEvent("policyBuilder/selectionRedone", 1, Type.Object({}));

export const Sort = Type.Object({
  column: Type.Union([Type.Literal("name"), Type.Literal("percent"), Type.Literal("inPolicy")]),
  direction: Type.Union([Type.Literal("ASCENDING"), Type.Literal("DESCENDING")]),
});
export type Sort = Static<typeof Sort>;
/** The sort order changed; null is the order of the report. */
export const sorted = defineEvent("policyBuilder/sorted", 1, Type.Object({ sort: Nullable(Sort) }));

export const bannerToggled = defineEvent(
  "policyBuilder/bannerToggled",
  1,
  Type.Object({ banner: Type.String(), open: Type.Boolean() }),
);
/** The user switched between the curve beside the slider and its table. */
export const curveTableToggled = defineEvent(
  "policyBuilder/curveTableToggled",
  1,
  Type.Object({ shown: Type.Boolean() }),
);
/** The table shows these rows now; `end` is exclusive. */
export const tableScrolled = defineEvent(
  "policyBuilder/tableScrolled",
  1,
  Type.Object({ start: Row, end: Row }),
);
/** The content of an export: the table's rows, or the rows that apply would use. */
const ExportOf = Type.Union([Type.Literal("shown"), Type.Literal("selected")]);
export const exportWanted = defineEvent(
  "policyBuilder/exportWanted",
  1,
  Type.Object({ of: ExportOf }),
);
/** An export was cancelled, or its destination was not chosen. */
export const exportCancelled = defineEvent("policyBuilder/exportCancelled", 1, Type.Object({}));
/** The file is complete. */
export const exported = defineEvent(
  "policyBuilder/exported",
  1,
  Type.Object({
    of: ExportOf,
    records: Type.Integer({ minimum: 0 }),
    bytes: Type.Integer({ minimum: 0 }),
    fileName: Type.String(),
  }),
);
export const exportFailed = defineEvent(
  "policyBuilder/exportFailed",
  2,
  Type.Object({ reason: MessageSchema }),
);
/** The user requests a new report. An unapplied selection requires a confirmation first. */
export const refreshAsked = defineEvent("policyBuilder/refreshAsked", 1, Type.Object({}));
export const refreshHeld = defineEvent("policyBuilder/refreshHeld", 1, Type.Object({}));
export const refreshDropped = defineEvent("policyBuilder/refreshDropped", 1, Type.Object({}));
export const refreshWanted = defineEvent("policyBuilder/refreshWanted", 1, Type.Object({}));
export const retryWanted = defineEvent("policyBuilder/retryWanted", 1, Type.Object({}));
/** The policy's current entitlements could not be loaded, and the user retries. */
export const policyRetried = defineEvent("policyBuilder/policyRetried", 1, Type.Object({}));
/** The user cancelled the report while it was mined or downloaded. */
export const loadCancelled = defineEvent("policyBuilder/loadCancelled", 1, Type.Object({}));
export const applyWanted = defineEvent("policyBuilder/applyWanted", 1, Type.Object({}));
export const applyRefused = defineEvent(
  "policyBuilder/applyRefused",
  2,
  Type.Object({ reason: MessageSchema, flagFilter: Type.Boolean() }),
);

/** Apply waits for a confirmation, with the number of entitlements that the policy gets and loses. */
export const applyHeld = defineEvent(
  "policyBuilder/applyHeld",
  1,
  Type.Object({
    added: Type.Integer({ minimum: 0 }),
    removed: Type.Integer({ minimum: 0 }),
    /** The effect on people is not computed. */
    isTooLarge: Type.Boolean(),
  }),
);
export const applyConfirmed = defineEvent("policyBuilder/applyConfirmed", 1, Type.Object({}));
export const applyDropped = defineEvent("policyBuilder/applyDropped", 1, Type.Object({}));

/** The report of a scope will be requested after a delay; `attempt` counts from 0. */
export const pollScheduled = defineEvent(
  "mining/pollScheduled",
  1,
  Type.Object({
    orgOid: Uuid,
    resourceId: Nullable(Uuid),
    attempt: Type.Integer({ minimum: 0 }),
    milliseconds: Type.Integer({ minimum: 0 }),
  }),
);
