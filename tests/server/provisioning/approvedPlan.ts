/** A directory whose system has an approved plan, without calls: what the worker finds. */
import { randomUUID } from "node:crypto";
import { sql, type Kysely } from "kysely";
import type { ProvisionKind } from "#events/entities/provisioning.ts";
import type { ObjectContent } from "#events/entities/systemRun.ts";
import { exclusionsOf } from "#server/systems/accountExclusions.ts";
import type { Database } from "#server/db/schema.ts";
import { LEASE_TIME } from "#server/jobs/leases.ts";
import { takeApply } from "#server/provisioning/apply/applyLeases.ts";
import { findHolders } from "#server/provisioning/apply/holders.ts";
import { performApply } from "#server/provisioning/apply/performApply.ts";
import { contentHash, contentText } from "#server/systems/runs/content.ts";
import type { Connection } from "#server/connectors/contract.ts";
import { keyOf, NOW } from "../systems/runs/storedRuns.ts";
import { Killed } from "./memorySystem.ts";
import { storePlan, storeTarget } from "./storedPlans.ts";

export const RIGHTS = ["admin", "read", "write"];
export const EMPTY: ObjectContent = { attributes: {}, active: null, entitlements: [] };
export const SECRET = "Initial-Secret-7731";
const HOUR = 3_600_000;

export interface PlannedChange {
  readonly kind: ProvisionKind;
  readonly account: string;
  readonly before: ObjectContent | null;
  readonly after: ObjectContent | null;
}

/** The system that a plan is for, as it is before the plan. */
export interface PlanTarget {
  readonly accountClass: string;
  readonly groupClass: string;
  readonly nameAttribute: string;
  /** Attributes that mappings set. */
  readonly mapped: readonly string[];
  /** By id. */
  readonly accounts: ReadonlyMap<
    string,
    {
      readonly attributes: Readonly<Record<string, readonly string[]>>;
      readonly active: boolean | null;
      readonly rights: readonly string[];
    }
  >;
  group(name: string): { readonly id: string; readonly members: readonly string[] | null };
  connect(): Promise<Connection>;
}

export async function approvedPlan(
  db: Kysely<Database>,
  system: PlanTarget,
  changes: readonly PlannedChange[],
) {
  const place = await storeTarget(db, "Target");
  const { clientId, resourceId } = place;
  const key = keyOf(place);
  await db
    .insertInto("entitlements")
    .values(
      RIGHTS.map((name, index) => ({
        ...key,
        id: randomUUID(),
        no: index + 1,
        name,
        role_oid: randomUUID(),
        search_key: name,
      })),
    )
    .execute();
  const store = (object: { class: string; id: string; name: string }, content: ObjectContent) => {
    const text = contentText(content);
    return db
      .insertInto("system_objects")
      .values({
        ...key,
        object_class: object.class,
        object_id: object.id,
        name: object.name,
        account_name: object.class === system.accountClass ? object.name : null,
        hash: contentHash(object.name, text),
        content: text,
        held: content.entitlements.length,
      })
      .execute();
  };
  for (const [id, { attributes, active, rights }] of system.accounts) {
    const name = attributes[system.nameAttribute]?.[0] ?? "";
    const copied = Object.fromEntries(
      Object.entries(attributes).map(([attribute, values]) => [attribute, [...values]]),
    );
    await store(
      { class: system.accountClass, id, name },
      { attributes: copied, active, entitlements: [...rights].sort() },
    );
    await db
      .insertInto("accounts")
      .values({
        ...key,
        id: randomUUID(),
        name,
        identity_oid: null,
        entitlement_nos: rights
          .map((right) => RIGHTS.indexOf(right) + 1)
          .toSorted((one, other) => one - other),
        ...(active !== null && { active }),
      })
      .execute();
  }
  for (const name of RIGHTS) {
    const { id, members } = system.group(name);
    await store(
      { class: system.groupClass, id, name },
      { attributes: { name: [name] }, active: null, entitlements: [...(members ?? [])].sort() },
    );
  }
  const planId = await storePlan(
    db,
    place,
    {
      status: "applying",
      created_at: NOW,
      planned_at: NOW,
      approved_by_id: randomUUID(),
      approved_by: "Ann",
      approved_at: NOW,
    },
    changes.map(({ kind, account, before, after }) => ({
      kind,
      account,
      object_class: system.accountClass,
      before: before && contentText(before),
      after: after && contentText(after),
      state: "approved",
    })),
  );

  let now = NOW;
  const plan = () =>
    db
      .selectFrom("provisioning_plans")
      .selectAll()
      .where("id", "=", planId)
      .executeTakeFirstOrThrow();

  /** One attempt, which a kill may end. @returns false if nothing was due. */
  const attempt = async (): Promise<boolean> => {
    const job = await takeApply(db, { workerId: randomUUID(), now, maxOfClient: 1 });
    if (!job) return false;
    try {
      await performApply(db, {
        job,
        connect: () => system.connect(),
        secrets: [],
        writesPerMinute: Number.POSITIVE_INFINITY,
        isExcluded: () => false,
        exclusionOf: exclusionsOf([]),
        mappedOf: () => new Set(system.mapped),
        holdersOf: (names) => findHolders(db, job, names),
        secretsOf: async (_row, names) => Object.fromEntries(names.map((name) => [name, [SECRET]])),
        clock: () => now,
      });
    } catch (error) {
      if (!(error instanceof Killed)) throw error;
    }
    return true;
  };

  return {
    clientId,
    resourceId,
    planId,
    plan,
    attempt,
    get now() {
      return now;
    },
    pass: (milliseconds: number) => {
      now = new Date(now.getTime() + milliseconds);
    },
    /** Attempts until the plan ended; leases expire and pauses pass. */
    finish: async () => {
      for (let at = 0; at < 10_000; at++) {
        if ((await plan()).status !== "applying") return plan();
        if (!(await attempt())) now = new Date(now.getTime() + HOUR + LEASE_TIME);
        else now = new Date(now.getTime() + LEASE_TIME + 1);
      }
      throw new Error("The plan does not end");
    },
    changes: () =>
      db
        .selectFrom("provisioning_changes")
        .selectAll()
        .where("plan_id", "=", planId)
        .orderBy("no")
        .execute(),
    /** What the directory has, by the account's name. */
    accounts: async () => {
      const { rows } = await sql<{ name: string; active: boolean; nos: number[]; content: string }>`
        select a.name, a.active, a.entitlement_nos as nos, o.content from accounts a
        join system_objects o on o.client_id = a.client_id and o.resource_id = a.resource_id
          and o.account_name = a.name
        where a.client_id = ${clientId} order by a.name
      `.execute(db);
      return rows.map(({ name, active, nos, content }) => ({
        name,
        active,
        rights: nos.map((no) => RIGHTS[no - 1] ?? "").toSorted(),
        content: JSON.parse(content) as ObjectContent,
      }));
    },
    /** As the directory last counted them. */
    accountCount: async () => {
      const { account_count: count } = await db
        .selectFrom("resources")
        .select("account_count")
        .where("client_id", "=", clientId)
        .where("id", "=", resourceId)
        .executeTakeFirstOrThrow();
      return count;
    },
    audits: () =>
      db.selectFrom("audit").selectAll().where("client_id", "=", clientId).orderBy("at").execute(),
  };
}
