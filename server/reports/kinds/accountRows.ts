/** Reads the accounts of a report in pages, by resource and name. */
import type { Kysely } from "kysely";
import type { Finding } from "#events/entities/case.ts";
import type { Database } from "../../db/schema.ts";
import {
  highestBars,
  type Cells,
  type ComputedRow,
  type ReportMethod,
  type ReportTools,
} from "./kind.ts";
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
 * The accounts of resources, one resource after the other.
 *
 * @param readPage reads the next accounts of a resource by name, at most `ACCOUNTS_PER_PAGE`
 */
export async function* readAccounts<Resource, Account extends Named>(
  resources: readonly Resource[],
  advance: ReportTools["advance"],
  readPage: (resource: Resource, after: AccountPage["after"]) => Promise<readonly Account[]>,
): AsyncGenerator<readonly [Account, Resource]> {
  for (const [at, resource] of resources.entries()) {
    let after: AccountPage["after"] = null;
    do {
      const page: readonly Account[] = await readPage(resource, after);
      for (const account of page) yield [account, resource];
      after = page.length === ACCOUNTS_PER_PAGE ? (page.at(-1)?.name ?? null) : null;
      await advance((0.9 * (at + 1)) / resources.length);
    } while (after !== null);
  }
}

/**
 * A report about accounts. Its chart counts them by resource.
 *
 * @param readPage reads the next accounts of a resource by name, at most `ACCOUNTS_PER_PAGE`
 * @param findingOf what a case about an account would be about
 */
export const accountReport =
  <Account extends Named>(
    readPage: (db: Kysely<Database>, page: AccountPage) => Promise<readonly Account[]>,
    cellsOf: (account: Account, resource: NamedResource) => Cells,
    findingOf?: (account: Account) => Finding,
  ): ReportMethod =>
  async (request, { db, advance }) => {
    const { clientId, resourceId } = request;
    const all = await readResources(db, request);
    const resources = all.filter(({ id }) => resourceId === null || id === resourceId);
    const counts = new Map<string, number>();
    const readRows = async function* (): AsyncGenerator<ComputedRow> {
      const accounts = readAccounts(resources, advance, ({ id }, after) =>
        readPage(db, { clientId, resourceId: id, after }),
      );
      for await (const [account, resource] of accounts) {
        counts.set(resource.name, (counts.get(resource.name) ?? 0) + 1);
        yield { cells: cellsOf(account, resource), finding: findingOf?.(account) };
      }
    };
    return {
      rows: readRows(),
      chart: () =>
        highestBars([...counts].map(([label, accounts]) => ({ label, values: [accounts] }))),
    };
  };
