/** Opens, changes and comments cases. */
import { randomUUID } from "node:crypto";
import { sql, type Kysely, type RawBuilder } from "kysely";
import type { changeCases as changeCasesCall } from "#events/calls/cases.ts";
import {
  CHANGED_CASES_MAX,
  UNSETTLED,
  type CaseChange,
  type CaseDetail,
  type CasesChange,
  type Finding,
  type NewCase,
} from "#events/entities/case.ts";
import type { InputOf } from "#events/kernel/call.ts";
import { message } from "#events/messages/message.ts";
import { checkComment } from "#events/rules/cases.ts";
import { normalizeForFilter } from "#events/rules/filterText.ts";
import type { CallContext } from "../callContext.ts";
import { errorCode, UNIQUE_VIOLATION } from "../db/errors.ts";
import type { Database } from "../db/schema.ts";
import { inTransaction } from "../db/transaction.ts";
import { toUuids } from "../lists/sqlText.ts";
import { ApiError, invalid, notFound } from "../plugins/errors.ts";
import { requireFinding } from "./findings.ts";
import { canOwn, findCaseIds, loadCase, selectCases } from "./queries.ts";

/** @throws ApiError ECONFLICT if the finding has another case that is not settled. */
async function withoutSecondCase<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (errorCode(error) !== UNIQUE_VIOLATION) throw error;
    throw new ApiError("ECONFLICT", message("cases.alreadyOpen"));
  }
}

/** @throws ApiError EINVALID, ENOTFOUND, or ECONFLICT if nothing is wrong or a case is already open. */
export async function openCase(
  context: CallContext,
  { comment, ownerId, dueOn, reportedIn, ...about }: NewCase,
): Promise<CaseDetail> {
  const { client, db, at, user } = context;
  const id = randomUUID();
  const text = comment.trim();
  const finding = { orgOid: null, resourceId: null, ...about };
  return withoutSecondCase(
    inTransaction(db, async (tx) => {
      const names = await requireFinding(tx, client.id, at, finding, reportedIn);
      await requireOwner(tx, client.id, ownerId);
      await tx
        .insertInto("cases")
        .values({
          ...names,
          client_id: client.id,
          id,
          kind: finding.kind,
          identity_oid: finding.identityOid,
          role_oid: finding.roleOid,
          account_id: finding.accountId,
          org_oid: finding.orgOid,
          resource_id: finding.resourceId,
          search_key: normalizeForFilter(Object.values(names).filter(Boolean).join(" ")),
          state: "open",
          owner_id: ownerId,
          due_on: dueOn,
          created_at: at,
          created_by: user.username,
          changed_at: at,
        })
        .execute();
      if (text !== "") await insertComment(tx, context, id, text);
      await context.audit(tx, { target: id, after: { ...present(finding), ownerId, dueOn } });
      return loadCase(tx, client.id, id);
    }),
  );
}

/** What a finding has, for the audit trail. */
function present(finding: Finding): Record<string, string> {
  return Object.fromEntries(
    Object.entries(finding).filter((entry): entry is [string, string] => entry[1] !== null),
  );
}

/** @throws ApiError ENOTFOUND, EINVALID for the owner, or ECONFLICT if the case changed after the version. */
export async function updateCase(
  context: CallContext,
  id: string,
  { version, state, ownerId, dueOn }: CaseChange,
): Promise<CaseDetail> {
  const { client, db, at } = context;
  return withoutSecondCase(
    inTransaction(db, async (tx) => {
      const stored = await holdCase(tx, client.id, id);
      if (stored.version !== version) {
        throw new ApiError("ECONFLICT", message("cases.changedElsewhere"));
      }
      const before = { state: stored.state, ownerId: stored.owner_id, dueOn: stored.due_on };
      const after = { state, ownerId: ownerId?.toLowerCase() ?? null, dueOn };
      if (JSON.stringify(before) === JSON.stringify(after)) return loadCase(tx, client.id, id);
      if (after.ownerId !== before.ownerId) await requireOwner(tx, client.id, after.ownerId);
      await tx
        .updateTable("cases")
        .set({
          state,
          owner_id: after.ownerId,
          due_on: dueOn,
          version: version + 1,
          changed_at: at,
        })
        .where("client_id", "=", client.id)
        .where("id", "=", id)
        .execute();
      await context.audit(tx, { target: id, before, after });
      return loadCase(tx, client.id, id);
    }),
  );
}

