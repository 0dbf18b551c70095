/** Accounts that belong to nobody, with the number of entitlements that they hold. */
import { sql, type Kysely } from "kysely";
import type { Database } from "../../db/schema.ts";
import {
  highestBars,
  ReportImpossible,
  type Cells,
  type ReportMethod,
  type ReportRequest,
  type ReportTools,
} from "./kind.ts";

const PAGE = 2000;

export const orphanedAccounts: ReportMethod = async (request, tools) => {
  const { clientId, resourceId } = request;
  const { db } = tools;
  const resources = await db
    .selectFrom("resources")
    .select(["id", "name"])
    .where("client_id", "=", clientId)
    .orderBy("name")
    .execute();
  if (resourceId !== null && !resources.some(({ id }) => id === resourceId)) {
    throw new ReportImpossible("resourceGone");
  }
  const wanted = resources.filter(({ id }) => resourceId === null || id === resourceId);
  const counts = new Map<string, number>();
  return {
    rows: readRows(request, tools, wanted, counts),
    chart: () =>
      highestBars([...counts].map(([label, accounts]) => ({ label, values: [accounts] }))),
  };
};

/** @param counts gets the number of accounts by resource. */
async function* readRows(
  { clientId }: ReportRequest,
  { db, advance }: ReportTools,
  resources: readonly { readonly id: string; readonly name: string }[],
  counts: Map<string, number>,
): AsyncGenerator<Cells> {
  for (const [at, { id, name }] of resources.entries()) {
    let after: Account | null = null;
    do {
      const page: readonly Account[] = await readPage(db, clientId, id, after);
      for (const account of page) yield [account.name, name, account.entitlements];
      if (page.length > 0) counts.set(name, (counts.get(name) ?? 0) + page.length);
      after = page.length === PAGE ? (page.at(-1) ?? null) : null;
      await advance((0.9 * (at + 1)) / resources.length);
    } while (after !== null);
  }
}

interface Account {
  readonly id: string;
  readonly name: string;
  readonly entitlements: number;
}

async function readPage(
  db: Kysely<Database>,
  clientId: string,
  resourceId: string,
  after: Account | null,
): Promise<readonly Account[]> {
  const { rows } = await sql<Account>`
    select a.id, a.name, cardinality(a.entitlement_nos) as entitlements from accounts a
    where a.client_id = ${clientId} and a.resource_id = ${resourceId} and a.identity_oid is null
      ${after === null ? sql`` : sql`and (a.name, a.id) > (${after.name}, ${after.id}::uuid)`}
    order by a.name, a.id limit ${PAGE}
  `.execute(db);
  return rows;
}
