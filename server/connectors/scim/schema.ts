/** What a service supports and which resources it has (RFC 7643, sections 5 to 7). */
import type { Equality, ObjectClass } from "#events/entities/objectClass.ts";
import { ConnectorError } from "../contract.ts";
import type { ScimClient } from "./client.ts";
import { CORE_SCHEMAS, CORE_TYPES } from "./coreSchemas.ts";
import { asObject, asObjects, get, getBoolean, getNumber, getText, type Json } from "./json.ts";

export interface ScimAttribute {
  /** Such as `name.familyName`, or `urn:…:User:department` of an extension. */
  readonly path: string;
  /** The schema of an extension; null for the resource's own. */
  readonly extension: string | null;
  readonly name: string;
  /** Of a complex attribute with one value. */
  readonly sub: string | null;
  readonly type: string;
  readonly multiple: boolean;
  /** Whether each of its multiple values is an object with `value`. */
  readonly isComplex: boolean;
  readonly required: boolean;
  readonly writable: boolean;
  readonly caseExact: boolean;
  /** False for a password. */
  readonly readable: boolean;
}

export interface ResourceClass {
  readonly objectClass: ObjectClass;
  /** Such as `Users`. */
  readonly endpoint: string;
  readonly schema: string;
  readonly attributes: ReadonlyMap<string, ScimAttribute>;
}

export interface Service {
  readonly supportsPatch: boolean;
  readonly supportsFilter: boolean;
  readonly supportsCursor: boolean;
  /** The most resources of a page, if the service says so. */
  readonly maxPage: number | null;
  readonly classes: readonly ResourceClass[];
}

/** Names that would reach the prototype of an object, and those that no path can express, are left out. */
const NAME = /^(?!__proto__$|constructor$|prototype$)[A-Za-z$][\w$-]*$/;
const URN = /^urn:[\w.:-]+$/i;
const MEMBERS = "members";

/** Services without these endpoints are treated as having the schemas of RFC 7643. */
const ABSENT = new Set(["notFound", "notAllowed", "statementRefused"]);

export async function discover(client: ScimClient): Promise<Service> {
  const config = (await requestOptional(client, "ServiceProviderConfig")) ?? {};
  const listedTypes = resources(await requestOptional(client, "ResourceTypes"));
  const listedSchemas = resources(await requestOptional(client, "Schemas"));
  const types = listedTypes.length > 0 ? listedTypes : CORE_TYPES;
  const schemas = new Map(
    [...CORE_SCHEMAS, ...listedSchemas].map((schema) => [
      (getText(schema, "id") ?? "").toLowerCase(),
      schema,
    ]),
  );
  const classes = types.map((type) => toClass(type, schemas)).filter((one) => one !== null);
  if (classes.length === 0) {
    throw new ConnectorError("schemaUnknown", "find", "The service has no users.");
  }
  const pagination = asObject(get(config, "pagination"));
  const filter = asObject(get(config, "filter"));
  return {
    supportsPatch: getBoolean(asObject(get(config, "patch")), "supported") ?? true,
    supportsFilter: getBoolean(filter, "supported") ?? true,
    supportsCursor: client.settings.profile.usesCursor || getBoolean(pagination, "cursor") === true,
    maxPage: getNumber(pagination, "maxPageSize") ?? getNumber(filter, "maxResults"),
    classes,
  };
}

async function requestOptional(client: ScimClient, path: string): Promise<Json | null> {
  try {
    return (await client.request("GET", path)).body;
  } catch (error) {
    if (error instanceof ConnectorError && ABSENT.has(error.remedy)) return null;
    throw error;
  }
}

function resources(list: Json | null): readonly Json[] {
  return asObjects(get(list, "Resources"));
}