/**
 * Changes many cases, with one entry of the audit trail.
 *
 * @returns how many changed, and how many of the selected ones were as wanted or, when closing, settled already
 * @throws ApiError EINVALID for an empty or too large selection, or for the owner
 */
export async function changeCases(
  context: CallContext,
  { all, ids, filters, change }: InputOf<(typeof changeCasesCall)["schema"]>["body"],
): Promise<{ readonly changed: number; readonly unchanged: number }> {
  const { client, db, at } = context;
  const selection = selectCases(filters, { clientId: client.id, at });
  return inTransaction(db, async (tx) => {
    if ("ownerId" in change) {
      await requireOwner(tx, client.id, change.ownerId, "/body/change/ownerId");
    }
    const found = await findCaseIds(tx, selection, { all, ids, limit: CHANGED_CASES_MAX + 1 });
    if (found.length === 0) throw invalid("/body/ids", message("cases.noneSelected"));
    if (found.length > CHANGED_CASES_MAX) {
      throw invalid("/body/ids", message("cases.tooManySelected", { max: CHANGED_CASES_MAX }));
    }
    const { rows } = await sql<{ id: string }>`
      update cases c set ${assignment(change)}, version = c.version + 1, changed_at = ${at}
      where c.client_id = ${client.id} and c.id = any(${toUuids(found)}) and ${differs(change)}
      returning c.id
    `.execute(tx);
    const changed = rows.map(({ id }) => id).toSorted();
    if (changed.length > 0) {
      await context.audit(tx, { after: { ...change, cases: changed.length, caseIds: changed } });
    }
    return { changed: changed.length, unchanged: found.length - changed.length };
  });
}

function assignment(change: CasesChange): RawBuilder<unknown> {
  if ("state" in change) return sql`state = ${change.state}`;
  return "ownerId" in change ? sql`owner_id = ${change.ownerId}` : sql`due_on = ${change.dueOn}`;
}

/** Condition on a case `c`: the change changes it. */
function differs(change: CasesChange): RawBuilder<unknown> {
  if ("state" in change) return sql`c.state = any(${[...UNSETTLED]}::text[])`;
  return "ownerId" in change
    ? sql`c.owner_id is distinct from ${change.ownerId}::uuid`
    : sql`c.due_on is distinct from ${change.dueOn}::text`;
}

/** @throws ApiError ENOTFOUND, or EINVALID for an empty comment. */
export async function addComment(
  context: CallContext,
  id: string,
  { text }: { readonly text: string },
): Promise<CaseDetail> {
  const problem = checkComment(text);
  if (problem) throw invalid("/body/text", problem);
  const { client, db } = context;
  return inTransaction(db, async (tx) => {
    await holdCase(tx, client.id, id);
    await insertComment(tx, context, id, text.trim());
    await context.audit(tx, { target: id, after: { comment: text.trim() } });
    return loadCase(tx, client.id, id);
  });
}

async function insertComment(
  tx: Kysely<Database>,
  { client, at, user }: CallContext,
  caseId: string,
  text: string,
): Promise<void> {
  await tx
    .insertInto("case_comments")
    .values({
      client_id: client.id,
      case_id: caseId,
      id: randomUUID(),
      at,
      author: user.username,
      text,
    })
    .execute();
}

function holdCase(tx: Kysely<Database>, clientId: string, id: string) {
  return tx
    .selectFrom("cases")
    .select(["version", "state", "owner_id", "due_on"])
    .where("client_id", "=", clientId)
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirstOrThrow(() => notFound("cases.notFound"));
}

async function requireOwner(
  tx: Kysely<Database>,
  clientId: string,
  ownerId: string | null,
  path = "/body/ownerId",
): Promise<void> {
  if (ownerId === null || (await canOwn(tx, clientId, ownerId))) return;
  throw invalid(path, message("cases.unknownOwner"));
}
