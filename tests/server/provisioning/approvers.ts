/** Users who may approve previews: they have the role of the owner. */
import type { OpenDatabase } from "#server/db/open.ts";
import type { UserName } from "../support/directory.ts";
import type { FilledApi } from "../support/filledApi.ts";
import { openSelfCertifiedApi } from "../systems/support.ts";

/** @param names users who may approve besides the owner, who is signed in. */
export async function openApproverApi(
  database: OpenDatabase,
  names: readonly UserName[],
): Promise<FilledApi> {
  const opened = await openSelfCertifiedApi(database);
  const { users } = opened.directory;
  const { role_id } = await database.db
    .selectFrom("user_roles")
    .select("role_id")
    .where("user_id", "=", users.owner)
    .executeTakeFirstOrThrow();
  await database.db
    .insertInto("user_roles")
    .values(names.map((name) => ({ user_id: users[name], role_id })))
    .execute();
  return opened;
}
