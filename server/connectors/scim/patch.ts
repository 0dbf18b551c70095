/** Builds PATCH requests (RFC 7644, section 3.5.2), each with at most as many memberships as the service accepts. */
import type { AttributeDelta } from "../contract.ts";
import type { Json } from "./json.ts";
import { attributeOf, element, typed } from "./resource.ts";
import type { ResourceClass, ScimAttribute } from "./schema.ts";
import type { Profile } from "./settings.ts";

const SCHEMA = "urn:ietf:params:scim:api:messages:2.0:PatchOp";

interface Operation {
  readonly op: "add" | "remove" | "replace";
  readonly path: string;
  readonly value?: unknown;
}

/** @returns the bodies of the requests, in order */
export function buildPatches(
  type: ResourceClass,
  delta: readonly AttributeDelta[],
  profile: Profile,
): readonly Json[] {
  const { memberAttribute } = type.objectClass;
  const operations = delta
    .filter(({ attribute }) => attribute !== memberAttribute)
    .flatMap((one) => operationsOf(attributeOf(type, one.attribute), one));
  const memberships = delta
    .filter(({ attribute }) => attribute === memberAttribute)
    .flatMap(({ add, remove }) => [
      ...remove.map((id) => ({ id, op: "remove" as const })),
      ...add.map((id) => ({ id, op: "add" as const })),
    ]);
  const patches = operations.length === 0 ? [] : [operations];
  for (let at = 0; at < memberships.length; at += profile.membersPerRequest) {
    const chunk = memberships.slice(at, at + profile.membersPerRequest);
    const idsOf = (op: "add" | "remove") =>
      chunk.filter((one) => one.op === op).map(({ id }) => id);
    patches.push([
      ...removals(idsOf("remove"), memberAttribute ?? "", profile),
      ...additions(idsOf("add"), memberAttribute ?? ""),
    ]);
  }
  return patches.map((list) => toBody(list, profile));
}

/** @returns the body of a request that sets one attribute of a single value */
export function buildReplace(path: string, value: unknown, profile: Profile): Json {
  return toBody([{ op: "replace", path, value }], profile);
}

function toBody(operations: readonly Operation[], { isEntraStyle }: Profile): Json {
  return {
    schemas: [SCHEMA],
    Operations: isEntraStyle ? operations.map(inEntraStyle) : operations,
  };
}

/** Entra's older requests: "Replace" and "False" instead of "replace" and false. */
function inEntraStyle({ op, path, value }: Operation): Json {
  const text = typeof value === "boolean" ? (value ? "True" : "False") : value;
  return {
    op: op.charAt(0).toUpperCase() + op.slice(1),
    path,
    ...(text !== undefined && { value: text }),
  };
}

function operationsOf(
  attribute: ScimAttribute,
  { add, remove }: AttributeDelta,
): readonly Operation[] {
  const { path, multiple } = attribute;
  if (multiple) {
    return [
      ...remove.map((value): Operation => ({ op: "remove", path: filterBy(path, value) })),
      ...(add.length === 0
        ? []
        : [{ op: "add" as const, path, value: add.map((value) => element(attribute, value)) }]),
    ];
  }
  const value = add.at(-1);
  if (value !== undefined) return [{ op: "replace", path, value: typed(attribute, value) }];
  return remove.length === 0 ? [] : [{ op: "remove", path }];
}

function additions(ids: readonly string[], path: string): readonly Operation[] {
  return ids.length === 0 ? [] : [{ op: "add", path, value: ids.map((value) => ({ value })) }];
}

function removals(
  ids: readonly string[],
  path: string,
  { removeBy }: Profile,
): readonly Operation[] {
  if (ids.length === 0) return [];
  return removeBy === "values"
    ? [{ op: "remove", path, value: ids.map((value) => ({ value })) }]
    : ids.map((id) => ({ op: "remove", path: filterBy(path, id) }));
}

function filterBy(path: string, value: string): string {
  return `${path}[value eq ${quote(value)}]`;
}

/** A text in a filter, as RFC 7644 writes it. */
export function quote(text: string): string {
  return JSON.stringify(text);
}
