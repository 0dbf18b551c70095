/** The content of an object as plans and the last known state store it: canonical text, so that equal contents are equal texts. */
import { createHash } from "node:crypto";
import type { SystemSettings } from "#events/entities/system.ts";
import type { ObjectContent } from "#events/entities/systemRun.ts";
import { wildcard } from "#events/rules/wildcard.ts";

export const HASH_LENGTH = 16;

export interface ObjectKey {
  readonly objectClass: string;
  readonly id: string;
}

/** Identifies an object of a system in maps and sets. */
export function objectKey({ objectClass, id }: ObjectKey): string {
  return `${objectClass}\n${id}`;
}

export function contentText({
  attributes,
  active,
  entitlements,
  excluded = false,
}: ObjectContent): string {
  const names = Object.keys(attributes).sort();
  const sorted = Object.fromEntries(names.map((name) => [name, attributes[name] ?? []]));
  return JSON.stringify({
    attributes: sorted,
    active,
    entitlements,
    ...(excluded && { excluded }),
  });
}

/** Text that this module wrote. */
export function parseContent(text: string): ObjectContent {
  return JSON.parse(text) as ObjectContent;
}

/**
 * Part of the text of every content whose object is not active, and of no other: quotes within texts are escaped.
 */
export const INACTIVE = '"active":false,"entitlements":';

/** The same of every content whose account the settings leave out. */
export const EXCLUDED = '],"excluded":true}';

export const EMPTY_CONTENT: ObjectContent = { attributes: {}, active: null, entitlements: [] };

/** @param text null for an object that does not exist. */
export function contentOrEmpty(text: string | null): ObjectContent {
  return text === null ? EMPTY_CONTENT : parseContent(text);
}

/** Of the name and the content: the first 16 bytes of SHA-256. */
export function contentHash(name: string, text: string): Buffer {
  return createHash("sha256")
    .update(JSON.stringify(name))
    .update(text)
    .digest()
    .subarray(0, HASH_LENGTH);
}

/** Distinct names in a fixed order, without the excluded ones. */
export function entitlementList(
  names: readonly string[],
  isExcluded: (name: string) => boolean,
): string[] {
  return [...new Set(names)].filter((name) => name !== "" && !isExcluded(name)).sort();
}

export type EntitlementSettings = Pick<
  SystemSettings,
  "excludedEntitlements" | "includedEntitlements"
>;

/**
 * Which entitlements are left out. In the patterns of the rules, `*` stands for any text; case does not matter.
 *
 * @param names exact names that are left out as well.
 */
export function excluding(
  rules: EntitlementSettings,
  names: ReadonlySet<string>,
): (name: string) => boolean {
  const excludedBy = firstMatch(rules.excludedEntitlements);
  const isIncluded = including(rules);
  return (name) => names.has(name) || !isIncluded(name) || excludedBy(name) !== null;
}

/** Whether a pattern of included entitlements matches, or there is none. */
export function including({
  includedEntitlements = [],
}: Pick<EntitlementSettings, "includedEntitlements">): (name: string) => boolean {
  const includedBy = firstMatch(includedEntitlements);
  return (name) => includedEntitlements.length === 0 || includedBy(name) !== null;
}

/** @returns the first pattern that matches a name; null if there is none. */
export function firstMatch(patterns: readonly string[]): (name: string) => string | null {
  const tests = patterns.map((pattern) => ({ pattern, matches: wildcard(pattern.toLowerCase()) }));
  return (name) => {
    const lower = name.toLowerCase();
    return tests.find(({ matches }) => matches(lower))?.pattern ?? null;
  };
}
