/** The saved views of identities of one user. */
import { randomUUID } from "node:crypto";
import type { Kysely } from "kysely";
import { MAX_IDENTITY_VIEWS, type IdentityView } from "#events/entities/identityView.ts";
import { message } from "#events/messages/message.ts";
import { checkRequired } from "#events/rules/validation.ts";
import type { CallContext } from "../callContext.ts";
import type { Database } from "../db/schema.ts";
import { inTransaction } from "../db/transaction.ts";
import { ApiError, invalid, notFound } from "../plugins/errors.ts";

export function listViews(
  db: Kysely<Database>,
  clientId: string,
  userId: string,
): Promise<IdentityView[]> {
  return db
    .selectFrom("identity_views")
    .select(["id", "name", "query"])
    .where("client_id", "=", clientId)
    .where("user_id", "=", userId)
    .orderBy("name_key")
    .execute();
}

/** @throws ApiError EINVALID for a missing name, ECONFLICT if the user has the maximum number of views. */
export async function saveView(
  context: CallContext,
  view: Pick<IdentityView, "name" | "query">,
): Promise<IdentityView> {
  const name = view.name.trim();
  const problem = checkRequired(name, "labels.name");
  if (problem) throw invalid("/body/name", problem);
  const { client, db, user } = context;
  return inTransaction(db, async (tx) => {
    const views = await listViews(tx, client.id, user.id);
    const same = views.find((one) => one.name.toLowerCase() === name.toLowerCase());
    if (!same && views.length >= MAX_IDENTITY_VIEWS) {
      throw new ApiError(
        "ECONFLICT",
        message("identityViews.tooMany", { max: MAX_IDENTITY_VIEWS }),
      );
    }
    const saved = await tx
      .insertInto("identity_views")
      .values({
        client_id: client.id,
        user_id: user.id,
        id: randomUUID(),
        name,
        name_key: name.toLowerCase(),
        query: view.query,
      })
      .onConflict((conflict) =>
        conflict
          .columns(["client_id", "user_id", "name_key"])
          .doUpdateSet({ name, query: view.query }),
      )
      .returning(["id", "name", "query"])
      .executeTakeFirstOrThrow();
    await context.audit(tx, {
      target: saved.id,
      ...(same && { before: { name: same.name, query: same.query } }),
      after: { name, query: view.query },
    });
    return saved;
  });
}

/** @throws ApiError ENOTFOUND, also for the view of another user. */
export async function deleteView(context: CallContext, id: string): Promise<IdentityView> {
  const { client, db, user } = context;
  return inTransaction(db, async (tx) => {
    const deleted = await tx
      .deleteFrom("identity_views")
      .where("client_id", "=", client.id)
      .where("user_id", "=", user.id)
      .where("id", "=", id)
      .returning(["id", "name", "query"])
      .executeTakeFirst();
    if (!deleted) throw notFound("identityViews.notFound");
    const { name, query } = deleted;
    await context.audit(tx, { target: id, before: { name, query } });
    return deleted;
  });
}