function toClass(type: Json, schemas: ReadonlyMap<string, Json>): ResourceClass | null {
  const schema = getText(type, "schema") ?? "";
  const definition = schemas.get(schema.toLowerCase()) ?? null;
  const own = attributesOf(definition, null);
  const role = own.some(({ path }) => path === "userName")
    ? "account"
    : own.some(({ path }) => path === MEMBERS)
      ? "entitlement"
      : null;
  const endpoint = (getText(type, "endpoint") ?? "").replace(/^.*\//, "");
  const name = getText(type, "name") ?? getText(type, "id") ?? "";
  if (role === null || name === "" || !/^[\w.~-]+$/.test(endpoint)) return null;
  const extensions = asObjects(get(type, "schemaExtensions")).flatMap((extension) => {
    const id = getText(extension, "schema") ?? "";
    return URN.test(id) ? attributesOf(schemas.get(id.toLowerCase()) ?? null, id) : [];
  });
  const attributes = new Map([...COMMON, ...own, ...extensions].map((one) => [one.path, one]));
  return {
    objectClass: {
      name,
      role,
      idAttribute: "id",
      nameAttribute: role === "account" ? "userName" : "displayName",
      memberAttribute: role === "entitlement" ? MEMBERS : null,
      attributes: [...attributes.values()].map((attribute) => {
        const { path, multiple, required, writable, readable } = attribute;
        const equality = equalityOf(attribute);
        return {
          name: path,
          multiple,
          required,
          writable,
          ...(!readable && { readable }),
          ...(equality && { equality }),
        };
      }),
    },
    endpoint,
    schema,
    attributes,
  };
}

const EQUALITIES: Readonly<Record<string, Equality>> = {
  boolean: "boolean",
  decimal: "decimal",
  integer: "integer",
  datetime: "instant",
};

export function equalityOf({ type, caseExact }: ScimAttribute): Equality | undefined {
  return EQUALITIES[type] ?? (caseExact ? undefined : "ignoreCase");
}

const SIMPLE = {
  extension: null,
  sub: null,
  type: "string",
  multiple: false,
  isComplex: false,
  required: false,
  caseExact: true,
  readable: true,
};
const COMMON: readonly ScimAttribute[] = [
  { ...SIMPLE, path: "id", name: "id", required: true, writable: false },
  { ...SIMPLE, path: "externalId", name: "externalId", writable: true },
];

function attributesOf(schema: Json | null, extension: string | null): readonly ScimAttribute[] {
  return asObjects(get(schema, "attributes")).flatMap((attribute) => {
    const name = getText(attribute, "name") ?? "";
    // The groups of a user are read from the groups.
    if (!NAME.test(name) || ["id", "externalId", "meta", "schemas", "groups"].includes(name))
      return [];
    const path = extension === null ? name : `${extension}:${name}`;
    const subs = asObjects(get(attribute, "subAttributes"));
    const isComplex = getText(attribute, "type")?.toLowerCase() === "complex";
    const multiple = getBoolean(attribute, "multiValued") ?? false;
    if (!isComplex)
      return [describe(attribute, { path, extension, name, sub: null, multiple, isComplex })];
    if (multiple) {
      const value = subs.find((sub) => getText(sub, "name") === "value");
      // Objects without a value, such as addresses, cannot be named by one text.
      if (value === undefined && name !== MEMBERS) return [];
      const described = describe(attribute, {
        path,
        extension,
        name,
        sub: null,
        multiple,
        isComplex,
      });
      return [{ ...described, type: getText(value ?? null, "type")?.toLowerCase() ?? "string" }];
    }
    return subs.flatMap((sub) => {
      const subName = getText(sub, "name") ?? "";
      if (!NAME.test(subName)) return [];
      const place = {
        path: `${path}.${subName}`,
        extension,
        name,
        sub: subName,
        multiple: false,
        isComplex,
      };
      const described = describe(sub, place);
      const isFixed = getText(attribute, "mutability") === "readOnly";
      return [{ ...described, writable: described.writable && !isFixed }];
    });
  });
}

function describe(
  attribute: Json,
  place: Pick<ScimAttribute, "path" | "extension" | "name" | "sub" | "multiple" | "isComplex">,
): ScimAttribute {
  const mutability = getText(attribute, "mutability") ?? "readWrite";
  return {
    ...place,
    type: getText(attribute, "type")?.toLowerCase() ?? "string",
    required: (getBoolean(attribute, "required") ?? false) && place.sub === null,
    writable: mutability !== "readOnly",
    caseExact: getBoolean(attribute, "caseExact") ?? false,
    readable: mutability !== "writeOnly" && getText(attribute, "returned") !== "never",
  };
}
