/** Computes the changes of an identity from its record in the file. Pure. */
import { normalizeForFilter } from "#events/rules/filterText.ts";
import type { OrgType } from "#events/entities/orgTypes.ts";
import { isSecretAttribute } from "#events/rules/provisioning.ts";
import { IDENTITY_FIELDS, type IdentityField } from "./columns.ts";
import type { IdentityTable } from "./readIdentities.ts";

export interface StoredIdentity {
  readonly externalId: string;
  readonly fields: Readonly<Record<IdentityField, string | null>>;
  readonly attributes: Readonly<Record<string, string>>;
}

/** The fields whose values are orgs of these types. */
export const ORG_FIELDS: readonly (readonly [IdentityField, OrgType])[] = [
  ["jobTitle", "job-titles"],
  ["department", "departments"],
  ["location", "locations"],
];

/** The fields that tell whether a row is about the same person. */
const REWRITTEN_FIELDS: readonly IdentityField[] = [
  "givenName",
  "familyName",
  ...ORG_FIELDS.map(([field]) => field),
];

export interface IdentityPlan {
  readonly identity: StoredIdentity;
  readonly change: "added" | "updated" | "unchanged";
  /** Whether a name, job, department or location is replaced or cleared. */
  readonly rewrites: boolean;
  /** Types of the orgs that the identity leaves, joins or moves between. */
  readonly movedIn: readonly OrgType[];
  /** Whether a value of the file was left out, because the HR system sets it. */
  readonly keepsHr: boolean;
}

/**
 * A blank cell clears the value, and an absent column keeps it.
 *
 * @param row values of `table.fields`, then of `table.attributeNames`.
 * @param existing null if the directory has no such identity.
 * @param hrFields fields and attributes that keep their values, because the HR system sets them.
 */
export function planIdentity(
  table: IdentityTable,
  externalId: string,
  row: readonly (string | null)[],
  existing: StoredIdentity | null,
  hrFields: ReadonlySet<string>,
): IdentityPlan {
  let keepsHr = false;
  const isKept = (name: string, isChanged: boolean) => {
    const kept = isChanged && hrFields.has(name);
    keepsHr ||= kept;
    return kept;
  };
  const fields = existing ? { ...existing.fields } : emptyFields();
  // Without a prototype, so that any attribute name is safe.
  const attributes: Record<string, string> = Object.assign(
    Object.create(null),
    existing?.attributes,
  );
  table.fields.forEach((field, at) => {
    const value = row[at] ?? null;
    if (!isKept(field, value !== fields[field])) fields[field] = value;
  });
  let attributesChanged = false;
  table.attributeNames.forEach((name, at) => {
    const value = row[table.fields.length + at] ?? null;
    if (value === (attributes[name] ?? null) || isKept(name, true)) return;
    attributesChanged = true;
    if (value === null) delete attributes[name];
    else attributes[name] = value;
  });
  const changed =
    attributesChanged || IDENTITY_FIELDS.some((field) => fields[field] !== existing?.fields[field]);
  return {
    identity: { externalId, fields, attributes },
    change: existing === null ? "added" : changed ? "updated" : "unchanged",
    rewrites: REWRITTEN_FIELDS.some((field) => {
      const before = existing?.fields[field] ?? null;
      return before !== null && before !== fields[field];
    }),
    movedIn: ORG_FIELDS.filter(
      ([field]) => fields[field] !== (existing?.fields[field] ?? null),
    ).map(([, type]) => type),
    keepsHr,
  };
}

function emptyFields(): Record<IdentityField, string | null> {
  return {
    username: null,
    givenName: null,
    familyName: null,
    email: null,
    jobTitle: null,
    department: null,
    location: null,
    manager: null,
  };
}

/**
 * The searched text of an identity: full name, username, external id and e-mail, normalized and one per line, so that
 * no match spans two of them.
 */
export function identitySearchKey(identity: StoredIdentity): string {
  const { givenName, familyName, username, email } = identity.fields;
  return [`${givenName ?? ""} ${familyName ?? ""}`, username, identity.externalId, email]
    .map((text) => normalizeForFilter(text ?? ""))
    .filter((text) => text !== "")
    .join("\n");
}

/**
 * The searched text of a person's attributes: their values, normalized and one per line, in the order of their names.
 * Values of secret attributes are left out.
 *
 * @returns null without attributes.
 */
export function attributeSearchKey({
  attributes,
}: Pick<StoredIdentity, "attributes">): string | null {
  const names = Object.keys(attributes).toSorted();
  if (names.length === 0) return null;
  return names
    .filter((name) => !isSecretAttribute(name))
    .map((name) => normalizeForFilter(attributes[name] ?? ""))
    .filter((text) => text !== "")
    .join("\n");
}
