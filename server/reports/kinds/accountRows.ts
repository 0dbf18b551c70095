/** Reads the accounts of a report in pages, by resource and name. */
import type { Kysely } from "kysely";
import type { Database } from "../../db/schema.ts";
import { highestBars, type Cells, type ComputedRow, type ReportMethod } from "./kind.ts";
import { readResources, type NamedResource } from "./resources.ts";

export const ACCOUNTS_PER_PAGE = 2000;

interface Named {
  readonly name: string;
}

export interface AccountPage {
  readonly clientId: string;
  readonly resourceId: string;
  /** The name of the last account of the previous page; null for the first page. */
  readonly after: string | null;
}

/**
 * A report about accounts. Its chart counts them by resource.
 *
 * @param readPage reads the next accounts of a resource by name, at most `ACCOUNTS_PER_PAGE`
 */
export const accountReport =
  <Account extends Named>(
    readPage: (db: Kysely<Database>, page: AccountPage) => Promise<readonly Account[]>,
    cellsOf: (account: Account, resource: NamedResource) => Cells,
  ): ReportMethod =>
  async (request, { db, advance }) => {
    const { clientId, resourceId } = request;
    const all = await readResources(db, request);
    const resources = all.filter(({ id }) => resourceId === null || id === resourceId);
    const counts = new Map<string, number>();
    const readRows = async function* (): AsyncGenerator<ComputedRow> {
      for (const [at, resource] of resources.entries()) {
        const { id, name } = resource;
        let after: string | null = null;
        do {
          const page: readonly Account[] = await readPage(db, { clientId, resourceId: id, after });
          for (const account of page) yield { cells: cellsOf(account, resource) };
          if (page.length > 0) counts.set(name, (counts.get(name) ?? 0) + page.length);
          after = page.length === ACCOUNTS_PER_PAGE ? (page.at(-1)?.name ?? null) : null;
          await advance((0.9 * (at + 1)) / resources.length);
        } while (after !== null);
      }
    };
    return {
      rows: readRows(),
      chart: () =>
        highestBars([...counts].map(([label, accounts]) => ({ label, values: [accounts] }))),
    };
  };
