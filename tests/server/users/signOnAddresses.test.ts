/** Users' addresses when they identify users in single sign-on. */
import { randomUUID } from "node:crypto";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { readConfig } from "#server/config.ts";
import { findUserByClaim } from "#server/auth/queries.ts";
import { type Browser, createApi } from "../support/api.ts";
import { oneDatabase } from "../support/databases.ts";
import { fillDirectory } from "../support/directory.ts";
import { expectError } from "../support/errors.ts";
import { BulkApi } from "./bulk/support.ts";
import { createUser, fullUser, newUser } from "./support.ts";

const { singleSignOn } = readConfig({
  PROVISION_SSO_ISSUER: "https://sign-on.example",
  PROVISION_SSO_CLIENT_ID: "provision",
  PROVISION_SSO_CLAIM: "email",
});
const TAKEN = [{ path: "/body/email", message: "Another user signs in with this email address" }];
/** A user of the other client. */
const VICTIM = "STRANGER@example.com";

oneDatabase((database) => {
  let owner: Browser;
  let path: string;
  let bulk: BulkApi;
  let name: string;
  beforeAll(async () => {
    const { clientId } = await fillDirectory(database.current.db);
    const api = await createApi(database.current, { settings: { singleSignOn } });
    owner = await api.signIn("owner");
    path = `/api/clients/${clientId}/users`;
    bulk = new BulkApi(owner, `/api/clients/${clientId}`);
    return () => api.app.close();
  });
  beforeEach(() => {
    name = `u${randomUUID().slice(0, 8)}`;
  });
  const addressOf = (user: string) => `${user}@example.com`;
  const create = (email: string, overrides = {}) =>
    createUser(owner, path, { username: name, email, ...overrides });
  const patch = (id: string, field: string, value: unknown) =>
    owner.send("PATCH", `${path}/${id}`, { body: [{ op: "replace", path: `/${field}`, value }] });

  test("[SIGN-13] no user can be given the address of an active user of any client", async () => {
    const { db } = database.current;
    expect(
      expectError(await owner.post(path, newUser({ email: VICTIM })), "EINVALID").fields,
    ).toEqual(TAKEN);
    const user = await create(addressOf(name));
    expect(expectError(await patch(user.id, "email", VICTIM), "EINVALID").fields).toEqual(TAKEN);
    const body = { ...fullUser(user), email: VICTIM };
    const put = await owner.send("PUT", `${path}/${user.id}`, { body });
    expect(expectError(put, "EINVALID").fields).toEqual(TAKEN);
    expect((await findUserByClaim(db, "email", VICTIM))?.username).toBe("stranger");
    expect((await patch(user.id, "email", addressOf(name).toUpperCase())).statusCode).toBe(200);
    expect((await patch(user.id, "jobTitle", "Clerk")).statusCode).toBe(200);
  });

  test("the address of an archived user is free, and that user cannot be restored while another has it", async () => {
    const first = await create(addressOf(name), { archived: true });
    const second = await create(addressOf(name), { username: `${name}-2` });
    expect(expectError(await patch(first.id, "archived", false), "EINVALID").fields).toEqual(TAKEN);
    expect((await patch(second.id, "email", addressOf(`${name}-2`))).statusCode).toBe(200);
    expect((await patch(first.id, "archived", false)).statusCode).toBe(200);
  });

  test("undo cannot return an address that another user has by now", async () => {
    const user = await create(addressOf(name));
    await patch(user.id, "email", addressOf(`${name}-new`));
    await create(addressOf(name), { username: `${name}-2` });
    const [change] = (await owner.get(`${path}/${user.id}/changes`)).json()._embedded.changes;
    const undone = await owner.post(`${path}/${user.id}/changes/${change.id}/undo`);
    expect(expectError(undone, "EINVALID").fields).toEqual(TAKEN);
  });

  test("only one of two users who are given the same address concurrently gets it", async () => {
    const answers = await Promise.all(
      [1, 2, 3].map((number) =>
        owner.post(path, newUser({ username: `${name}-${number}`, email: addressOf(name) })),
      ),
    );
    expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(1);
    expect(answers.filter(({ statusCode }) => statusCode === 400)).toHaveLength(2);
  });

  test("[USER-1] a file cannot give a user an address that another user or line has", async () => {
    const gone = await create(addressOf(name));
    const back = await create(addressOf(`${name}-b`), { username: `${name}-b`, archived: true });
    await create(addressOf(`${name}-b`), { username: `${name}-c` });
    const checked = await bulk.check(
      [
        "username,givenName,familyName,email,archived",
        `${name}-1,A,B,${VICTIM},`,
        `${gone.username},Ada,Lovelace,${addressOf(`${name}-moved`)},`,
        `${name}-2,A,B,${addressOf(name)},`,
        `${name}-3,A,B,${addressOf(name)},`,
        `${back.username},Ada,Lovelace,${back.email},no`,
        `${name}-4,A,B,${addressOf(`${name}-4`)},`,
      ].join("\n"),
    );
    const lines = await bulk.lines(checked.id);
    expect(
      lines.map(({ kind, problems }) => [kind, ...problems.map(({ field }) => field)]),
    ).toEqual([
      ["refused", "email"],
      ["change"],
      ["create"],
      ["refused", "email"],
      ["refused", "email"],
      ["create"],
    ]);
    await create(addressOf(`${name}-4`), { username: `${name}-5` });
    expect(await bulk.applyAll(checked.id)).toMatchObject({ done: 2, late: 1 });
    const { db } = database.current;
    for (const [address, username] of [
      [addressOf(name), `${name}-2`],
      [addressOf(`${name}-moved`), name],
      [addressOf(`${name}-4`), `${name}-5`],
    ] as const) {
      expect((await findUserByClaim(db, "email", address))?.username).toBe(username);
    }
  });
});
