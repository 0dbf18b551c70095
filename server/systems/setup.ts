/** Adding systems, naming them, and the states that administrators give them. */
import { randomUUID } from "node:crypto";
import { sql, type Kysely, type Transaction } from "kysely";
import type { Client } from "#events/entities/client.ts";
import type { ConnectorKind } from "#events/entities/connector.ts";
import { DEFAULT_SETTINGS, type ConnectedSystem } from "#events/entities/system.ts";
import type { SystemLimits } from "#events/entities/systemConfiguration.ts";
import { message } from "#events/messages/message.ts";
import { normalizeForFilter } from "#events/rules/filterText.ts";
import { canAccessResource } from "#events/rules/permissions.ts";
import {
  checkSetup,
  confirmationProblem,
  isLimitReached,
  limitOfKind,
} from "#events/rules/systems.ts";
import { mayChangeOwner } from "#events/rules/systemTasks.ts";
import type { CallContext } from "../callContext.ts";
import { lockClient } from "../clients/queries.ts";
import { errorCode, UNIQUE_VIOLATION } from "../db/errors.ts";
import type { Database } from "../db/schema.ts";
import { inTransaction } from "../db/transaction.ts";
import { storeCounts } from "../directory/queries.ts";
import { mailOwedNotices, noticesFor, oweNotices } from "../mail/notices.ts";
import { ApiError, conflict, invalid, invalidFields } from "../plugins/errors.ts";
import { countKinds, holdSystem, loadSystem } from "./queries.ts";
import { nextRunAt } from "./schedule.ts";

interface Setup {
  readonly name: string;
  readonly description: string;
  readonly ownerId: string | null;
}

export async function readLimits(db: Kysely<Database>, client: Client): Promise<SystemLimits> {
  const used = await countKinds(db, client.id);
  const limitOf = (kind: ConnectorKind) => {
    const limit = limitOfKind(kind, client);
    return { limit, used: used[kind], isReached: isLimitReached(limit, used[kind]) };
  };
  return {
    manual: limitOf("manual"),
    export: limitOf("export"),
    api: limitOf("api"),
    hr: limitOf("hr"),
  };
}

/** @throws ApiError EINVALID; ECONFLICT if the client's limit is reached. */
export async function createSystem(
  context: CallContext,
  {
    connectorId,
    kind,
    ...wanted
  }: Setup & { readonly connectorId: number; readonly kind: ConnectorKind },
): Promise<ConnectedSystem> {
  const { at, db, services, user } = context;
  const setup = requireSetup(wanted);
  const connector = services.connectors.find(({ id }) => id === connectorId);
  if (!connector?.available) {
    throw invalid("/body/connectorId", message("systems.connectorNotFound"));
  }
  if (!connector.kinds.includes(kind)) {
    throw invalid("/body/kind", message("systems.kindNotOffered"));
  }
  return uniquely(() =>
    inTransaction(db, async (tx) => {
      // One at a time, so that two cannot both be the last one that is allowed.
      const client = await lockClient(tx, context.client.id);
      const used = await countKinds(tx, client.id);
      const limit = limitOfKind(kind, client);
      if (isLimitReached(limit, used[kind])) throw limitReached(kind, limit ?? 0);
      await requireOwner(tx, client.id, setup.ownerId);
      const resourceId = randomUUID();
      const place = { clientId: client.id, resourceId };
      await tx
        .insertInto("resources")
        .values({
          client_id: client.id,
          id: resourceId,
          name: setup.name,
          type: kind === "hr" ? "hr" : null,
          search_key: normalizeForFilter(setup.name),
          created_at: at,
        })
        .execute();
      const hr = await tx
        .selectFrom("connected_systems")
        .select("confirmed")
        .where("client_id", "=", client.id)
        .where("kind", "=", "hr")
        .executeTakeFirst();
      const locked = kind !== "hr" && hr?.confirmed === false;
      await tx
        .insertInto("connected_systems")
        .values({
          client_id: client.id,
          resource_id: resourceId,
          connector_id: connectorId,
          kind,
          description: setup.description,
          owner_id: setup.ownerId,
          settings: JSON.stringify(DEFAULT_SETTINGS),
          locked,
          created_at: at,
        })
        .execute();
      await countResource(tx, client.id);
      const opens = !canAccessResource(user, resourceId);
      if (opens) await openFor(tx, { ...place, userId: user.id });
      await context.audit(tx, {
        target: resourceId,
        after: { ...setup, connector: connector.key, kind, ...(opens && { openedFor: user.id }) },
      });
      return loadSystem(tx, services.connectors, place);
    }),
  );
}

