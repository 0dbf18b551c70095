/** Accounts without activity for longer than their system allows, and those without any known activity. */
import { sql, type Kysely } from "kysely";
import { DEFAULT_DORMANT_AFTER_DAYS } from "#events/entities/systemConfiguration.ts";
import { parseActivity } from "#events/rules/lastActivity.ts";
import type { Database } from "../../db/schema.ts";
import { personName } from "../../directory/personName.ts";
import { parseContent } from "../../systems/runs/content.ts";
import { activationOf } from "../../systems/settings.ts";
import { ACCOUNTS_PER_PAGE, readAccounts, type AccountPage } from "./accountRows.ts";
import { highestBars, type ComputedRow, type ReportMethod, type ReportRequest } from "./kind.ts";
import { readResources } from "./resources.ts";

const DAY_MS = 86_400_000;

interface MeasuredSystem {
  readonly id: string;
  readonly name: string;
  /** The attribute with the last activity of an account. */
  readonly attribute: string;
  readonly dormantAfterDays: number;
}

export const dormantAccounts: ReportMethod = async (request, { db, advance }) => {
  const systems = await readSystems(db, request);
  const counts = new Map<string, [used: number, unknown: number]>();
  const readRows = async function* (): AsyncGenerator<ComputedRow> {
    const accounts = readAccounts(systems, advance, ({ id }, after) =>
      readPage(db, { clientId: request.clientId, resourceId: id, after }),
    );
    for await (const [{ name, person, entitlements, content }, system] of accounts) {
      const { attributes } = parseContent(content);
      const activity = latest(attributes[system.attribute] ?? []);
      const days = activity && Math.floor((request.at.getTime() - activity.getTime()) / DAY_MS);
      if (days !== null && days < system.dormantAfterDays) continue;
      const count = counts.get(system.name) ?? [0, 0];
      counts.set(system.name, count);
      count[activity === null ? 1 : 0]++;
      const lastUsed = activity?.getTime() ?? null;
      yield { cells: [name, person, system.name, lastUsed, days, entitlements] };
    }
  };
  return {
    rows: readRows(),
    chart: () => highestBars([...counts].map(([label, values]) => ({ label, values }))),
  };
};

/** The systems of the scope whose settings name the attribute with the last activity. */
async function readSystems(
  db: Kysely<Database>,
  request: ReportRequest,
): Promise<readonly MeasuredSystem[]> {
  const resources = await readResources(db, request);
  const rows = await db
    .selectFrom("connected_systems")
    .select(["resource_id", "activation"])
    .where("client_id", "=", request.clientId)
    .execute();
  const settings = new Map(rows.map((row) => [row.resource_id, activationOf(row)]));
  return resources.flatMap(({ id, name }) => {
    const { activityAttribute: attribute = "", dormantAfterDays = DEFAULT_DORMANT_AFTER_DAYS } =
      settings.get(id) ?? {};
    const isWanted = request.resourceId === null || request.resourceId === id;
    return attribute !== "" && isWanted ? [{ id, name, attribute, dormantAfterDays }] : [];
  });
}

interface Account {
  readonly name: string;
  readonly person: string | null;
  readonly entitlements: number;
  /** As the last import found it. */
  readonly content: string;
}

/** Accounts that an import has read and that can sign in, or of which that is not known, by name. */
async function readPage(
  db: Kysely<Database>,
  { clientId, resourceId, after }: AccountPage,
): Promise<readonly Account[]> {
  const { rows } = await sql<Account>`
    select a.name, ${personName("i")} as person, cardinality(a.entitlement_nos) as entitlements,
      o.content
    from accounts a
    cross join lateral (
      select content from system_objects o
      where o.client_id = a.client_id and o.resource_id = a.resource_id and o.account_name = a.name
      order by o.gone_at desc nulls first, o.object_id limit 1
    ) o
    left join identities i on i.client_id = a.client_id and i.oid = a.identity_oid
    where a.client_id = ${clientId} and a.resource_id = ${resourceId} and a.active is not false
      ${after === null ? sql`` : sql`and a.name > ${after}`}
    order by a.name limit ${ACCOUNTS_PER_PAGE}
  `.execute(db);
  return rows;
}

function latest(values: readonly string[]): Date | null {
  const times = values.flatMap((value) => parseActivity(value)?.getTime() ?? []);
  return times.length === 0 ? null : new Date(Math.max(...times));
}
