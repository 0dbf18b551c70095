/** Which client an import goes into. */
import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { PERMISSION_CODES } from "#events/policy/permissions.ts";
import { prepareStart } from "#server/auth/firstStart.ts";
import { importDirectory } from "#server/import/importDirectory.ts";
import { rowsTable } from "#server/import/rowsTable.ts";
import { eachDatabase } from "../support/databases.ts";

const holdings = (...rows: string[][]) =>
  rowsTable("access.csv", ["identityId", "resource", "account", "entitlement"], rows);

eachDatabase((database) => {
  test("without a name the first client is meant, and made where there is none", async () => {
    const { db } = database.current;
    const first = await importDirectory(db, { access: holdings(["", "R", "u", "E"]) });
    expect(first.client).toMatchObject({ name: "My organisation", created: true });
    await importDirectory(db, { client: "My-Organisation", access: holdings(["", "R", "u", "E"]) });
    const again = await importDirectory(db, { access: holdings(["", "R", "v", "E"]) });
    expect(again.client).toEqual({ ...first.client, created: false, others: 1 });
    const clients = await db
      .selectFrom("clients")
      .select(["name", "slug"])
      .orderBy("created_at")
      .execute();
    expect(clients[0]).toEqual({ name: "My organisation", slug: "my-organisation" });
    expect(clients[1]?.name).toBe("My-Organisation");
    expect(clients[1]?.slug).toMatch(/^my-organisation-[0-9a-f]{8}$/);
  });

  test.each(["my organisation", "My  organisation ", "MYORGANISATION"])(
    "the name %j, which only case or spaces tell from a client's, is refused",
    async (client) => {
      const { db } = database.current;
      const attempt = importDirectory(db, { client, access: holdings(["", "R", "u", "E"]) });
      await expect(attempt).rejects.toMatchObject({
        code: "ECLIENTNAME",
        message: expect.stringContaining(`tell "${client}" from the client "My organisation".`),
      });
      expect(await db.selectFrom("clients").select("id").execute()).toHaveLength(2);
    },
  );

  test("a new client is given to the super-users, behind the clients that they have", async () => {
    const { db } = database.current;
    const addUser = async (permissions: string[]) => {
      const id = randomUUID();
      const role = randomUUID();
      await db
        .insertInto("users")
        .values({
          id,
          username: id,
          username_key: id,
          given_name: "",
          family_name: "",
          created_at: new Date(),
        })
        .execute();
      await db.insertInto("roles").values({ id: role, name: "r", permissions }).execute();
      await db.insertInto("user_roles").values({ user_id: id, role_id: role }).execute();
      return id;
    };
    const owner = await addUser([...PERMISSION_CODES]);
    const clerk = await addUser(["users_self_update"]);
    const result = await importDirectory(db, {
      client: "Third",
      access: holdings(["", "R", "u", ""]),
    });
    const links = await db.selectFrom("user_clients").selectAll().orderBy("position").execute();
    expect(links.filter(({ user_id }) => user_id === clerk)).toEqual([]);
    expect(links.filter(({ user_id }) => user_id === owner).at(-1)?.client_id).toBe(
      result.client.id,
    );
  });
});

eachDatabase((database) => {
  test("a name for a directory whose only client is the empty one of a first start becomes that one's", async () => {
    const { db } = database.current;
    const settings = {
      adminPassword: "long enough",
      adminEmail: null,
      now: () => new Date(),
      seed: null,
    };
    await prepareStart(db, settings);
    const [empty] = await db.selectFrom("clients").select("id").execute();
    const request = () => ({ client: "Ward Hospital", access: holdings(["", "R", "u", "E"]) });
    const named = {
      id: empty?.id,
      name: "Ward Hospital",
      created: false,
      formerName: "My organisation",
      others: 0,
    };
    const clients = () => db.selectFrom("clients").select(["id", "name", "slug"]).execute();

    expect((await importDirectory(db, { ...request(), dryRun: true })).client).toEqual(named);
    expect(await clients()).toMatchObject([{ name: "My organisation" }]);
    expect(await importDirectory(db, request())).toMatchObject({ client: named, changed: true });
    expect(await clients()).toEqual([
      { id: empty?.id, name: "Ward Hospital", slug: "ward-hospital" },
    ]);
    const audits = await db
      .selectFrom("audit")
      .select("after")
      .where("call", "=", "server/directoryImported")
      .execute();
    expect(audits).toMatchObject([{ after: { clientFormerName: "My organisation" } }]);
    await prepareStart(db, settings);
    expect(await clients()).toHaveLength(1);

    const second = await importDirectory(db, { ...request(), client: "Other" });
    expect(second.client).toMatchObject({ created: true, formerName: null, others: 1 });
  });
});
