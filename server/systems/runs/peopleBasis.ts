/** The state of people in which a run looked for owners of accounts: in the same state, the next run need not read them again. */
import type { Kysely } from "kysely";
import type { Database } from "../../db/schema.ts";
import type { RunPlace } from "./leases.ts";

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

/** Of the last applied run. */
export async function lastBasis(
  db: Kysely<Database>,
  { clientId, resourceId }: RunPlace,
): Promise<PeopleBasis> {
  const last = await db
    .selectFrom("system_runs")
    .select("people_basis")
    .where("client_id", "=", clientId)
    .where("resource_id", "=", resourceId)
    .where("status", "=", "done")
    .where("kind", "<>", "undo")
    .orderBy("no", "desc")
    .limit(1)
    .executeTakeFirst();
  const [linkable = "", unmapped = ""] = last?.people_basis?.split(SEPARATOR) ?? [];
  return { linkable: linkable || null, unmapped: unmapped || null };
}
