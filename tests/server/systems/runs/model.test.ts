/**
 * Random changes of a system, random faults while it is read, and random interruptions: after a complete run the
 * directory equals the system, and nothing disappears because a read was incomplete.
 */
import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { DEFAULT_SETTINGS, type SystemSettings } from "#events/entities/system.ts";
import type { RunStatus } from "#events/entities/systemRun.ts";
import { ConnectorError } from "#server/connectors/contract.ts";
import { applyPlan } from "#server/systems/runs/applyPlan.ts";
import { KnownObjects } from "#server/systems/runs/knownObjects.ts";
import { PlanWriter } from "#server/systems/runs/planWriter.ts";
import { failRun, takeRun, type RunJob } from "#server/systems/runs/leases.ts";
import { performRun, problemOf } from "#server/systems/runs/performRun.ts";
import { insertRun } from "#server/systems/runs/insertRun.ts";
import { eachDatabase, type TestDatabase } from "../../support/databases.ts";
import { ModelSystem, type Fault, type ModelAccount } from "./modelSystem.ts";

const SEQUENCES = Number(process.env["PROVISION_RUN_SEQUENCES"] ?? 12);
const SEED = 20_261;
const DAY = 86_400_000;
const GRACE_DAYS = 2;

const SETTINGS: SystemSettings = {
  ...DEFAULT_SETTINGS,
  owner: { attribute: "owner", field: "externalId" },
  graceDays: GRACE_DAYS,
  maxGonePercent: 40,
};

/** Owners that exist; others are unknown. */
const PEOPLE = ["p1", "p2", "p3"];

const account: fc.Arbitrary<ModelAccount> = fc.record({
  name: fc.constantFrom(
    "ann",
    "ben",
    "cy",
    "dee",
    'eve "e", x',
    "{f}",
    "gü😀",
    "line\u2028separator",
  ),
  owner: fc.constantFrom("", "p1", "p2", "p3", "unknown"),
  active: fc.boolean(),
  entitlements: fc.uniqueArray(fc.constantFrom("read", "write", "admin", "a,b", "Ω"), {
    maxLength: 4,
  }),
});

type Step =
  | { readonly type: "put"; readonly id: string; readonly account: ModelAccount }
  | { readonly type: "remove"; readonly id: string }
  | { readonly type: "wait"; readonly days: number }
  | {
      readonly type: "run";
      readonly kind: "full" | "changes";
      readonly fault: Fault;
      readonly approves: boolean;
      /** The process dies before the plan is applied, and another one continues. */
      readonly dies: boolean;
    };

const id = fc.constantFrom("1", "2", "3", "4", "5", "6", "7", "8");
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ type: fc.constant("put"), id, account }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant("remove"), id }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant("wait"), days: fc.nat({ max: 3 }) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      type: fc.constant("run"),
      kind: fc.constantFrom("full", "changes"),
      fault: fc.constantFrom("none", "none", "breaks", "endsEarly", "repeats"),
      approves: fc.boolean(),
      dies: fc.boolean(),
    }),
  },
);

class Harness {
  readonly #database: TestDatabase;
  readonly #directory = mkdtempSync(join(tmpdir(), "runs-"));
  readonly clientId = randomUUID();
  readonly resourceId = randomUUID();
  readonly system: ModelSystem;
  /** By id: since when a complete read has missed the account. */
  readonly missing = new Map<string, number>();
  now = Date.parse("2026-03-01T00:00:00Z");
  /** Whether the last run read everything. */
  isFull = true;

  constructor(database: TestDatabase, hasGroups: boolean) {
    this.#database = database;
    this.system = new ModelSystem(hasGroups);
  }

  get db() {
    return this.#database.current.db;
  }

  async begin(): Promise<void> {
    const created_at = new Date(this.now);
    const { clientId: client_id, resourceId } = this;
    const name = `Client ${client_id}`;
    await this.db
      .insertInto("clients")
      .values({ id: client_id, name, slug: client_id, created_at })
      .execute();
    await this.db
      .insertInto("resources")
      .values({ client_id, id: resourceId, name: "System", created_at })
      .execute();
    await this.db
      .insertInto("connected_systems")
      .values({
        client_id,
        resource_id: resourceId,
        connector_id: 1,
        kind: "export",
        settings: JSON.stringify(SETTINGS),
        created_at,
      })
      .execute();
    await this.db
      .insertInto("identities")
      .values(
        PEOPLE.map((external_id) => ({
          client_id,
          oid: randomUUID(),
          external_id,
          search_key: external_id,
        })),
      )
      .execute();
  }

