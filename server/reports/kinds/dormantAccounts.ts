/** Accounts without activity for longer than their system allows, and those without any known activity. */
import { sql, type Kysely } from "kysely";
import { NO_SUBJECT } from "#events/entities/case.ts";
import type { Database } from "../../db/schema.ts";
import { personName } from "../../directory/personName.ts";
import { ACCOUNTS_PER_PAGE, readAccounts, type AccountPage } from "./accountRows.ts";
import {
  findInactivity,
  JOIN_OBJECT,
  readActivitySettings,
  type ActivitySettings,
} from "./dormancy.ts";
import { highestBars, type ComputedRow, type ReportMethod, type ReportRequest } from "./kind.ts";
import { readResources, type NamedResource } from "./resources.ts";

interface MeasuredSystem extends NamedResource {
  readonly settings: ActivitySettings;
}

export const dormantAccounts: ReportMethod = async (request, { db, advance }) => {
  const systems = await readSystems(db, request);
  const counts = new Map<string, [used: number, unknown: number]>();
  const readRows = async function* (): AsyncGenerator<ComputedRow> {
    const accounts = readAccounts(systems, advance, ({ id }, after) =>
      readPage(db, { clientId: request.clientId, resourceId: id, after }),
    );
    for await (const [account, system] of accounts) {
      const found = findInactivity(account.content, system.settings, request.at);
      if (found === null) continue;
      const { lastUsed, days } = found;
      const count = counts.get(system.name) ?? [0, 0];
      counts.set(system.name, count);
      count[lastUsed === null ? 1 : 0]++;
      const { id, name, person, entitlements } = account;
      yield {
        cells: [name, person, system.name, lastUsed, days, entitlements],
        finding: { ...NO_SUBJECT, kind: "dormantAccount", accountId: id },
      };
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
  const settingsOf = await readActivitySettings(db, request.clientId);
  return resources.flatMap((resource) => {
    const settings = settingsOf.get(resource.id);
    const isWanted = request.resourceId === null || request.resourceId === resource.id;
    return settings && isWanted ? [{ ...resource, settings }] : [];
  });
}

interface Account {
  readonly id: string;
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
    select a.id, a.name, ${personName("i")} as person,
      cardinality(a.entitlement_nos) as entitlements, o.content
    from accounts a ${JOIN_OBJECT}
    left join identities i on i.client_id = a.client_id and i.oid = a.identity_oid
    where a.client_id = ${clientId} and a.resource_id = ${resourceId} and a.active is not false
      ${after === null ? sql`` : sql`and a.name > ${after}`}
    order by a.name limit ${ACCOUNTS_PER_PAGE}
  `.execute(db);
  return rows;
}
