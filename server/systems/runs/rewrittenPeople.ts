/** Counts the people whom a plan rewrites: those who get another name, job, department or location. */
import type { Kysely } from "kysely";
import type { Database } from "../../db/schema.ts";
import { inTransaction } from "../../db/transaction.ts";
import { writeTables } from "../../import/importDirectory.ts";
import { countPeople } from "../../import/personHistory.ts";
import { originOf, type ApplyRequest } from "./applyRequest.ts";
import type { PeopleToWrite } from "./evaluatePeople.ts";

export interface RewrittenPeople {
  readonly rewritten: number;
  /** People of the directory who have not left. */
  readonly people: number;
}

/**
 * Imports the people of the plan without writing them. Call it outside a transaction: mappings may be slow.
 *
 * @param evaluate is not called for an empty directory, which has nobody to rewrite
 * @throws MappingTimeError
 */
export async function countRewrittenPeople(
  db: Kysely<Database>,
  request: Pick<ApplyRequest, "job" | "isHr" | "now">,
  evaluate: () => Promise<PeopleToWrite>,
): Promise<RewrittenPeople> {
  const { clientId } = request.job;
  const present = await countPeople(db, clientId);
  if (present === 0) return { rewritten: 0, people: 0 };
  const people = await evaluate();
  if (people.identities.ids.length === 0) return { rewritten: 0, people: present };
  return inTransaction(db, async (tx) => {
    const { identities } = await writeTables(
      tx,
      { clientId, skipRejected: true, dryRun: true, origin: originOf(request) },
      { identities: people.identities, access: null },
    );
    return { rewritten: identities.rewritten, people: identities.existing };
  });
}
