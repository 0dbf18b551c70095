import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { PERMISSION_GROUPS } from "#events/rules/permissions.ts";
import type { Browser, TestApi } from "../../support/api.ts";
import { oneDatabase } from "../../support/databases.ts";
import { PASSWORD, type TestDirectory } from "../../support/directory.ts";
import { expectError } from "../../support/errors.ts";
import { createUser } from "../support.ts";
import { BulkApi, openBulk } from "./support.ts";
import { english } from "../../../support/english.ts";

oneDatabase((database) => {
  let directory: TestDirectory;
  let api: TestApi;
  let owner: Browser;
  let clientPath: string;
  let path: string;
  let bulk: BulkApi;
  beforeAll(async () => {
    ({ directory, api, owner, clientPath, path, bulk } = await openBulk(database));
    return () => api.app.close();
  });

  test("a file cannot change users whom its actor may not change, nor grant what the actor lacks", async () => {
    const { db } = database.current;
    const name = `p${randomUUID().slice(0, 8)}`;
    const role = {
      id: randomUUID(),
      name,
      permissions: [...PERMISSION_GROUPS.EditAllUsers, "users_self_update"],
    };
    await db.insertInto("roles").values(role).execute();
    await createUser(owner, path, { username: name, roleIds: [role.id] });
    const { password_hash } = await db
      .selectFrom("users")
      .select("password_hash")
      .where("username", "=", "owner")
      .executeTakeFirstOrThrow();
    await db.updateTable("users").set({ password_hash }).where("username", "=", name).execute();
    const manager = api.visitor();
    await manager.signIn(name, PASSWORD);
    const ownerRole = (await owner.get(`${path}/${directory.users.owner}`)).json().roles[0].id;
    const mine = new BulkApi(manager, clientPath);
    const { id } = await mine.check(
      [
        "username,givenName,familyName,email,roles,archived",
        `owner,Evil,Person,evil@example.com,,`,
        `${name}-new,A,B,a@example.com,${ownerRole},`,
        `${name}-two,A,B,a@example.com,Owner,`,
        `${name},Ada,Lovelace,ada@example.com,${name},yes`,
      ].join("\n"),
    );
    const lines = await mine.lines(id);
    expect(lines.map(({ kind, problems }) => [kind, english(problems[0]?.reason)])).toEqual([
      ["refused", "This user has permissions that you don't have"],
      ["refused", "The role Owner includes permissions that you don't have"],
      ["refused", 'More than one role is called "Owner": write its id'],
      ["refused", "You can't change this for yourself; ask another administrator"],
    ]);
    expect(await mine.applyAll(id)).toMatchObject({ done: 0, late: 0, left: 0 });
    const member = await mine.check(
      `username,givenName,familyName,email,roles\n${name}-new,A,B,a@example.com,Member\n`,
    );
    const setPermissions = (permissions: string[]) =>
      db.updateTable("roles").set({ permissions }).where("name", "=", "Member").execute();
    await setPermissions(["of_others"]);
    const applied = await mine.applyAll(member.id);
    await setPermissions(["users_self_update"]);
    expect(applied).toMatchObject({ done: 0, late: 1 });
    expectError(await bulk.get(id), "ENOTFOUND");
    expectError(await bulk.apply(id), "ENOTFOUND");
  });
});
