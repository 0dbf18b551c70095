/** A naive import as a reference: one record after the other, on objects. */
import type { DirectorySnapshot } from "./directorySnapshot.ts";

/** A table of texts, like the file. */
export interface ModelTable {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

export interface ModelImport {
  readonly identities?: ModelTable | undefined;
  readonly access?: ModelTable | undefined;
  readonly mode: "merge" | "replace";
}

const FIELDS = [
  "username",
  "givenName",
  "familyName",
  "email",
  "jobTitle",
  "department",
  "location",
  "manager",
];
const ORG_TYPES: Record<string, string> = {
  jobTitle: "job-titles",
  department: "departments",
  location: "locations",
};

/**
 * The directory after the import without rejected records. Values must be short and without control characters; each
 * record must have a value for each column.
 */
export function importIntoModel(before: DirectorySnapshot, files: ModelImport): DirectorySnapshot {
  const after = structuredClone(before);
  if (files.identities) importIdentities(after, files.identities);
  if (files.access) importAccess(after, files.access, files.mode);
  return {
    identities: after.identities,
    accounts: after.accounts,
    orgs: [...new Set(after.orgs)].toSorted(),
    resources: [...new Set(after.resources)].toSorted(),
    entitlements: [...new Set(after.entitlements)].toSorted(),
  };
}

const orNull = (value: string | undefined): string | null =>
  value === undefined || value.trim() === "" ? null : value;

function importIdentities(directory: DirectorySnapshot, { columns, rows }: ModelTable): void {
  const seen = new Set<string>();
  for (const row of rows) {
    const record = Object.fromEntries(columns.map((column, at) => [column, orNull(row[at])]));
    const id = record["id"];
    if (!id) continue;
    if (seen.has(id)) continue;
    seen.add(id);
    const identity = (directory.identities[id] ??= {
      fields: Object.fromEntries(FIELDS.map((field) => [field, null])),
      attributes: {},
      orgs: [],
    });
    for (const column of columns) {
      const value = record[column] ?? null;
      if (FIELDS.includes(column)) identity.fields[column] = value;
      else if (column !== "id" && value !== null) identity.attributes[column] = value;
      else if (column !== "id") delete identity.attributes[column];
    }
    identity.orgs = Object.entries(ORG_TYPES)
      .filter(([field]) => identity.fields[field] !== null)
      .map(([field, type]) => `${type}/${identity.fields[field]}`)
      .toSorted();
    directory.orgs.push(...identity.orgs);
  }
}

function importAccess(
  directory: DirectorySnapshot,
  { columns, rows }: ModelTable,
  mode: "merge" | "replace",
): void {
  const owners = new Map<string, string | null>();
  const named = { resources: new Set<string>(), entitlements: new Set<string>() };
  const held = new Map<string, Set<string>>();
  for (const row of rows) {
    const cell = (column: string) => orNull(row[columns.indexOf(column)]);
    const [owner, resource, account, entitlement] = [
      cell("identityId"),
      cell("resource"),
      cell("account"),
      cell("entitlement"),
    ];
    if (resource === null || account === null) continue;
    if (owner !== null && !directory.identities[owner]) continue;
    const key = `${resource}/${account}`;
    if (owners.has(key) && owners.get(key) !== owner) continue;
    owners.set(key, owner);
    named.resources.add(resource);
    held.set(key, held.get(key) ?? new Set());
    if (entitlement !== null) {
      named.entitlements.add(`${resource}/${entitlement}`);
      held.get(key)?.add(entitlement);
    }
  }
  const isReplaced = (key: string) =>
    mode === "replace" && named.resources.has(key.slice(0, key.indexOf("/")));
  for (const key of Object.keys(directory.accounts)) {
    if (isReplaced(key) && !held.has(key)) delete directory.accounts[key];
  }
  for (const [key, entitlements] of held) {
    const existing = directory.accounts[key];
    const owner = columns.includes("identityId")
      ? (owners.get(key) ?? null)
      : (existing?.owner ?? null);
    const kept = mode === "merge" ? (existing?.entitlements ?? []) : [];
    directory.accounts[key] = {
      owner,
      entitlements: [...new Set([...kept, ...entitlements])].toSorted(),
    };
  }
  directory.resources.push(...named.resources);
  directory.entitlements = directory.entitlements.filter((key) => !isReplaced(key));
  directory.entitlements.push(...named.entitlements);
}
