/** Cases of the demo bank: of each kind and in each state. */
import { randomUUID } from "node:crypto";
import type { Kysely, Transaction } from "kysely";
import { NO_SUBJECT, type CaseKind, type CaseState, type Finding } from "#events/entities/case.ts";
import type { AccessGroup } from "#events/entities/identityAccess.ts";
import { normalizeForFilter } from "#events/rules/filterText.ts";
import { DAY_MS, dayOf } from "#events/rules/time.ts";
import { requireFinding } from "../cases/findings.ts";
import type { Database } from "../db/schema.ts";
import { ACCESS } from "../identities/access.ts";
import { findRange } from "../lists/list.ts";
import { DEMO_ACTOR } from "./demoActor.ts";

interface DemoCase {
  readonly kind: AccessKind | "orphanedAccount";
  /** What ends soon is an entitlement in a policy. */
  readonly ofPolicy?: true;
  readonly state: CaseState;
  /** Days from now. */
  readonly opened: number;
  readonly due: number | null;
  readonly comments: readonly string[];
}

const CASES: readonly DemoCase[] = [
  {
    kind: "orphanedAccount",
    state: "open",
    opened: -2,
    due: 12,
    comments: ["Found in the report of orphaned accounts."],
  },
  {
    kind: "orphanedAccount",
    state: "inProgress",
    opened: -9,
    due: 3,
    comments: ["Whose account is this?", "The operations team is checking it."],
  },
  {
    kind: "orphanedAccount",
    state: "resolved",
    opened: -30,
    due: -10,
    comments: ["The account was disabled."],
  },
  {
    kind: "outsidePolicy",
    state: "inProgress",
    opened: -16,
    due: -1,
    comments: ["Nobody else in the team has this. Is it still needed?"],
  },
  { kind: "outsidePolicy", state: "open", opened: -1, due: null, comments: [] },
  {
    kind: "outsidePolicy",
    state: "dismissed",
    opened: -24,
    due: null,
    comments: ["The head of the department confirmed the exception."],
  },
  {
    kind: "missingAccess",
    state: "open",
    opened: -4,
    due: 5,
    comments: ["Cannot assign tickets during incidents."],
  },
  {
    kind: "expiringSoon",
    state: "inProgress",
    opened: -3,
    due: 6,
    comments: ["Extend the role until the migration is complete?"],
  },
  { kind: "expiringSoon", state: "open", opened: -1, due: 20, comments: [] },
  {
    kind: "expiringSoon",
    ofPolicy: true,
    state: "open",
    opened: -1,
    due: 9,
    comments: ["Does the group still need this after the audit?"],
  },
];

/** The kinds about what a person has or lacks. */
type AccessKind = Exclude<CaseKind, "orphanedAccount" | "dormantAccount">;

/** The lists that show what each kind is about. */
const GROUPS: Readonly<Record<AccessKind, AccessGroup>> = {
  outsidePolicy: "outside",
  missingAccess: "missing",
  expiringSoon: "endsSoon",
};

/** Run it after access roles were assigned: their people have access that is missing and that ends soon. */
export async function seedCases(
  tx: Transaction<Database>,
  clientId: string,
  now: Date,
): Promise<void> {
  const orphans = await readOrphans(tx, clientId);
  const people = await tx
    .selectFrom("access_role_assignments")
    .select("identity_oid")
    .where("client_id", "=", clientId)
    .orderBy("valid_until")
    .orderBy("identity_oid")
    .execute();
  const used = new Set<string>();
  for (const one of CASES) {
    const findings =
      one.kind === "orphanedAccount"
        ? orphans
        : one.ofPolicy
          ? await readEnding(tx, clientId, now)
          : await readAccess(tx, { clientId, kind: one.kind, at: now, people });
    const finding = findings.find((found) => !used.has(keyOf(found)));
    if (!finding) throw new Error(`The bank has too few findings of the kind ${one.kind}`);
    used.add(keyOf(finding));
    await insertCase(tx, { clientId, now, one, finding });
  }
}

/** A person, an account or an org is in one case only. */
const keyOf = ({ kind, identityOid, accountId, orgOid }: Finding) =>
  `${kind} ${identityOid ?? accountId ?? orgOid}`;

/** The entitlements in policies that end soon. */
async function readEnding(
  db: Kysely<Database>,
  clientId: string,
  now: Date,
): Promise<readonly Finding[]> {
  const grants = await db
    .selectFrom("inducements")
    .select(["org_oid", "role_oid"])
    .where("client_id", "=", clientId)
    .where("valid_from", "is", null)
    .where("valid_until", ">", now)
    .orderBy("valid_until")
    .execute();
  return grants.map(({ org_oid: orgOid, role_oid: roleOid }) => ({
    ...NO_SUBJECT,
    kind: "expiringSoon",
    orgOid,
    roleOid,
  }));
}

async function readOrphans(db: Kysely<Database>, clientId: string): Promise<readonly Finding[]> {
  const accounts = await db
    .selectFrom("accounts")
    .select("id")
    .where("client_id", "=", clientId)
    .where("identity_oid", "is", null)
    .orderBy("name")
    .limit(CASES.length)
    .execute();
  return accounts.map(({ id }) => ({ ...NO_SUBJECT, kind: "orphanedAccount", accountId: id }));
}

/** The first finding of each person. */
async function readAccess(
  db: Kysely<Database>,
  {
    clientId,
    kind,
    at,
    people,
  }: {
    readonly clientId: string;
    readonly kind: AccessKind;
    readonly at: Date;
    readonly people: readonly { readonly identity_oid: string }[];
  },
): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  for (const { identity_oid: identityOid } of people) {
    const peers = { peerOrgOid: null, comparesPeers: false };
    const selection = { clientId, identityOid, at, show: GROUPS[kind], ...peers };
    const { items } = await findRange(db, ACCESS, selection, { offset: 0, size: 1 });
    const [first] = items;
    if (first) findings.push({ ...NO_SUBJECT, kind, identityOid, roleOid: first.roleOid });
  }
  return findings;
}

async function insertCase(
  tx: Transaction<Database>,
  {
    clientId,
    now,
    one,
    finding,
  }: {
    readonly clientId: string;
    readonly now: Date;
    readonly one: DemoCase;
    readonly finding: Finding;
  },
): Promise<void> {
  const id = randomUUID();
  const inDays = (days: number) => new Date(now.getTime() + days * DAY_MS);
  const names = await requireFinding(tx, clientId, now, finding);
  await tx
    .insertInto("cases")
    .values({
      ...names,
      client_id: clientId,
      id,
      kind: finding.kind,
      identity_oid: finding.identityOid,
      role_oid: finding.roleOid,
      account_id: finding.accountId,
      org_oid: finding.orgOid,
      search_key: normalizeForFilter(Object.values(names).filter(Boolean).join(" ")),
      state: one.state,
      owner_id: null,
      due_on: one.due === null ? null : dayOf(inDays(one.due)),
      created_at: inDays(one.opened),
      created_by: DEMO_ACTOR,
      changed_at: inDays(one.opened),
    })
    .execute();
  if (one.comments.length === 0) return;
  await tx
    .insertInto("case_comments")
    .values(
      one.comments.map((text, after) => ({
        client_id: clientId,
        case_id: id,
        id: randomUUID(),
        at: inDays(one.opened + after / 24),
        author: DEMO_ACTOR,
        text,
      })),
    )
    .execute();
}
