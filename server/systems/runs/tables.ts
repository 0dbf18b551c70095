/** The entries of a plan as the tables that an import writes. */
import { sql, type Kysely } from "kysely";
import { IDENTITY_FIELDS, type SystemSettings } from "#events/entities/system.ts";
import type { Database } from "../../db/schema.ts";
import type { TableRecord, TableSource } from "../../import/types.ts";
import type { MissingFields } from "../../mappings/missingAttributes.ts";
import { INACTIVE, parseContent } from "./content.ts";
import { entryPages, PAGE_ROWS } from "./entryPages.ts";
import type { RunPlace } from "./leases.ts";
import type { AccountEntry } from "./partEntries.ts";

/** An entry that adds an object or changes it. */
export interface StoredEntry {
  readonly no: number;
  readonly objectClass: string;
  readonly id: string;
  readonly name: string;
  /** That the object's account gets; so far that of the object. */
  readonly accountName: string;
  readonly change: "added" | "changed" | "renamed" | "returned";
  /** The content that the last applied run found; null for a new object. */
  readonly before: string | null;
  readonly after: string;
}

/** Entries of the object classes that have a content, page by page. */
export function storedEntries(
  db: Kysely<Database>,
  { clientId, resourceId, oid }: RunPlace,
  classes: readonly string[],
): AsyncGenerator<readonly StoredEntry[], void, undefined> {
  return entryPages((after) =>
    sql<StoredEntry>`
      select no, object_class as "objectClass", object_id as id, name, coalesce(account_name, name) as "accountName",
        change, before, after
      from system_run_entries
      where client_id = ${clientId} and resource_id = ${resourceId} and run_oid = ${oid}
        and no > ${after} and change in ('added', 'changed', 'renamed', 'returned')
        and object_class = any(${classes}::text[])
      order by no
      limit ${PAGE_ROWS}
    `.execute(db),
  );
}

/**
 * The entries of `storedEntries` whose objects are not inactive. One that was inactive counts as new, because its person
 * has lost job, department and location.
 */
export async function* employedEntries(
  ...from: Parameters<typeof storedEntries>
): AsyncGenerator<readonly StoredEntry[], void, undefined> {
  for await (const page of storedEntries(...from)) {
    yield page
      .filter(({ after }) => !after.includes(INACTIVE))
      .map((entry) => (entry.before?.includes(INACTIVE) ? { ...entry, before: null } : entry));
  }
}

/**
 * The access table of accounts, one record for each entitlement that an account holds.
 *
 * @param owners external ids by the number of the entry. Null if nothing tells the owners: links of accounts stay as they
 *   are.
 */
export function accessTable(
  entries: readonly AccountEntry[],
  resourceName: string,
  owners: ReadonlyMap<number, string> | null,
): TableSource {
  const records = entries.flatMap(({ no, accountName, content }): TableRecord[] => {
    const start = [...(owners ? [owners.get(no) ?? ""] : []), resourceName, accountName];
    const names = content.entitlements.length > 0 ? content.entitlements : [""];
    return names.map((name) => ({ line: no, values: [...start, name] }));
  });
  return {
    name: resourceName,
    columns: [...(owners ? ["identityId"] : []), "resource", "account", "entitlement"],
    batches: batchesOf(records),
  };
}

async function* batchesOf(
  records: readonly TableRecord[],
): AsyncGenerator<readonly TableRecord[], void, undefined> {
  yield records;
}

/**
 * The identities table of an HR system.
 *
 * @param missing have no column, so that the import keeps their values. That of the id is required.
 */
export function identitiesTable(
  pages: AsyncIterable<readonly StoredEntry[]>,
  resourceName: string,
  mapping: SystemSettings["identity"],
  missing: MissingFields,
): TableSource {
  const fields = IDENTITY_FIELDS.filter(
    (field) => mapping[field] !== undefined && (field === "externalId" || !missing.has(field)),
  );
  const columns = fields.map((field) => (field === "externalId" ? "id" : field));
  async function* batches(): AsyncGenerator<readonly TableRecord[], void, undefined> {
    for await (const page of pages) {
      yield page.map(({ no, after }) => {
        const { attributes } = parseContent(after);
        const values = fields.map((field) => attributes[mapping[field] ?? ""]?.[0] ?? "");
        return { line: no, values };
      });
    }
  }
  return { name: resourceName, columns, batches: batches() };
}
