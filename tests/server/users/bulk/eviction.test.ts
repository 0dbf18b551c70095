/** Checking a file evicts others: old ones, and unfinished checks. */
import { randomUUID } from "node:crypto";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { finishCheck, insertBulk } from "#server/users/bulk/queries.ts";
import type { TestApi } from "../../support/api.ts";
import { eachDatabase } from "../../support/databases.ts";
import type { TestDirectory } from "../../support/directory.ts";
import { expectError, textsOf } from "../../support/errors.ts";
import { type BulkApi, openBulk } from "./support.ts";

eachDatabase((database) => {
  let directory: TestDirectory;
  let api: TestApi;
  let bulk: BulkApi;
  beforeAll(async () => {
    ({ directory, api, bulk } = await openBulk(database));
    return () => api.app.close();
  });

  let name: string;
  beforeEach(() => {
    name = `p${randomUUID().slice(0, 8)}`;
  });

  test("a check evicts old files of any client, and unfinished checks of the same actor", async () => {
    const { db } = database.current;
    const client = { id: randomUUID(), name, slug: name, created_at: api.clock.now };
    await db.insertInto("clients").values(client).execute();
    const { owner: actor_id, guest } = directory.users;
    const recent = api.clock.now;
    const old = new Date(recent.getTime() - 8 * 24 * 3_600_000);
    await db
      .insertInto("bulk_changes")
      .values(
        [
          { id: "old", client_id: client.id, actor_id: guest, created_at: old },
          { id: "kept", client_id: client.id, actor_id: guest, created_at: recent },
          { id: "begun", actor_id, created_at: recent, is_checked: false },
          { id: "of another", actor_id: guest, created_at: recent, is_checked: false },
        ].map(({ id, ...own }) => ({
          client_id: directory.clientId,
          is_checked: true,
          ...own,
          id: randomUUID(),
          file_name: `${name} ${id}`,
        })),
      )
      .execute();
    await bulk.check(`username\n${name}\n`);
    const left = await db
      .selectFrom("bulk_changes")
      .select("file_name")
      .where("file_name", "like", `${name}%`)
      .execute();
    expect(left.map(({ file_name }) => file_name).toSorted()).toEqual([
      `${name} kept`,
      `${name} of another`,
    ]);
  });

  test("the last five files of an actor are kept", async () => {
    const { db } = database.current;
    const kept = async () => {
      const { owner: actor_id, guest } = directory.users;
      const files = await db
        .selectFrom("bulk_changes")
        .select("file_name")
        .where("actor_id", "in", [actor_id, guest])
        .where("file_name", "like", `${name}%`)
        .execute();
      return files.map(({ file_name }) => file_name).toSorted();
    };
    await db
      .insertInto("bulk_changes")
      .values({
        client_id: directory.clientId,
        id: randomUUID(),
        actor_id: directory.users.guest,
        file_name: `${name} of another`,
        created_at: api.clock.now,
        is_checked: true,
      })
      .execute();
    for (let at = 1; at <= 7; at += 1) {
      api.clock.now = new Date(api.clock.now.getTime() + 1000);
      await bulk.send(`username\n${name}\n`, `${name} ${at}`);
    }
    const last = [3, 4, 5, 6, 7].map((at) => `${name} ${at}`);
    expect(await kept()).toEqual([...last, `${name} of another`]);
  });

  test("lines that name too many resources together are refused, and none of them is stored", async () => {
    const { db } = database.current;
    const line = `,${"crm;".repeat(1000)}\n`;
    const lines = Array.from({ length: 501 }, (_, at) => `${name}-${at}${line}`);
    const response = await bulk.send(`username,resources\n${lines.join("")}`, name);
    expectError(response, "EINVALID");
    expect(textsOf(response).fields).toEqual([
      {
        path: "/body/content",
        message: "The lines name more than 500,000 resources together. Divide the file.",
      },
    ]);
    expect(
      await db.selectFrom("bulk_changes").select("id").where("file_name", "=", name).execute(),
    ).toEqual([]);
  });

  test("the evicted one of an actor's two concurrent checks reports its eviction", async () => {
    const file = `username\n${`${name}\n`.repeat(3000)}`;
    const answers = await Promise.all([bulk.send(file), bulk.send(file)]);
    const refused = answers.filter(({ statusCode }) => statusCode !== 201);
    expect(refused.length).toBeLessThan(answers.length);
    for (const answer of refused) expectError(answer, "ECONFLICT");
    const { db } = database.current;
    const { owner: actor_id } = directory.users;
    // The other check completes its lines first, and then finds that it was evicted.
    const place = { clientId: directory.clientId, bulkId: randomUUID() };
    const begun = { actorId: actor_id, fileName: name, at: api.clock.now };
    await insertBulk(db, place, begun);
    await bulk.check(`username\n${name}\n`);
    expect(await finishCheck(db, place, { create: 1 })).toBe(false);
  });
});
