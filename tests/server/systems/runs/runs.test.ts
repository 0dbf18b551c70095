/** Runs of a system that is connected through an uploaded file, from the upload to the undo. */
import { expect, test, vi } from "vitest";
import { DEFAULT_SETTINGS, type ConnectedSystem } from "#events/entities/system.ts";
import type { SystemFile } from "#events/entities/systemConfiguration.ts";
import type { SystemRun } from "#events/entities/systemRun.ts";
import { oneDatabase } from "../../support/databases.ts";
import { cell, withSheet } from "../../support/workbook.ts";
import { useCsvRuns } from "./csvRuns.ts";

const WAIT = { timeout: 30_000, interval: 50 };
const ACCOUNTS = ["1,ann,read", "1,ann,write", "2,bob,read", "3,cyd,", "4,dan,admin", "5,eve,read"];

oneDatabase((database) => {
  const on = useCsvRuns(database);
  const { put, version, publish, provide, settled, run, entries, accounts } = on;

  const audited = async (call: string) => {
    const rows = await on.db
      .selectFrom("audit")
      .select("after")
      .where("target", "=", on.resourceId)
      .where("call", "=", `systemRuns/${call}`)
      .execute();
    return rows.map(({ after }) => after);
  };

  test("[RES-9] [RES-14] [RES-23] [RES-26] an import reads a file into a plan and applies it", async () => {
    await provide(ACCOUNTS);
    const started = await on.owner.post(`${on.path}/runs`, { kind: "full" });
    const { importTaskOid } = started.json<{ importTaskOid: string; run: SystemRun }>();
    const done = await settled(importTaskOid);
    expect(done).toMatchObject({
      oid: importTaskOid,
      status: "done",
      complete: true,
      gates: [],
      counts: { read: 5, added: 5, gone: 0 },
    });
    expect(await accounts()).toEqual({
      ann: ["read", "write"],
      bob: ["read"],
      cyd: [],
      dan: ["admin"],
      eve: ["read"],
    });
    const system = (await on.owner.get(`${on.path}/system`)).json<ConnectedSystem>();
    expect(system.progress.initialImportComplete).toBe(true);
    expect(system.importTaskOid).toBeNull();
    const found = await entries(done.oid, "?contains=AN&change=added");
    expect(found.map(({ name, before }) => [name, before])).toEqual([
      ["ann", null],
      ["dan", null],
    ]);
    expect(found[0]?.after).toMatchObject({ entitlements: ["read", "write"] });
  });

  test("a workbook is imported like the CSV file with the same cells", async () => {
    const rows = ["id,login,right", ...ACCOUNTS].map((row) => row.split(",").map(cell).join(""));
    await on.provideFile(await withSheet(rows.map((row) => `<row>${row}</row>`).join("")));
    expect(await run()).toMatchObject({
      status: "done",
      complete: true,
      problem: null,
      counts: { read: 5, added: 5 },
    });
    expect(await accounts()).toEqual({
      ann: ["read", "write"],
      bob: ["read"],
      cyd: [],
      dan: ["admin"],
      eve: ["read"],
    });
  });

  test("a second run of the same file changes nothing", async () => {
    await provide(ACCOUNTS);
    await run();
    const again = await run();
    expect(again).toMatchObject({ status: "done", counts: { read: 5, unchanged: 5, added: 0 } });
    expect(await entries(again.oid)).toEqual([]);
  });

  test("a plan with many missing accounts waits, and is applied by its hash only", async () => {
    await provide(ACCOUNTS);
    await run();
    await provide(ACCOUNTS.slice(0, 4));
    const waiting = await run();
    expect(waiting).toMatchObject({ status: "planned", gates: ["manyGone"], counts: { gone: 2 } });
    expect(Object.keys(await accounts())).toHaveLength(5);
    const gone = await entries(waiting.oid, "?change=gone");
    expect(gone.map(({ name }) => name).sort()).toEqual(["dan", "eve"]);

    const blocked = await on.owner.post(`${on.path}/runs`, { kind: "full" });
    expect(blocked.statusCode).toBe(409);
    const approve = (hash: string) =>
      on.owner.post(`${on.path}/runs/${waiting.oid}/approve`, { hash });
    expect((await approve("0".repeat(64))).statusCode).toBe(409);
    expect((await approve(waiting.hash ?? "")).statusCode).toBe(200);
    const done = await settled(waiting.oid);
    expect(done).toMatchObject({ status: "done", decidedBy: "owner" });
    expect(await audited("approveRun")).toEqual([{ run: waiting.oid, hash: waiting.hash }]);
    // Missing accounts stay for the grace period.
    expect(Object.keys(await accounts())).toHaveLength(5);
    expect((await approve(waiting.hash ?? "")).statusCode).toBe(409);

    on.api.clock.now = new Date(
      on.api.clock.now.getTime() + DEFAULT_SETTINGS.graceDays * 86_400_000 + 1000,
    );
    await on.signInAgain();
    expect(await run()).toMatchObject({ status: "done", counts: { removed: 2, gone: 0 } });
    expect(Object.keys(await accounts()).sort()).toEqual(["ann", "bob", "cyd"]);
  });

  test("a plan is applied with the settings with which it was made", async () => {
    const { db } = on;
    const identities = await db
      .selectFrom("identities")
      .select(["oid", "external_id"])
      .where("client_id", "=", on.directory.clientId)
      .limit(1)
      .execute();
    const person = identities[0]?.external_id ?? "";
    await provide([...ACCOUNTS, `6,${person},read`]);
    await run();
    await provide([`6,${person},write`]);
    const waiting = await run();
    expect(waiting.status).toBe("planned");
    await on.changeImportSettings({ owner: { attribute: "login", field: "externalId" } });
    await on.owner.post(`${on.path}/runs/${waiting.oid}/approve`, { hash: waiting.hash });
    expect((await settled(waiting.oid)).status).toBe("done");
    const linked = () =>
      db
        .selectFrom("accounts")
        .select("identity_oid")
        .where("resource_id", "=", on.resourceId)
        .where("name", "=", person)
        .executeTakeFirst();
    expect(await linked()).toEqual({ identity_oid: null });
    // The next plan is made with the new ones, once they are published.
    await provide([`6,${person},read`]);
    await run();
    expect(await linked()).toEqual({ identity_oid: identities[0]?.oid });
  });

  test("a rejected plan changes nothing, and a cancelled one neither", async () => {
    await provide(ACCOUNTS);
    await run();
    await provide([]);
    const empty = await run();
    expect(empty).toMatchObject({ status: "planned", gates: ["becameEmpty"] });
    const rejected = await on.owner.post(`${on.path}/runs/${empty.oid}/reject`);
    expect(rejected.json<SystemRun>()).toMatchObject({ status: "rejected", decidedBy: "owner" });
    const again = await run();
    const cancelled = await on.owner.post(`${on.path}/runs/${again.oid}/cancel`);
    expect(cancelled.json<SystemRun>()).toMatchObject({ status: "cancelled" });
    expect((await on.owner.post(`${on.path}/runs/${again.oid}/cancel`)).statusCode).toBe(409);
    expect((await on.owner.post(`${on.path}/runs/${again.oid}/reject`)).statusCode).toBe(409);
    expect(Object.keys(await accounts())).toHaveLength(5);
    expect(await audited("startRun")).toHaveLength(3);
    expect(await audited("startRun")).toContainEqual({ run: empty.oid, kind: "full" });
    expect(await audited("rejectRun")).toEqual([{ run: empty.oid, hash: empty.hash }]);
    expect(await audited("cancelRun")).toEqual([{ run: again.oid }]);
    const { db } = on;
    const gone = await db
      .selectFrom("system_objects")
      .select("object_id")
      .where("resource_id", "=", on.resourceId)
      .where("gone_at", "is not", null)
      .execute();
    expect(gone).toEqual([]);
  });

  test("a file without its id column fails with the remedy, and changes nothing", async () => {
    await provide(ACCOUNTS);
    await run();
    const bytes = Buffer.from("login\nann");
    const announced = await on.owner.post(`${on.path}/files`, {
      name: "x.csv",
      size: bytes.length,
    });
    const { id } = announced.json<SystemFile>();
    await put(`files/${id}/parts`, { part: 0, content: bytes.toString("base64") });
    const values = [
      { fieldId: "file", value: id },
      { fieldId: "idColumn", value: "id" },
    ];
    await put("configuration", { values, secrets: [], version: await version() });
    await publish();
    expect(await run()).toMatchObject({
      status: "failed",
      problem: { code: "missingColumn" },
    });
    expect(Object.keys(await accounts())).toHaveLength(5);
  });

  test("the last run is undone as a whole", async () => {
    await provide(ACCOUNTS);
    const first = await run();
    await provide([
      "1,ann,read",
      "2,bobby,read",
      "3,cyd,write",
      ...ACCOUNTS.slice(4),
      "6,fay,read",
    ]);
    const second = await run();
    const decided =
      second.status === "planned"
        ? await on.owner
            .post(`${on.path}/runs/${second.oid}/approve`, { hash: second.hash })
            .then(() => settled(second.oid))
        : second;
    expect(decided).toMatchObject({ status: "done", undoable: true });
    expect(await accounts()).toEqual({
      ann: ["read"],
      bobby: ["read"],
      cyd: ["write"],
      dan: ["admin"],
      eve: ["read"],
      fay: ["read"],
    });
    expect((await on.owner.post(`${on.path}/runs/${first.oid}/undo`)).statusCode).toBe(409);
    const undo = await on.owner.post(`${on.path}/runs/${second.oid}/undo`);
    expect(undo.statusCode, undo.body).toBe(202);
    expect(await settled(undo.json<SystemRun>().oid)).toMatchObject({
      status: "done",
      kind: "undo",
      undoes: second.oid,
      counts: { removed: 1, renamed: 1, changed: 2 },
    });
    expect(await accounts()).toEqual({
      ann: ["read", "write"],
      bob: ["read"],
      cyd: [],
      dan: ["admin"],
      eve: ["read"],
    });
    const undone = (await on.owner.get(`${on.path}/runs/${second.oid}`)).json<SystemRun>();
    expect(undone).toMatchObject({ status: "undone", undoable: false });
  });

  test("runs belong to their client and resource", async () => {
    await provide(ACCOUNTS);
    const { oid } = await run();
    const stranger = await on.api.signIn("stranger");
    const { foreign } = on.directory;
    const elsewhere = `/api/clients/${foreign.clientId}/resources/${foreign.resourceId}/runs/${oid}`;
    expect((await stranger.get(elsewhere)).statusCode).toBe(404);
    expect((await stranger.get(`${on.path}/runs/${oid}`)).statusCode).toBe(404);
    const other = `/api/clients/${on.directory.clientId}/resources/${on.directory.resources.crm}/runs`;
    expect((await on.owner.post(other, { kind: "full" })).statusCode).toBe(404);
  });

  /** Publishes settings that run the system each hour. The first run is due. */
  const schedule = async (): Promise<void> => {
    const { db } = on;
    await db
      .updateTable("connected_systems")
      .set({
        published_settings: JSON.stringify({
          ...DEFAULT_SETTINGS,
          everyMinutes: 60,
          configuration: (
            await db
              .selectFrom("connected_systems")
              .select("settings")
              .where("resource_id", "=", on.resourceId)
              .executeTakeFirstOrThrow()
          ).settings.configuration,
        }),
        published_at: on.api.clock.now,
        confirmed: true,
        next_run_at: on.api.clock.now,
      })
      .where("resource_id", "=", on.resourceId)
      .execute();
    on.poke();
  };

  test("a published schedule starts runs, and a paused system has none", async () => {
    await provide(ACCOUNTS);
    const { db } = on;
    await schedule();
    const runs = () =>
      db
        .selectFrom("system_runs")
        .select(["status", "scheduled"])
        .where("resource_id", "=", on.resourceId)
        .execute();
    await vi.waitFor(async () => {
      expect(await runs()).toEqual([{ status: "done", scheduled: true }]);
    }, WAIT);
    await db
      .updateTable("connected_systems")
      .set({ paused: true, next_run_at: on.api.clock.now })
      .where("resource_id", "=", on.resourceId)
      .execute();
    on.poke();
    await run();
    expect(await runs()).toHaveLength(2);
  });

  test.each([
    [false, ["cancelled", "done"]],
    [true, ["planned"]],
  ])(
    "a scheduled run takes the place of a waiting plan only if that is incomplete (complete: %s)",
    async (complete, statuses) => {
      await provide(ACCOUNTS);
      const { oid } = await run();
      const { db } = on;
      await db
        .updateTable("system_runs")
        .set({ status: "planned", complete, ended_at: null })
        .where("oid", "=", oid)
        .execute();
      await schedule();
      await vi.waitFor(async () => {
        const system = await db
          .selectFrom("connected_systems")
          .select("next_run_at")
          .where("resource_id", "=", on.resourceId)
          .executeTakeFirstOrThrow();
        expect(system.next_run_at?.getTime()).toBeGreaterThan(on.api.clock.now.getTime());
        const runs = await db
          .selectFrom("system_runs")
          .select("status")
          .where("resource_id", "=", on.resourceId)
          .orderBy("no")
          .execute();
        expect(runs.map(({ status }) => status)).toEqual(statuses);
      }, WAIT);
      const audited = await db
        .selectFrom("audit")
        .select("call")
        .where("target", "=", on.resourceId)
        .where("call", "=", "systemRuns/replaced")
        .execute();
      expect(audited).toHaveLength(complete ? 0 : 1);
    },
  );
});
