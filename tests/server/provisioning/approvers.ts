/** Users who may approve previews: they have the role of the owner. */
import type { OpenDatabase } from "#server/db/open.ts";
import type { TestDirectory, UserName } from "../support/directory.ts";
import type { FilledApi } from "../support/filledApi.ts";
import { openSelfCertifiedApi } from "../systems/support.ts";

/** @param names users who may approve besides the owner, who is signed in. */
export async function openApproverApi(
  database: OpenDatabase,
  names: readonly UserName[],
): Promise<FilledApi> {
  const opened = await openSelfCertifiedApi(database);
  await letApprove(database, opened.directory, names);
  return opened;
}

/** Users who have the role of the owner already keep it. */
export async function letApprove(
  { db }: OpenDatabase,
  { users }: TestDirectory,
  names: readonly UserName[],
): Promise<void> {
  const { role_id } = await db
    .selectFrom("user_roles")
    .select("role_id")
    .where("user_id", "=", users.owner)
    .executeTakeFirstOrThrow();
  await db
    .insertInto("user_roles")
    .values(names.map((name) => ({ user_id: users[name], role_id })))
    .onConflict((on) => on.doNothing())
    .execute();
}
