/** The calls that start, decide, end and undo runs: what they refuse, store and audit, and that they wake the worker. */
import { randomUUID } from "node:crypto";
import type { Transaction } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from "vitest";
import { DEFAULT_SETTINGS } from "#events/entities/system.ts";
import { NO_COUNTS, type SystemRun } from "#events/entities/systemRun.ts";
import type { SystemPlace } from "#server/connectors/contract.ts";
import type { Database } from "#server/db/schema.ts";
import { inTransaction } from "#server/db/transaction.ts";
import { holdImports } from "#server/import/clientStage.ts";
import { holdSystem } from "#server/systems/queries.ts";
import { mappingOf } from "../../../events/rules/mappings/support.ts";
import { createApi, type Browser, type TestApi } from "../../support/api.ts";
import { oneDatabase, onPostgres } from "../../support/databases.ts";
import { fillDirectory, type TestDirectory } from "../../support/directory.ts";
import { waitingForLocks } from "../../support/waitingForLocks.ts";
import { addSystem, MANUAL_ID, pathOf } from "../support.ts";
import { keyOf, runOf, storeEntries, storeObjects, storeRun } from "./storedRuns.ts";

const HASH = "a".repeat(64);

oneDatabase((database) => {
  const db = () => database.current.db;
  let directory: TestDirectory;
  let api: TestApi;
  let owner: Browser;
  let place: SystemPlace;
  let path: string;
  let pokes = 0;

  beforeAll(async () => {
    directory = await fillDirectory(db());
    const poke = () => {
      pokes += 1;
    };
    api = await createApi(database.current, { runner: { poke } });
    owner = await api.signIn("owner");
    await db().updateTable("clients").set({ limit_self_certified: null }).execute();
  });
  afterAll(() => api.app.close());
  beforeEach(async () => {
    const { clientId } = directory;
    const { resourceId } = await addSystem(owner, clientId);
    place = { clientId, resourceId };
    path = `${pathOf(clientId, resourceId)}/runs`;
    await change({ published_settings: JSON.stringify(DEFAULT_SETTINGS) });
    pokes = 0;
  });

  const change = (set: { published_settings?: string | null; secrets_version?: number }) =>
    db()
      .updateTable("connected_systems")
      .set(set)
      .where("resource_id", "=", place.resourceId)
      .execute();
  const start = (body: object = { kind: "full" }) => owner.post(path, body);
  const audits = async () => {
    const rows = await db()
      .selectFrom("audit")
      .select(["call", "after"])
      .where("target", "=", place.resourceId)
      .where("call", "like", "systemRuns/%")
      .execute();
    return rows.map(({ call, after }) => [call.replace("systemRuns/", ""), after]);
  };
  const refused = (answer: { statusCode: number; json(): unknown }, code: string, status = 409) => {
    expect(answer.json()).toMatchObject({ detail: { code } });
    expect(answer.statusCode).toBe(status);
    expect(pokes).toBe(0);
  };

  test.each([
    [{ kind: "full" }, {}],
    [{ kind: "changes" }, {}],
    [{ kind: "full", waits: true }, { waits: true }],
    [{ kind: "full", waits: false }, {}],
  ])("a run is started by %j", async (body, audited) => {
    const answer = await start(body);
    expect(answer.statusCode, answer.body).toBe(202);
    const { run, importTaskOid } = answer.json<{ run: SystemRun; importTaskOid: string }>();
    expect(run).toMatchObject({ oid: importTaskOid, no: 1, kind: body.kind, status: "waiting" });
    expect(await runOf(db(), run.oid)).toMatchObject({
      scheduled: false,
      actor: "owner",
      actor_id: directory.users.owner,
      waits: "waits" in audited,
      created_at: api.clock.now,
    });
    expect(await audits()).toEqual([["startRun", { run: run.oid, kind: body.kind, ...audited }]]);
    expect(pokes).toBe(1);
    pokes = 0;
    refused(await start(body), "systemRuns.isOpen");
  });

  test("simultaneous starts create exactly one run", async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => start()));
    const created = answers.filter(({ statusCode }) => statusCode === 202);
    expect(created).toHaveLength(1);
    for (const answer of answers) {
      if (answer === created[0]) continue;
      expect(answer.statusCode).toBe(409);
      expect(answer.json()).toMatchObject({ detail: { code: "systemRuns.isOpen" } });
    }
    const stored = await db()
      .selectFrom("system_runs")
      .select("oid")
      .where("resource_id", "=", place.resourceId)
      .execute();
    expect(stored).toEqual([{ oid: created[0]?.json<{ importTaskOid: string }>().importTaskOid }]);
    expect(await audits()).toHaveLength(1);
    expect(pokes).toBe(1);
  });

  test("a system that nobody can read, or whose settings or secrets are not published, has no runs", async () => {
    await change({ secrets_version: 2 });
    refused(await start(), "systems.secretsNotPublished");
    await change({ published_settings: null });
    refused(await start(), "systems.notPublished");
    const manual = await addSystem(owner, directory.clientId, {
      connectorId: MANUAL_ID,
      kind: "manual",
    });
    const other = `${pathOf(directory.clientId, manual.resourceId)}/runs`;
    refused(await owner.post(other, { kind: "full" }), "systemRuns.notReadable");
    expect(await audits()).toEqual([]);
  });

  const planned = () => storeRun(db(), place, { status: "planned", hash: HASH, complete: true });
  const approve = (oid: string, hash = HASH) => owner.post(`${path}/${oid}/approve`, { hash });

  test("a plan is approved by its hash, once", async () => {
    const oid = await planned();
    refused(await approve(oid, "b".repeat(64)), "systemRuns.otherPlan");
    const approved = await approve(oid);
    expect(approved.json<SystemRun>()).toMatchObject({ status: "applying", decidedBy: "owner" });
    expect(pokes).toBe(1);
    expect(await runOf(db(), oid)).toMatchObject({
      due_at: api.clock.now,
      decided_at: api.clock.now,
      ended_at: null,
    });
    expect(await audits()).toEqual([["approveRun", { run: oid, hash: HASH }]]);
    pokes = 0;
    refused(await approve(oid), "systemRuns.notPlanned");
  });

  test("a rejected plan has ended, and wakes nobody", async () => {
    const oid = await planned();
    const rejected = await owner.post(`${path}/${oid}/reject`);
    expect(rejected.json<SystemRun>()).toMatchObject({ status: "rejected", decidedBy: "owner" });
    expect(await runOf(db(), oid)).toMatchObject({ ended_at: api.clock.now });
    refused(await owner.post(`${path}/${oid}/reject`), "systemRuns.notPlanned");
    expect(await audits()).toEqual([["rejectRun", { run: oid, hash: HASH }]]);
  });

  const untilWaiting = waitingForLocks(db);
  const locks = {
    imports: (tx: Transaction<Database>) => holdImports(tx),
    system: (tx: Transaction<Database>) => holdSystem(tx, place),
  };
  const waits = async (lock: keyof typeof locks, where: string, body?: object) => {
    const { answer } = await inTransaction(db(), async (tx) => {
      await locks[lock](tx);
      const begun = owner.post(`${path}${where}`, body);
      await untilWaiting(1);
      return { answer: begun };
    });
    return (await answer).statusCode;
  };

  onPostgres(database)(
    "decisions wait for a change of the system, and an end for imports",
    async () => {
      expect(await waits("system", "", { kind: "full" })).toBe(202);
      await db().deleteFrom("system_runs").where("resource_id", "=", place.resourceId).execute();
      const oid = await planned();
      expect(await waits("system", `/${oid}/approve`, { hash: HASH })).toBe(200);
      const problem = JSON.stringify({ code: "gaveUp", step: null, detail: "" });
      const applied = {
        no: 3,
        orphaned: 0,
        rejected: 0,
        reasons: [],
        problem: JSON.parse(problem),
      };
      await db()
        .updateTable("system_runs")
        .set({ progress: 3, problem, applied: JSON.stringify(applied) })
        .where("oid", "=", oid)
        .execute();
      expect(await waits("imports", `/${oid}/abandon`)).toBe(200);
      await db()
        .updateTable("system_runs")
        .set({ status: "done", counts: JSON.stringify(NO_COUNTS), ended_at: api.clock.now })
        .where("oid", "=", oid)
        .execute();
      expect(await waits("system", `/${oid}/undo`)).toBe(202);
    },
  );

  onPostgres(database)("a plan that ends while it is approved is not applied", async () => {
    const oid = await planned();
    const approving = await db()
      .transaction()
      .execute(async (tx) => {
        await tx
          .updateTable("system_runs")
          .set({ status: "cancelled" })
          .where("oid", "=", oid)
          .execute();
        const answer = approve(oid);
        await untilWaiting(1);
        return { answer };
      });
    refused(await approving.answer, "systemRuns.notPlanned");
    expect(await runOf(db(), oid)).toMatchObject({ status: "cancelled", decided_by: null });
  });

  test("a run is cancelled until its plan is applied, and loses its worker", async () => {
    const lease_until = new Date(api.clock.now.getTime() + 60_000);
    const oid = await storeRun(db(), place, {
      status: "reading",
      lease_owner: directory.clientId,
      lease_until,
    });
    const cancelled = await owner.post(`${path}/${oid}/cancel`);
    expect(cancelled.json<SystemRun>()).toMatchObject({ oid, status: "cancelled" });
    expect(pokes).toBe(1);
    expect(await runOf(db(), oid)).toMatchObject({
      ended_at: api.clock.now,
      lease_owner: null,
      lease_until: null,
    });
    expect(await audits()).toEqual([["cancelRun", { run: oid }]]);
    pokes = 0;
    refused(await owner.post(`${path}/${oid}/cancel`), "systemRuns.notCancellable");
  });

  test("only a run that applied a part and cannot go on is abandoned", async () => {
    const problem = JSON.stringify({ code: "gaveUp", step: null, detail: "" });
    const abandon = (oid: string) => owner.post(`${path}/${oid}/abandon`);
    const oid = await storeRun(db(), place, { status: "applying", progress: 3 });
    refused(await abandon(oid), "systemRuns.notAbandonable");
    const stopped = { no: 3, orphaned: 0, rejected: 0, reasons: [], problem: JSON.parse(problem) };
    await db()
      .updateTable("system_runs")
      .set({ problem, applied: JSON.stringify(stopped) })
      .where("oid", "=", oid)
      .execute();
    // The part that stays applied counts from now on.
    const counts = db().updateTable("directory_counts").set({ resources: 999 });
    await counts.where("client_id", "=", place.clientId).execute();
    const abandoned = await abandon(oid);
    expect(abandoned.json<SystemRun>(), abandoned.body).toMatchObject({
      status: "failed",
      problem: { code: "abandoned", step: null, detail: "" },
      undoable: false,
    });
    expect(await runOf(db(), oid)).toMatchObject({ ended_at: api.clock.now, lease_owner: null });
    expect(await audits()).toEqual([["abandonRun", { run: oid, applied: 3 }]]);
    const { resources } = await db()
      .selectFrom("directory_counts")
      .select("resources")
      .where("client_id", "=", place.clientId)
      .executeTakeFirstOrThrow();
    expect(resources).toBeLessThan(999);
  });

  test.each([true, false])(
    "if mappings set fields (%s), the next run evaluates the accounts of an abandoned one again",
    async (isMapped) => {
      const mappings = isMapped
        ? [
            mappingOf({
              direction: "inbound",
              resourceSchemaId: null,
              midpointUserFieldId: "email",
            }),
          ]
        : [];
      const oid = await storeRun(db(), place, {
        status: "applying",
        progress: 1,
        settings: JSON.stringify({ ...DEFAULT_SETTINGS, mappings }),
        problem: JSON.stringify({ code: "gaveUp", step: null, detail: "" }),
        applied: JSON.stringify({ no: 1, orphaned: 0, rejected: 0, reasons: [], problem: {} }),
      });
      const person = randomUUID();
      await storeEntries(db(), place, oid, [{ object_id: "1" }]);
      await storeObjects(db(), place, [{ object_id: "1", account_name: "a" }]);
      await db()
        .insertInto("accounts")
        .values({ ...keyOf(place), id: randomUUID(), name: "a", mapped_owner: person })
        .execute();
      expect((await owner.post(`${path}/${oid}/abandon`)).statusCode).toBe(200);
      const stored = db().selectFrom("accounts").select("mapped_owner");
      expect(await stored.where("resource_id", "=", place.resourceId).execute()).toEqual([
        { mapped_owner: isMapped ? null : person },
      ]);
    },
  );

  test("an undo is another run, unless one is open or something depends on the undone run", async () => {
    const counts = JSON.stringify({ ...NO_COUNTS, added: 1 });
    const oid = await storeRun(db(), place, { counts, ended_at: api.clock.now });
    await storeEntries(db(), place, oid, [{ object_id: "1" }]);
    await storeObjects(db(), place, [{ object_id: "1" }]);
    const undo = () => owner.post(`${path}/${oid}/undo`);
    const open = await storeRun(db(), place, { no: 2, status: "reading" });
    refused(await undo(), "systemRuns.isOpen");
    await db()
      .updateTable("system_runs")
      .set({ status: "failed", entries_dropped: true })
      .where("oid", "=", open)
      .execute();
    const answer = await undo();
    expect(answer.statusCode, answer.body).toBe(202);
    const run = answer.json<SystemRun>();
    expect(run).toMatchObject({ kind: "undo", no: 3, status: "applying", undoes: oid });
    expect(await runOf(db(), run.oid)).toMatchObject({
      scheduled: false,
      actor: "owner",
      actor_id: directory.users.owner,
      complete: true,
      created_at: api.clock.now,
    });
    expect(pokes).toBe(1);
    expect(await audits()).toEqual([["undoRun", { run: run.oid, undoes: oid }]]);
    pokes = 0;
    refused(await undo(), "systemRuns.notUndoable");
  });

  test("decisions about a run of another system are refused", async () => {
    const oid = await planned();
    const { resourceId } = await addSystem(owner, directory.clientId);
    onTestFinished(() => {
      expect(pokes).toBe(0);
    });
    for (const step of ["approve", "reject", "cancel", "abandon", "undo"]) {
      const other = `${pathOf(directory.clientId, resourceId)}/runs/${oid}/${step}`;
      const answer = await owner.post(other, step === "approve" ? { hash: HASH } : undefined);
      expect(answer.statusCode, step).toBe(404);
    }
    expect(await runOf(db(), oid)).toMatchObject({ status: "planned", decided_by: null });
  });
});
