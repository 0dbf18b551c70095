/** Approved changes that are not in their system, on the person, on the system and on the dashboard. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { FailedPreview } from "#events/entities/failedChange.ts";
import type { Attention } from "#events/entities/attention.ts";
import type { ObjectState, ProvisionStatus } from "#events/entities/provisioning.ts";
import type { ConnectedSystem } from "#events/entities/system.ts";
import { readPlanState } from "#server/provisioning/planState.ts";
import { contentText } from "#server/systems/runs/content.ts";
import type { Browser, TestApi } from "../support/api.ts";
import { eachDatabase } from "../support/databases.ts";
import type { TestDirectory } from "../support/directory.ts";
import { expectError } from "../support/errors.ts";
import { storePlan } from "../provisioning/storedPlans.ts";
import { addSystem, MANUAL_ID, openSelfCertifiedApi, pathOf } from "../systems/support.ts";

const AT = new Date("2026-03-02T08:00:00Z");
const REFUSED = { code: "valueRefused", detail: "mail: too long" };

eachDatabase((database) => {
  let directory: TestDirectory;
  let api: TestApi;
  let owner: Browser;
  let mapper: Browser;
  let resourceId: string;
  let oid: string;

  beforeAll(async () => {
    ({ directory, api, browser: owner } = await openSelfCertifiedApi(database.current));
    mapper = await api.signIn("mapper");
  });
  afterAll(() => api.app.close());

  beforeEach(async () => {
    const { db } = database.current;
    const { clientId } = directory;
    await db.deleteFrom("connected_systems").where("client_id", "=", clientId).execute();
    const system = await addSystem(owner, clientId, {
      connectorId: MANUAL_ID,
      kind: "manual",
      name: `Badges ${randomUUID()}`,
    });
    ({ resourceId } = system);
    await owner.post(`${pathOf(clientId, resourceId)}/publication`, { version: system.version });
    await db
      .updateTable("connected_systems")
      .set({ confirmed: true })
      .where("resource_id", "=", resourceId)
      .execute();
    oid = randomUUID();
    await db
      .insertInto("identities")
      .values({
        client_id: clientId,
        oid,
        external_id: oid,
        attributes: "{}",
        search_key: oid,
      })
      .execute();
  });

  interface Plan {
    readonly no: number;
    readonly status: ProvisionStatus;
    readonly approved: boolean;
  }
  interface PlannedState {
    readonly account: string;
    readonly state: ObjectState;
    readonly owner?: string | null;
  }

  const addPlan = async ({ no, status, approved }: Plan, changes: readonly PlannedState[]) => {
    const { db } = database.current;
    const place = { clientId: directory.clientId, resourceId };
    const content = (entitlements: string[]) =>
      contentText({ attributes: {}, active: null, entitlements });
    const id = await storePlan(
      db,
      place,
      {
        no,
        status,
        actor_id: directory.users.owner,
        actor: "owner",
        created_at: AT,
        planned_at: AT,
        ...(approved && {
          approved_at: AT,
          approved_by: "owner",
          approved_by_id: directory.users.owner,
        }),
      },
      changes.map(({ account, state, owner: identityOid = oid }) => ({
        kind: "grant",
        identity_oid: identityOid,
        account,
        state,
        before: content([]),
        after: content(["Sign"]),
        problem: state === "failed" ? JSON.stringify(REFUSED) : null,
      })),
    );
    await db
      .updateTable("provisioning_plans")
      .set({ state: await readPlanState(db, place, { since: AT, now: api.clock.now }) })
      .where("id", "=", id)
      .execute();
    return id;
  };
  const failures = async (browser: Browser): Promise<FailedPreview[]> => {
    const path = `/api/clients/${directory.clientId}/identities/${oid}/failed-changes`;
    const answer = await browser.get(path);
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json<{ previews: FailedPreview[] }>().previews;
  };
  const failedOfSystem = async () => {
    const answer = await owner.get(`${pathOf(directory.clientId, resourceId)}/system`);
    return answer.json<ConnectedSystem>().failedChangeCount;
  };
  const failing = async (browser: Browser) => {
    const answer = await browser.get(`/api/clients/${directory.clientId}/attention`);
    return answer
      .json<Attention>()
      .items.filter(({ kind }) => kind === "failedChanges")
      .map(({ system, number: count }) => ({ ...system, count }));
  };

  test("failed changes are on the person, the system and the dashboard, with what failed and why", async () => {
    expect(await failures(owner)).toEqual([]);
    expect(await failedOfSystem()).toBe(0);
    expect(await failing(owner)).toEqual([]);
    const previewId = await addPlan({ no: 3, status: "partlyFailed", approved: true }, [
      { account: "ann", state: "failed" },
      { account: "ann-2", state: "applied" },
      { account: "bob", state: "failed", owner: null },
    ]);
    expect(await failures(owner)).toMatchObject([
      {
        resourceId,
        previewId,
        no: 3,
        failedCount: 2,
        retryable: true,
        changes: [
          {
            no: 1,
            kind: "grant",
            account: "ann",
            gained: ["Sign"],
            lost: [],
            open: false,
            problem: REFUSED,
          },
        ],
      },
    ]);
    expect(await failedOfSystem()).toBe(2);
    expect(await failing(owner)).toMatchObject([{ id: resourceId, count: 2 }]);
    // The mapper sees people, and cannot open the system.
    expect(await failures(mapper)).toMatchObject([{ failedCount: 2, retryable: false }]);
    expect(await failing(mapper)).toEqual([]);
    const nobody = `/api/clients/${directory.clientId}/identities/${randomUUID()}/failed-changes`;
    expectError(await owner.get(nobody), "ENOTFOUND");
  });

  test("a retried change is being written, and no longer counts as failed", async () => {
    const previewId = await addPlan({ no: 1, status: "partlyFailed", approved: true }, [
      { account: "ann", state: "failed" },
    ]);
    const retried = await owner.post(
      `${pathOf(directory.clientId, resourceId)}/previews/${previewId}/retry`,
    );
    expect(retried.statusCode, retried.body).toBe(200);
    expect(await failures(owner)).toMatchObject([
      { failedCount: 0, retryable: false, changes: [{ open: true, problem: null }] },
    ]);
    expect(await failedOfSystem()).toBe(0);
  });

  test.each<[string, Plan, readonly PlannedState[], boolean]>([
    [
      "stays after a later preview that proposes the same change",
      { no: 2, status: "planned", approved: false },
      [{ account: "ann", state: "planned" }],
      true,
    ],
    [
      "is gone after a later preview without the change",
      { no: 2, status: "planned", approved: false },
      [],
      false,
    ],
    [
      "is gone after a later preview was approved",
      { no: 2, status: "done", approved: true },
      [{ account: "ann", state: "applied" }],
      false,
    ],
  ])("a failed change %s", async (_what, later, next, stays) => {
    await addPlan({ no: 1, status: "partlyFailed", approved: true }, [
      { account: "ann", state: "failed" },
    ]);
    await addPlan(later, next);
    const found = await failures(owner);
    // Only the latest preview can be retried.
    expect(found.map(({ no, retryable }) => [no, retryable])).toEqual(stays ? [[1, false]] : []);
    expect(await failedOfSystem()).toBe(stays ? 1 : 0);
    expect(await failing(owner)).toHaveLength(stays ? 1 : 0);
  });

  test("a second person who is required decides who can retry", async () => {
    const rules = async (requiresSecondApprover: boolean) => {
      const saved = await owner.send("PUT", `/api/clients/${directory.clientId}/approval-rules`, {
        body: { requiresSecondApprover },
      });
      expect(saved.statusCode, saved.body).toBe(200);
    };
    await addPlan({ no: 1, status: "partlyFailed", approved: true }, [
      { account: "ann", state: "failed" },
    ]);
    await rules(true);
    expect(await failures(owner)).toMatchObject([{ retryable: false }]);
    await rules(false);
    expect(await failures(owner)).toMatchObject([{ retryable: true }]);
  });
});
