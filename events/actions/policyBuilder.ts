/** What people do in the Access Policy Builder, and how its report is waited for. */
import { Type, type Static } from "typebox";
import { Nullable, Uuid } from "../entities/common.ts";
import { TEXT_MAX_LENGTH } from "../entities/limits.ts";
import { defineEvent } from "../kernel/event.ts";
import { MessageSchema } from "../kernel/message.ts";

const ResourceIndex = Type.Integer({ minimum: 0 });
const Row = Type.Integer({ minimum: 0 });

/** All resources of the report but these, or none but these. */
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
export const resourceTicked = defineEvent(
  "policyBuilder/resourceTicked",
  1,
  Type.Object({ resource: ResourceIndex, ticked: Type.Boolean() }),
);
/** All that were shown, at the filters of that moment. */
export const allShownTicked = defineEvent(
  "policyBuilder/allShownTicked",
  1,
  Type.Object({ ticked: Type.Boolean() }),
);
/** The last tick was taken back, whatever it was of. */
export const selectionUndone = defineEvent("policyBuilder/selectionUndone", 1, Type.Object({}));
/** The last tick that was taken back was made again. */
export const selectionRedone = defineEvent("policyBuilder/selectionRedone", 1, Type.Object({}));

export const Sort = Type.Object({
  column: Type.Union([Type.Literal("name"), Type.Literal("percent"), Type.Literal("inPolicy")]),
  direction: Type.Union([Type.Literal("ASCENDING"), Type.Literal("DESCENDING")]),
});
export type Sort = Static<typeof Sort>;
/** The table was put into another order; null is the one in which the report came. */
export const sorted = defineEvent("policyBuilder/sorted", 1, Type.Object({ sort: Nullable(Sort) }));

export const bannerToggled = defineEvent(
  "policyBuilder/bannerToggled",
  1,
  Type.Object({ banner: Type.String(), open: Type.Boolean() }),
);
/** The curve beside the slider was shown as a table, or no longer. */
export const curveTableToggled = defineEvent(
  "policyBuilder/curveTableToggled",
  1,
  Type.Object({ shown: Type.Boolean() }),
);
/** The table came to show these rows; `end` is not one of them. */
export const tableScrolled = defineEvent(
  "policyBuilder/tableScrolled",
  1,
  Type.Object({ start: Row, end: Row }),
);
/** What an export holds: the rows of the table, or what apply would take. */
const ExportOf = Type.Union([Type.Literal("shown"), Type.Literal("selected")]);
export const exportWanted = defineEvent(
  "policyBuilder/exportWanted",
  1,
  Type.Object({ of: ExportOf }),
);
/** An export was cancelled on its way, or no place was chosen for its file. */
export const exportCancelled = defineEvent("policyBuilder/exportCancelled", 1, Type.Object({}));
/** The file is whole. */
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
/** A new report is asked for; with ticks that are not applied the question is held until it is answered. */
export const refreshAsked = defineEvent("policyBuilder/refreshAsked", 1, Type.Object({}));
export const refreshHeld = defineEvent("policyBuilder/refreshHeld", 1, Type.Object({}));
export const refreshDropped = defineEvent("policyBuilder/refreshDropped", 1, Type.Object({}));
export const refreshWanted = defineEvent("policyBuilder/refreshWanted", 1, Type.Object({}));
export const retryWanted = defineEvent("policyBuilder/retryWanted", 1, Type.Object({}));
/** What the policy has already could not be loaded, and is asked for again. */
export const policyRetried = defineEvent("policyBuilder/policyRetried", 1, Type.Object({}));
/** Somebody would not wait for the report, while it was mined or while it arrived. */
export const loadCancelled = defineEvent("policyBuilder/loadCancelled", 1, Type.Object({}));
export const applyWanted = defineEvent("policyBuilder/applyWanted", 1, Type.Object({}));
export const applyRefused = defineEvent(
  "policyBuilder/applyRefused",
  2,
  Type.Object({ reason: MessageSchema, flagFilter: Type.Boolean() }),
);

/** The report of a scope will be asked for after a delay; `attempt` counts from 0. */
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
