import { beforeAll, expect, test } from "vitest";
import { type Browser, createApi, type TestApi } from "../support/api.ts";
import { oneDatabase } from "../support/databases.ts";
import { fillDirectory, PASSWORD, type TestDirectory } from "../support/directory.ts";
import { expectError } from "../support/errors.ts";
import { changesOf } from "./support.ts";

oneDatabase((database) => {
  let directory: TestDirectory;
  let api: TestApi;
  let owner: Browser;
  let path: string;
  beforeAll(async () => {
    directory = await fillDirectory(database.current.db);
    api = await createApi(database.current);
    owner = await api.signIn("owner");
    path = `/api/clients/${directory.clientId}/users`;
    return () => api.app.close();
  });
  const end = (browser: Browser, id: string) => browser.send("DELETE", `${path}/${id}/sessions`);

  test("all sessions of a user end immediately, and the history names the actor", async () => {
    const { guest } = directory.users;
    const sessions = [await api.signIn("guest"), await api.signIn("guest")];
    expect((await end(owner, guest)).json()).toEqual({ username: "guest", ended: 2 });
    for (const session of sessions) expectError(await session.get("/api/session"), "EBADSESSION");
    expect((await owner.get("/api/session")).statusCode).toBe(200);
    expect(await changesOf(owner, `${path}/${guest}`)).toMatchObject([
      { actor: "owner", call: "users/endUserSessions", fields: [], undoable: false },
    ]);
    expect((await end(owner, guest)).json()).toEqual({ username: "guest", ended: 0 });
    expect((await api.visitor().signIn("guest", PASSWORD)).statusCode).toBe(200);
  });

  test("users cannot end their own sessions this way, nor those of users whom they may not change", async () => {
    const { users } = directory;
    const { message } = expectError(await end(owner, users.owner), "EFORBIDDEN");
    expect(message).toBe("End your own sessions in Manage Profile");
    const keeper = await api.signIn("keeper");
    for (const id of [users.owner, users.mapper]) expectError(await end(keeper, id), "EFORBIDDEN");
    expect((await owner.get("/api/session")).statusCode).toBe(200);
  });

  test("sessions of another client's user are not found", async () => {
    const stranger = await api.signIn("stranger");
    expectError(await end(owner, directory.users.stranger), "ENOTFOUND");
    expect((await stranger.get("/api/session")).statusCode).toBe(200);
  });
});
