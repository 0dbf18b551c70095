/** Identities and accounts as mappings read and set them. */
import { sql, type RawBuilder } from "kysely";
import type { SystemPlace } from "../connectors/contract.ts";
import type { Row } from "../db/schema.ts";
import type { ObjectContent } from "#events/entities/systemRun.ts";
import type { MappingInput } from "#events/rules/mappings/evaluate.ts";
import {
  ADMINISTRATIVE_STATUS,
  EXISTENCE,
  EXTENSION,
  schemaIdOf,
} from "#events/rules/mappings/fields.ts";
import type { SourceRecord, ValueRecord } from "#events/rules/mappings/values.ts";
import { isSecretAttribute } from "#events/rules/provisioning.ts";

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

function identitySource(row: IdentityRow): SourceRecord {
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

/** The fields of a person that are secret, or the others. */
export function fieldsOf(values: ValueRecord, secret: boolean): ValueRecord {
  return Object.fromEntries(
    Object.entries(values).filter(([field]) => isSecretAttribute(field) === secret),
  );
}

export interface WrittenAccount {
  readonly objectClass: string;
  /** As Provision wrote them, as long as the system has what it stored then. */
  readonly attributes: ObjectContent["attributes"];
  readonly active: boolean | null;
  /** The person's fields when Provision last wrote the account; null: it never did. */
  readonly appliedSource: ValueRecord | null;
}

/**
 * What outbound mappings read for one account of a person.
 *
 * @param account null: the person has none.
 */
export function outboundInput(
  row: IdentityRow,
  key: string,
  account: WrittenAccount | null,
): MappingInput {
  const applied = account?.appliedSource ?? null;
  // Secret fields were not stored, and count as unchanged.
  const source = applied && { ...applied, ...fieldsOf(identityValues(row), true) };
  return {
    key,
    now: identitySource(row),
    before: source && { objectClass: null, values: source, active: null, entitlements: [] },
    target: accountTargets(
      account && {
        objectClass: account.objectClass,
        content: { attributes: account.attributes, active: account.active, entitlements: [] },
      },
    ),
  };
}

/** SQL: JSON text of the person's fields when Provision last wrote the account; null: it never did. */
export function appliedSource(
  { clientId, resourceId }: SystemPlace,
  account: RawBuilder<unknown>,
): RawBuilder<string | null> {
  return sql`(
    select c.source from provisioning_changes c
    where c.client_id = ${clientId} and c.resource_id = ${resourceId} and c.account = ${account}
      and c.state in ('applied', 'task') and c.source is not null
    order by c.ended_at desc nulls last limit 1)`;
}
