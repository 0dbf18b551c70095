/** An undo restores what its run changed, unless others have changed it since. */
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { expect, test } from "vitest";
import type { ErrorBody } from "#events/entities/error.ts";
import type { SystemRun } from "#events/entities/systemRun.ts";
import { DEFAULT_SETTINGS } from "#events/entities/system.ts";
import { migrate } from "#server/db/migrate.ts";
import { oneDatabase } from "../../support/databases.ts";
import { useCsvRuns } from "./csvRuns.ts";

const DAY = 86_400_000;

oneDatabase((database) => {
  const on = useCsvRuns(database);
  const { provide, settled, run, entries, accounts } = on;

  const people = () =>
    on.db
      .selectFrom("identities")
      .select(["oid", "external_id"])
      .where("client_id", "=", on.directory.clientId)
      .orderBy("external_id")
      .limit(2)
      .execute();
  const twoPeople = async () => {
    const [one, other] = await people();
    if (!one || !other) throw new Error("The directory has too few people");
    return { one, other };
  };
  const linkBy = async (attribute: string): Promise<void> => {
    const owner = { attribute, field: "externalId" } as const;
    await on.changeImportSettings({ owner, maxGonePercent: 100 });
  };
  const ownerOf = async (name: string) => {
    const account = await on.db
      .selectFrom("accounts")
      .select("identity_oid")
      .where("resource_id", "=", on.resourceId)
      .where("name", "=", name)
      .executeTakeFirst();
    return account?.identity_oid;
  };
  const setOwner = (name: string, identity_oid: string) =>
    on.db
      .updateTable("accounts")
      .set({ identity_oid })
      .where("resource_id", "=", on.resourceId)
      .where("name", "=", name)
      .execute();
  /** As an import of a file adds them. */
  const addAccount = async (name: string, owner: string | null, held: readonly string[]) => {
    const client_id = on.directory.clientId;
    const { no: last } = await on.db
      .selectFrom("entitlements")
      .select((eb) => eb.fn.max("no").as("no"))
      .where("client_id", "=", client_id)
      .executeTakeFirstOrThrow();
    const added = held.map((one, at) => ({
      client_id,
      id: randomUUID(),
      no: Number(last) + 1 + at,
      resource_id: on.resourceId,
      name: one,
      search_key: one,
      role_oid: randomUUID(),
    }));
    await on.db.insertInto("entitlements").values(added).execute();
    await on.db
      .insertInto("accounts")
      .values({
        client_id,
        id: randomUUID(),
        resource_id: on.resourceId,
        name,
        identity_oid: owner,
        entitlement_nos: added.map(({ no }) => no),
      })
      .execute();
  };
  const apply = async (): Promise<SystemRun> => {
    const read = await run();
    if (read.status !== "planned") return read;
    await on.owner.post(`${on.path}/runs/${read.oid}/approve`, { hash: read.hash });
    return settled(read.oid);
  };
  const undo = async ({ oid }: SystemRun): Promise<void> => {
    const answer = await on.owner.post(`${on.path}/runs/${oid}/undo`);
    expect(answer.statusCode, answer.body).toBe(202);
    expect(await settled(answer.json<SystemRun>().oid)).toMatchObject({ status: "done" });
  };
  /** Why an undo is refused. */
  const refusal = async ({ oid }: SystemRun) => {
    const answer = await on.owner.post(`${on.path}/runs/${oid}/undo`);
    expect(answer.statusCode, answer.body).toBe(409);
    return answer.json<ErrorBody>().detail;
  };
  const wait = async (days: number): Promise<void> => {
    on.api.clock.now = new Date(on.api.clock.now.getTime() + days * DAY);
    await on.signInAgain();
  };

  test("an account that a run took over gets its owner and its entitlements back", async () => {
    const { one, other } = await twoPeople();
    await addAccount("ann", one.oid, ["old"]);
    await linkBy("person");
    await provide([`1,ann,read,${other.external_id}`, "2,bob,read,"], "id,login,right,person");
    const done = await apply();
    expect(done).toMatchObject({ status: "done", counts: { added: 2 } });
    expect(await accounts()).toEqual({ ann: ["read"], bob: ["read"] });
    expect(await ownerOf("ann")).toBe(other.oid);
    await undo(done);
    expect(await accounts()).toEqual({ ann: ["old"] });
    expect(await ownerOf("ann")).toBe(one.oid);
  });

  test("an owner that a run replaced is restored, unless a person chose another one since", async () => {
    const { one, other } = await twoPeople();
    const header = "id,login,right,person";
    await linkBy("person");
    await provide(["1,ann,read,", "2,bob,read,"], header);
    await run();
    await setOwner("ann", one.oid);
    await setOwner("bob", one.oid);
    const named = (id: string) => `${id},read,${other.external_id}`;
    await provide([named("1,ann"), named("2,bob")], header);
    const done = await apply();
    expect(await ownerOf("ann")).toBe(other.oid);
    await setOwner("bob", one.oid);
    await undo(done);
    expect(await ownerOf("ann")).toBe(one.oid);
    expect(await ownerOf("bob")).toBe(one.oid);
  });

  test("an account that returns with an undo belongs to its former owner", async () => {
    const { one } = await twoPeople();
    await provide(["1,ann,read", "2,bob,read"]);
    await run();
    await setOwner("ann", one.oid);
    await provide(["2,bob,read"]);
    const gone = await run();
    // Whom the plan concerns is known before it is applied.
    expect(gone).toMatchObject({ status: "planned", people: 1 });
    expect((await entries(gone.oid))[0]?.person).toBeTruthy();
    await on.owner.post(`${on.path}/runs/${gone.oid}/approve`, { hash: gone.hash });
    await settled(gone.oid);
    await wait(DEFAULT_SETTINGS.graceDays + 1);
    const removed = await apply();
    expect(removed).toMatchObject({ counts: { removed: 1 } });
    expect(await accounts()).toEqual({ bob: ["read"] });
    await undo(removed);
    expect(await accounts()).toEqual({ ann: ["read"], bob: ["read"] });
    expect(await ownerOf("ann")).toBe(one.oid);
  });

  test("an undo keeps added accounts that others have linked or filled since", async () => {
    const { one } = await twoPeople();
    await provide(["1,ann,read", "2,bob,read", "3,cyd,read"]);
    const done = await run();
    await setOwner("ann", one.oid);
    await addAccount("other", null, ["extra"]);
    const { entitlement_nos: extra } = await on.db
      .selectFrom("accounts")
      .select("entitlement_nos")
      .where("resource_id", "=", on.resourceId)
      .where("name", "=", "other")
      .executeTakeFirstOrThrow();
    const { entitlement_nos: held } = await on.db
      .selectFrom("accounts")
      .select("entitlement_nos")
      .where("resource_id", "=", on.resourceId)
      .where("name", "=", "bob")
      .executeTakeFirstOrThrow();
    await on.db
      .updateTable("accounts")
      .set({ entitlement_nos: [...held, ...extra].sort((a, b) => a - b) })
      .where("resource_id", "=", on.resourceId)
      .where("name", "=", "bob")
      .execute();
    await undo(done);
    expect(await accounts()).toEqual({ ann: [], bob: ["extra"], other: ["extra"] });
    expect(await ownerOf("ann")).toBe(one.oid);
    // The next run takes them over again.
    expect(await run()).toMatchObject({ status: "done", counts: { added: 3 } });
    expect(await ownerOf("ann")).toBe(one.oid);
  });

  test("any run is undone while no later run has changed its objects", async () => {
    await provide(["1,ann,read", "2,bob,read"]);
    await run();
    await provide(["1,ann,write", "2,bob,read", "3,cyd,read"]);
    const earlier = await apply();
    await provide(["1,ann,write", "2,bob,admin", "3,cyd,read"]);
    const later = await apply();
    expect(later).toMatchObject({ no: 3, counts: { changed: 1 } });
    await undo(earlier);
    expect(await accounts()).toEqual({ ann: ["read"], bob: ["admin"] });
    // The later run does not depend on the undo.
    await undo(later);
    expect(await accounts()).toEqual({ ann: ["read"], bob: ["read"] });
  });

  test("an undo names the later runs that changed the same objects", async () => {
    await provide(["1,ann,read", "2,bob,read"]);
    const first = await run();
    await provide(["1,ann,write", "2,bob,read"]);
    const second = await apply();
    await provide(["1,ann,write", "2,bob,write"]);
    const third = await apply();
    expect(await refusal(first)).toEqual({
      code: "systemRuns.changedByRuns",
      params: { count: 2, name: "bob", runs: "3, 2" },
    });
    await undo(third);
    expect(await refusal(first)).toMatchObject({ params: { count: 1, name: "ann", runs: "2" } });
    await undo(second);
    await undo(first);
    expect(await accounts()).toEqual({});
  });

  test("a run is not undone after provisioning has changed one of its objects", async () => {
    await provide(["1,ann,read", "2,bob,read"]);
    const done = await run();
    const changed = (set: { provisioned_at: Date }) =>
      on.db
        .updateTable("system_objects")
        .set(set)
        .where("resource_id", "=", on.resourceId)
        .where("object_id", "=", "2")
        .execute();
    const endedAt = Date.parse(done.endedAt ?? "");
    await changed({ provisioned_at: new Date(endedAt + 1000) });
    const refused = {
      code: "systemRuns.changedByProvisioning",
      params: { count: 1, name: "bob" },
    };
    expect(await refusal(done)).toEqual(refused);
    // It deleted the account.
    await on.db
      .deleteFrom("system_objects")
      .where("resource_id", "=", on.resourceId)
      .where("object_id", "=", "2")
      .execute();
    expect(await refusal(done)).toEqual(refused);
  });

  test("a run is not undone after provisioning of an earlier version has changed one of its objects", async () => {
    await provide(["1,ann,read", "2,bob,read"]);
    const done = await run();
    const stored = () =>
      on.db
        .selectFrom("system_objects")
        .select(["account_name as account", "provisioned_at"])
        .where("resource_id", "=", on.resourceId)
        .where("account_name", "is not", null)
        .orderBy("account_name")
        .execute();
    const place = { client_id: on.directory.clientId, resource_id: on.resourceId };
    const plan_id = randomUUID();
    const endedAt = new Date(Date.parse(done.endedAt ?? "") + 1000);
    await on.db
      .insertInto("provisioning_plans")
      .values({
        ...place,
        id: plan_id,
        no: 1,
        status: "done",
        actor_id: randomUUID(),
        actor: "owner",
        created_at: endedAt,
      })
      .execute();
    const change = (no: number, account: string, state: "applied" | "skipped", at: Date) => ({
      ...place,
      plan_id,
      no,
      kind: "change" as const,
      account,
      object_class: "account",
      search_key: account,
      state,
      ended_at: at,
    });
    const earlier = new Date(endedAt.getTime() - 500);
    await on.db
      .insertInto("provisioning_changes")
      .values([
        change(1, "ann", "skipped", endedAt),
        change(2, "bob", "applied", endedAt),
        change(3, "bob", "applied", earlier),
      ])
      .execute();
    await sql`delete from schema_migrations where name = '0084_earlierProvisioning'`.execute(on.db);
    expect(await migrate(on.db)).toEqual(["0084_earlierProvisioning"]);
    expect((await stored()).map((one) => [one.account, one.provisioned_at])).toEqual([
      ["ann", null],
      ["bob", endedAt],
    ]);
    expect(await refusal(done)).toEqual({
      code: "systemRuns.changedByProvisioning",
      params: { count: 1, name: "bob" },
    });
  });

  test("a run is not undone after some of its entries were removed", async () => {
    await provide(["1,ann,read", "2,bob,read"]);
    const done = await run();
    await on.db
      .deleteFrom("system_run_entries")
      .where("run_oid", "=", done.oid)
      .where("no", "=", 1)
      .execute();
    expect(await refusal(done)).toMatchObject({ code: "systemRuns.notUndoable" });
  });

  test("a renamed account does not take the name of an account that a file brought", async () => {
    await provide(["1,ann,read"]);
    await run();
    await addAccount("bob", null, ["old"]);
    await provide(["1,bob,read"]);
    expect(await apply()).toMatchObject({ status: "done", counts: { renamed: 1 } });
    expect(await accounts()).toEqual({ "bob (1)": ["read"], bob: ["old"] });
  });

  test("a rejected plan does not change the attributes of the system", async () => {
    const classes = async () => (await on.owner.get(`${on.path}/schema`)).body;
    await provide(["1,ann,read", "2,bob,read"]);
    await run();
    const before = await classes();
    expect(before).toContain("login");
    await provide(["1,ann,read,x"], "id,login,right,extra");
    const waiting = await run();
    expect(waiting.status).toBe("planned");
    await on.owner.post(`${on.path}/runs/${waiting.oid}/reject`);
    expect(await classes()).toBe(before);
    await apply();
    expect(await classes()).toContain("extra");
  });

  test("entries of old runs are removed, except those of the last applied run", async () => {
    await provide(["1,ann,read"]);
    const first = await run();
    await provide(["1,ann,write", "2,bob,read"]);
    const second = await apply();
    expect(await entries(first.oid)).toHaveLength(1);
    await wait(91);
    on.poke();
    await expect.poll(async () => (await entries(first.oid)).length, { timeout: 30_000 }).toBe(0);
    const kept = (await on.owner.get(`${on.path}/runs/${first.oid}`)).json<SystemRun>();
    expect(kept).toMatchObject({ counts: { added: 1 } });
    expect(await entries(second.oid)).toHaveLength(2);
    const { undoable } = (await on.owner.get(`${on.path}/runs/${second.oid}`)).json<SystemRun>();
    expect(undoable).toBe(true);
  });

  test("an account that is gone again has the status, the entitlements and the owner from before its return", async () => {
    const { one, other } = await twoPeople();
    await linkBy("person");
    const header = "id,login,right,person,on";
    const file = (...rows: readonly string[]) =>
      provide(rows, header, { activeColumn: "on", inactiveValues: "false" });
    const state = async () => ({
      ...(await on.db
        .selectFrom("accounts")
        .select(["active", "identity_oid as owner"])
        .where("resource_id", "=", on.resourceId)
        .where("name", "=", "ann")
        .executeTakeFirstOrThrow()),
      held: (await accounts())["ann"],
    });
    const bob = "2,bob,read,,true";
    await file(`1,ann,read,${one.external_id},false`, bob);
    await apply();
    await file(bob);
    expect(await apply()).toMatchObject({ status: "done", counts: { gone: 1 } });
    const gone = await state();
    expect(gone).toEqual({ active: false, owner: one.oid, held: ["read"] });
    await file(`1,ann,write,${other.external_id},true`, bob);
    const done = await apply();
    expect(done).toMatchObject({ status: "done", counts: { returned: 1 } });
    expect(await state()).toEqual({ active: true, owner: other.oid, held: ["write"] });
    await undo(done);
    expect(await state()).toEqual(gone);
    // Its next return is compared with the same state.
    expect(await apply()).toMatchObject({ status: "done", counts: { returned: 1 } });
    expect(await state()).toEqual({ active: true, owner: other.oid, held: ["write"] });
  });
});