  end(): void {
    rmSync(this.#directory, { recursive: true, force: true });
  }

  async #take(): Promise<RunJob> {
    const job = await takeRun(this.db, {
      workerId: randomUUID(),
      now: new Date(this.now),
      maxOfClient: 1,
    });
    if (!job) throw new Error("No run is due");
    return job;
  }

  async #status(oid: string): Promise<RunStatus> {
    const row = await this.db
      .selectFrom("system_runs")
      .select("status")
      .where("client_id", "=", this.clientId)
      .where("oid", "=", oid)
      .executeTakeFirstOrThrow();
    return row.status;
  }

  async #set(oid: string, change: { status: RunStatus } | { lease_until: null }): Promise<void> {
    await this.db
      .updateTable("system_runs")
      .set(change)
      .where("client_id", "=", this.clientId)
      .where("oid", "=", oid)
      .execute();
  }

  /** @returns the status that the run ended with. */
  async run({ kind, fault, approves, dies }: Extract<Step, { type: "run" }>): Promise<RunStatus> {
    const { clientId, resourceId } = this;
    const at = new Date(this.now);
    const actor = { id: null, username: "test" };
    const request = { clientId, resourceId, kind, at, actor, isScheduled: false };
    const oid = await insertRun(this.db, request);
    if (oid === null) throw new Error("A run is open");
    await this.#attempt(fault, dies);
    if (dies && (await this.#status(oid)) === "applying") {
      await this.#set(oid, { lease_until: null });
      await this.#attempt(fault, false);
    }
    if ((await this.#status(oid)) === "planned") {
      await this.#set(oid, { status: approves ? "applying" : "rejected" });
      if (approves) await this.#attempt("none", false);
    }
    return this.#status(oid);
  }

  async #attempt(fault: Fault, dies: boolean): Promise<void> {
    const job = await this.#take();
    const system = await this.db
      .selectFrom("connected_systems")
      .select("sync_token")
      .where("client_id", "=", this.clientId)
      .executeTakeFirstOrThrow();
    const directory = mkdtempSync(join(this.#directory, "run-"));
    if (job.status === "reading") {
      this.isFull = job.kind === "full" || system.sync_token === null;
    }
    const attempt = {
      job,
      isHr: false,
      settings: SETTINGS,
      secrets: [],
      token: job.kind === "changes" ? system.sync_token : null,
      now: new Date(this.now),
      directory,
      connect: async () => this.system.connect(fault),
      maxSize: Infinity,
      onProgress: () => {},
    };
    try {
      await performRun(dies ? this.#dyingDatabase() : this.db, attempt);
    } catch (error) {
      if (error instanceof Died) return;
      if (!(error instanceof ConnectorError)) throw error;
      const end = { problem: problemOf(error), retryAfter: null, now: new Date(this.now) };
      await failRun(this.db, job, end);
    }
  }

  /** A database on which the transaction that applies a plan never commits. */
  #dyingDatabase() {
    return this.db.withPlugin({
      transformQuery: ({ node }) => {
        if (node.kind === "InsertQueryNode" && JSON.stringify(node.into).includes('"audit"')) {
          throw new Died();
        }
        return node;
      },
      transformResult: async ({ result }) => result,
    });
  }

  /** The accounts of the directory by the id in the system. */
  async directory(): Promise<ReadonlyMap<string, ModelAccount & { goneAt: number | null }>> {
    const { rows } = await sql<{
      id: string;
      name: string;
      owner: string | null;
      active: boolean | null;
      entitlements: string[];
      goneAt: Date | null;
    }>`
      select stored.object_id as id, stored.name, identity.external_id as owner, account.active,
        stored.gone_at as "goneAt",
        array(
          select name from entitlements
          where client_id = account.client_id and resource_id = account.resource_id
            and no = any(account.entitlement_nos)
        ) as entitlements
      from accounts account
      join system_objects stored on stored.client_id = account.client_id
        and stored.resource_id = account.resource_id and stored.account_name = account.name
      left join identities identity on identity.client_id = account.client_id and identity.oid = account.identity_oid
      where account.client_id = ${this.clientId}
    `.execute(this.db);
    return new Map(
      rows.map((row) => [
        row.id,
        {
          name: row.name,
          owner: row.owner ?? "",
          active: row.active ?? false,
          entitlements: row.entitlements.sort(),
          goneAt: row.goneAt?.getTime() ?? null,
        },
      ]),
    );
  }

  async countAccounts(): Promise<number> {
    const { count } = await this.db
      .selectFrom("accounts")
      .select((eb) => eb.fn.countAll<number>().as("count"))
      .where("client_id", "=", this.clientId)
      .executeTakeFirstOrThrow();
    return Number(count);
  }
}

class Died extends Error {
  override readonly name = "Died";
}

function expected({ name, owner, active, entitlements }: ModelAccount) {
  const known = PEOPLE.includes(owner) ? owner : "";
  return { name, owner: known, active, entitlements: [...entitlements].sort(), goneAt: null };
}

/** Complete runs make the directory equal the system; missing accounts stay for the grace period. */
async function checkComplete(harness: Harness): Promise<void> {
  const { system, missing, now, isFull } = harness;
  const directory = await harness.directory();
  const known = new Set([...directory.keys(), ...missing.keys()]);
  for (const [accountId, one] of system.accounts) {
    expect(directory.get(accountId)).toEqual(expected(one));
    missing.delete(accountId);
    known.delete(accountId);
  }
  for (const accountId of known) {
    const since = missing.get(accountId) ?? now;
    // A read that notices it missing for longer than the grace period removes it.
    const isRemoved = isFull && now - since >= GRACE_DAYS * DAY && missing.has(accountId);
    if (isRemoved) {
      expect(directory.has(accountId)).toBe(false);
      missing.delete(accountId);
    } else {
      expect(directory.get(accountId)?.goneAt).toBe(since);
      missing.set(accountId, since);
    }
  }
  // Each account of the directory belongs to one object of the system.
  expect(await harness.countAccounts()).toBe(directory.size);
}

async function play(database: TestDatabase, hasGroups: boolean, steps: readonly Step[]) {
  const harness = new Harness(database, hasGroups);
  const { system } = harness;
  await harness.begin();
  try {
    const last: Step = { type: "run", kind: "full", fault: "none", approves: true, dies: false };
    for (const one of [...steps, last]) {
      harness.now += 1000;
      if (one.type === "put") system.put(one.id, one.account);
      else if (one.type === "remove") system.remove(one.id);
      else if (one.type === "wait") harness.now += one.days * DAY;
      else {
        const before = await harness.directory();
        const status = await harness.run(one);
        const after = await harness.directory();
        if (status === "done" && one.fault === "none") await checkComplete(harness);
        else if (status !== "done") expect(after).toEqual(before);
        else {
          // An incomplete read that a person approved adds and changes, but nothing disappears.
          for (const [accountId, { goneAt }] of before) {
            expect(after.has(accountId)).toBe(true);
            if (goneAt === null) expect(after.get(accountId)?.goneAt).toBeNull();
            else if (after.get(accountId)?.goneAt === null) harness.missing.delete(accountId);
          }
        }
      }
    }
  } finally {
    harness.end();
  }
}

eachDatabase((database) => {
  for (const hasGroups of [false, true]) {
    const how = hasGroups ? "groups name their members" : "accounts name their entitlements";
    test(`the directory equals the system after ${SEQUENCES} random histories in which ${how}`, async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 24 }), (steps) =>
          play(database, hasGroups, steps),
        ),
        { seed: SEED, numRuns: SEQUENCES, endOnFailure: false },
      );
    }, 3_600_000);
  }
});

