/** The state of people in which a run looked for owners of accounts: in the same state, the next run need not read them again. */
import type { Kysely } from "kysely";
import type { SystemPlace } from "../../connectors/contract.ts";
import type { Database } from "../../db/schema.ts";
import { lastImport } from "./lastImport.ts";

export interface PeopleBasis {
  /** That of `takeLinkable`; null: every account had an owner. */
  readonly linkable: string | null;
  /** That of `takeUnmapped`, with the accounts that it left out; null: it left out none. */
  readonly unmapped: string | null;
}

const SEPARATOR = "\n";

/** @returns null if nothing was looked for. */
export function storedBasis({ linkable, unmapped }: PeopleBasis): string | null {
  return unmapped === null ? linkable : `${linkable ?? ""}${SEPARATOR}${unmapped}`;
}

/** Of the last applied import. */
export async function lastBasis(db: Kysely<Database>, place: SystemPlace): Promise<PeopleBasis> {
  const last = await lastImport(db, place).select("people_basis").executeTakeFirst();
  const [linkable = "", unmapped = ""] = last?.people_basis?.split(SEPARATOR) ?? [];
  return { linkable: linkable || null, unmapped: unmapped || null };
}
