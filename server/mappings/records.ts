/** Identities and accounts as mappings read and set them. */
import type { Row } from "../db/schema.ts";
import type { ObjectContent } from "#events/entities/systemRun.ts";
import {
  ADMINISTRATIVE_STATUS,
  EXISTENCE,
  EXTENSION,
  schemaIdOf,
} from "#events/rules/mappings/fields.ts";
import type { SourceRecord, ValueRecord } from "#events/rules/mappings/values.ts";

export const IDENTITY_COLUMNS = [
  "oid",
  "external_id",
  "username",
  "given_name",
  "family_name",
  "email",
  "job_title",
  "department",
  "location",
  "manager",
  "attributes",
] as const;
/** The class of accounts in a system without a schema. */
export const PLAIN_CLASS = "account";
/** Where a system without a schema has the account's name, in lower case. */
export const NAME_ATTRIBUTES: readonly string[] = ["name", "username", "login", "uid"];

export type IdentityRow = Pick<Row<"identities">, (typeof IDENTITY_COLUMNS)[number]>;

/** The fields of an identity by id. */
export function identityValues(row: IdentityRow): ValueRecord {
  const fields = {
    externalId: row.external_id,
    username: row.username,
    givenName: row.given_name,
    familyName: row.family_name,
    email: row.email,
    jobTitle: row.job_title,
    department: row.department,
    location: row.location,
    manager: row.manager,
  };
  const values: Record<string, string[]> = {};
  for (const [id, value] of Object.entries(fields)) values[id] = listOf(value);
  for (const [name, value] of Object.entries(row.attributes)) {
    values[EXTENSION + name] = listOf(value);
  }
  return values;
}

function listOf(value: string | null | undefined): string[] {
  return value === null || value === undefined || value === "" ? [] : [value];
}

export function identitySource(row: IdentityRow): SourceRecord {
  return { objectClass: null, values: identityValues(row), active: null, entitlements: [] };
}

export function accountSource(
  objectClass: string,
  { attributes, active, entitlements }: ObjectContent,
): SourceRecord {
  return { objectClass, values: attributes, active, entitlements };
}

/**
 * What outbound mappings set of an account.
 *
 * @param account null: the identity has none.
 */
export function accountTargets(
  account: { readonly objectClass: string; readonly content: ObjectContent } | null,
): ValueRecord {
  if (!account) return { [EXISTENCE]: ["false"], [ADMINISTRATIVE_STATUS]: [] };
  const { objectClass, content } = account;
  const values: Record<string, readonly string[]> = {
    [EXISTENCE]: ["true"],
    [ADMINISTRATIVE_STATUS]: content.active === null ? [] : [String(content.active)],
  };
  for (const [name, of] of Object.entries(content.attributes)) {
    values[schemaIdOf(objectClass, name)] = of;
  }
  return values;
}

/** The key of a further account of a person in evaluations. That of the first one is the person's external id. */
export function accountKey(externalId: string, name: string): string {
  return `${externalId}\n${name}`;
}
