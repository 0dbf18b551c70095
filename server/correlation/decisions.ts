/** Decisions of people about accounts: made once, never asked again, and undone. */
import { randomUUID } from "node:crypto";
import { sql, type Kysely, type Transaction } from "kysely";
import type { Decision, StoredDecision } from "#events/entities/correlation.ts";
import type { NewIdentity } from "#events/entities/identityDraft.ts";
import { message } from "#events/messages/message.ts";
import { holdsGroup } from "#events/rules/permissions.ts";
import type { CallContext } from "../callContext.ts";
import { errorCode, UNIQUE_VIOLATION } from "../db/errors.ts";
import type { Database } from "../db/schema.ts";
import { inTransaction } from "../db/transaction.ts";
import { personName } from "../directory/personName.ts";
import { addIdentity, endUnchanged, withFreeId } from "../identities/commands.ts";
import { holdImports } from "../import/clientStage.ts";
import { refreshDirectory } from "../import/recordImport.ts";
import type { List } from "../lists/list.ts";
import { conflict, invalidFields, notFound, notPermitted } from "../plugins/errors.ts";
import { holdSystem, type SystemPlace } from "../systems/queries.ts";
import { requireNotApplying } from "../systems/systemLock.ts";

export interface DecisionRow {
  readonly id: string;
  readonly objectClass: string;
  readonly objectId: string;
  readonly name: string;
  readonly decision: Decision;
  readonly identityOid: string | null;
  readonly identity: string | null;
  readonly username: string | null;
  readonly decidedBy: string;
  readonly decidedAt: Date;
}

const COLUMNS = sql`d.id, d.object_class as "objectClass", d.object_id as "objectId", d.name, d.decision,
  d.identity_oid as "identityOid",
  ${personName("i")} as identity, nullif(i.username, '') as username,
  d.decided_by as "decidedBy", d.decided_at as "decidedAt"`;

export const DECISIONS_LIST: List<SystemPlace, DecisionRow, "decidedAt"> = {
  table: "correlation_decisions",
  alias: "d",
  key: ["id"],
  scope: ({ clientId, resourceId }) => [
    sql`d.client_id = ${clientId}`,
    sql`d.resource_id = ${resourceId}`,
  ],
  sorts: { decidedAt: [{ by: sql`d.decided_at` }] },
  defaultOrder: { field: "decidedAt", direction: "desc" },
  items: ({ clientId, resourceId }) => sql`
    select p.position, ${COLUMNS}
    from page p join correlation_decisions d
      on d.client_id = ${clientId} and d.resource_id = ${resourceId} and d.id = p.id
    left join identities i on i.client_id = ${clientId} and i.oid = d.identity_oid`,
};

export function toDecision({ decidedAt, ...row }: DecisionRow): StoredDecision {
  return { ...row, decidedAt: decidedAt.toISOString() };
}

async function requireDecision(
  db: Kysely<Database>,
  { clientId, resourceId }: SystemPlace,
  id: string,
): Promise<DecisionRow & { readonly formerOid: string | null }> {
  const { rows } = await sql<DecisionRow & { formerOid: string | null }>`
    select ${COLUMNS}, d.former_oid as "formerOid" from correlation_decisions d
    left join identities i on i.client_id = ${clientId} and i.oid = d.identity_oid
    where d.client_id = ${clientId} and d.resource_id = ${resourceId} and d.id = ${id}
  `.execute(db);
  const [row] = rows;
  if (!row) throw notFound("correlation.decisionNotFound");
  return row;
}

export interface NewDecision {
  readonly objectClass: string;
  readonly objectId: string;
  readonly decision: Decision;
  readonly identityOid: string | null;
  readonly newIdentity?: NewIdentity | undefined;
}

