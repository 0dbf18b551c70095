/** Which accounts nobody has used for long, by the attribute that the settings of their system name. */
import { sql, type Kysely, type RawBuilder } from "kysely";
import { DEFAULT_DORMANT_AFTER_DAYS } from "#events/entities/systemConfiguration.ts";
import { parseActivity } from "#events/rules/lastActivity.ts";
import { DAY_MS } from "#events/rules/time.ts";
import type { Database } from "../../db/schema.ts";
import { parseContent } from "../../systems/runs/content.ts";
import { activationOf } from "../../systems/settings.ts";

/** How a system reports the last use of its accounts. */
export interface ActivitySettings {
  /** The attribute with the last activity of an account. */
  readonly attribute: string;
  readonly dormantAfterDays: number;
}

/** By resource: the systems whose settings name the attribute with the last activity. */
export async function readActivitySettings(
  db: Kysely<Database>,
  clientId: string,
): Promise<ReadonlyMap<string, ActivitySettings>> {
  const rows = await db
    .selectFrom("connected_systems")
    .select(["resource_id", "activation"])
    .where("client_id", "=", clientId)
    .execute();
  return new Map(
    rows.flatMap((row): [string, ActivitySettings][] => {
      const { activityAttribute: attribute = "", dormantAfterDays = DEFAULT_DORMANT_AFTER_DAYS } =
        activationOf(row) ?? {};
      return attribute === "" ? [] : [[row.resource_id, { attribute, dormantAfterDays }]];
    }),
  );
}

export interface Inactivity {
  /** In epoch milliseconds; null: unknown. */
  readonly lastUsed: number | null;
  /** Whole days since then. */
  readonly days: number | null;
}

/** @param content of the account's object. @returns null if the account is not dormant. */
export function findInactivity(
  content: string,
  { attribute, dormantAfterDays }: ActivitySettings,
  at: Date,
): Inactivity | null {
  const values = parseContent(content).attributes[attribute] ?? [];
  const times = values.flatMap((value) => parseActivity(value)?.getTime() ?? []);
  if (times.length === 0) return { lastUsed: null, days: null };
  const lastUsed = Math.max(...times);
  const days = Math.floor((at.getTime() - lastUsed) / DAY_MS);
  return days < dormantAfterDays ? null : { lastUsed, days };
}

/** Joins the newest object of an account `a` as `o`. Accounts that no import has read have none. */
export const JOIN_OBJECT: RawBuilder<unknown> = sql`
  cross join lateral (
    select content from system_objects o
    where o.client_id = a.client_id and o.resource_id = a.resource_id and o.account_name = a.name
    order by o.gone_at desc nulls first, o.object_id limit 1
  ) o`;

/** Whether an account can sign in, or that is not known, and nobody has used it for long. */
export async function isDormant(
  db: Kysely<Database>,
  clientId: string,
  accountId: string,
  at: Date,
): Promise<boolean> {
  const { rows } = await sql<{ resourceId: string; content: string }>`
    select a.resource_id as "resourceId", o.content from accounts a ${JOIN_OBJECT}
    where a.client_id = ${clientId} and a.id = ${accountId} and a.active is not false
  `.execute(db);
  const [account] = rows;
  if (!account) return false;
  const settings = (await readActivitySettings(db, clientId)).get(account.resourceId);
  return settings !== undefined && findInactivity(account.content, settings, at) !== null;
}