// The plan is applied once, even if two workers hold the same job.
eachDatabase((database) => {
  test("a run that another worker has taken over writes nothing", async () => {
    const harness = new Harness(database, false);
    await harness.begin();
    harness.system.put("1", { name: "ann", owner: "p1", active: true, entitlements: ["read"] });
    const { clientId, resourceId, db } = harness;
    const at = new Date(harness.now);
    const actor = { id: null, username: "test" };
    const oid = await insertRun(db, {
      clientId,
      resourceId,
      kind: "full",
      at,
      actor,
      isScheduled: false,
    });
    const job = await takeRun(db, { workerId: randomUUID(), now: at, maxOfClient: 1 });
    if (oid === null || !job) throw new Error("No run is due");
    await db
      .updateTable("system_runs")
      .set({ status: "applying", lease_owner: randomUUID(), counts: "{}" })
      .where("oid", "=", oid)
      .execute();
    const request = { job, settings: SETTINGS, isHr: false, now: at };
    // Its entries would be counted together with those of the other worker.
    const plan = new PlanWriter(db, job, new KnownObjects());
    const content = { attributes: {}, active: null, entitlements: [] };
    await plan.take({ objectClass: "account", id: "1", name: "ann", content });
    await expect(plan.finish()).rejects.toThrow("taken over");
    expect(
      await db.selectFrom("system_run_entries").where("run_oid", "=", oid).selectAll().execute(),
    ).toEqual([]);
    await expect(applyPlan(db, { ...request, accountClasses: ["account"] })).rejects.toThrow(
      "taken over",
    );
    expect(await harness.countAccounts()).toBe(0);
    harness.end();
  });
});
