/** Systems in which a preview may find more changes of a person than those that are listed. */
import { randomUUID } from "node:crypto";
import { beforeAll, beforeEach, expect, test } from "vitest";
import type { NotCompared } from "#events/entities/pendingChange.ts";
import { DEFAULT_SETTINGS } from "#events/entities/system.ts";
import { noteMemberships } from "#server/access/memberships.ts";
import { readPlanState } from "#server/provisioning/planState.ts";
import { createApi, type Browser, type TestApi } from "../support/api.ts";
import { oneDatabase } from "../support/databases.ts";
import { fillDirectory, type TestDirectory } from "../support/directory.ts";

oneDatabase((database) => {
  let directory: TestDirectory;
  let api: TestApi;
  let mapper: Browser;
  let oid: string;

  beforeAll(async () => {
    directory = await fillDirectory(database.current.db);
    api = await createApi(database.current);
    mapper = await api.signIn("mapper");
    return () => api.app.close();
  });
  beforeEach(async () => {
    const { db } = database.current;
    await db.deleteFrom("connected_systems").where("client_id", "=", directory.clientId).execute();
    oid = randomUUID();
    await db
      .insertInto("identities")
      .values({
        client_id: directory.clientId,
        oid,
        external_id: oid,
        attributes: "{}",
        search_key: oid,
      })
      .execute();
  });

  const connect = (kind: "manual" | "hr" | "export", confirmed = true) =>
    database.current.db
      .insertInto("connected_systems")
      .values({
        client_id: directory.clientId,
        resource_id: directory.resources.crm,
        connector_id: 1,
        kind,
        settings: JSON.stringify(DEFAULT_SETTINGS),
        published_settings: JSON.stringify(DEFAULT_SETTINGS),
        confirmed,
        created_at: api.clock.now,
      })
      .execute();
  const addPlan = async (status: "planned" | "computing") => {
    const { db } = database.current;
    const { now } = api.clock;
    const place = { clientId: directory.clientId, resourceId: directory.resources.crm };
    const isComplete = status === "planned";
    await db
      .insertInto("provisioning_plans")
      .values({
        client_id: place.clientId,
        resource_id: place.resourceId,
        id: randomUUID(),
        no: isComplete ? 1 : 2,
        status,
        state: isComplete ? await readPlanState(db, place, { since: now, now }) : null,
        actor: "Provision",
        created_at: now,
        planned_at: isComplete ? now : null,
      })
      .execute();
  };
  const notCompared = async (): Promise<NotCompared[]> => {
    const where = `/api/clients/${directory.clientId}/identities/${oid}/pending`;
    const answer = await mapper.get(where);
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json<{ notCompared: NotCompared[] }>().notCompared;
  };

  test("a system is listed until it is compared, and again after a change", async () => {
    await connect("manual");
    const resource = { resourceId: directory.resources.crm };
    expect(await notCompared()).toMatchObject([{ ...resource, state: "never", comparedAt: null }]);
    await addPlan("planned");
    expect(await notCompared()).toEqual([]);
    await noteMemberships(database.current.db, directory.clientId);
    const comparedAt = api.clock.now.toISOString();
    expect(await notCompared()).toMatchObject([{ ...resource, state: "outdated", comparedAt }]);
    await addPlan("computing");
    expect(await notCompared()).toMatchObject([{ ...resource, state: "running", comparedAt }]);
  });

  test("a person who has left is compared only with the systems of their accounts", async () => {
    const { db } = database.current;
    await connect("manual");
    await db
      .updateTable("identities")
      .set({ ended_at: api.clock.now })
      .where("oid", "=", oid)
      .execute();
    expect(await notCompared()).toEqual([]);
    await db
      .insertInto("accounts")
      .values({
        client_id: directory.clientId,
        id: randomUUID(),
        resource_id: directory.resources.crm,
        name: oid,
        identity_oid: oid,
      })
      .execute();
    expect(await notCompared()).toMatchObject([{ state: "never" }]);
  });

  test.each([
    ["an HR system", "hr", true],
    ["a system that Provision only reads", "export", true],
    ["a system that is not confirmed", "manual", false],
  ] as const)("%s is not listed", async (_what, kind, confirmed) => {
    await connect(kind, confirmed);
    expect(await notCompared()).toEqual([]);
  });
});
