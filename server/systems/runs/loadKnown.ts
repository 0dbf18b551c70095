/** Reads what the last applied run found: everything, or only the objects that a read of changes names. */
import { sql, type Kysely } from "kysely";
import { listedKeys, listedRows } from "../../db/listedKeys.ts";
import type { Database } from "../../db/schema.ts";
import type { ObjectKey } from "./content.ts";
import type { KnownObjects } from "./knownObjects.ts";
import type { RunPlace } from "./leases.ts";

const ROWS = 2000;

interface KnownRow extends ObjectKey {
  readonly name: string;
  readonly hash: Buffer;
  readonly held: number;
  readonly goneAt: Date | null;
}

const COLUMNS = sql`object_class as "objectClass", object_id as id, name, hash, held, gone_at as "goneAt"`;

/** @param classes null: all. */
export async function loadKnown(
  db: Kysely<Database>,
  { clientId, resourceId }: RunPlace,
  known: KnownObjects,
  classes: readonly string[] | null = null,
): Promise<void> {
  if (classes?.length === 0) return;
  const ofClasses =
    classes === null ? sql`true` : sql`object_class = any(${listedKeys("text", classes)}::text[])`;
  let after = { objectClass: "", id: "" };
  for (;;) {
    const { rows } = await sql<KnownRow>`
      select ${COLUMNS} from system_objects
      where client_id = ${clientId} and resource_id = ${resourceId}
        and (object_class, object_id) > (${after.objectClass}, ${after.id}) and ${ofClasses}
      order by object_class, object_id
      limit ${ROWS}
    `.execute(db);
    addRows(known, rows);
    const last = rows.at(-1);
    if (!last || rows.length < ROWS) return;
    after = last;
  }
}

/** Objects that are not known yet. */
export async function loadKnownOf(
  db: Kysely<Database>,
  { clientId, resourceId }: RunPlace,
  known: KnownObjects,
  keys: readonly ObjectKey[],
): Promise<void> {
  const missing = keys.filter(({ objectClass, id }) => known.find(objectClass, id) === null);
  if (missing.length === 0) return;
  const { rows } = await sql<KnownRow>`
    select stored.* from ${listedRows(missing, {
      class: ["text", ({ objectClass }) => objectClass],
      id: ["text", ({ id }) => id],
    })}
    cross join lateral (
      -- Looked up by key: without statistics, a join may read every object.
      select ${COLUMNS} from system_objects
      where client_id = ${clientId} and resource_id = ${resourceId}
        and object_class = item.class and object_id = item.id
      offset 0
    ) as stored
  `.execute(db);
  addRows(known, rows);
}

function addRows(known: KnownObjects, rows: readonly KnownRow[]): void {
  for (const { objectClass, id, hash, ...row } of rows) {
    if (known.find(objectClass, id) === null) {
      known.add(objectClass, id, { ...row, hash: Buffer.from(hash) });
    }
  }
}

/** How many objects are not gone, and how many entitlements they hold. */
export async function countKnown(
  db: Kysely<Database>,
  { clientId, resourceId }: RunPlace,
): Promise<Pick<KnownObjects, "present" | "held">> {
  const { rows } = await sql<Pick<KnownObjects, "present" | "held">>`
    select count(*) as present, coalesce(sum(held), 0) as held from system_objects
    where client_id = ${clientId} and resource_id = ${resourceId} and gone_at is null
  `.execute(db);
  return rows[0] ?? { present: 0, held: 0 };
}
