/** Events of field mappings: edited, previewed and suggested. */
import { Type, type Static } from "typebox";
import { Nullable, OneOf, Text, Uuid } from "../entities/common.ts";
import { DnConfig, MAPPING_KINDS, MappingDraft, PREVIEW_FINDINGS } from "../entities/mapping.ts";
import { defineConfirmation } from "../kernel/confirmation.ts";
import { defineEvent } from "../kernel/event.ts";
import { defineForm } from "../kernel/form.ts";
import { defineList } from "../kernel/list.ts";
import { Personal, Typed } from "../kernel/redaction.ts";

const Nothing = Type.Object({});

/** Everything but the direction, which the address has. */
const { direction: _direction, ...valueFields } = MappingDraft.properties;
const MappingValues = Type.Object(valueFields);
export type MappingValues = Static<typeof MappingValues>;
export const newMappingForm = defineForm("mappings/new", MappingValues);
export const mappingForm = defineForm("mappings/edit", MappingValues);

/** The unit for values that none is listed for: none, so that the value fails; the base; or `fallback`. */
export const OTHER_UNITS = ["fail", "base", "unit"] as const;
const DnValues = Type.Object({
  /** Whether the mapping builds a distinguished name. */
  enabled: Type.Boolean(),
  rdnAttribute: DnConfig.properties.rdnAttribute,
  base: DnConfig.properties.base,
  /** Empty: none. */
  unitSource: Text,
  units: DnConfig.properties.units,
  other: OneOf(OTHER_UNITS),
  fallback: Type.String({ maxLength: 1000 }),
});
export type DnValues = Static<typeof DnValues>;
export const dnForm = defineForm("mappings/dn", DnValues);

/** A mapping is deleted; `name` is what it sets. */
export const mappingDeletion = defineConfirmation(
  "mappings/deletion",
  Type.Object({ id: Uuid, name: Text }),
);

/** The user loads mappings, fields or attributes again. */
export const mappingsRetried = defineEvent("mappings/retried", 1, Nothing);
/** Only mappings of a kind are listed. */
export const kindChosen = defineEvent(
  "mappings/kindChosen",
  1,
  Type.Object({ kind: OneOf(["all", ...MAPPING_KINDS]) }),
);

/** The edited mapping has not changed for a moment, and is previewed as it is. */
export const draftSettled = defineEvent(
  "mappings/draftSettled",
  1,
  Type.Object({ values: MappingValues }),
);
/** Each keystroke in the search for the objects that the edited mapping is previewed on. */
export const objectsTyped = defineEvent(
  "mappings/objectsTyped",
  1,
  Type.Object({ text: Typed(Text) }),
);
export const objectsSearched = defineEvent(
  "mappings/objectsSearched",
  1,
  Type.Object({ text: Typed(Text) }),
);
/** The edited mapping is shown on this object. */
export const objectChosen = defineEvent(
  "mappings/objectChosen",
  1,
  Type.Object({ id: Personal(Text) }),
);

/** All objects are evaluated. */
export const previewWanted = defineEvent("mappings/previewWanted", 1, Nothing);
/** All objects are evaluated with the mapping as it is being edited. */
export const editedPreviewWanted = defineEvent("mappings/editedPreviewWanted", 1, Nothing);
export const previewCancelled = defineEvent("mappings/previewCancelled", 1, Nothing);
/** The progress of the running preview is requested again. */
export const previewPolled = defineEvent("mappings/previewPolled", 1, Nothing);
/** The objects behind a count are listed; null: their dialog closed. */
export const findingOpened = defineEvent(
  "mappings/findingOpened",
  1,
  Type.Object({
    finding: Nullable(Type.Object({ finding: OneOf(PREVIEW_FINDINGS), target: Text })),
  }),
);
export const findingList = defineList("mappings/findings", Type.Object({}));

/** A suggested mapping is added as it is. */
export const suggestionAccepted = defineEvent(
  "mappings/suggestionAccepted",
  1,
  Type.Object({ mapping: MappingDraft }),
);
