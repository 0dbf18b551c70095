/** Plans of an HR system that a second person must apply, because the client requires it. */
import { randomUUID } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import type { SystemRun } from "#events/entities/systemRun.ts";
import { letApprove } from "../../provisioning/approvers.ts";
import type { Browser } from "../../support/api.ts";
import { oneDatabase } from "../../support/databases.ts";
import { useCsvRuns } from "./csvRuns.ts";

const HEADER = "id,login,right,number,given";

oneDatabase((database) => {
  const on = useCsvRuns(database, "hr");
  /** May do what the owner may do. */
  let other: Browser;
  let personId: string;

  const requireSecond = async (requiresSecondApprover: boolean) => {
    const path = `/api/clients/${on.directory.clientId}/approval-rules`;
    const saved = await on.owner.send("PUT", path, { body: { requiresSecondApprover } });
    expect(saved.statusCode, saved.body).toBe(200);
  };

  beforeEach(async () => {
    personId = `S-${randomUUID().slice(0, 8)}`;
    await requireSecond(true);
    await letApprove(database.current, on.directory, ["mapper"]);
    other = await on.api.signIn("mapper");
    const identity = { externalId: "number", givenName: "given" };
    await on.changeImportSettings({ identity });
    await on.provide([`1,ann,,${personId},Ann`], HEADER);
  });

  const approve = (browser: Browser, { oid, hash }: SystemRun) =>
    browser.post(`${on.path}/runs/${oid}/approve`, { hash });
  const refusedFor = async (answer: ReturnType<typeof approve>, code: string) => {
    const { statusCode, body } = await answer;
    expect([statusCode, JSON.parse(body)]).toMatchObject([
      409,
      { code: "ECONFLICT", detail: { code } },
    ]);
  };
  const people = async () =>
    (
      await on.db
        .selectFrom("identities")
        .select("external_id")
        .where("client_id", "=", on.directory.clientId)
        .where("external_id", "=", personId)
        .execute()
    ).length;

  test("the person who started a preview of people cannot apply it, and another person can", async () => {
    const run = await on.run({ kind: "full", waits: true });
    expect(run).toMatchObject({
      status: "planned",
      needsOtherPerson: true,
      preparedBy: [{ id: on.directory.users.owner, username: "owner" }],
    });
    await refusedFor(approve(on.owner, run), "systemRuns.otherApprover");
    expect(await people()).toBe(0);
    const applied = await approve(other, run);
    expect(applied.statusCode, applied.body).toBe(200);
    expect(await on.settled(run.oid)).toMatchObject({
      status: "done",
      decidedBy: "mapper",
      // To undo it.
      needsOtherPerson: true,
    });
    expect(await people()).toBe(1);
    const entries = await on.db
      .selectFrom("audit")
      .select(["actor", "after"])
      .where("call", "=", "systemRuns/approveRun")
      .where("target", "=", run.resourceId)
      .execute();
    expect(entries).toEqual([
      { actor: "mapper", after: { run: run.oid, hash: run.hash, preparedBy: ["owner"] } },
    ]);
  });

  test("an import of people that a person starts waits, even if that was not asked for", async () => {
    const run = await on.run();
    expect(run).toMatchObject({ status: "planned", gates: [], needsOtherPerson: true });
    expect(await people()).toBe(0);
    // Rejecting changes nobody, so that the person who started the import may do it.
    const rejected = await on.owner.post(`${on.path}/runs/${run.oid}/reject`);
    expect(rejected.statusCode, rejected.body).toBe(200);
  });

  test("the person who started an applied import of people cannot undo it, and another person can", async () => {
    const planned = await on.run();
    expect((await approve(other, planned)).statusCode).toBe(200);
    const run = await on.settled(planned.oid);
    expect(run).toMatchObject({ status: "done", undoable: true });
    const undo = (browser: Browser) => browser.post(`${on.path}/runs/${run.oid}/undo`);
    await refusedFor(undo(on.owner), "systemRuns.otherUndoer");
    expect(await on.settled(run.oid)).toMatchObject({ status: "done" });
    expect(await people()).toBe(1);
    const undone = await undo(other);
    expect(undone.statusCode, undone.body).toBe(202);
    expect(await on.settled(undone.json<SystemRun>().oid)).toMatchObject({ status: "done" });
    expect(await people()).toBe(0);
    // An import that was undone is not undoable for anybody.
    await refusedFor(undo(on.owner), "systemRuns.notUndoable");
  });

  test("the person who started an import applies it if the client requires no second person", async () => {
    await requireSecond(false);
    const run = await on.run({ kind: "full", waits: true });
    expect(run).toMatchObject({ status: "planned", needsOtherPerson: false });
    const applied = await approve(on.owner, run);
    expect(applied.statusCode, applied.body).toBe(200);
    expect(await on.settled(run.oid)).toMatchObject({ status: "done" });
    expect(await people()).toBe(1);
    const undone = await on.owner.post(`${on.path}/runs/${run.oid}/undo`);
    expect(undone.statusCode, undone.body).toBe(202);
    expect(await on.settled(undone.json<SystemRun>().oid)).toMatchObject({ status: "done" });
    expect(await people()).toBe(0);
    // An import that does not have to wait is applied.
    await on.provide([`1,ann,,${personId},Anna`], HEADER);
    expect(await on.run()).toMatchObject({ status: "done" });
  });
});

oneDatabase((database) => {
  const on = useCsvRuns(database);

  test("an import of accounts does not need a second person", async () => {
    await on.db.updateTable("clients").set({ requires_second_approver: true }).execute();
    await on.provide(["1,ann,read"]);
    expect(await on.run()).toMatchObject({ status: "done", needsOtherPerson: false });
  });
});
