/** Mappings and import settings of attributes that a system lost after they were published. */
import type { ConnectorKind } from "#events/entities/connector.ts";
import type { Mapping, MappingProblem } from "#events/entities/mapping.ts";
import type { ObjectClass } from "#events/entities/objectClass.ts";
import {
  IDENTITY_FIELDS,
  type IdentityField,
  type SystemSettings,
} from "#events/entities/system.ts";
import {
  identifies,
  mappingsOf,
  missingAttributes,
  schemaItems,
} from "#events/rules/mappings/fields.ts";
import { accountAttributes } from "#events/rules/objectClasses.ts";
import { ConnectorError } from "../connectors/contract.ts";
import { similarName } from "../import/columns.ts";
import { attributesInCode } from "./code/cel.ts";

export type MissingAttributes = ReadonlyMap<string, MappingProblem>;

export interface MissingField {
  /** What the import settings name. */
  readonly attribute: string;
  /** An attribute of the system whose name differs only in case, spaces, dashes or underscores. */
  readonly similar: string | null;
}

export type MissingFields = ReadonlyMap<IdentityField, MissingField>;

/**
 * The mappings that use attributes which accounts no longer have: they fail for every object.
 *
 * @param classes of the system. Without any attribute of accounts, its attributes are not known.
 */
export function mappingsWithMissingAttributes(
  mappings: readonly Mapping[],
  classes: readonly ObjectClass[] | null,
): MissingAttributes {
  const items = schemaItems(classes);
  const found = new Map<string, MappingProblem>();
  if (items.length === 0) return found;
  const add = (mappingId: string, detail: string) => {
    if (!found.has(mappingId)) found.set(mappingId, { code: "attributeMissing", detail });
  };
  for (const { mappingId, resourceSchemaId } of missingAttributes(mappings, items)) {
    add(mappingId, resourceSchemaId);
  }
  const names = new Set(items.map(({ name }) => name));
  for (const mapping of mappings) {
    if (mapping.direction !== "inbound") continue;
    const lost = attributesInCode(mapping).find((name) => !names.has(name));
    if (lost !== undefined) add(mapping.id, lost);
  }
  return found;
}

/** Like `mappingsWithMissingAttributes`. The accounts of a manual system can have any attributes. */
export function missingInSystem(
  kind: ConnectorKind,
  mappings: readonly Mapping[],
  classes: readonly ObjectClass[] | null,
): MissingAttributes {
  return kind === "manual" ? new Map() : mappingsWithMissingAttributes(mappings, classes);
}

/**
 * The fields of people that an HR system without mappings no longer has the attributes of.
 *
 * @param classes of the system. Without any attribute of accounts, its attributes are not known.
 */
export function missingFields(
  { identity, mappings }: Pick<SystemSettings, "identity" | "mappings">,
  classes: readonly ObjectClass[] | null,
): MissingFields {
  const names = accountAttributes(classes ?? []);
  if (names.length === 0 || mappings.some(identifies)) return new Map();
  return new Map(
    IDENTITY_FIELDS.flatMap((field) => {
      const attribute = identity[field];
      if (attribute === undefined || names.includes(attribute)) return [];
      return [[field, { attribute, similar: similarName(attribute, names) }] as const];
    }),
  );
}

/** Without the IDs of people, nobody would be found. @throws ConnectorError missingColumn */
export function requirePersonIds(settings: SystemSettings, classes: readonly ObjectClass[]): void {
  const missing = missingFields(settings, classes).get("externalId");
  if (missing === undefined) return;
  throw new ConnectorError(
    "missingColumn",
    "read",
    `The import settings name ${missing.attribute} as the ID of people, but the system has no such attribute. Its attributes: ${accountAttributes(classes).join(", ")}`,
  );
}

/** Whether a field of people can be set again: the system has an attribute that it did not have in the last run. */
export function hasReturned(
  settings: SystemSettings,
  before: readonly ObjectClass[] | null,
  classes: readonly ObjectClass[],
): boolean {
  const lostIn = (of: readonly ObjectClass[] | null) => [
    ...missingFields(settings, of).keys(),
    ...mappingsWithMissingAttributes(mappingsOf(settings.mappings, "inbound"), of).keys(),
  ];
  const lost = new Set(lostIn(classes));
  return lostIn(before).some((one) => !lost.has(one));
}
