/** The history of branch managers: they joined as tellers and were promoted. */
import type { Transaction } from "kysely";
import { DAY_MS } from "#events/rules/time.ts";
import type { Database } from "../db/schema.ts";
import { insertHistory, type HistoryRow } from "../import/personHistory.ts";
import { DEMO_ACTOR } from "./demoActor.ts";
import type { Person } from "./people.ts";

const MANAGER = "Branch Manager";
const TELLER = "Teller";
/** Days ago, for the first manager. Each further manager joined and moved APART days earlier. */
const JOINED = 900;
const MOVED = 60;
const APART = 9;

export async function addHistory(
  tx: Transaction<Database>,
  {
    clientId,
    now,
    people,
  }: { readonly clientId: string; readonly now: Date; readonly people: readonly Person[] },
): Promise<void> {
  const managers = people.filter(({ job }) => job.title === MANAGER).map(({ id }) => id);
  const identities = await tx
    .selectFrom("identities")
    .select(["oid", "external_id"])
    .where("client_id", "=", clientId)
    .where("external_id", "in", managers)
    .execute();
  const oidOf = new Map(identities.map(({ oid, external_id: id }) => [id, oid]));
  for (const [index, id] of managers.entries()) {
    const identityOid = oidOf.get(id);
    if (identityOid === undefined) continue;
    const write = (days: number, row: Omit<HistoryRow, "identityOid">) => {
      const at = new Date(now.getTime() - (days + index * APART) * DAY_MS);
      const origin = { at, actor: DEMO_ACTOR, run: null };
      return insertHistory(tx, clientId, origin, [{ identityOid, ...row }]);
    };
    await write(JOINED, { kind: "joined", before: {}, after: { jobTitle: TELLER } });
    await write(MOVED, {
      kind: "moved",
      before: { jobTitle: TELLER },
      after: { jobTitle: MANAGER },
    });
  }
}
