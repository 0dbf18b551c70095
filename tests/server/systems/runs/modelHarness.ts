/** Plays runs of a model system against a database, with attempts that die at any statement. */
import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { expect } from "vitest";
import { DEFAULT_SETTINGS, type SystemSettings } from "#events/entities/system.ts";
import type { RunCounts, RunStatus } from "#events/entities/systemRun.ts";
import { countChanges } from "#events/rules/runs.ts";
import { ConnectorError } from "#server/connectors/contract.ts";
import { inTransaction } from "#server/db/transaction.ts";
import { ApiError } from "#server/plugins/errors.ts";
import { insertRun } from "#server/systems/runs/insertRun.ts";
import { insertUndo } from "#server/systems/runs/insertUndo.ts";
import { failRun, takeRun, type RunJob } from "#server/systems/runs/leases.ts";
import { PartSize } from "#server/systems/runs/partSize.ts";
import { performRun, problemOf } from "#server/systems/runs/performRun.ts";
import { requireRun } from "#server/systems/runs/queries.ts";
import type { TestDatabase } from "../../support/databases.ts";
import { insertClientWithSystem } from "../ownClient.ts";
import { ModelSystem, type Fault, type ModelAccount } from "./modelSystem.ts";

export const GRACE_DAYS = 2;

export const SETTINGS: SystemSettings = {
  ...DEFAULT_SETTINGS,
  owner: { attribute: "owner", field: "externalId" },
  graceDays: GRACE_DAYS,
  maxGonePercent: 40,
};

/** Owners that exist; others are unknown. */
export const PEOPLE = ["p1", "p2", "p3"];

export interface RunStep {
  readonly type: "run";
  readonly kind: "full" | "changes";
  readonly fault: Fault;
  readonly approves: boolean;
  /** At which statements of its attempts the process dies, before another one continues. */
  readonly deaths: readonly number[];
  /** The same for its undo; null: a run that was applied is not undone. */
  readonly undone: readonly number[] | null;
}

export class Harness {
  readonly #database: TestDatabase;
  readonly #directory = mkdtempSync(join(tmpdir(), "runs-"));
  readonly clientId = randomUUID();
  readonly resourceId = randomUUID();
  readonly system: ModelSystem;
  /** By id: since when a complete read has missed the account. */
  missing = new Map<string, number>();
  /** Attempts that died when some entries were applied and others were not. */
  static interrupted = 0;
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
    await insertClientWithSystem(this.db, this, {
      name: "System",
      connector_id: 1,
      kind: "export",
      settings: SETTINGS,
      at: new Date(this.now),
    });
    await this.db
      .insertInto("identities")
      .values(
        PEOPLE.map((external_id) => ({
          client_id: this.clientId,
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

  async #set(
    oid: string,
    change: { status: RunStatus } | { lease_until: null; due_at: Date },
  ): Promise<void> {
    await this.db
      .updateTable("system_runs")
      .set(change)
      .where("client_id", "=", this.clientId)
      .where("oid", "=", oid)
      .execute();
  }

  /** @returns the status that the run ended with. */
  async run({
    kind,
    fault,
    approves,
    deaths: at,
  }: RunStep): Promise<{ oid: string; status: RunStatus }> {
    const { clientId, resourceId } = this;
    const actor = { id: null, username: "test" };
    const request = { clientId, resourceId, kind, at: new Date(this.now), actor };
    const oid = await insertRun(this.db, { ...request, isScheduled: false });
    if (oid === null) throw new Error("A run is open");
    await this.#attempts(oid, fault, at);
    if ((await this.#status(oid)) === "planned") {
      await this.#set(oid, { status: approves ? "applying" : "rejected" });
      if (approves) await this.#attempts(oid, "none", at);
    }
    return { oid, status: await this.#status(oid) };
  }

  /** @returns whether nothing later depended on the run, so that it was undone. */
  async undo(oid: string, at: readonly number[]): Promise<boolean> {
    const place = { clientId: this.clientId, resourceId: this.resourceId, oid };
    const actor = { id: null, username: "test" };
    let undo: string;
    try {
      undo = await inTransaction(this.db, (tx) =>
        insertUndo(tx, place, { at: new Date(this.now), actor }),
      );
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      expect(error.reason.code).toBe("systemRuns.changedByRuns");
      return false;
    }
    await this.#attempts(undo, "none", at);
    expect(await this.#status(undo)).toBe("done");
    expect(await this.#status(oid)).toBe("undone");
    return true;
  }

  /** Attempts that die, and a last one. */
  async #attempts(oid: string, fault: Fault, at: readonly number[]): Promise<void> {
    for (const death of [...at, null]) {
      const status = await this.#status(oid);
      if (status !== "waiting" && status !== "reading" && status !== "applying") return;
      await this.#set(oid, { lease_until: null, due_at: new Date(this.now) });
      await this.#attempt(fault, death);
      const { applied, counts } = await requireRun(this.db, {
        clientId: this.clientId,
        resourceId: this.resourceId,
        oid,
      });
      if (death === null || !applied) continue;
      const all = countChanges(counts as RunCounts);
      if (applied.no > 0 && applied.no < all) Harness.interrupted += 1;
    }
  }

  async #attempt(fault: Fault, death: number | null): Promise<void> {
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
      partSize: new PartSize(1),
      maxSize: Infinity,
      onProgress: () => {},
    };
    try {
      await performRun(death === null ? this.db : this.#dyingDatabase(death), attempt);
    } catch (error) {
      if (error instanceof Died) return;
      if (!(error instanceof ConnectorError)) throw error;
      const end = { problem: problemOf(error), retryAfter: null, now: new Date(this.now) };
      await failRun(this.db, job, end);
    }
  }

  /** A database on which a statement and its transaction fail. */
  #dyingDatabase(death: number) {
    let statements = 0;
    return this.db.withPlugin({
      transformQuery: ({ node }) => {
        statements += 1;
        if (statements > death) throw new Died();
        return node;
      },
      transformResult: async ({ result }) => result,
    });
  }

  /** The accounts of the directory by the id in the system. */
  async directory(): Promise<Directory> {
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

export type Directory = ReadonlyMap<string, ModelAccount & { goneAt: number | null }>;

export function withoutGone(directory: Directory): ReadonlyMap<string, ModelAccount> {
  return new Map(
    [...directory].map(([accountId, { name, owner, active, entitlements }]) => [
      accountId,
      { name, owner, active, entitlements },
    ]),
  );
}
