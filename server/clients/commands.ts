/** Changes of a client's own record: profile, username format, managers and secure agent. */
import { isDeepStrictEqual } from "node:util";
import type { Transaction } from "kysely";
import {
  ClientProfile,
  type AdminAccess,
  type ApprovalRules,
  type Client,
  type ClientLimits,
  type ClientUser,
  type ManagerLists,
  type SignInRules,
  type UsernameFormat,
} from "#events/entities/client.ts";
import type { JsonPatch } from "#events/entities/jsonPatch.ts";
import { message } from "#events/messages/message.ts";
import {
  checkClient,
  checkUsernameFormat,
  CLIENT_FIELDS,
  CLIENT_LABELS,
  normalizeClient,
  normalizeUsernameFormat,
} from "#events/rules/client.ts";
import type { CallContext } from "../callContext.ts";
import type { JsonValue } from "../db/columns.ts";
import type { Database } from "../db/schema.ts";
import { inTransaction } from "../db/transaction.ts";
import {
  ApiError,
  invalidFields,
  invalidRequest,
  notFound,
  type FieldError,
} from "../plugins/errors.ts";
import { applyJsonPatch } from "../plugins/jsonPatch.ts";
import { compileCheck } from "../plugins/validation.ts";
import { changeUsers } from "../users/commands.ts";
import { toEditable } from "../users/queries.ts";
import {
  clientNameKey,
  LISTED_MAX,
  listManagersOf,
  loadManagerFlags,
  lockClient,
  lockClientNames,
  writeClient,
  type ManagerFlags,
} from "./queries.ts";

const checkProfile = compileCheck(ClientProfile, "body") as (value: unknown) => ClientProfile;

export function patchClient(context: CallContext, patch: JsonPatch): Promise<Client> {
  return inTransaction(context.db, async (tx) => {
    // Locked before the row, in the same order as an import that names the client.
    if (patch.some(({ path }) => path === "/name")) await lockClientNames(tx);
    const client = await lockClient(tx, context.client.id);
    const before = profileOf(client);
    const after = normalizeClient(checkProfile(applyJsonPatch(before, patch)));
    const fields = CLIENT_FIELDS.filter((field) => !isDeepStrictEqual(before[field], after[field]));
    if (fields.length === 0) return client;
    await requireValid(tx, client.id, after);
    const pick = (profile: ClientProfile): JsonValue =>
      Object.fromEntries(fields.map((field) => [field, profile[field]]));
    await context.audit(tx, { target: client.id, before: pick(before), after: pick(after) });
    const { coreProcessor, ...columns } = after;
    return writeClient(tx, client.id, { ...columns, core_processor: coreProcessor });
  });
}

export async function saveUsernameFormat(
  context: CallContext,
  format: UsernameFormat,
): Promise<Client> {
  const problem = checkUsernameFormat(format);
  if (problem) throw invalidFields({ usernameFormatCustom: problem });
  const after = normalizeUsernameFormat(format);
  return inTransaction(context.db, async (tx) => {
    const client = await lockClient(tx, context.client.id);
    const before: UsernameFormat = {
      usernameFormatId: client.usernameFormatId ?? null,
      usernameFormatCustom: client.usernameFormatCustom ?? null,
    };
    if (isDeepStrictEqual(before, after)) return client;
    await context.audit(tx, { target: client.id, before: { ...before }, after: { ...after } });
    return writeClient(tx, client.id, {
      username_format_id: after.usernameFormatId,
      username_format_custom: after.usernameFormatCustom,
    });
  });
}

/** Sets whether users of the client need a second factor to sign in by password. Open sessions continue. */
export function saveSignInRules(context: CallContext, rules: SignInRules): Promise<Client> {
  const { requiresSecondFactor } = rules;
  return inTransaction(context.db, async (tx) => {
    const client = await lockClient(tx, context.client.id);
    if (client.requiresSecondFactor === requiresSecondFactor) return client;
    await context.audit(tx, {
      target: client.id,
      before: { requiresSecondFactor: !requiresSecondFactor },
      after: { requiresSecondFactor },
    });
    return writeClient(tx, client.id, { requires_second_factor: requiresSecondFactor });
  });
}