function limitReached(kind: ConnectorKind, limit: number): ApiError {
  const reason =
    kind === "hr" ? message("systems.hrExists") : message("systems.limitReached", { count: limit });
  return new ApiError("ECONFLICT", reason);
}

/** Counts one resource more, without counting the accounts of the directory again. */
async function countResource(tx: Transaction<Database>, clientId: string): Promise<void> {
  const counted = await tx
    .updateTable("directory_counts")
    .set({ resources: sql`resources + 1` })
    .where("client_id", "=", clientId)
    .executeTakeFirst();
  if (counted.numUpdatedRows === 0n) await storeCounts(tx, clientId);
}

/** Gives a user access to a system. The user's version changes, because forms show the user's resources. */
async function openFor(
  tx: Transaction<Database>,
  {
    clientId,
    resourceId,
    userId,
  }: { readonly clientId: string; readonly resourceId: string; readonly userId: string },
): Promise<void> {
  await tx
    .updateTable("users")
    .set({ version: sql`version + 1` })
    .where("id", "=", userId)
    .execute();
  await tx
    .insertInto("user_resources")
    .values({ client_id: clientId, user_id: userId, resource_id: resourceId })
    .execute();
}

/** @throws ApiError EINVALID, ECONFLICT, EFORBIDDEN */
export async function saveSetup(
  context: CallContext,
  resourceId: string,
  { version, ...wanted }: Setup & { readonly version: number },
): Promise<ConnectedSystem> {
  const { app, client, db, services } = context;
  const place = { clientId: client.id, resourceId };
  const setup = requireSetup(wanted);
  const saved = await uniquely(() =>
    inTransaction(db, async (tx) => {
      const row = await holdSystem(tx, place, version);
      await requireOwner(tx, client.id, setup.ownerId);
      const { name } = await tx
        .selectFrom("resources")
        .select("name")
        .where("client_id", "=", client.id)
        .where("id", "=", resourceId)
        .executeTakeFirstOrThrow();
      const before = { name, description: row.description, ownerId: row.owner_id };
      if (before.name !== setup.name) {
        await tx
          .updateTable("resources")
          .set({ name: setup.name, search_key: normalizeForFilter(setup.name) })
          .where("client_id", "=", client.id)
          .where("id", "=", resourceId)
          .execute();
      }
      await tx
        .updateTable("connected_systems")
        .set({
          description: setup.description,
          owner_id: setup.ownerId,
          version: row.version + 1,
        })
        .where("client_id", "=", client.id)
        .where("resource_id", "=", resourceId)
        .execute();
      if (row.owner_id !== setup.ownerId) {
        requireMayChangeOwner(context, row.owner_id);
        await notifyPreviousOwner(context, tx, { ownerId: row.owner_id, name: setup.name });
      }
      await context.audit(tx, { target: resourceId, before, after: { ...setup } });
      return loadSystem(tx, services.connectors, place);
    }),
  );
  mailOwedNotices(app);
  return saved;
}

/** @throws ApiError EFORBIDDEN */
function requireMayChangeOwner({ user }: CallContext, ownerId: string | null): void {
  if (!mayChangeOwner(user, { ownerId })) {
    throw new ApiError("EFORBIDDEN", message("systems.mayNotChangeOwner"));
  }
}

