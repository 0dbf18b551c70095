/** Tasks of self-certified systems: added, attested by the owner, withdrawn. */
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { ConnectedSystem } from "#events/entities/system.ts";
import type { SystemTask } from "#events/entities/systemTask.ts";
import { inTransaction } from "#server/db/transaction.ts";
import { createTask } from "#server/systems/tasks/commands.ts";
import type { Browser, TestApi } from "../../support/api.ts";
import { oneDatabase } from "../../support/databases.ts";
import type { TestDirectory } from "../../support/directory.ts";
import { expectError } from "../../support/errors.ts";
import { addSystem, MANUAL_ID, openSelfCertifiedApi, pathOf } from "../support.ts";

oneDatabase((database) => {
  let directory: TestDirectory;
  let api: TestApi;
  let owner: Browser;
  let path: string;
  let resourceId: string;

  beforeAll(async () => {
    ({ directory, api, browser: owner } = await openSelfCertifiedApi(database.current));
    return () => api.app.close();
  });
  beforeEach(async () => {
    const manual = { connectorId: MANUAL_ID, kind: "manual" };
    ({ resourceId } = await addSystem(owner, directory.clientId, manual));
    path = pathOf(directory.clientId, resourceId);
  });

  const add = async (account = "ann", note = ""): Promise<SystemTask> => {
    const added = await owner.post(`${path}/tasks`, { action: "remove", account, note });
    expect(added.statusCode, added.body).toBe(201);
    return added.json() as SystemTask;
  };
  const list = async (query = ""): Promise<SystemTask[]> => {
    const answer = await owner.get(`${path}/tasks${query}`);
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json()._embedded.tasks as SystemTask[];
  };
  const system = async () => (await owner.get(`${path}/system`)).json() as ConnectedSystem;
  const ownedBy = async (ownerId: string) => {
    const { name, description, version } = await system();
    const body = { name, description, ownerId, version };
    expect((await owner.send("PUT", `${path}/setup`, { body })).statusCode).toBe(200);
  };
  const auditOf = () =>
    database.current.db
      .selectFrom("audit")
      .select(["call", "actor", "before", "after"])
      .where("target", "=", resourceId)
      .where("call", "like", "%ask%")
      .orderBy("at")
      .execute();

  test("[CONN-2] a task is attested once; who and when are stored and audited", async () => {
    const task = await add("  ann ", "She left");
    expect(task).toMatchObject({
      account: "ann",
      note: "She left",
      state: "open",
      settledBy: null,
    });
    expect((await system()).openTaskCount).toBe(1);
    api.clock.now = new Date(api.clock.now.getTime() + 1000);
    const attested = await owner.post(`${path}/tasks/${task.id}/attest`);
    expect(attested.json()).toMatchObject({
      state: "attested",
      settledBy: "owner",
      settledAt: api.clock.now.toISOString(),
    });
    for (const action of ["attest", "withdraw"]) {
      expectError(await owner.post(`${path}/tasks/${task.id}/${action}`), "ECONFLICT");
    }
    expect((await system()).openTaskCount).toBe(0);
    expect(await auditOf()).toMatchObject([
      { call: "systemTasks/createTask", actor: "owner", after: { task: task.id, account: "ann" } },
      {
        call: "systemTasks/attestTask",
        actor: "owner",
        before: { state: "open" },
        after: { task: task.id, state: "attested" },
      },
    ]);
  });

  test("two attestations at once: one of them counts", async () => {
    const { id } = await add();
    const answers = await Promise.all([1, 2].map(() => owner.post(`${path}/tasks/${id}/attest`)));
    expect(
      answers.map(({ statusCode }) => statusCode).toSorted((one, other) => one - other),
    ).toEqual([200, 409]);
  });

  test("only the owner of the system attests; others may withdraw", async () => {
    const { id } = await add();
    await ownedBy(directory.users.keeper ?? "");
    const refused = await owner.post(`${path}/tasks/${id}/attest`);
    expect(expectError(refused, "ECONFLICT").message).toContain("Only the owner");
    const withdrawn = await owner.post(`${path}/tasks/${id}/withdraw`);
    expect(withdrawn.json()).toMatchObject({ state: "withdrawn", settledBy: "owner" });
  });

  test("[PERM-33] a user who manages a resource cannot become its owner to attest", async () => {
    const { id } = await add();
    const { keeper: keeperId, owner: ownerId } = directory.users;
    const { db } = database.current;
    await db
      .insertInto("user_resources")
      .values({ client_id: directory.clientId, user_id: keeperId, resource_id: resourceId })
      .execute();
    await ownedBy(ownerId);
    const keeper = await api.signIn("keeper");
    const save = async (browser: Browser, changed: { name?: string; ownerId?: string | null }) => {
      const { name, description, ownerId: current, version } = await system();
      const body = { name, description, ownerId: current, version, ...changed };
      return browser.send("PUT", `${path}/setup`, { body });
    };
    for (const taken of [keeperId, null]) {
      const refused = await save(keeper, { ownerId: taken });
      expect(expectError(refused, "EFORBIDDEN").message).toContain("Only the owner");
    }
    expectError(await keeper.post(`${path}/tasks/${id}/attest`), "ECONFLICT");
    // Other parts of the setup stay theirs, with the owner as it is.
    const renamed = `Renamed ${resourceId}`;
    expect((await save(keeper, { name: renamed })).statusCode).toBe(200);
    expect(await system()).toMatchObject({ name: renamed, ownerId });
  });

  test("a new owner is audited, and the previous one gets a mail unless they made the change", async () => {
    const { keeper: keeperId, owner: ownerId } = directory.users;
    const { db } = database.current;
    await db
      .insertInto("user_resources")
      .values({ client_id: directory.clientId, user_id: keeperId, resource_id: resourceId })
      .execute();
    const before = (await api.mails()).length;
    await ownedBy(keeperId);
    await ownedBy(ownerId);
    const { name } = await system();
    const sent = (await api.mails()).slice(before);
    expect(sent).toMatchObject([
      {
        to: "keeper@example.com",
        subject: "You are no longer the owner of a system in Provision",
      },
    ]);
    expect(sent[0]?.text).toContain(name);
    // The owner hands it over.
    await ownedBy(keeperId);
    expect(await api.mails()).toHaveLength(before + 1);
    const changes = await db
      .selectFrom("audit")
      .select(["actor", "before", "after"])
      .where("target", "=", resourceId)
      .where("call", "=", "systems/saveSystemSetup")
      .execute();
    expect(changes.map((one) => one.after)).toMatchObject([
      { ownerId: keeperId },
      { ownerId },
      { ownerId: keeperId },
    ]);
  });

  test("the list shows open tasks first, and is searched and filtered", async () => {
    const [ann, bob] = [await add("ann", "Leaves"), await add("bob")];
    await owner.post(`${path}/tasks/${ann.id}/attest`);
    expect((await list()).map(({ id }) => id)).toEqual([bob.id]);
    expect((await list("?show=all")).map(({ id }) => id).toSorted()).toEqual(
      [ann.id, bob.id].toSorted(),
    );
    expect((await list("?show=all&contains=LEAVES")).map(({ id }) => id)).toEqual([ann.id]);
    expect(await list("?show=all&action=create")).toEqual([]);
    const file = await owner.get(`${path}/tasks.csv?show=attested`);
    expect(file.body).toContain("remove,ann");
    expect(file.body).not.toContain("bob");
  });

  test("a task names the person of an account that is known", async () => {
    const { db } = database.current;
    const person = await db
      .selectFrom("identities")
      .select("oid")
      .where("client_id", "=", directory.clientId)
      .executeTakeFirstOrThrow();
    await db
      .insertInto("accounts")
      .values({
        client_id: directory.clientId,
        id: resourceId,
        resource_id: resourceId,
        name: "known",
        identity_oid: person.oid,
      })
      .execute();
    expect(await add("known")).toMatchObject({
      identityOid: person.oid,
      person: expect.stringMatching(/./),
    });
    expect(await add("other")).toMatchObject({ identityOid: null, person: null });
  });

  test("provisioning adds tasks with the values that change, and is audited as the server", async () => {
    const changes = [{ attribute: "role", add: ["Read"], remove: ["Write"] }];
    const place = { clientId: directory.clientId, resourceId };
    const taskId = await inTransaction(database.current.db, (tx) =>
      createTask(
        tx,
        { ...place, action: "change", account: "ann", identityOid: null, changes },
        { at: api.clock.now, actor: null, call: "server/systemTaskAdded" },
      ),
    );
    expect(await list()).toMatchObject([{ id: taskId, createdBy: "system", changes }]);
    expect(await auditOf()).toMatchObject([{ call: "server/systemTaskAdded", actor: "system" }]);
  });

  describe("refuses", () => {
    test("an empty account, tasks of other systems, and systems that are read", async () => {
      const empty = await owner.post(`${path}/tasks`, { action: "remove", account: " ", note: "" });
      expect(expectError(empty, "EINVALID").fields?.map((one) => one.path)).toEqual([
        "/body/account",
      ]);
      const { id } = await add();
      const other = await addSystem(owner, directory.clientId);
      const elsewhere = pathOf(directory.clientId, other.resourceId);
      expectError(await owner.post(`${elsewhere}/tasks/${id}/attest`), "ENOTFOUND");
      const task = { action: "remove", account: "ann", note: "" };
      expectError(await owner.post(`${elsewhere}/tasks`, task), "ECONFLICT");
    });
  });
});