/** Sets whether another person must approve previews of provisioning. Approvals that were made stay. */
export function saveApprovalRules(context: CallContext, rules: ApprovalRules): Promise<Client> {
  const { requiresSecondApprover } = rules;
  return inTransaction(context.db, async (tx) => {
    const client = await lockClient(tx, context.client.id);
    if (client.requiresSecondApprover === requiresSecondApprover) return client;
    await context.audit(tx, {
      target: client.id,
      before: { requiresSecondApprover: !requiresSecondApprover },
      after: { requiresSecondApprover },
    });
    return writeClient(tx, client.id, { requires_second_approver: requiresSecondApprover });
  });
}

/** Sets how many systems of each kind the client may have. Those that exist stay. */
export function saveLimits(context: CallContext, after: ClientLimits): Promise<Client> {
  return inTransaction(context.db, async (tx) => {
    const client = await lockClient(tx, context.client.id);
    const { limitSelfCertified, limitSystemExport, limitApi } = client;
    const before: ClientLimits = { limitSelfCertified, limitSystemExport, limitApi };
    if (isDeepStrictEqual(before, after)) return client;
    await context.audit(tx, { target: client.id, before, after });
    return writeClient(tx, client.id, {
      limit_self_certified: after.limitSelfCertified,
      limit_system_export: after.limitSystemExport,
      limit_api: after.limitApi,
    });
  });
}

/** Offers or hides the administration of access. */
export function saveAdminAccess(
  context: CallContext,
  { adminEnabled }: AdminAccess,
): Promise<Client> {
  return inTransaction(context.db, async (tx) => {
    const client = await lockClient(tx, context.client.id);
    if (client.adminEnabled === adminEnabled) return client;
    const before = { adminEnabled: client.adminEnabled };
    await context.audit(tx, { target: client.id, before, after: { adminEnabled } });
    return writeClient(tx, client.id, { admin_enabled: adminEnabled });
  });
}

/** Agents report every few minutes. The audit trail needs only the first report. */
export async function reportSecureAgent(context: CallContext): Promise<void> {
  const { at, client, db } = context;
  await inTransaction(db, async (tx) => {
    const { secure_agent_seen_at: before } = await tx
      .selectFrom("clients")
      .select("secure_agent_seen_at")
      .where("id", "=", client.id)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow(() => notFound("clients.notFound"));
    await writeClient(tx, client.id, { secure_agent_seen_at: at });
    if (before === null) await context.audit(tx, { target: client.id, after: { status: "Ready" } });
  });
}

/**
 * Makes exactly the listed users HR and AD managers. Users who already have their role are unchanged.
 *
 * @throws ApiError EINVALID for an unknown id, ECONFLICT if there are more managers than a list shows, EFORBIDDEN if
 * the actor may not change one of the users.
 */
export function saveManagers(context: CallContext, lists: ManagerLists): Promise<ClientUser[]> {
  const { client, db } = context;
  return inTransaction(db, async (tx) => {
    const [hr, ad] = [idsOf(lists.hr), idsOf(lists.ad)];
    const known = await loadManagerFlags(tx, client.id, [...hr, ...ad]);
    requireKnown(known, { hr, ad });
    if (known.filter(({ isHr, isAd }) => isHr || isAd).length > LISTED_MAX) {
      throw new ApiError("ECONFLICT", message("clients.tooManyManagers"));
    }
    const wanted = (id: string) => ({ isHr: hr.has(id), isAd: ad.has(id) });
    const changed = known.filter(({ id, ...is }) => !isDeepStrictEqual(is, wanted(id)));
    const ids = changed.map(({ id }) => id);
    await changeUsers(tx, context, ids, (user) => ({ ...toEditable(user), ...wanted(user.id) }));
    return listManagersOf(tx, client.id);
  });
}

function idsOf(ids: readonly string[]): ReadonlySet<string> {
  return new Set(ids.map((id) => id.toLowerCase()));
}

function requireKnown(
  known: readonly ManagerFlags[],
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

function profileOf(client: Client): ClientProfile {
  return Object.fromEntries(CLIENT_FIELDS.map((field) => [field, client[field]])) as ClientProfile;
}

/** @throws ApiError EINVALID that names every invalid field. */
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
