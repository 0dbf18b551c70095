/** Who manages what for a client, changed as a whole. */
import { isDeepStrictEqual } from "node:util";
import { sql, type Transaction } from "kysely";
import type { ClientUser, ManagerLists } from "#events/entities/client.ts";
import { message } from "#events/messages/message.ts";
import type { Database } from "../db/schema.ts";
import { toUuids } from "../lists/sqlText.ts";
import { ApiError, invalidRequest, type FieldError } from "../plugins/errors.ts";
import { changeUsers, type Doing } from "../users/changeUser.ts";
import { toEditable } from "../users/managedUsers.ts";
import { LISTED_MAX } from "./clientUserQueries.ts";

type Flags = Pick<ClientUser, "id" | "isHr" | "isAd">;

/**
 * Makes exactly the users of the lists HR and AD managers; whoever is what they are to be is not touched.
 *
 * @throws ApiError EINVALID where a list names nobody's id, ECONFLICT where there are managers
 *   whom no listing gives, and whom the lists therefore cannot name, EFORBIDDEN where the actor may not change one of the users.
 */
export async function changeManagers(
  tx: Transaction<Database>,
  doing: Omit<Doing, "userId">,
  lists: ManagerLists,
): Promise<void> {
  const [hr, ad] = [idsOf(lists.hr), idsOf(lists.ad)];
  const known = await loadFlags(tx, doing.clientId, [...hr, ...ad]);
  requireKnown(known, { hr, ad });
  if (known.filter(({ isHr, isAd }) => isHr || isAd).length > LISTED_MAX) {
    throw new ApiError("ECONFLICT", message("clients.tooManyManagers"));
  }
  const wanted = (id: string) => ({ isHr: hr.has(id), isAd: ad.has(id) });
  const changed = known.filter(({ id, ...is }) => !isDeepStrictEqual(is, wanted(id)));
  await changeUsers(
    tx,
    doing,
    changed.map(({ id }) => id),
    (user) => ({ ...toEditable(user), ...wanted(user.id) }),
  );
}

function idsOf(ids: readonly string[]): ReadonlySet<string> {
  return new Set(ids.map((id) => id.toLowerCase()));
}

/** Of all managers and of the ids; in one order, so that two who change them wait for each other and block nobody. */
async function loadFlags(
  tx: Transaction<Database>,
  clientId: string,
  ids: readonly string[],
): Promise<readonly Flags[]> {
  const { rows } = await sql<Flags>`
    select user_id as id, is_hr as "isHr", is_ad as "isAd" from user_clients
    where client_id = ${clientId} and not archived
      and (is_hr or is_ad or user_id = any(${toUuids(ids)}))
    order by user_id
  `.execute(tx);
  return rows;
}

function requireKnown(
  known: readonly Flags[],
  lists: Readonly<Record<"hr" | "ad", ReadonlySet<string>>>,
): void {
  const found = new Set(known.map(({ id }) => id));
  const problems = (["hr", "ad"] as const).flatMap((list): FieldError[] => {
    const unknown = [...lists[list]].find((id) => !found.has(id));
    return unknown
      ? [{ path: `/body/${list}`, reason: message("users.unknown", { id: unknown }) }]
      : [];
  });
  if (problems.length > 0) throw invalidRequest(problems);
}