/** @throws ApiError ENOTFOUND, EINVALID, EFORBIDDEN; ECONFLICT if somebody has decided, and if the id is taken. */
export async function decideAccount(
  context: CallContext,
  place: SystemPlace,
  wanted: NewDecision,
): Promise<StoredDecision> {
  const { objectClass, objectId, decision, identityOid, newIdentity } = wanted;
  const { at, db, user } = context;
  const { clientId, resourceId } = place;
  const id = randomUUID();
  const isNew = decision === "create";
  if (isNew && !holdsGroup(user, "EditAllUsers")) throw notPermitted();
  const isMissing = isNew ? !newIdentity : decision !== "none" && identityOid === null;
  if (isMissing) throw invalidFields({ identityOid: message("correlation.personRequired") });
  try {
    return await inTransaction(db, async (tx) => {
      await holdImports(tx);
      await holdSystem(tx, place);
      await requireNotApplying(tx, place);
      const account = await requireAccount(tx, place, objectClass, objectId);
      const personOid =
        isNew && newIdentity
          ? await withFreeId(addIdentity(tx, context, newIdentity))
          : decision === "none"
            ? null
            : identityOid;
      if (personOid !== null) await requirePerson(tx, clientId, personOid);
      await tx
        .insertInto("correlation_decisions")
        .values({
          client_id: clientId,
          resource_id: resourceId,
          id,
          object_class: objectClass,
          object_id: objectId,
          name: account.name,
          decision,
          identity_oid: personOid,
          former_oid: account.ownerOid,
          decided_by: user.username,
          decided_at: at,
        })
        .execute();
      if (decision !== "different") await setOwner(tx, place, account.name, personOid);
      await context.audit(tx, {
        target: resourceId,
        before: { account: account.name, owner: account.ownerOid },
        after: { account: account.name, decision, identity: personOid },
      });
      return toDecision(await requireDecision(tx, place, id));
    });
  } catch (error) {
    if (errorCode(error) === UNIQUE_VIOLATION) throw conflict("correlation.alreadyDecided");
    throw error;
  }
}

/** @throws ApiError ENOTFOUND */
export function undoDecision(
  context: CallContext,
  place: SystemPlace,
  id: string,
): Promise<{ readonly id: string }> {
  return inTransaction(context.db, async (tx) => {
    await holdImports(tx);
    await holdSystem(tx, place);
    await requireNotApplying(tx, place);
    const { objectClass, objectId, name, decision, identityOid, formerOid } = await requireDecision(
      tx,
      place,
      id,
    );
    await tx
      .deleteFrom("correlation_decisions")
      .where("client_id", "=", place.clientId)
      .where("resource_id", "=", place.resourceId)
      .where("id", "=", id)
      .execute();
    if (decision !== "different") {
      const account = await findAccount(tx, place, objectClass, objectId);
      const isUnchanged = account !== null && account.ownerOid === identityOid;
      if (isUnchanged) await setOwner(tx, place, account.name, formerOid);
    }
    // The person was only created for this account.
    if (decision === "create" && identityOid !== null) await endUnchanged(tx, context, identityOid);
    await context.audit(tx, {
      target: place.resourceId,
      before: { account: name, decision, identity: identityOid },
      after: { account: name, owner: formerOid },
    });
    return { id };
  });
}

interface OwnedAccount {
  readonly name: string;
  readonly ownerOid: string | null;
}

async function findAccount(
  db: Kysely<Database>,
  { clientId, resourceId }: SystemPlace,
  objectClass: string,
  objectId: string,
): Promise<OwnedAccount | null> {
  const { rows } = await sql<OwnedAccount>`
    select account.name, account.identity_oid as "ownerOid"
    from system_objects stored
    join accounts account on account.client_id = ${clientId} and account.resource_id = ${resourceId}
      and account.name = stored.account_name
    where stored.client_id = ${clientId} and stored.resource_id = ${resourceId}
      and stored.object_class = ${objectClass} and stored.object_id = ${objectId}
  `.execute(db);
  return rows[0] ?? null;
}

async function requireAccount(
  db: Kysely<Database>,
  place: SystemPlace,
  objectClass: string,
  objectId: string,
): Promise<OwnedAccount> {
  const account = await findAccount(db, place, objectClass, objectId);
  if (!account) throw notFound("correlation.accountNotFound");
  return account;
}

async function requirePerson(db: Kysely<Database>, clientId: string, oid: string): Promise<void> {
  const person = await db
    .selectFrom("identities")
    .select("oid")
    .where("client_id", "=", clientId)
    .where("oid", "=", oid)
    .executeTakeFirst();
  if (!person) throw notFound("correlation.personNotFound");
}

async function setOwner(
  tx: Transaction<Database>,
  { clientId, resourceId }: SystemPlace,
  name: string,
  ownerOid: string | null,
): Promise<void> {
  await tx
    .updateTable("accounts")
    .set({ identity_oid: ownerOid })
    .where("client_id", "=", clientId)
    .where("resource_id", "=", resourceId)
    .where("name", "=", name)
    .execute();
  await refreshDirectory(tx, clientId);
}
