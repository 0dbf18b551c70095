/** Entries as the objects that the rest of Provision reads. */
import type { ObjectClass } from "#events/entities/objectClass.ts";
import { ConnectorError, type SystemObject } from "../contract.ts";
import { namingValue } from "../dn.ts";
import { DN_ATTRIBUTE } from "./entryName.ts";
import type { Kind, LdapSettings } from "./settings.ts";
import { isActive } from "./status.ts";
import { baseName, decodeId, decodeValues, isPassword } from "./values.ts";
import type { RawEntry } from "./wire/decode.ts";

/** @throws ConnectorError schemaUnknown if objects of this role are not read. */
export function kindOf(settings: LdapSettings, { role, name }: ObjectClass): Kind {
  const kind = role === "account" ? settings.accounts : settings.groups;
  if (kind) return kind;
  throw new ConnectorError("schemaUnknown", "read", `Groups are not read: ${name}`);
}

/** The attributes to ask for: operational ones are sent only if they are named. */
export function requestedAttributes(
  { idAttribute, versionAttribute, statusAttribute }: LdapSettings,
  { role, nameAttribute, memberAttribute }: Kind,
  { attributes }: ObjectClass,
): readonly string[] {
  const names = [
    idAttribute,
    nameAttribute,
    versionAttribute,
    memberAttribute,
    role === "account" ? statusAttribute : null,
    ...attributes
      .map(({ name }) => name)
      .filter((name) => !isPassword(name) && name !== DN_ATTRIBUTE),
  ];
  return [...new Set(names.filter((name) => name !== null))];
}

/** An entry's attributes by their lower-case name. */
export type Values = ReadonlyMap<string, readonly string[]>;

export interface ReadObject {
  /** Its `members` are those of the server and not yet resolved. */
  readonly object: SystemObject;
  readonly dn: string;
}

/**
 * @param reportsLocks whether the server has a password policy, which locks accounts.
 * @throws ConnectorError missingColumn if the entry has no id.
 */
export function toObject(
  settings: LdapSettings,
  objectClass: ObjectClass,
  { dn, attributes }: RawEntry,
  reportsLocks: boolean,
): ReadObject {
  const kind = kindOf(settings, objectClass);
  const raw = new Map(attributes.map(({ name, values }) => [baseName(name), values]));
  const textsOf = (name: string | null): readonly string[] => {
    const values = name === null ? undefined : raw.get(name.toLowerCase());
    return values ? decodeValues(name?.toLowerCase() ?? "", values) : [];
  };
  const [id] = raw.get(settings.idAttribute.toLowerCase()) ?? [];
  if (!id) {
    const detail = `${dn} has no ${settings.idAttribute}, or it must not be read`;
    throw new ConnectorError("missingColumn", "read", detail);
  }
  const memberAttribute = kind.memberAttribute?.toLowerCase();
  const named = objectClass.attributes
    .filter(({ name }) => name.toLowerCase() !== memberAttribute)
    .map(({ name }) => [name, name === DN_ATTRIBUTE ? [dn] : textsOf(name)] as const)
    .filter(([, values]) => values.length > 0);
  const object: SystemObject = {
    id: decodeId(settings.idAttribute, id),
    name: textsOf(kind.nameAttribute)[0] ?? namingValue(dn),
    objectClass: objectClass.name,
    attributes: Object.fromEntries(named),
    active: kind.role === "account" ? isActive(settings, textsOf, reportsLocks) : null,
    entitlements: null,
    members: kind.memberAttribute === null ? null : textsOf(kind.memberAttribute),
    version: textsOf(settings.versionAttribute)[0] ?? null,
  };
  return { object, dn };
}
