/** The client's own record: what is changed of it, who owns and manages it, and its secure agent. */
import { isDeepStrictEqual } from "node:util";
import type { FastifyInstance } from "fastify";
import type { Transaction } from "kysely";
import * as calls from "#events/calls/clients.ts";
import { ClientProfile, type Client, type UsernameFormat } from "#events/entities/client.ts";
import {
  checkClient,
  checkUsernameFormat,
  CLIENT_FIELDS,
  CLIENT_LABELS,
  normalizeClient,
  normalizeUsernameFormat,
  secureAgentStatus,
} from "#events/rules/client.ts";
import { message } from "#events/messages/message.ts";
import { recordAudit } from "../audit/audit.ts";
import type { JsonValue } from "../db/columns.ts";
import type { Database, RowPatch } from "../db/schema.ts";
import { inTransaction } from "../db/transaction.ts";
import { wholePage } from "../lists/paging.ts";
import { mountCall, type CallContext } from "../mount.ts";
import { invalidFields, notFound } from "../plugins/errors.ts";
import { applyJsonPatch } from "../plugins/jsonPatch.ts";
import { compileCheck } from "../plugins/validation.ts";
import { isEmailSignOn } from "../users/signOnAddresses.ts";
import { clientNameKey, lockClientNames, toClient } from "./clientQueries.ts";
import { listManagersOf, listOwnersOf } from "./clientUserQueries.ts";
import { changeManagers } from "./managers.ts";

const checkProfile = compileCheck(ClientProfile, "body") as (value: unknown) => ClientProfile;

export function mountClientCalls(app: FastifyInstance): void {
  const { config, db, now } = app.services;

  mountCall(app, calls.patchClient, async ({ body }, context) => {
    const saved = await inTransaction(db, async (tx) => {
      // Before the row, as by an import that gives the client its name.
      if (body.some(({ path }) => path === "/name")) await lockClientNames(tx);
      const before = await lockClient(tx, context.client.id);
      const known = profileOf(before);
      const after = normalizeClient(checkProfile(applyJsonPatch(known, body)));
      const fields = CLIENT_FIELDS.filter(
        (field) => !isDeepStrictEqual(known[field], after[field]),
      );
      if (fields.length === 0) return before;
      await requireValid(tx, before.id, after);
      const pick = (profile: ClientProfile): JsonValue =>
        Object.fromEntries(fields.map((field) => [field, profile[field]]));
      await audit(tx, context, calls.patchClient.name, pick(known), pick(after));
      const { coreProcessor, ...columns } = after;
      return writeClient(tx, before.id, { ...columns, core_processor: coreProcessor });
    });
    return { status: 200, body: saved };
  });

  mountCall(app, calls.saveUsernameFormat, async ({ body }, context) => {
    const problem = checkUsernameFormat(body);
    if (problem) throw invalidFields({ usernameFormatCustom: problem });
    const after = normalizeUsernameFormat(body);
    const saved = await inTransaction(db, async (tx) => {
      const client = await lockClient(tx, context.client.id);
      const before: UsernameFormat = {
        usernameFormatId: client.usernameFormatId ?? null,
        usernameFormatCustom: client.usernameFormatCustom ?? null,
      };
      if (isDeepStrictEqual(before, after)) return client;
      await audit(tx, context, calls.saveUsernameFormat.name, { ...before }, { ...after });
      return writeClient(tx, client.id, {
        username_format_id: after.usernameFormatId,
        username_format_custom: after.usernameFormatCustom,
      });
    });
    return { status: 200, body: saved };
  });

  mountCall(app, calls.listOwners, async (_input, { client }) => {
    const owners = await listOwnersOf(db, client.id);
    return { status: 200, body: { _embedded: { owners }, page: wholePage(owners.length) } };
  });

  mountCall(app, calls.listManagers, async (_input, { client }) => {
    const users = await listManagersOf(db, client.id);
    return { status: 200, body: { _embedded: { users }, page: wholePage(users.length) } };
  });

  mountCall(app, calls.saveManagers, async ({ body }, { client, user }) => {
    const what = {
      actor: user,
      clientId: client.id,
      call: calls.saveManagers.name,
      at: now(),
      isEmailSignOn: isEmailSignOn(config),
    };
    const users = await inTransaction(db, async (tx) => {
      await changeManagers(tx, what, body);
      return listManagersOf(tx, client.id);
    });
    return { status: 200, body: { _embedded: { users }, page: wholePage(users.length) } };
  });

  mountCall(app, calls.getSecureAgent, async (_input, { client }) => {
    const { secure_agent_seen_at: seenAt } = await db
      .selectFrom("clients")
      .select("secure_agent_seen_at")
      .where("id", "=", client.id)
      .executeTakeFirstOrThrow(() => notFound("clients.notFound"));
    return { status: 200, body: agentSeen(seenAt) };
  });

  // Every few minutes from each agent: its first word is a change worth a line in the audit, the others are not.
  mountCall(app, calls.reportSecureAgent, async (_input, context) => {
    const at = now();
    await inTransaction(db, async (tx) => {
      const { secure_agent_seen_at: before } = await tx
        .selectFrom("clients")
        .select("secure_agent_seen_at")
        .where("id", "=", context.client.id)
        .forNoKeyUpdate()
        .executeTakeFirstOrThrow(() => notFound("clients.notFound"));
      await writeClient(tx, context.client.id, { secure_agent_seen_at: at });
      if (before !== null) return;
      await audit(tx, context, calls.reportSecureAgent.name, null, { status: "Ready" });
    });
    return { status: 200, body: agentSeen(at) };
  });

  const agentSeen = (seenAt: Date | null) => ({
    status: secureAgentStatus(seenAt?.getTime() ?? null, now().getTime()),
    lastSeenAt: seenAt?.toISOString() ?? null,
  });

  const audit = (
    tx: Transaction<Database>,
    { client, user }: CallContext,
    call: string,
    before: JsonValue | null,
    after: JsonValue,
  ) =>
    recordAudit(tx, {
      at: now(),
      actor: user,
      clientId: client.id,
      call,
      target: client.id,
      ...(before !== null && { before }),
      after,
    });
}

/** @returns the client, which nobody else changes until the transaction ends. */
async function lockClient(tx: Transaction<Database>, id: string): Promise<Client> {
  const row = await tx
    .selectFrom("clients")
    .selectAll()
    .where("id", "=", id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow(() => notFound("clients.notFound"));
  return toClient(row);
}

async function writeClient(
  tx: Transaction<Database>,
  id: string,
  columns: RowPatch<"clients">,
): Promise<Client> {
  const row = await tx
    .updateTable("clients")
    .set(columns)
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();
  return toClient(row);
}

function profileOf(client: Client): ClientProfile {
  return Object.fromEntries(CLIENT_FIELDS.map((field) => [field, client[field]])) as ClientProfile;
}

/** @throws ApiError EINVALID that names every field that is wrong. */
async function requireValid(
  tx: Transaction<Database>,
  id: string,
  profile: ClientProfile,
): Promise<void> {
  const problems = checkClient(profile);
  if (Object.keys(problems).length > 0) throw invalidFields(problems);
  const others = await tx.selectFrom("clients").select("name").where("id", "!=", id).execute();
  const key = clientNameKey(profile.name);
  if (others.some(({ name }) => clientNameKey(name) === key)) {
    throw invalidFields({
      name: message("clients.nameTaken", { label: message(CLIENT_LABELS.name) }),
    });
  }
}
