/** Two administrators who concurrently remove each other's permission. */
import { randomUUID } from "node:crypto";
import { sql, type Kysely } from "kysely";
import { beforeAll, expect, test } from "vitest";
import { BULK_COLUMN_NAMES } from "#events/rules/bulkChange.ts";
import type { Database } from "#server/db/schema.ts";
import { type Browser, createApi, type TestApi } from "../support/api.ts";
import { eachDatabase, onPostgres } from "../support/databases.ts";
import { fillDirectory, PASSWORD, type TestDirectory } from "../support/directory.ts";
import { expectError } from "../support/errors.ts";
import { createUser, newUser } from "./support.ts";

/** Resolves once a statement waits for a lock. */
async function waitForBlockedQuery(db: Kysely<Database>): Promise<void> {
  await expect
    .poll(async () => {
      const { rows } = await sql`select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
      return rows.length;
    })
    .toBeGreaterThan(0);
}

interface Administrator {
  readonly id: string;
  readonly username: string;
  readonly browser: Browser;
}

eachDatabase((database) => {
  let directory: TestDirectory;
  let api: TestApi;
  let owner: Browser;
  let client: string;
  let path: string;
  beforeAll(async () => {
    directory = await fillDirectory(database.current.db);
    api = await createApi(database.current);
    owner = await api.signIn("owner");
    client = `/api/clients/${directory.clientId}`;
    path = `${client}/users`;
    return () => api.app.close();
  });

  async function addAdministrator(): Promise<Administrator> {
    const { db } = database.current;
    const self = (await owner.get(`${path}/${directory.users.owner}`)).json();
    const roleIds = [self.roles[0].id];
    const { id, username } = await createUser(owner, path, { username: randomUUID(), roleIds });
    const { password_hash } = await db
      .selectFrom("users")
      .select("password_hash")
      .where("id", "=", directory.users.owner)
      .executeTakeFirstOrThrow();
    await db.updateTable("users").set({ password_hash }).where("id", "=", id).execute();
    const browser = api.visitor();
    await browser.signIn(username, PASSWORD);
    return { id, username, browser };
  }

  const patch = (value: unknown, field: string) => (me: Administrator, other: Administrator) =>
    me.browser.send("PATCH", `${path}/${other.id}`, {
      body: [{ op: "replace", path: `/${field}`, value }],
    });

  async function archiveByFile(me: Administrator, other: Administrator) {
    const cells = { username: other.username, archived: "yes" };
    const names = BULK_COLUMN_NAMES.filter((name) => name in cells);
    const csv = `${names.join(",")}\n${names.map((name) => cells[name as "username"]).join(",")}\n`;
    const content = Buffer.from(csv).toString("base64");
    const { id } = (
      await me.browser.post(`${client}/user-bulk-changes`, { fileName: "x.csv", content })
    ).json();
    return () => me.browser.post(`${client}/user-bulk-changes/${id}/apply`, { sendEmails: false });
  }

  test.each([
    ["archive each other", patch(true, "archived")],
    ["take each other's roles", patch([], "roleIds")],
    [
      "delete each other",
      (me: Administrator, other: Administrator) => me.browser.send("DELETE", `${path}/${other.id}`),
    ],
  ])("two administrators who %s concurrently leave one administrator", async (_what, act) => {
    for (let round = 0; round < 3; round += 1) {
      const [one, other] = [await addAdministrator(), await addAdministrator()];
      const answers = await Promise.all([act(one, other), act(other, one)]);
      expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
      const lists = await Promise.all([one, other].map(({ browser }) => browser.get(path)));
      expect(lists.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    }
  });

  test("two administrators who archive each other by files concurrently leave one administrator", async () => {
    for (let round = 0; round < 3; round += 1) {
      const [one, other] = [await addAdministrator(), await addAdministrator()];
      const applies = [await archiveByFile(one, other), await archiveByFile(other, one)];
      await Promise.all(applies.map((apply) => apply()));
      const lists = await Promise.all([one, other].map(({ browser }) => browser.get(path)));
      expect(lists.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    }
  });

  onPostgres(database)("an administrator who is being archived cannot create users", async () => {
    const { db } = database.current;
    const { id, browser } = await addAdministrator();
    const user = newUser();
    const answer = await db.transaction().execute(async (tx) => {
      await tx.updateTable("users").set({ archived: true }).where("id", "=", id).execute();
      const creating = browser.post(path, user);
      await Promise.race([creating, waitForBlockedQuery(db)]);
      return () => creating;
    });
    expectError(await answer(), "EFORBIDDEN");
    const { username } = user;
    expect(
      await db.selectFrom("users").select("id").where("username", "=", username).execute(),
    ).toEqual([]);
  });
});
