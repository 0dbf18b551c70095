/** Access to the imported client: the first account for a new client, and the users of --grant. */
import type { Transaction } from "kysely";
import { recordAudits } from "../audit/audit.ts";
import { findAdmin } from "../auth/firstStart.ts";
import { findUserByName } from "../auth/queries.ts";
import { linkUsers } from "../clients/queries.ts";
import type { Database } from "../db/schema.ts";
import { ImportError } from "./errors.ts";

/** @returns the ids of the users. @throws ImportError EUNKNOWNUSER for a name without an active user. */
export async function findGranted(
  tx: Transaction<Database>,
  usernames: readonly string[],
): Promise<string[]> {
  const ids: string[] = [];
  for (const username of usernames) {
    const found = await findUserByName(tx, username);
    if (!found || found.user.archived) {
      throw new ImportError(
        "EUNKNOWNUSER",
        `--grant names "${username}", and no active user has that username. Nothing was imported.`,
      );
    }
    ids.push(found.user.id);
  }
  return ids;
}

/**
 * Gives the client to the named users and to the first account, which has all clients. No other user gets a client
 * automatically. Locks these users until the transaction ends, which should be soon.
 *
 * @returns the usernames of those who lacked it.
 */
export async function grantAccess(
  tx: Transaction<Database>,
  clientId: string,
  { userIds, runBy }: { readonly userIds: readonly string[]; readonly runBy: string | null },
): Promise<string[]> {
  const { account } = await findAdmin(tx);
  const added = await linkUsers(tx, clientId, account ? [account.id, ...userIds] : userIds);
  await recordAudits(
    tx,
    added.map(({ id, username }) => ({
      at: new Date(),
      actor: null,
      clientId,
      call: "server/accessGranted",
      target: id,
      after: { username, runBy },
    })),
  );
  return added.map(({ username }) => username);
}
