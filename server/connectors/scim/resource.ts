/** Resources of SCIM as objects with flat attributes, and back. */
import { ConnectorError, type Attributes, type SystemObject } from "../contract.ts";
import { normalFormOf } from "../equality.ts";
import { asObject, asObjects, get, getBoolean, getText, type Json } from "./json.ts";
import type { ResourceClass, ScimAttribute } from "./schema.ts";

/** @param members of a group whose own members the service does not list */
export function toObject(
  { objectClass, attributes }: ResourceClass,
  resource: Json,
  etag: string | null = null,
  members: readonly string[] | null = null,
): SystemObject {
  const id = getText(resource, "id");
  if (id === null || id === "") {
    throw new ConnectorError("contentDamaged", "read", `A ${objectClass.name} has no id.`);
  }
  const values: Record<string, readonly string[]> = {};
  for (const attribute of attributes.values()) {
    const found = attribute.readable ? valuesOf(resource, attribute) : [];
    if (found.length > 0) values[attribute.path] = found;
  }
  const isGroup = objectClass.memberAttribute !== null;
  const held = members ?? accountsIn(resource);
  if (objectClass.memberAttribute !== null) values[objectClass.memberAttribute] = held;
  return {
    id,
    name: values[objectClass.nameAttribute]?.[0] ?? id,
    objectClass: objectClass.name,
    attributes: values,
    active: isGroup ? null : getBoolean(resource, "active"),
    entitlements: null,
    members: isGroup ? held : null,
    version: getText(asObject(get(resource, "meta")), "version") ?? etag,
  };
}

/** Members that are groups are left out: their own members are not listed here. */
function accountsIn(resource: Json): readonly string[] {
  const ids = asObjects(get(resource, "members"))
    .filter((member) => {
      const type = getText(member, "type")?.toLowerCase();
      return type === undefined
        ? !/\/Groups\//i.test(getText(member, "$ref") ?? "")
        : type !== "group";
    })
    .map((member) => getText(member, "value"))
    .filter((id) => id !== null);
  return [...new Set(ids)];
}

function valuesOf(
  resource: Json,
  { extension, name, sub, multiple }: ScimAttribute,
): readonly string[] {
  const own = extension === null ? resource : asObject(get(resource, extension));
  const value = get(own, name);
  if (multiple) return (Array.isArray(value) ? value : [value]).flatMap(textOf);
  return textOf(sub === null ? value : get(asObject(value), sub));
}

function textOf(value: unknown): readonly string[] {
  if (typeof value === "string") return [value];
  if (typeof value === "number" || typeof value === "boolean") return [String(value)];
  const inner = get(asObject(value), "value");
  return inner === undefined || inner === null || typeof inner === "object" ? [] : textOf(inner);
}

/** @throws ConnectorError valueRefused for attributes that the service does not have or that cannot be written */
export function attributeOf(
  { attributes, objectClass }: ResourceClass,
  path: string,
): ScimAttribute {
  const attribute = attributes.get(path);
  if (attribute?.writable === true) return attribute;
  throw new ConnectorError(
    "valueRefused",
    "read",
    `The attribute ${path} of ${objectClass.name} ${attribute === undefined ? "does not exist" : "is read-only"}.`,
  );
}

/** A value as its type needs it. */
export function typed({ type, path }: ScimAttribute, value: string): unknown {
  switch (type) {
    case "boolean": {
      const text = normalFormOf("boolean")(value);
      if (text === "true" || text === "false") return text === "true";
      break;
    }
    case "integer": {
      const text = normalFormOf("integer")(value);
      if (/^-?\d{1,15}$/.test(text)) return Number(text);
      break;
    }
    case "decimal":
      if (value.trim() !== "" && Number.isFinite(Number(value))) return Number(value);
      break;
    default:
      return value;
  }
  throw new ConnectorError("valueRefused", "read", `${path} is not of the type ${type}.`);
}

/** One value of a multi-valued attribute. */
export function element(attribute: ScimAttribute, value: string): unknown {
  const one = typed(attribute, value);
  return attribute.isComplex ? { value: one } : one;
}

/** A resource to create. Members are added afterwards. */
export function toResource(type: ResourceClass, attributes: Attributes): Json {
  const resource: Record<string, unknown> = {};
  const schemas = new Set([type.schema]);
  for (const [path, values] of Object.entries(attributes)) {
    const [first] = values;
    if (first === undefined || path === type.objectClass.memberAttribute) continue;
    const attribute = attributeOf(type, path);
    let place = resource;
    if (attribute.extension !== null) {
      schemas.add(attribute.extension);
      place = child(place, attribute.extension);
    }
    if (attribute.multiple)
      place[attribute.name] = values.map((value) => element(attribute, value));
    else if (attribute.sub === null) place[attribute.name] = typed(attribute, first);
    else child(place, attribute.name)[attribute.sub] = typed(attribute, first);
  }
  return { schemas: [...schemas], ...resource };
}

function child(place: Record<string, unknown>, name: string): Record<string, unknown> {
  const found = Object.hasOwn(place, name) ? place[name] : undefined;
  if (typeof found === "object" && found !== null) return found as Record<string, unknown>;
  const made: Record<string, unknown> = {};
  place[name] = made;
  return made;
}
