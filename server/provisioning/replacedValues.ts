/** Accounts in which their system stored other values than Provision wrote. */
import { sql, type Kysely } from "kysely";
import type {
  PersonReplacedValue,
  ReplacedValue,
  ReplacedValues,
} from "#events/entities/replacedValue.ts";
import type { SystemPlace } from "../connectors/contract.ts";
import type { Database } from "../db/schema.ts";
import type { StoredForms } from "../db/systemTables.ts";

/** Accounts of a system whose values are named. */
const FIRST_ACCOUNTS = 5;
const HAS_REPLACED = sql`o.gone_at is null and jsonb_path_exists(o.stored_forms, '$.*.replaced')`;

interface AccountForms {
  readonly account: string;
  readonly forms: StoredForms;
}

/** @returns undefined if there are none. */
export async function findReplaced(
  db: Kysely<Database>,
  { clientId, resourceId }: SystemPlace,
): Promise<ReplacedValues | undefined> {
  const { rows } = await sql<AccountForms & { readonly accounts: number }>`
    select o.account_name as account, o.stored_forms as forms, count(*) over () as accounts
    from system_objects o
    where o.client_id = ${clientId} and o.resource_id = ${resourceId} and ${HAS_REPLACED}
      and o.account_name is not null
    order by o.account_name limit ${FIRST_ACCOUNTS}
  `.execute(db);
  const [first] = rows;
  return first && { accounts: first.accounts, first: rows.flatMap(valuesOf) };
}

/** Of the accounts of a person, by system. */
export async function findReplacedOfPerson(
  db: Kysely<Database>,
  clientId: string,
  identityOid: string,
): Promise<PersonReplacedValue[]> {
  const { rows } = await sql<
    AccountForms & { readonly resourceId: string; readonly resourceName: string }
  >`
    select r.id as "resourceId", r.name as "resourceName", o.account_name as account,
      o.stored_forms as forms
    from accounts a
    join system_objects o on o.client_id = a.client_id and o.resource_id = a.resource_id
      and o.account_name = a.name and ${HAS_REPLACED}
    join resources r on r.client_id = a.client_id and r.id = a.resource_id
    where a.client_id = ${clientId} and a.identity_oid = ${identityOid}
    order by sort_key(r.name) collate "C", r.id, o.account_name
  `.execute(db);
  return rows.flatMap((row) =>
    valuesOf(row).map((value) => ({
      resourceId: row.resourceId,
      resourceName: row.resourceName,
      ...value,
    })),
  );
}

function valuesOf({ account, forms }: AccountForms): ReplacedValue[] {
  return Object.entries(forms).flatMap(([attribute, form]) =>
    form?.replaced
      ? [{ account, attribute, sent: [...form.written], stored: [...form.stored] }]
      : [],
  );
}
