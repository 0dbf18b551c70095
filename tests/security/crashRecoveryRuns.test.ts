/**
 * A server that is killed while a run of a connected system applies its plan, and while the run is undone: after the next
 * start, the accounts are those of the file, and each run is audited once. `PROVISION_KILLS=200` kills it four times as
 * often.
 */
import { expect } from "vitest";
import type { SystemRun } from "#events/entities/systemRun.ts";
import { openDatabase, type DatabaseSource } from "#server/db/open.ts";
import { startServer } from "../server/support/servers.ts";
import { connectSystem, post, provideTable, waitForEntries } from "./support/connectedFile.ts";
import { PASSWORD, signIn, testOnEachDatabase, type Place } from "./support/kills.ts";

const ACCOUNTS = 4000;
/** Entries of a plan after whose application the server is killed. */
const KILLS = process.env["PROVISION_KILLS"] === undefined ? [1500] : [1, 500, 1500, 3000];
const MAX_TIME = 600_000;

const loginOf = (at: number) => `user${String(at).padStart(4, "0")}`;
/** Logins and entitlements by row. */
const rowsOf = (right: string, from: number) =>
  Array.from({ length: ACCOUNTS }, (_, at) => `${at + from},${loginOf(at + from)},${right}`);
const expected = (right: string, from: number) =>
  new Map(Array.from({ length: ACCOUNTS }, (_, at) => [loginOf(at + from), right]));

testOnEachDatabase(
  "a run and its undo that are killed while they apply their plan change each account once",
  async (source) => {
    const server = new KilledServer(source);
    try {
      const path = await connectSystem(await server.start());
      const startRun = async () => {
        const started = await post<{ importTaskOid: string }>(server.place, `${path}/runs`, {
          kind: "full",
        });
        return started.importTaskOid;
      };
      await provideTable(server.place, path, rowsOf("read", 0));
      await killWhileApplying(server, `${path}/runs/${await startRun()}`);
      expect(await server.accounts()).toEqual(expected("read", 0));

      await server.start();
      // Accounts are changed, added and missing.
      await provideTable(server.place, path, rowsOf("write", 100));
      const second = `${path}/runs/${await startRun()}`;
      await killWhileApplying(server, second);
      const undo = await post<SystemRun>(server.place, `${second}/undo`);
      await killWhileApplying(server, `${path}/runs/${undo.oid}`);
      expect(await server.accounts()).toEqual(expected("read", 0));
      expect(server.killedInPlan).toBeGreaterThan(0);
    } finally {
      await server.kill();
    }
    const { db, close } = await openDatabase(source);
    const audited = await db
      .selectFrom("audit")
      .select("after")
      .where("call", "=", "systemRuns/applied")
      .execute();
    await close();
    expect(audited).toHaveLength(3);
  },
  MAX_TIME,
);

/** One server at a time, of one database. */
class KilledServer {
  readonly #source: DatabaseSource;
  #running: { readonly server: ReturnType<typeof startServer>; place: Place | null } | null = null;
  /** Kills while a plan was applied in part. */
  killedInPlan = 0;

  constructor(source: DatabaseSource) {
    this.#source = source;
  }

  /** @throws Error if no server runs. */
  get place(): Place {
    if (!this.#running?.place) throw new Error("No server runs");
    return this.#running.place;
  }

  async start(): Promise<Place> {
    const server = startServer(this.#source, { PROVISION_ADMIN_PASSWORD: PASSWORD });
    this.#running = { server, place: null };
    this.#running.place = await signIn(await server.ready());
    return this.#running.place;
  }

  async kill(): Promise<void> {
    if (!this.#running) return;
    const { server } = this.#running;
    this.#running = null;
    server.process.kill("SIGKILL");
    await server.ended();
    // As after the time of the leases.
    const { db, close } = await openDatabase(this.#source);
    await db.updateTable("system_runs").set({ lease_until: null }).execute();
    await close();
  }

  /** Kills the server. @returns the entitlements of present accounts by name. */
  async accounts(): Promise<ReadonlyMap<string, string>> {
    await this.kill();
    const { db, close } = await openDatabase(this.#source);
    const rows = await db
      .selectFrom("accounts as account")
      .innerJoin("system_objects as stored", (join) =>
        join
          .onRef("stored.client_id", "=", "account.client_id")
          .onRef("stored.resource_id", "=", "account.resource_id")
          .onRef("stored.account_name", "=", "account.name"),
      )
      .select(["account.name", "account.entitlement_nos"])
      .where("stored.gone_at", "is", null)
      .orderBy("account.name")
      .execute();
    const named = await db.selectFrom("entitlements").select(["no", "name"]).execute();
    await close();
    const names = new Map(named.map(({ no, name }) => [no, name]));
    return new Map(
      rows.map((row) => [row.name, row.entitlement_nos.map((no) => names.get(no)).join("; ")]),
    );
  }
}

/** Kills the server while the run applies its plan, and lets the run end. */
async function killWhileApplying(server: KilledServer, path: string): Promise<void> {
  for (const after of KILLS) {
    if (!(await waitForEntries(server.place, path, after))) return;
    server.killedInPlan += 1;
    await server.kill();
    await server.start();
  }
  await waitForEntries(server.place, path, Infinity);
}
