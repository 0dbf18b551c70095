/** A plan is applied in parts: what a failed part leaves, and what others may do until the last one. */
import { sql } from "kysely";
import { afterEach, expect, test } from "vitest";
import type { SystemRun } from "#events/entities/systemRun.ts";
import { RETENTION } from "#server/jobs/retention.ts";
import { dropOldEntries } from "#server/systems/runs/oldEntries.ts";
import { eachDatabase } from "../../support/databases.ts";
import { WAIT } from "../runningServer.ts";
import { useCsvRuns } from "./csvRuns.ts";

const MINUTE = 60_000;
/** More than the first part has. */
const ACCOUNTS = 250;
const loginOf = (at: number) => `user${String(at).padStart(3, "0")}`;
const rowsOf = (right: string) =>
  Array.from({ length: ACCOUNTS }, (_, at) => `${at},${loginOf(at)},${right}`);

eachDatabase((database) => {
  const on = useCsvRuns(database);
  const { accounts, provide, run, settled } = on;

  const post = (where: string) => on.owner.post(`${on.path}/runs${where}`, {});
  const read = async (oid: string) =>
    (await on.owner.get(`${on.path}/runs/${oid}`)).json<SystemRun>();
  /** The database refuses an account of a later part. */
  const refuse = async (login: string): Promise<void> => {
    const condition = sql.raw(`name <> '${login}' or resource_id <> '${on.resourceId}'`);
    await sql`alter table accounts add constraint refused check (${condition}) not valid`.execute(
      on.db,
    );
  };
  const allow = async (): Promise<void> => {
    await sql`alter table accounts drop constraint if exists refused`.execute(on.db);
  };
  afterEach(allow);
  /** Waits until the attempts of a run have failed. */
  const interrupted = (oid: string) =>
    expect
      .poll(() => read(oid), WAIT)
      .toMatchObject({ status: "applying", problem: { code: "gaveUp" } });
  /** @returns the oid of a run that applied a part of its accounts and failed. */
  const interruptedRun = async (): Promise<string> => {
    await refuse(loginOf(150));
    const oid = await on.start();
    await interrupted(oid);
    return oid;
  };
  const resume = async (): Promise<void> => {
    expect(on.errors.splice(0).length).toBeGreaterThan(0);
    on.api.clock.now = new Date(on.api.clock.now.getTime() + MINUTE);
    await on.signInAgain();
    on.poke();
  };
  const auditedRuns = () =>
    on.db
      .selectFrom("audit")
      .select("after")
      .where("call", "=", "systemRuns/applied")
      .where("target", "=", on.resourceId)
      .execute();

  test("a run whose part fails keeps what it applied, goes on later and ends once", async () => {
    await provide(rowsOf("read"));
    const oid = await interruptedRun();
    const stopped = await read(oid);
    expect(stopped.progress).toBeGreaterThan(0);
    expect(stopped.progress).toBeLessThan(ACCOUNTS);
    // Exactly the entries before it are applied.
    expect(Object.keys(await accounts()).sort()).toEqual(
      Array.from({ length: stopped.progress }, (_, at) => loginOf(at)),
    );
    expect(stopped).toMatchObject({ undoable: false, endedAt: null });
    // It can neither be cancelled nor overtaken.
    expect((await post(`/${oid}/cancel`)).statusCode).toBe(409);
    expect((await on.owner.post(`${on.path}/runs`, { kind: "full" })).statusCode).toBe(409);
    await allow();
    await resume();
    const done = await settled(oid);
    expect(done).toMatchObject({
      status: "done",
      hash: stopped.hash,
      problem: null,
      counts: { added: ACCOUNTS, orphaned: 0 },
    });
    expect(Object.keys(await accounts())).toHaveLength(ACCOUNTS);
    expect(await auditedRuns()).toHaveLength(1);
    // The next run finds no difference.
    expect(await run()).toMatchObject({ counts: { unchanged: ACCOUNTS, added: 0, changed: 0 } });
  });

  test("an undo whose part fails goes on later and restores everything", async () => {
    await provide(rowsOf("read"));
    await run();
    const before = await accounts();
    const swapped = rowsOf("write").map((row, at) => row.replace(loginOf(at), loginOf(at ^ 1)));
    await provide(swapped);
    const planned = await run();
    await on.owner.post(`${on.path}/runs/${planned.oid}/approve`, { hash: planned.hash });
    const done = await settled(planned.oid);
    expect(done).toMatchObject({ status: "done", counts: { renamed: ACCOUNTS } });
    await refuse(loginOf(150));
    const { oid } = (await post(`/${done.oid}/undo`)).json<SystemRun>();
    await interrupted(oid);
    expect(await read(done.oid)).toMatchObject({ status: "done", undoable: false });
    await allow();
    await resume();
    expect(await settled(oid)).toMatchObject({ status: "done", counts: { renamed: ACCOUNTS } });
    expect(await accounts()).toEqual(before);
    expect(await read(done.oid)).toMatchObject({ status: "undone" });
  });

  test("an administrator abandons a run that cannot continue, and the next one applies the rest", async () => {
    await provide(rowsOf("read"));
    const oid = await interruptedRun();
    expect(on.errors.splice(0).length).toBeGreaterThan(0);
    const { progress } = await read(oid);
    expect((await post(`/${oid}/abandon`)).statusCode).toBe(200);
    const abandoned = await read(oid);
    expect(abandoned).toMatchObject({
      status: "failed",
      problem: { code: "abandoned" },
      undoable: false,
    });
    expect(abandoned.endedAt).not.toBeNull();
    expect(Object.keys(await accounts())).toHaveLength(progress);
    const { after } = await on.db
      .selectFrom("audit")
      .select("after")
      .where("call", "=", "systemRuns/abandonRun")
      .where("target", "=", on.resourceId)
      .executeTakeFirstOrThrow();
    expect(after).toMatchObject({ run: oid, applied: progress });
    expect((await post(`/${oid}/abandon`)).statusCode).toBe(409);
    await allow();
    expect(await run()).toMatchObject({
      status: "done",
      counts: { added: ACCOUNTS - progress, unchanged: progress },
    });
    expect(Object.keys(await accounts())).toHaveLength(ACCOUNTS);
  });

  test("a run is not undone after an abandoned one has changed its objects, however long ago", async () => {
    await provide(rowsOf("read"));
    const first = await run();
    await provide(rowsOf("write"));
    const oid = await interruptedRun();
    expect(on.errors.splice(0).length).toBeGreaterThan(0);
    expect((await post(`/${oid}/abandon`)).statusCode).toBe(200);
    const entriesOf = async () => {
      const rows = await on.db
        .selectFrom("system_run_entries")
        .select(["run_oid", (eb) => eb.fn.countAll<string>().as("entries")])
        .where("run_oid", "in", [first.oid, oid])
        .groupBy("run_oid")
        .execute();
      return Object.fromEntries(rows.map(({ run_oid, entries }) => [run_oid, Number(entries)]));
    };
    const afterRetention = new Date(on.api.clock.now.getTime() + RETENTION + MINUTE);
    for (const drop of [async () => {}, () => dropOldEntries(on.db, afterRetention)]) {
      await drop();
      expect(await entriesOf()).toEqual({ [first.oid]: ACCOUNTS, [oid]: ACCOUNTS });
      const refused = await post(`/${first.oid}/undo`);
      expect(refused.statusCode).toBe(409);
      expect(refused.json()).toMatchObject({
        detail: { code: "systemRuns.changedByAbandoned", params: { no: 2 } },
      });
    }
    await allow();
    expect(await run()).toMatchObject({ no: 3, status: "done" });
    await dropOldEntries(on.db, afterRetention);
    expect(await entriesOf()).toEqual({});
  });
});
