/** Mails that tell the owners and managers of a client which systems are set up. */
import { sql, type Transaction } from "kysely";
import { message } from "#events/messages/message.ts";
import { canOpenResource } from "#events/rules/permissions.ts";
import type { CallContext } from "../callContext.ts";
import type { Database } from "../db/schema.ts";
import { inTransaction } from "../db/transaction.ts";
import { toUuids } from "../lists/sqlText.ts";
import { mailOwedNotices, noticesFor, oweNotices } from "../mail/notices.ts";
import { ApiError, conflict, notFound, notPermitted } from "../plugins/errors.ts";

interface Announced {
  readonly resources: string[];
  readonly mails: number;
}

/**
 * Mails the owners and managers that resources are set up, once for each resource.
 *
 * @throws ApiError EFORBIDDEN, ENOTFOUND, or ECONFLICT if a resource is not confirmed or nobody has an address.
 */
export async function announceComplete(
  context: CallContext,
  resources: readonly string[],
): Promise<Announced> {
  const { app, at, client, db, user } = context;
  const ids = [...new Set(resources.map((id) => id.toLowerCase()))];
  const announced = await inTransaction(db, async (tx): Promise<Announced> => {
    const systems = await holdSystems(tx, client.id, ids);
    if (systems.length < ids.length) throw notFound("systems.notFound");
    if (!ids.every((id) => canOpenResource(user, id))) throw notPermitted();
    const open = systems.find(({ confirmed }) => !confirmed);
    if (open) throw new ApiError("ECONFLICT", message("clients.notComplete", { name: open.name }));
    const added = systems.filter(({ isAnnounced }) => !isAnnounced);
    if (added.length === 0) return { resources: [], mails: 0 };
    const people = await listRecipients(tx, client.id);
    if (people.length === 0) throw conflict("clients.nobodyToMail");
    const addedIds = added.map(({ id }) => id);
    await tx
      .updateTable("connected_systems")
      .set({ announced_at: at })
      .where("client_id", "=", client.id)
      .where("resource_id", "in", addedIds)
      .execute();
    const names = added.map(({ name }) => name).join("\n");
    const notices = people.flatMap((person) => noticesFor(person, "systemsComplete", names));
    await oweNotices(tx, notices, context);
    await context.audit(
      tx,
      ...addedIds.map((target) => ({
        target,
        after: { mailed: people.map(({ username }) => username) },
      })),
    );
    return { resources: addedIds, mails: people.length };
  });
  mailOwedNotices(app);
  return announced;
}

interface HeldSystem {
  readonly id: string;
  readonly name: string;
  readonly confirmed: boolean;
  readonly isAnnounced: boolean;
}

/** Locks the systems in a fixed order, so that concurrent calls wait and neither deadlock nor mail twice. */
async function holdSystems(
  tx: Transaction<Database>,
  clientId: string,
  ids: readonly string[],
): Promise<readonly HeldSystem[]> {
  const { rows } = await sql<HeldSystem>`
    select r.id, r.name, c.confirmed, c.announced_at is not null as "isAnnounced"
    from connected_systems c
    join resources r on r.client_id = c.client_id and r.id = c.resource_id
    where c.client_id = ${clientId} and c.resource_id = any(${toUuids(ids)})
    order by c.resource_id
    for no key update of c
  `.execute(tx);
  return rows;
}

/** The client's owners, HR managers and AD managers who have an address. */
async function listRecipients(
  tx: Transaction<Database>,
  clientId: string,
): Promise<readonly { readonly username: string; readonly email: string }[]> {
  const { rows } = await sql<{ username: string; email: string }>`
    select u.username, u.email
    from user_clients l join users u on u.id = l.user_id
    where l.client_id = ${clientId} and not l.archived and u.email is not null and (
      l.is_hr or l.is_ad or exists (
        select from user_roles ur join roles r on r.id = ur.role_id
        where ur.user_id = u.id and lower(r.name) = 'owner'
      )
    )
    order by u.username_key
  `.execute(tx);
  return rows;
}
