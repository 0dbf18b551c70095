/** Plans of imports that Provision started: two people approve them, if the client requires a second person. */
import { randomUUID } from "node:crypto";
import { beforeEach, expect, test, vi } from "vitest";
import type { SystemRun } from "#events/entities/systemRun.ts";
import { letApprove } from "../../provisioning/approvers.ts";
import type { Browser } from "../../support/api.ts";
import { eachDatabase } from "../../support/databases.ts";
import { expectError } from "../../support/errors.ts";
import { WAIT } from "../runningServer.ts";
import { useCsvRuns } from "./csvRuns.ts";

const HEADER = "id,login,right,number,given";

eachDatabase((database) => {
  const on = useCsvRuns(database, "hr");
  /** May do what the owner may do. */
  let other: Browser;
  let personId: string;
  /** The plan of a scheduled import, above its gates: one of two people is missing, and Ann gets another name. */
  let plan: SystemRun;

  const requireSecond = async (requiresSecondApprover: boolean) => {
    const path = `/api/clients/${on.directory.clientId}/approval-rules`;
    const saved = await on.owner.send("PUT", path, { body: { requiresSecondApprover } });
    expect(saved.statusCode, saved.body).toBe(200);
  };
  /** @returns the scheduled import that follows the import with this number. */
  const runScheduled = async (after: number): Promise<SystemRun> => {
    await on.db
      .updateTable("connected_systems")
      .set({ next_run_at: on.api.clock.now, confirmed: true })
      .where("resource_id", "=", on.resourceId)
      .execute();
    on.poke();
    const oid = await vi.waitFor(async () => {
      const run = await on.db
        .selectFrom("system_runs")
        .select("oid")
        .where("resource_id", "=", on.resourceId)
        .where("no", ">", after)
        .executeTakeFirstOrThrow();
      return run.oid;
    }, WAIT);
    return on.settled(oid);
  };

  beforeEach(async () => {
    personId = `T-${randomUUID().slice(0, 8)}`;
    await letApprove(database.current, on.directory, ["mapper"]);
    other = await on.api.signIn("mapper");
    await requireSecond(false);
    const identity = { externalId: "number", givenName: "given" };
    await on.changeImportSettings({ identity, everyMinutes: 60 });
    await on.provide([`1,ann,,${personId},Ann`, `2,bob,,${personId}-2,Bob`], HEADER);
    expect(await on.run()).toMatchObject({ status: "done" });
    await requireSecond(true);
    await on.provide([`1,ann,,${personId},Anna`], HEADER);
    plan = await runScheduled(1);
    expect(plan).toMatchObject({
      no: 2,
      status: "planned",
      scheduled: true,
      gates: ["manyGone"],
      preparedBy: [],
      needsOtherPerson: true,
    });
    expect(plan.firstApproval).toBeUndefined();
  });

  const approve = (browser: Browser, { oid, hash }: Pick<SystemRun, "oid" | "hash"> = plan) =>
    browser.post(`${on.path}/runs/${oid}/approve`, { hash });
  const load = async ({ oid } = plan) =>
    (await on.owner.get(`${on.path}/runs/${oid}`)).json<SystemRun>();
  const refused = async (answer: ReturnType<typeof approve>, code: string) => {
    expectError(await answer, "ECONFLICT");
    expect((await answer).json()).toMatchObject({ detail: { code } });
  };
  const approved = async (browser: Browser, run = plan): Promise<SystemRun> => {
    const answer = await approve(browser, run);
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json<SystemRun>();
  };
  const nameOfAnn = async () => {
    const person = await on.db
      .selectFrom("identities")
      .select("given_name")
      .where("external_id", "=", personId)
      .executeTakeFirstOrThrow();
    return person.given_name;
  };
  const audits = () =>
    on.db
      .selectFrom("audit")
      .select(["call", "actor", "after"])
      .where("target", "=", on.resourceId)
      .where("call", "in", ["systemRuns/approveRun", "systemRuns/rejectRun"])
      .orderBy("at")
      .execute();

  test("the first approval is stored, and that of another person applies the plan", async () => {
    const firstApproval = {
      id: on.directory.users.owner,
      username: "owner",
      at: on.api.clock.now.toISOString(),
    };
    const waiting = { status: "planned", firstApproval, decidedBy: null, decidedAt: null };
    expect(await approved(on.owner)).toMatchObject(waiting);
    expect(await load()).toMatchObject(waiting);
    await refused(approve(on.owner), "systemRuns.approvedFirst");
    expect(await load()).toMatchObject(waiting);
    expect(await nameOfAnn()).toBe("Ann");

    on.api.clock.now = new Date(on.api.clock.now.getTime() + 1000);
    expect(await approved(other)).toMatchObject({ status: "applying", firstApproval });
    expect(await on.settled(plan.oid)).toMatchObject({
      status: "done",
      firstApproval,
      decidedBy: "mapper",
      decidedAt: on.api.clock.now.toISOString(),
    });
    expect(await nameOfAnn()).toBe("Anna");
    const { oid: run, hash } = plan;
    expect(await audits()).toEqual([
      {
        call: "systemRuns/approveRun",
        actor: "owner",
        after: { run, hash, needsSecondApprover: true },
      },
      {
        call: "systemRuns/approveRun",
        actor: "mapper",
        after: { run, hash, firstApprover: "owner" },
      },
    ]);
  });

  test("simultaneous approvals of one person count once", async () => {
    const answers = await Promise.all(Array.from({ length: 6 }, () => approve(on.owner)));
    const stored = answers.filter(({ statusCode }) => statusCode === 200);
    expect(stored).toHaveLength(1);
    for (const answer of answers) {
      if (answer !== stored[0]) await refused(Promise.resolve(answer), "systemRuns.approvedFirst");
    }
    expect(await load()).toMatchObject({
      status: "planned",
      firstApproval: { username: "owner" },
    });
    expect(await audits()).toHaveLength(1);
  });

  test("simultaneous approvals of two people apply the plan once", async () => {
    const answers = await Promise.all([approve(on.owner), approve(other)]);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    const runs = answers.map((answer) => answer.json<SystemRun>());
    expect(runs.map(({ status }) => status).toSorted()).toEqual(["applying", "planned"]);
    const done = await on.settled(plan.oid);
    expect(done.status).toBe("done");
    expect(new Set([done.firstApproval?.username, done.decidedBy])).toEqual(
      new Set(["mapper", "owner"]),
    );
    expect(await nameOfAnn()).toBe("Anna");
    expect(await audits()).toHaveLength(2);
  });

  test("anyone who may decide can reject the plan, also the first approver", async () => {
    await approved(on.owner);
    const rejected = await on.owner.post(`${on.path}/runs/${plan.oid}/reject`);
    expect(rejected.statusCode, rejected.body).toBe(200);
    expect(await load()).toMatchObject({ status: "rejected", decidedBy: "owner" });
    await refused(approve(other), "systemRuns.notPlanned");
    expect((await audits()).at(-1)).toMatchObject({
      call: "systemRuns/rejectRun",
      after: { firstApprover: "owner" },
    });
    expect(await nameOfAnn()).toBe("Ann");
  });

  test("another plan needs two approvals of its own, even with the same content", async () => {
    await approved(on.owner);
    await on.owner.post(`${on.path}/runs/${plan.oid}/reject`);
    const next = await runScheduled(2);
    expect(next).toMatchObject({ no: 3, status: "planned", needsOtherPerson: true });
    expect(next.hash).toBe(plan.hash);
    expect(next.firstApproval).toBeUndefined();
    expect(await approved(other, next)).toMatchObject({
      status: "planned",
      firstApproval: { username: "mapper" },
    });
    await refused(approve(other, next), "systemRuns.approvedFirst");
    expect(await nameOfAnn()).toBe("Ann");
  });

  test("an approval of another plan is refused, and one that was stored for another does not count", async () => {
    const stale = "0".repeat(64);
    await refused(approve(on.owner, { oid: plan.oid, hash: stale }), "systemRuns.otherPlan");
    expect((await load()).firstApproval).toBeUndefined();
    await approved(on.owner);
    await refused(approve(other, { oid: plan.oid, hash: stale }), "systemRuns.otherPlan");
    await on.db
      .updateTable("system_runs")
      .set({ hash: stale })
      .where("oid", "=", plan.oid)
      .execute();
    expect((await load()).firstApproval).toBeUndefined();
    expect(await approved(other, { ...plan, hash: stale })).toMatchObject({
      status: "planned",
      firstApproval: { username: "mapper" },
    });
    expect(await nameOfAnn()).toBe("Ann");
  });

  test("approvals of users who may not decide about the system do not count", async () => {
    const stranger = await on.api.signIn("stranger");
    expectError(await approve(stranger), "ENOTFOUND");
    const keeper = await on.api.signIn("keeper");
    expectError(await approve(keeper), "EFORBIDDEN");
    const guest = await on.api.signIn("guest");
    expectError(await approve(guest), "EFORBIDDEN");
    expect((await load()).firstApproval).toBeUndefined();
    await approved(on.owner);
    for (const browser of [stranger, keeper, guest]) {
      expect((await approve(browser)).statusCode).toBeGreaterThanOrEqual(403);
    }
    expect(await load()).toMatchObject({ status: "planned" });
    expect(await audits()).toHaveLength(1);
  });

  test("one approval is enough once the client requires no second person", async () => {
    await approved(on.owner);
    await requireSecond(false);
    expect(await load()).toMatchObject({ needsOtherPerson: false });
    expect(await approved(on.owner)).toMatchObject({ status: "applying" });
    expect(await on.settled(plan.oid)).toMatchObject({ status: "done", decidedBy: "owner" });
  });

  test("the first approver cannot undo the import alone, and another person can", async () => {
    await approved(on.owner);
    await approved(other);
    const done = await on.settled(plan.oid);
    expect(done).toMatchObject({ status: "done", undoable: true, needsOtherPerson: true });
    const undo = (browser: Browser) => browser.post(`${on.path}/runs/${plan.oid}/undo`);
    await refused(undo(on.owner), "systemRuns.firstApproverUndoes");
    expect(await nameOfAnn()).toBe("Anna");
    const undone = await undo(other);
    expect(undone.statusCode, undone.body).toBe(202);
    expect(await on.settled(undone.json<SystemRun>().oid)).toMatchObject({ status: "done" });
    expect(await nameOfAnn()).toBe("Ann");
  });
});
