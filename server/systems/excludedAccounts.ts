/** The accounts that the last import of a system left out, and those that a rule would leave out. */
import { sql, type Kysely } from "kysely";
import type { AccountExclusion } from "#events/entities/system.ts";
import type { ExcludedAccount, ExclusionPreview } from "#events/entities/systemConfiguration.ts";
import { classNames } from "#events/rules/objectClasses.ts";
import type { SystemPlace } from "../connectors/contract.ts";
import type { Database } from "../db/schema.ts";
import { readList, type List } from "../lists/list.ts";
import type { PagingInput } from "../lists/paging.ts";
import { exclusionsOf } from "./accountExclusions.ts";
import { requireSystem } from "./queries.ts";
import { EXCLUDED, parseContent } from "./runs/content.ts";

const ROWS = 2000;
const SAMPLE = 10;

interface ExcludedRow {
  readonly objectClass: string;
  readonly objectId: string;
  readonly name: string;
  readonly content: string;
}

const EXCLUDED_ACCOUNTS: List<SystemPlace, ExcludedRow, "name"> = {
  table: "system_objects",
  alias: "o",
  key: ["object_class", "object_id"],
  scope: ({ clientId, resourceId }) => [
    sql`o.client_id = ${clientId}`,
    sql`o.resource_id = ${resourceId}`,
    sql`position(${sql.lit(EXCLUDED)} in o.content) > 0`,
    sql`o.gone_at is null`,
  ],
  sorts: { name: [{ by: sql`o.name` }] },
  defaultOrder: { field: "name", direction: "asc" },
  items: ({ clientId, resourceId }) => sql`
    select p.position, o.object_class as "objectClass", o.object_id as "objectId", o.name, o.content
    from page p join system_objects o on o.client_id = ${clientId} and o.resource_id = ${resourceId}
      and o.object_class = p.object_class and o.object_id = p.object_id`,
};

/** @throws ApiError ENOTFOUND */
export async function listExcludedAccounts(
  db: Kysely<Database>,
  place: SystemPlace,
  paging: PagingInput,
) {
  const { settings } = await requireSystem(db, place);
  const exclusionOf = exclusionsOf(settings.excludedAccounts);
  const { items, page } = await readList(db, EXCLUDED_ACCOUNTS, place, paging);
  const accounts = items.map(({ content, name, ...object }): ExcludedAccount => {
    const { attributes } = parseContent(content);
    return { ...object, name, excludedBy: exclusionOf({ name, attributes }) };
  });
  return { accounts, page };
}

interface AccountRow {
  readonly objectClass: string;
  readonly id: string;
  readonly name: string;
  /** Null if the rule compares names. */
  readonly content: string | null;
  readonly owned: boolean;
}

/** Of the accounts that the last import found, also those that are left out now. @throws ApiError ENOTFOUND */
export async function previewExclusion(
  db: Kysely<Database>,
  place: SystemPlace,
  rule: AccountExclusion,
): Promise<ExclusionPreview> {
  const { object_classes: found } = await requireSystem(db, place);
  const classes = classNames(found ?? [], "account");
  const exclusionOf = exclusionsOf([rule]);
  const counts = { accountCount: 0, matchCount: 0, ownedCount: 0 };
  let sample: string[] = [];
  let after = { objectClass: "", id: "" };
  for (;;) {
    const rows = await accountsAfter(db, place, { rule, classes, after });
    const matches = rows.filter(
      ({ name, content }) =>
        exclusionOf({
          name,
          attributes: content === null ? {} : parseContent(content).attributes,
        }) !== null,
    );
    counts.accountCount += rows.length;
    counts.matchCount += matches.length;
    counts.ownedCount += matches.filter(({ owned }) => owned).length;
    sample = [...sample, ...matches.map(({ name }) => name)].sort().slice(0, SAMPLE);
    const last = rows.at(-1);
    if (!last || rows.length < ROWS) return { ...counts, sample };
    after = last;
  }
}

async function accountsAfter(
  db: Kysely<Database>,
  { clientId, resourceId }: SystemPlace,
  {
    rule,
    classes,
    after,
  }: {
    readonly rule: AccountExclusion;
    readonly classes: readonly string[];
    readonly after: Pick<AccountRow, "objectClass" | "id">;
  },
): Promise<readonly AccountRow[]> {
  const { rows } = await sql<AccountRow>`
    select o.object_class as "objectClass", o.object_id as id, o.name,
      ${rule.attribute === null ? sql`null::text` : sql`o.content`} as content,
      exists (select from accounts a where a.client_id = ${clientId} and a.resource_id = ${resourceId}
        and a.name = o.account_name and a.identity_oid is not null) as owned
    from system_objects o
    where o.client_id = ${clientId} and o.resource_id = ${resourceId} and o.gone_at is null
      and o.object_class = any(${classes}::text[])
      and (o.object_class, o.object_id) > (${after.objectClass}, ${after.id})
    order by o.object_class, o.object_id
    limit ${ROWS}
  `.execute(db);
  return rows;
}
