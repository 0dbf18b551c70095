/** Reads what the server says about its classes and attributes (RFC 4512, section 4). */
import type { ObjectClass, SchemaAttribute } from "#events/entities/objectClass.ts";
import { ConnectorError } from "../contract.ts";
import { DN_ATTRIBUTE } from "./entryName.ts";
import { readRoot } from "./root.ts";
import { equalityOf } from "./matchingRules.ts";
import { parseDefinition, type Definition } from "./schemaDefinition.ts";
import { findEntry } from "./paging.ts";
import type { Kind, LdapSettings } from "./settings.ts";
import { baseName, isPassword } from "./values.ts";
import type { Session } from "./wire/session.ts";

export interface Schema {
  hasAttribute(name: string): boolean;
  /** @throws ConnectorError schemaUnknown */
  classOf(settings: LdapSettings, kind: Kind): ObjectClass;
}

const ENTRY_NAME: SchemaAttribute = {
  name: DN_ATTRIBUTE,
  multiple: false,
  required: false,
  writable: true,
  equality: "distinguishedName",
};

/** Superiors of an attribute type. */
const MAX_DEPTH = 20;

const PARTS = ["attributeTypes", "objectClasses", "dITContentRules"];

/** @returns null if the server does not show its schema. */
export async function readSchema(session: Session): Promise<Schema | null> {
  const { subschemaSubentry } = await readRoot(session);
  if (subschemaSubentry === null) return null;
  const entry = await findEntry(session, subschemaSubentry, PARTS).catch((error: unknown) => {
    if (error instanceof ConnectorError && error.remedy === "notAllowed") return null;
    throw error;
  });
  if (!entry) return null;
  const definitions = (part: string): ReadonlyMap<string, Definition> =>
    byName(
      entry.attributes
        .filter(({ name }) => baseName(name) === part.toLowerCase())
        .flatMap(({ values }) => values.map((value) => parseDefinition(value.toString()))),
    );
  return createSchema(
    definitions("attributeTypes"),
    definitions("objectClasses"),
    definitions("dITContentRules"),
  );
}

function byName(definitions: readonly Definition[]): ReadonlyMap<string, Definition> {
  return new Map(
    definitions.flatMap((definition) =>
      [definition.oid, ...definition.names].map((name) => [name.toLowerCase(), definition]),
    ),
  );
}

function createSchema(
  types: ReadonlyMap<string, Definition>,
  classes: ReadonlyMap<string, Definition>,
  rules: ReadonlyMap<string, Definition>,
): Schema {
  /** A class, its superiors, and the auxiliary classes that its content rule adds. */
  function closure(names: readonly string[], seen = new Set<Definition>()): Set<Definition> {
    for (const name of names) {
      const found = classes.get(name.toLowerCase());
      if (!found || seen.has(found)) continue;
      seen.add(found);
      closure(found.superiors, seen);
      const rule = rules.get(found.oid.toLowerCase());
      if (!rule) continue;
      seen.add(rule);
      closure(rule.auxiliaries, seen);
    }
    return seen;
  }

  /** What a type does not say, its superior says. */
  function inherited(type: Definition, part: "equality" | "syntax", depth = 0): string | null {
    const [superior] = type.superiors;
    const parent = superior === undefined ? undefined : types.get(superior.toLowerCase());
    if (type[part] !== null || !parent || depth > MAX_DEPTH) return type[part];
    return inherited(parent, part, depth + 1);
  }

  function attributeOf(name: string, required: boolean): SchemaAttribute {
    const type = types.get(name.toLowerCase());
    const equality = type && equalityOf(inherited(type, "equality"), inherited(type, "syntax"));
    return {
      name: type?.names[0] ?? name,
      multiple: !(type?.isSingleValued ?? false),
      required,
      writable: !(type?.isReadOnly ?? false),
      ...(isPassword(type?.names[0] ?? name) && { readable: false }),
      ...(equality && { equality }),
    };
  }

  return {
    hasAttribute: (name) => types.has(name.toLowerCase()),
    classOf: (
      { idAttribute },
      { role, className, extraClasses, nameAttribute, memberAttribute },
    ) => {
      const main = classes.get(className.toLowerCase());
      const unknown = [className, ...extraClasses].find((name) => !classes.has(name.toLowerCase()));
      if (!main || unknown !== undefined) {
        throw new ConnectorError("schemaUnknown", "read", `The server has no class ${unknown}`);
      }
      const parts = [...closure([className, ...extraClasses])];
      const required = new Set(
        parts.flatMap((part) => part.must.map((name) => name.toLowerCase())),
      );
      const names = new Map(
        parts
          .flatMap(({ must, may }) => [...must, ...may])
          .map((name) => [types.get(name.toLowerCase())?.oid ?? name.toLowerCase(), name]),
      );
      const attributes = [
        ...[...names.values()].map((name) => attributeOf(name, required.has(name.toLowerCase()))),
        ...(role === "account" ? [ENTRY_NAME] : []),
      ];
      return {
        name: main.names[0] ?? className,
        role,
        idAttribute,
        nameAttribute,
        memberAttribute,
        attributes: attributes.toSorted((a, b) => (a.name < b.name ? -1 : 1)),
      };
    },
  };
}
