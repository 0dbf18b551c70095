import { sql } from "kysely";
import { beforeEach, describe, expect, test } from "vitest";
import { PERMISSION_CODES, isSuperUser } from "#events/rules/permissions.ts";
import { prepareStart, type StartSettings } from "#server/auth/firstStart.ts";
import { verifyPassword } from "#server/auth/password/hashing.ts";
import { startSession } from "#server/auth/session/queries.ts";
import { findUserByName } from "#server/auth/queries.ts";
import { countMissingKeys } from "#server/lists/backfillKeys.ts";
import { firstAccount } from "#server/db/migrations/0017_firstAccount.ts";
import { eachDatabase } from "../support/databases.ts";

const NOW = new Date("2026-03-02T09:00:00Z");
const settings: StartSettings = {
  adminName: "admin",
  adminPassword: null,
  adminEmail: null,
  isEmailSignOn: false,
  now: () => NOW,
  seed: null,
};

eachDatabase((database) => {
  beforeEach(async () => {
    const { db } = database.current;
    for (const table of ["sessions", "user_clients", "users", "roles", "clients"] as const) {
      await db.deleteFrom(table).execute();
    }
  });
  const admin = async () => {
    const found = await findUserByName(database.current.db, "ADMIN");
    if (!found) throw new Error("There is no admin");
    return found;
  };

  test("an empty database gets a client and an admin with all permissions", async () => {
    const notes = await prepareStart(database.current.db, settings);
    const { user, passwordHash } = await admin();
    const password = /Password: +(\S+)/.exec(notes.join("\n"))?.[1] ?? "";
    expect(await verifyPassword(passwordHash, password)).toBe(true);
    expect(passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(user.roles).toEqual([
      { name: "Owner", permissions: PERMISSION_CODES.map((name) => ({ name })) },
    ]);
    expect(isSuperUser(user)).toBe(true);
    expect(user.clients.map(({ name }) => name)).toEqual(["My organisation"]);
    expect(await prepareStart(database.current.db, settings)).toEqual([]);
  });

  test("the first account has the configured name, and no account has a well-known one", async () => {
    const { db } = database.current;
    const chosen = { ...settings, adminName: "Ops.Keeper" };
    expect(await prepareStart(db, chosen)).toContain("Username:  Ops.Keeper");
    const users = await db.selectFrom("users").select(["username", "username_key"]).execute();
    expect(users).toEqual([{ username: "Ops.Keeper", username_key: "ops.keeper" }]);
    const found = await findUserByName(db, "ops.keeper");
    expect(found && isSuperUser(found.user)).toBe(true);
    // At a later start it is known by its id.
    const next = { ...settings, adminPassword: "not for guessing" };
    expect(await prepareStart(db, next)).toEqual([
      "The password of Ops.Keeper is now the one in PROVISION_ADMIN_PASSWORD.",
    ]);
  });

  test("a common password gives a warning but is accepted", async () => {
    const { db } = database.current;
    const common = { ...settings, adminPassword: "Password123" };
    const warning = "PROVISION_ADMIN_PASSWORD is too common: choose another.";
    expect(await prepareStart(db, common)).toContain(warning);
    expect(await verifyPassword((await admin()).passwordHash, "Password123")).toBe(true);
    expect(
      await prepareStart(db, { ...settings, adminPassword: "not for guessing" }),
    ).not.toContain(warning);
  });

  test("people from before the keys of attributes get them, without values of secrets", async () => {
    const { db } = database.current;
    await prepareStart(db, settings);
    const { id: clientId } = await db.selectFrom("clients").select("id").executeTakeFirstOrThrow();
    // More than fit into one transaction.
    await sql`
      insert into identities (client_id, oid, external_id, attributes, search_key)
      select ${clientId}::uuid, gen_random_uuid(), 'K' || n, case when n = 1 then '{}'::jsonb
        else jsonb_build_object('badge', 'Größe ' || n, 'apiKey', 'hidden') end, 'k' || n
      from generate_series(1, 6000) n
    `.execute(db);
    const keyOf = async (externalId: string) =>
      (
        await db
          .selectFrom("identities")
          .select("attribute_key")
          .where("external_id", "=", externalId)
          .executeTakeFirstOrThrow()
      ).attribute_key;
    expect(await countMissingKeys(db, "identities")).toBe(5999);
    await prepareStart(db, settings);
    expect(await countMissingKeys(db, "identities")).toBe(0);
    expect([await keyOf("K1"), await keyOf("K2"), await keyOf("K6000")]).toEqual([
      null,
      "grösse2",
      "grösse6000",
    ]);
  });

  test("[USER-1] users from before the list keys get them before the first list", async () => {
    const { db } = database.current;
    await prepareStart(db, settings);
    const { id: clientId } = await db.selectFrom("clients").select("id").executeTakeFirstOrThrow();
    // More than fit into one transaction.
    await sql`
      with added as (
        insert into users (id, username, username_key, given_name, family_name, archived, created_at)
        select gen_random_uuid(), 'User ' || n, 'user ' || n, 'Given', 'Family', false, ${NOW}::timestamptz
        from generate_series(1, 4500) n returning id
      )
      insert into user_clients (user_id, client_id, position) select id, ${clientId}::uuid, 1 from added
    `.execute(db);
    const missing = async () =>
      (
        await db
          .selectFrom("user_clients")
          .select("user_id")
          .where("search_key", "is", null)
          .execute()
      ).length;
    expect(await missing()).toBeGreaterThanOrEqual(4500);
    await prepareStart(db, settings);
    expect(await missing()).toBe(0);
    const one = await db
      .selectFrom("user_clients")
      .innerJoin("users", "users.id", "user_clients.user_id")
      .where("users.username", "=", "User 4321")
      .select(["user_clients.username_key", "search_key"])
      .executeTakeFirst();
    expect(one).toEqual({
      // Numbers sort by their value: they are padded to 20 digits.
      username_key: "user 00000000000000004321",
      search_key: "givenfamily\nfamilygiven\nuser4321\n",
    });
  });

  test("the first start seeds the directory, later starts do not", async () => {
    const { db } = database.current;
    let seeded = 0;
    const seed: StartSettings["seed"] = async (into) => {
      seeded += 1;
      await into
        .insertInto("clients")
        .values({ id: crypto.randomUUID(), name: "Bank", slug: "bank", created_at: NOW })
        .execute();
    };
    await prepareStart(db, { ...settings, seed });
    await prepareStart(db, { ...settings, seed });
    expect(seeded).toBe(1);
    expect((await admin()).user.client?.name).toBe("Bank");
  });

  test("the admin gets access to a later client at the next start, after the others", async () => {
    const { db } = database.current;
    await prepareStart(db, settings);
    await db
      .insertInto("clients")
      .values({ id: crypto.randomUUID(), name: "Added", slug: "added", created_at: NOW })
      .execute();
    await prepareStart(db, settings);
    expect((await admin()).user.clients.map(({ name }) => name)).toEqual([
      "My organisation",
      "Added",
    ]);
  });

  test("another password in the environment becomes the admin's and ends their sessions", async () => {
    const { db } = database.current;
    await prepareStart(db, { ...settings, adminPassword: "the first" });
    const { user } = await admin();
    await startSession(db, {
      cookie: "x".repeat(43),
      userId: user.id,
      now: NOW,
      length: 1000,
      userAgent: undefined,
      address: "127.0.0.1",
    });
    expect(await prepareStart(db, { ...settings, adminPassword: "the first" })).toEqual([]);
    expect(await db.selectFrom("sessions").select("user_id").execute()).toHaveLength(1);
    expect(await prepareStart(db, { ...settings, adminPassword: "the second" })).toEqual([
      "The password of admin is now the one in PROVISION_ADMIN_PASSWORD.",
    ]);
    expect(await verifyPassword((await admin()).passwordHash, "the second")).toBe(true);
    expect(await db.selectFrom("sessions").select("user_id").execute()).toEqual([]);
    expect(await prepareStart(db, settings)).toEqual([]);
    expect(await verifyPassword((await admin()).passwordHash, "the second")).toBe(true);
  });

  test("[SIGN-3] an address in the environment becomes the admin's, for password resets", async () => {
    const { db } = database.current;
    for (const adminEmail of ["one@example.com", "two@example.com", "two@example.com", null]) {
      await prepareStart(db, { ...settings, adminEmail });
    }
    expect((await admin()).user.email).toBe("two@example.com");
    const changes = await db
      .selectFrom("audit")
      .select("after")
      .where("call", "=", "server/emailChanged")
      .where("target", "=", (await admin()).user.id)
      .execute();
    expect(changes).toHaveLength(2);
  });

  test("an address that another user signs in with stays that user's", async () => {
    const { db } = database.current;
    await prepareStart(db, settings);
    const other = crypto.randomUUID();
    const names = { username: "other", username_key: "other", given_name: "", family_name: "" };
    await db
      .insertInto("users")
      .values({ id: other, ...names, email: "One@example.com", created_at: NOW })
      .execute();
    const environment = { ...settings, adminEmail: "one@example.com", isEmailSignOn: true };
    expect(await prepareStart(db, environment)).toEqual([
      "PROVISION_ADMIN_EMAIL was not applied: another user signs in with that address.",
    ]);
    expect((await admin()).user.email).toBeNull();
    await db.updateTable("users").set({ archived: true }).where("id", "=", other).execute();
    for (const _start of [1, 2]) expect(await prepareStart(db, environment)).toEqual([]);
    expect((await admin()).user.email).toBe("one@example.com");
  });

  test("concurrent first starts create one admin and one client", async () => {
    const { db } = database.current;
    const notes = await Promise.all([1, 2, 3].map(() => prepareStart(db, settings)));
    expect(notes.filter((lines) => lines.length > 0)).toHaveLength(1);
    expect(await db.selectFrom("users").select("id").execute()).toHaveLength(1);
    expect(await db.selectFrom("clients").select("id").execute()).toHaveLength(1);
    expect((await admin()).user.clients).toHaveLength(1);
  });

  describe("a user who is named admin later", () => {
    const environment = {
      ...settings,
      adminPassword: "the operator's own",
      adminEmail: "operator@example.com",
    };
    const rename = async (from: string, to: string) =>
      database.current.db
        .updateTable("users")
        .set({ username: to, username_key: to })
        .where("username", "=", from)
        .execute();
    const addImpostor = async (username: string) => {
      const { db } = database.current;
      const id = crypto.randomUUID();
      const role = await db.selectFrom("roles").select("id").executeTakeFirstOrThrow();
      const names = { username, username_key: username, given_name: "", family_name: "" };
      await db
        .insertInto("users")
        .values({ id, ...names, created_at: new Date(NOW.getTime() + 1) })
        .execute();
      await db.insertInto("user_roles").values({ user_id: id, role_id: role.id }).execute();
    };
    const notApplied = (problem: string) =>
      ["PROVISION_ADMIN_PASSWORD", "PROVISION_ADMIN_EMAIL"].map(
        (name) => `${name} was not applied: ${problem}`,
      );
    const expectUntouched = async () => {
      const { user, passwordHash } = await admin();
      expect(user).toMatchObject({ clients: [], email: null });
      expect(passwordHash).toBeNull();
    };

    test("is left alone: the renamed first account keeps its identity", async () => {
      const { db } = database.current;
      await prepareStart(db, settings);
      await rename("admin", "root");
      await addImpostor("admin");
      expect(await prepareStart(db, environment)).toEqual([
        "The password of root is now the one in PROVISION_ADMIN_PASSWORD.",
      ]);
      await expectUntouched();
      expect((await findUserByName(db, "root"))?.user).toMatchObject({
        email: "operator@example.com",
        client: { name: "My organisation" },
      });
    });

    test("is left alone if the first account is gone or lacks permissions", async () => {
      const { db } = database.current;
      await prepareStart(db, settings);
      await rename("admin", "root");
      await addImpostor("admin");
      const root = await findUserByName(db, "root");
      await db
        .deleteFrom("user_roles")
        .where("user_id", "=", root?.user.id ?? "")
        .execute();
      expect(await prepareStart(db, environment)).toEqual(
        notApplied(
          "root, the first account, no longer has all permissions. Another super-user must assign it the role Owner first.",
        ),
      );
      expect(await prepareStart(db, settings)).toEqual([]);
      expect((await findUserByName(db, "root"))?.user.email).toBeNull();
      await db.deleteFrom("users").where("username", "=", "root").execute();
      expect(await prepareStart(db, environment)).toEqual(
        notApplied(
          "the first account is deleted. A user who can create users can create one for you.",
        ),
      );
      await expectUntouched();
    });

    test("is left alone if the first account is archived", async () => {
      const { db } = database.current;
      await prepareStart(db, settings);
      await db.updateTable("users").set({ archived: true }).execute();
      const { passwordHash } = await admin();
      expect(await prepareStart(db, environment)).toEqual(
        notApplied(
          "admin, the first account, is archived. A user who can edit users must restore it first.",
        ),
      );
      expect(await admin()).toMatchObject({ user: { email: null }, passwordHash });
    });

    test.each(["admin", "root"])(
      "an older database: the first account, %s, is adopted",
      async (name) => {
        const { db } = database.current;
        await prepareStart(db, settings);
        await rename("admin", name);
        await addImpostor(name === "admin" ? "other" : "admin");
        await db.deleteFrom("settings").where("key", "=", "first_account").execute();
        for (const statement of firstAccount.statements) await sql.raw(statement).execute(db);
        const notes = await prepareStart(db, environment);
        expect(notes).toEqual([
          `The password of ${name} is now the one in PROVISION_ADMIN_PASSWORD.`,
        ]);
        if (name !== "admin") await expectUntouched();
      },
    );
  });
});
