/** Events of field mappings: edited, previewed and suggested. */
import { Type, type Static } from "typebox";
import { OneOf, Text, Uuid } from "../entities/common.ts";
import { DnConfig, MAPPING_KINDS, MappingDraft } from "../entities/mapping.ts";
import { defineConfirmation } from "../kernel/confirmation.ts";
import { defineEvent } from "../kernel/event.ts";
import { defineForm } from "../kernel/form.ts";

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
