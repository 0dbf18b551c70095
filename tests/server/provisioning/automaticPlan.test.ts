/** The end of the computation of a preview, by who generated it and what it found. */
import { beforeEach, expect, test } from "vitest";
import { endAutomaticPlan } from "#server/provisioning/automaticPlan.ts";
import { oneDatabase } from "../support/databases.ts";
import { NOW } from "../systems/runs/storedRuns.ts";
import { openScene } from "./planScene.ts";

const BY_PROVISION = { actor_id: null, actor: "Provision" };
const APPROVED = { status: "done" as const, approved_at: NOW };

oneDatabase((database) => {
  let scene: Awaited<ReturnType<typeof openScene>>;
  beforeEach(async () => {
    scene = await openScene(database.current.db);
    await database.current.db
      .insertInto("automatic_previews")
      .values({ ...scene.key, due_at: NOW, compared_state: "former" })
      .execute();
  });

  const end = (job: Awaited<ReturnType<typeof scene.addPlan>>, changes: number) =>
    database.current.db
      .transaction()
      .execute((tx) => endAutomaticPlan(tx, job, { changes, state: "now", at: NOW }));
  const plans = async () => {
    const rows = await database.current.db
      .selectFrom("provisioning_plans")
      .select("no")
      .where("client_id", "=", scene.place.clientId)
      .orderBy("no")
      .execute();
    return rows.map(({ no }) => no);
  };
  const compared = () =>
    database.current.db
      .selectFrom("automatic_previews")
      .select(["compared_state", "compared_at"])
      .where("client_id", "=", scene.place.clientId)
      .executeTakeFirst();
  const audited = () =>
    database.current.db
      .selectFrom("audit")
      .select(["call", "actor", "target", "after", "at"])
      .where("client_id", "=", scene.place.clientId)
      .execute();
  const FORMER = { compared_state: "former", compared_at: null };

  test("a plan with changes is recorded, and stays", async () => {
    await scene.addPlan(APPROVED);
    const job = await scene.addPlan(BY_PROVISION);
    await end(job, 1);
    expect(await audited()).toEqual([
      {
        call: "provisioning/previewed",
        actor: "system",
        target: scene.place.resourceId,
        after: { preview: job.id, no: 2, changes: 1 },
        at: NOW,
      },
    ]);
    expect([await plans(), await compared()]).toEqual([[1, 2], FORMER]);
  });

  test("a plan without changes that would hide an approved plan is removed", async () => {
    await scene.addPlan(APPROVED);
    await end(await scene.addPlan(BY_PROVISION), 0);
    expect([await plans(), await audited()]).toEqual([[1], []]);
    expect(await compared()).toEqual({ compared_state: "now", compared_at: NOW });
  });

  test("a plan without changes stays if no plan of its system was approved", async () => {
    const other = await openScene(database.current.db);
    await other.addPlan(APPROVED);
    await scene.addPlan({ status: "rejected" });
    await end(await scene.addPlan(BY_PROVISION), 0);
    expect([await plans(), await audited()]).toEqual([[1, 2], []]);
    expect(await compared()).toEqual(FORMER);
  });

  test("a plan that a user generated stays as it is", async () => {
    await scene.addPlan(APPROVED);
    await end(await scene.addPlan({ status: "planned" }), 0);
    await end(await scene.addPlan({ status: "planned" }), 3);
    expect([await plans(), await audited()]).toEqual([[1, 2, 3], []]);
    expect(await compared()).toEqual(FORMER);
  });
});