/** Queues a mail to the previous owner, unless they made the change themselves. */
async function notifyPreviousOwner(
  context: CallContext,
  tx: Transaction<Database>,
  { ownerId, name }: { readonly ownerId: string | null; readonly name: string },
): Promise<void> {
  if (ownerId === null || ownerId === context.user.id) return;
  const previous = await tx
    .selectFrom("users")
    .select(["email", "username"])
    .where("id", "=", ownerId)
    .executeTakeFirst();
  if (previous) await oweNotices(tx, noticesFor(previous, "ownerReplaced", name), context);
}

/** The setup without surrounding space. @throws ApiError EINVALID */
function requireSetup({ name, description, ownerId }: Setup): Setup {
  const setup = {
    name: name.trim(),
    description: description.trim(),
    ownerId: ownerId?.toLowerCase() ?? null,
  };
  const problems = checkSetup(setup);
  if (Object.keys(problems).length > 0) throw invalidFields(problems);
  return setup;
}

/** @throws ApiError EINVALID unless the owner is an active user of the client. */
export async function requireOwner(
  tx: Kysely<Database>,
  clientId: string,
  ownerId: string | null,
): Promise<void> {
  if (ownerId === null) return;
  const owner = await tx
    .selectFrom("user_clients")
    .innerJoin("users", "users.id", "user_clients.user_id")
    .select("users.id")
    .where("user_clients.client_id", "=", clientId)
    .where("users.id", "=", ownerId)
    .where("users.archived", "=", false)
    .executeTakeFirst();
  if (!owner) throw invalidFields({ ownerId: message("systems.ownerNotFound") });
}

/** @throws ApiError EINVALID if another resource of the client has the name. */
async function uniquely<Result>(task: () => Promise<Result>): Promise<Result> {
  try {
    return await task();
  } catch (error) {
    if (errorCode(error) !== UNIQUE_VIOLATION) throw error;
    throw invalidFields({ name: message("systems.nameTaken") });
  }
}

/** The HR system opens the later steps of all systems. @throws ApiError ECONFLICT */
export function confirmSystem(
  context: CallContext,
  resourceId: string,
  version: number,
): Promise<ConnectedSystem> {
  const { at, client, db, services } = context;
  const place = { clientId: client.id, resourceId };
  return inTransaction(db, async (tx) => {
    const row = await holdSystem(tx, place, version);
    const problem = confirmationProblem({
      kind: row.kind,
      locked: row.locked,
      published: row.published_settings !== null,
      test: row.test_outcome as ConnectedSystem["test"],
    });
    if (problem !== null) throw conflict(problem);
    if (!row.confirmed) {
      await tx
        .updateTable("connected_systems")
        .set({
          confirmed: true,
          version: row.version + 1,
          next_run_at: nextRunAt({ ...row, confirmed: true }, at),
        })
        .where("client_id", "=", client.id)
        .where("resource_id", "=", resourceId)
        .execute();
      if (row.kind === "hr") await unlockAll(tx, client.id);
      await context.audit(tx, { target: resourceId, after: { confirmed: true } });
    }
    return loadSystem(tx, services.connectors, place);
  });
}

export async function unlockAll(tx: Kysely<Database>, clientId: string): Promise<void> {
  await tx
    .updateTable("connected_systems")
    .set({ locked: false })
    .where("client_id", "=", clientId)
    .where("locked", "=", true)
    .execute();
}

/** Stops or resumes scheduled runs. */
export function pauseSystem(
  context: CallContext,
  resourceId: string,
  { paused, version }: { readonly paused: boolean; readonly version: number },
): Promise<ConnectedSystem> {
  const { at, client, db, services } = context;
  const place = { clientId: client.id, resourceId };
  return inTransaction(db, async (tx) => {
    const row = await holdSystem(tx, place, version);
    if (row.paused !== paused) {
      await tx
        .updateTable("connected_systems")
        .set({
          paused,
          version: row.version + 1,
          next_run_at: nextRunAt({ ...row, paused }, at),
        })
        .where("client_id", "=", client.id)
        .where("resource_id", "=", resourceId)
        .execute();
      await context.audit(tx, {
        target: resourceId,
        before: { paused: row.paused },
        after: { paused },
      });
    }
    return loadSystem(tx, services.connectors, place);
  });
}
