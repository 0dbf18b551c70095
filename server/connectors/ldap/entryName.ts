/** Where entries of accounts are: their distinguished names as an attribute that mappings can set. */
import { ConnectorError, type AttributeDelta, type Attributes } from "../contract.ts";
import { childDn, isSameValue, isWithin, normalizeDn, parseDn, rdn } from "../dn.ts";
import type { Kind } from "./settings.ts";
import { valuesOf } from "./values.ts";

/** Names the entry. No attribute type of LDAP has this name. */
export const DN_ATTRIBUTE = "dn";

type Relative = ReturnType<typeof parseDn>[number];

const isDn = (attribute: string) => attribute.toLowerCase() === DN_ATTRIBUTE;
const textOf = (pairs: Relative) =>
  pairs.map(({ attribute, value }) => rdn(attribute, value)).join("+");
const textOfAll = (names: readonly Relative[]) => names.map(textOf).join(",");

/**
 * @returns the name of a new entry, and its attributes with the values of the name.
 * @throws ConnectorError valueRefused
 */
export function placeEntry(
  kind: Kind,
  attributes: Attributes,
): { readonly dn: string; readonly attributes: Attributes } {
  const [dn = ""] = valuesOf(attributes, DN_ATTRIBUTE);
  if (dn === "") {
    const [naming = ""] = valuesOf(attributes, kind.rdnAttribute);
    if (naming === "") {
      throw new ConnectorError("valueRefused", "find", `${kind.rdnAttribute} is missing`);
    }
    return { dn: childDn(kind.rdnAttribute, naming, kind.createDn), attributes };
  }
  requireWithin(kind, dn);
  const own = new Map(Object.entries(attributes).filter(([name]) => !isDn(name)));
  for (const { attribute, value } of parseDn(dn)[0] ?? []) {
    const name = [...own.keys()].find((one) => one.toLowerCase() === attribute) ?? attribute;
    const values = own.get(name) ?? [];
    const isNamed = values.some((one) => one.toLowerCase() === value.toLowerCase());
    if (!isNamed) own.set(name, [...values, value]);
  }
  return { dn, attributes: Object.fromEntries(own) };
}

export interface Renaming {
  readonly dn: string;
  readonly newRdn: string;
  /** Null: the entry stays where it is. */
  readonly newSuperior: string | null;
}

/**
 * How a change renames or moves an entry: to the name that it sets, or by another value of the attribute that names it. Another
 * case of the value is another name: servers refuse to change the value in any other way.
 *
 * @returns what is left to change. `renaming` is null for an entry that keeps its name.
 * @throws ConnectorError valueRefused
 */
export function renameEntry(
  kind: Kind,
  dn: string,
  delta: readonly AttributeDelta[],
): { readonly renaming: Renaming | null; readonly rest: readonly AttributeDelta[] } {
  const others = delta.filter(({ attribute }) => !isDn(attribute));
  const wanted = wantedName(dn, delta);
  if (wanted === null) return { renaming: null, rest: others };
  const [oldName = [], ...oldParents] = parseDn(dn);
  const [newName = [], ...newParents] = parseDn(wanted);
  // The server replaces the values of the former name by those of the new one.
  const rest = others.map(({ attribute, add, remove }) => ({
    attribute,
    add: add.filter((value) => !hasPair(newName, attribute, value)),
    remove: remove.filter((value) => !hasPair(oldName, attribute, value)),
  }));
  if (normalizeDn(wanted) === normalizeDn(dn) && isSpelledAlike(oldName, newName)) {
    return { renaming: null, rest };
  }
  requireWithin(kind, wanted);
  const [from, to] = [textOfAll(oldParents), textOfAll(newParents)];
  const newRdn = textOf(newName);
  return {
    renaming: {
      dn: to === "" ? newRdn : `${newRdn},${to}`,
      newRdn,
      newSuperior: normalizeDn(from) === normalizeDn(to) ? null : to,
    },
    rest,
  };
}

/**
 * @param values of the entry as it is named now.
 * @param former values that it had.
 * @returns the name that it had; null if the former values do not say that it had another one.
 */
export function formerName({
  dn,
  values,
  former,
}: {
  readonly dn: string;
  readonly values: Attributes;
  readonly former: Attributes;
}): string | null {
  const delta = Object.entries(former).map(([attribute, old]) => {
    const now = values[attribute] ?? [];
    return {
      attribute,
      add: old.filter((value) => !now.includes(value)),
      remove: now.filter((value) => !old.includes(value)),
    };
  });
  return wantedName(dn, delta);
}

/** @returns null if the change has neither a name nor another value of the attribute that names the entry. */
function wantedName(dn: string, delta: readonly AttributeDelta[]): string | null {
  return delta.find(({ attribute }) => isDn(attribute))?.add[0] ?? renamedByValue(dn, delta);
}

/** @returns null unless the change replaces the value in a name with one value. */
function renamedByValue(dn: string, delta: readonly AttributeDelta[]): string | null {
  const [[pair, ...others] = [], ...parents] = parseDn(dn);
  if (!pair || others.length > 0) return null;
  const naming = delta.find(({ attribute }) => attribute.toLowerCase() === pair.attribute);
  const isNaming = (value: string) => isSameValue(value, pair.value);
  if (!naming?.remove.some(isNaming)) return null;
  const next = naming.add.find(isNaming) ?? naming.add[0];
  return next === undefined ? null : childDn(naming.attribute, next, textOfAll(parents));
}

function hasPair(name: Relative, attribute: string, value: string): boolean {
  return name.some(
    (pair) => pair.attribute === attribute.toLowerCase() && isSameValue(pair.value, value),
  );
}

/** Of equal names. */
function isSpelledAlike(one: Relative, other: Relative): boolean {
  return one.every(({ value }) => other.some((pair) => pair.value === value));
}

/** An entry elsewhere would not be read again. */
function requireWithin({ baseDn }: Kind, dn: string): void {
  if (isWithin(normalizeDn(dn), normalizeDn(baseDn))) return;
  throw new ConnectorError("valueRefused", "find", `${dn} is not below ${baseDn}`);
}
