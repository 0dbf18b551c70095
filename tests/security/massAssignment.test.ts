/** Calls that create or change a record set the fields of their schemas, and no others. */
import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { type Browser, createApi, type TestApi } from "../server/support/api.ts";
import { oneDatabase } from "../server/support/databases.ts";
import { digestTables } from "../server/support/digestTables.ts";
import { fillDirectory, type TestDirectory } from "../server/support/directory.ts";
import { expectError } from "../server/support/errors.ts";
import { createUser, fullUser, newUser } from "../server/users/support.ts";

/** Fields that would raise the permissions of the signed-in user, or change their identity. */
const OF_YOURSELF = {
  resourceIds: [randomUUID()],
  isHr: true,
  isAd: true,
  roles: [{ name: "Owner", permissions: [{ name: "users_all_update" }] }],
  roleIds: [randomUUID()],
  permissions: ["users_all_update"],
  clientId: randomUUID(),
  clients: [{ id: randomUUID() }],
  client: null,
  id: randomUUID(),
  archived: true,
  onboarded: false,
  password: "a new password",
  passwordHash: "$argon2id$v=19$m=8,t=1,p=1$c2FsdHNhbHQ$aGFzaA",
};
const OF_OTHERS = {
  id: randomUUID(),
  clientId: randomUUID(),
  clients: [{ id: randomUUID() }],
  permissions: ["users_all_update"],
  roles: [{ name: "Owner", permissions: [] }],
  onboarded: true,
  password: "a new password",
  passwordHash: "x",
  createdAt: 0,
  lastSignInAt: 0,
};
const OF_A_CLIENT = {
  id: randomUUID(),
  owners: [randomUUID()],
  users: [randomUUID()],
  limitApi: null,
  limitSelfCertified: null,
  limitSystemExport: null,
  adminEnabled: false,
  entityCounts: {},
  progress: {},
  secureAgentStatus: "Ready",
  requiresSecondFactor: false,
  requiresSecondApprover: false,
};

oneDatabase((database) => {
  let directory: TestDirectory;
  let api: TestApi;
  let owner: Browser;
  /** May change the own profile, and nothing else. */
  let member: Browser;
  let client: string;
  beforeAll(async () => {
    const { db } = database.current;
    directory = await fillDirectory(db);
    const role = { id: randomUUID(), name: "Member", permissions: ["users_self_update"] };
    await db.insertInto("roles").values(role).execute();
    const member_id = directory.users.guest;
    await db.insertInto("user_roles").values({ user_id: member_id, role_id: role.id }).execute();
    api = await createApi(database.current);
    owner = await api.signIn("owner");
    member = await api.signIn("guest");
    client = `/api/clients/${directory.clientId}`;
    return () => api.app.close();
  });

  /** Expects each field to be refused, and nothing to be written. */
  async function expectAllRefused(
    fields: Readonly<Record<string, unknown>>,
    send: (name: string, value: unknown) => ReturnType<Browser["send"]>,
  ): Promise<void> {
    const before = await digestTables(database.current.db);
    for (const [name, value] of Object.entries(fields)) {
      const answer = await send(name, value);
      expect(["EINVALID", "EFORBIDDEN"], `${name}: ${answer.body}`).toContain(answer.json().code);
    }
    expect(await digestTables(database.current.db)).toEqual(before);
  }
  const patchOf = (name: string, value: unknown) => [{ op: "add", path: `/${name}`, value }];

  test("nobody makes themselves more by their profile", async () => {
    await expectAllRefused(OF_YOURSELF, (name, value) =>
      member.send("PATCH", "/api/users/current", { body: patchOf(name, value) }),
    );
    const nested = [
      { op: "add", path: "/roles/0/permissions/-", value: { name: "users_all_update" } },
      { op: "copy", from: "/jobTitle", path: "/resourceIds" },
      { op: "move", from: "/jobTitle", path: "/isHr" },
      { op: "replace", path: "", value: { isHr: true } },
      { op: "add", path: "/__proto__/isHr", value: true },
      { op: "add", path: "/constructor/prototype/isHr", value: true },
    ];
    for (const step of nested) {
      const answer = await member.send("PATCH", "/api/users/current", { body: [step] });
      expectError(answer, "EINVALID");
    }
    expect(Object.prototype).not.toHaveProperty("isHr");
  });

  test("a user is created and saved with the fields of the form alone", async () => {
    await expectAllRefused(OF_OTHERS, (name, value) =>
      owner.post(`${client}/users`, { ...newUser(), [name]: value }),
    );
    const user = await createUser(owner, `${client}/users`);
    const path = `${client}/users/${user.id}`;
    await expectAllRefused(OF_OTHERS, (name, value) =>
      owner.send("PUT", path, { body: { ...fullUser(user), [name]: value } }),
    );
    await expectAllRefused(OF_OTHERS, (name, value) =>
      owner.send("PATCH", path, { body: patchOf(name, value) }),
    );
  });

  test("a client's record is changed in the fields of its form alone", async () => {
    await expectAllRefused(OF_A_CLIENT, (name, value) =>
      owner.send("PATCH", client, { body: patchOf(name, value) }),
    );
  });

  test("a role and a resource of another client are given to nobody", async () => {
    const { foreign } = directory;
    await expectAllRefused({ resourceIds: [foreign.resourceId] }, (name, value) =>
      owner.post(`${client}/users`, { ...newUser(), [name]: value }),
    );
  });
});
