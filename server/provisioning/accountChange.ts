/** Makes an applied change in the account of the directory. */
import { randomUUID } from "node:crypto";
import { sql, type Transaction } from "kysely";
import type { Database, Row } from "../db/schema.ts";
import { deleteAccounts } from "../import/accountTable.ts";
import { contentOrEmpty } from "../systems/runs/content.ts";

type Change = Row<"provisioning_changes">;

export async function changeAccount(tx: Transaction<Database>, change: Change): Promise<void> {
  const { client_id: clientId, resource_id: resourceId, account: name, kind } = change;
  const [before, after] = [contentOrEmpty(change.before), contentOrEmpty(change.after)];
  if (kind === "create") {
    const { numInsertedOrUpdatedRows: created } = await tx
      .insertInto("accounts")
      .values({
        client_id: clientId,
        id: randomUUID(),
        resource_id: resourceId,
        name,
        identity_oid: change.identity_oid,
        entitlement_nos: await numbersOf(tx, change, after.entitlements),
        active: after.active ?? true,
      })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow();
    // An earlier attempt may have created the account without all of its entitlements.
    if (created === 1n) return;
  }
  const account = await tx
    .selectFrom("accounts")
    .select(["id", "entitlement_nos"])
    .where("client_id", "=", clientId)
    .where("resource_id", "=", resourceId)
    .where("name", "=", name)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!account) return;
  if (kind === "remove") return deleteAccounts(tx, clientId, [account.id]);
  const lost = await numbersOf(tx, change, before.entitlements);
  const gained = await numbersOf(tx, change, after.entitlements);
  const kept = account.entitlement_nos.filter((no) => !lost.includes(no));
  const nos = [...new Set([...kept, ...gained])].toSorted((one, other) => one - other);
  const { active } = after;
  await tx
    .updateTable("accounts")
    .set({ entitlement_nos: nos, ...(active !== null && { active }) })
    .where("client_id", "=", clientId)
    .where("id", "=", account.id)
    .execute();
}

/** Ascending. */
async function numbersOf(
  tx: Transaction<Database>,
  { client_id: clientId, resource_id: resourceId }: Change,
  names: readonly string[],
): Promise<number[]> {
  if (names.length === 0) return [];
  const { rows } = await sql<{ no: number }>`
    select no from entitlements where client_id = ${clientId} and resource_id = ${resourceId}
      and name = any(${[...names]}::text[])
    order by no
  `.execute(tx);
  return rows.map(({ no }) => no);
}
