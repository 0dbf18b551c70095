/** Cases of the demo bank in three states: about orphaned accounts, which each import of the bank has. */
import { randomUUID } from "node:crypto";
import type { Transaction } from "kysely";
import type { CaseState } from "#events/entities/case.ts";
import { normalizeForFilter } from "#events/rules/filterText.ts";
import { dayOf } from "#events/rules/reports.ts";
import type { Database } from "../db/schema.ts";

const ACTOR = "demo";
const DAY_MS = 86_400_000;

interface DemoCase {
  readonly state: CaseState;
  /** Days from now. */
  readonly opened: number;
  readonly due: number | null;
  readonly comments: readonly string[];
}

const CASES: readonly DemoCase[] = [
  { state: "open", opened: -2, due: 12, comments: ["Found in the report of orphaned accounts."] },
  {
    state: "inProgress",
    opened: -9,
    due: 3,
    comments: ["Whose account is this?", "The operations team is checking it."],
  },
  { state: "resolved", opened: -30, due: -10, comments: ["The account was disabled."] },
];

export async function seedCases(
  tx: Transaction<Database>,
  clientId: string,
  now: Date,
): Promise<void> {
  const inDays = (days: number) => new Date(now.getTime() + days * DAY_MS);
  const accounts = await tx
    .selectFrom("accounts as a")
    .innerJoin("resources as r", (join) =>
      join.onRef("r.client_id", "=", "a.client_id").onRef("r.id", "=", "a.resource_id"),
    )
    .select(["a.id", "a.name", "r.name as resource"])
    .where("a.client_id", "=", clientId)
    .where("a.identity_oid", "is", null)
    .orderBy("a.name")
    .orderBy("r.name")
    .limit(CASES.length)
    .execute();
  for (const [at, { id: accountId, name, resource }] of accounts.entries()) {
    const one = CASES[at];
    if (!one) continue;
    const id = randomUUID();
    await tx
      .insertInto("cases")
      .values({
        client_id: clientId,
        id,
        kind: "orphanedAccount",
        identity_oid: null,
        role_oid: null,
        account_id: accountId,
        subject: name,
        entitlement_name: null,
        resource_name: resource,
        search_key: normalizeForFilter(`${name} ${resource}`),
        state: one.state,
        owner_id: null,
        due_on: one.due === null ? null : dayOf(inDays(one.due)),
        created_at: inDays(one.opened),
        created_by: ACTOR,
        changed_at: inDays(one.opened),
      })
      .execute();
    await tx
      .insertInto("case_comments")
      .values(
        one.comments.map((text, after) => ({
          client_id: clientId,
          case_id: id,
          id: randomUUID(),
          at: inDays(one.opened + after / 24),
          author: ACTOR,
          text,
        })),
      )
      .execute();
  }
}
