/** Permissions are checked when a request begins. Its body may arrive much later, after the permission was lost. */
import { PassThrough } from "node:stream";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { CSRF_HEADER, SESSION_COOKIE } from "#events/rules/session.ts";
import { type Browser, createApi, type TestApi } from "../server/support/api.ts";
import { oneDatabase } from "../server/support/databases.ts";
import { fillDirectory, type TestDirectory } from "../server/support/directory.ts";
import { newUser } from "../server/users/support.ts";

oneDatabase((database) => {
  let directory: TestDirectory;
  let api: TestApi;
  let path: string;
  let slow: Browser;
  beforeAll(async () => {
    directory = await fillDirectory(database.current.db);
    api = await createApi(database.current);
    path = `/api/clients/${directory.clientId}/users`;
    return () => api.app.close();
  });
  beforeEach(async () => {
    const { db } = database.current;
    const { owner } = directory.users;
    await db.updateTable("users").set({ archived: false }).where("id", "=", owner).execute();
    slow = await api.signIn("owner");
  });

  const later = (seconds: number) => {
    api.clock.now = new Date(api.clock.now.getTime() + seconds * 1000);
  };

  /** @returns a function that ends the body and returns the answer. */
  async function begin(user: object): Promise<() => Promise<{ statusCode: number; body: string }>> {
    const { db } = database.current;
    const payload = new PassThrough();
    later(10);
    const answer = api.app.inject({
      method: "POST",
      url: path,
      payload,
      headers: {
        cookie: `${SESSION_COOKIE}=${slow.cookie}`,
        [CSRF_HEADER]: slow.token ?? "",
        "content-type": "application/json",
      },
    });
    payload.write(" ");
    const { now } = api.clock;
    await expect
      .poll(async () =>
        db.selectFrom("sessions").select("id").where("last_seen_at", "=", now).execute(),
      )
      .toHaveLength(1);
    return async () => {
      later(60);
      payload.end(JSON.stringify(user));
      return answer;
    };
  }

  const found = async (username: string) =>
    database.current.db.selectFrom("users").select("id").where("username", "=", username).execute();

  test.each([
    [
      "signed out elsewhere",
      async () => (await api.signIn("owner")).send("DELETE", "/api/sessions"),
    ],
    [
      "archived",
      async () =>
        database.current.db
          .updateTable("users")
          .set({ archived: true })
          .where("id", "=", directory.users.owner)
          .execute(),
    ],
  ])("a user who is %s during an upload cannot complete it", async (what, act) => {
    const username = `by.${what.replaceAll(" ", ".")}`;
    const end = await begin(newUser({ username }));
    await act();
    const { statusCode, body } = await end();
    expect([statusCode, JSON.parse(body).code]).toEqual([401, "EBADSESSION"]);
    expect(await found(username)).toEqual([]);
  });

  test("a slow body is accepted from a user who still has permission", async () => {
    const end = await begin(newUser({ username: "slow.but.sure" }));
    expect((await end()).statusCode).toBe(201);
    expect(await found("slow.but.sure")).toHaveLength(1);
  });
});
