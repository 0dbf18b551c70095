/** Each use of a record that keeps the import that added it from being undone, and what the undo says about it. */
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { beforeEach, describe, expect, test } from "vitest";
import { DEFAULT_SETTINGS } from "#events/entities/system.ts";
import { undoByNumber } from "#server/import/history/undoByNumber.ts";
import { importDirectory } from "#server/import/importDirectory.ts";
import { rowsTable } from "#server/import/rowsTable.ts";
import { oneDatabase } from "../support/databases.ts";
import { bank, holdings, people } from "../support/importing.ts";

const AT = new Date("2026-03-02T09:00:00Z");

oneDatabase((database) => {
  const db = () => database.current.db;
  let client: string;
  let clientId: string;
  /** Ids of the records that the second import added, and of others. */
  let ids: Record<"person" | "org" | "resource" | "entitlement" | "role" | "account", string>;
  let others: Record<"person" | "org" | "resource" | "role", string>;

  const undo = (no: number) => undoByNumber(db(), { client, no, runBy: "mia" });
  const refusal = async (no = 2) => {
    const error: unknown = await undo(no).catch((thrown: unknown) => thrown);
    return error instanceof Error
      ? error.message
          .replace("This import cannot be undone: ", "")
          .replace(". Nothing was changed.", "")
      : "undone";
  };
  const run = (request: Omit<Parameters<typeof importDirectory>[1], "client">) =>
    importDirectory(db(), { client, ...request });

  /** The second import adds a person, an org, a resource, an entitlement and an account. */
  beforeEach(async () => {
    client = randomUUID();
    await run(bank());
    await run({
      identities: people(["d", "dee", "Boss", "", "", ""]),
      access: holdings(["d", "Wiki", "d1", "Edit"]),
    });
    ({ id: clientId } = await db()
      .selectFrom("clients")
      .select("id")
      .where("name", "=", client)
      .executeTakeFirstOrThrow());
    const { rows } = await sql<typeof ids & { other: typeof others }>`
      select person.oid as person, org.oid as org, resource.id as resource, entitlement.id as entitlement,
        entitlement.role_oid as role, account.id as account,
        jsonb_build_object('person', anna.oid, 'org', teller.oid, 'resource', core.id, 'role', read.role_oid) as other
      from identities person, orgs org, resources resource, entitlements entitlement, accounts account,
        identities anna, orgs teller, resources core, entitlements read
      where person.client_id = ${clientId} and person.external_id = 'd'
        and org.client_id = ${clientId} and org.name = 'Boss'
        and resource.client_id = ${clientId} and resource.name = 'Wiki'
        and entitlement.client_id = ${clientId} and entitlement.name = 'Edit'
        and account.client_id = ${clientId} and account.name = 'd1'
        and anna.client_id = ${clientId} and anna.external_id = 'a'
        and teller.client_id = ${clientId} and teller.name = 'Teller'
        and core.client_id = ${clientId} and core.name = 'Core'
        and read.client_id = ${clientId} and read.name = 'Read'
    `.execute(db());
    const [found] = rows;
    if (!found) throw new Error("The import added nothing");
    ({ other: others, ...ids } = found);
  });

  const addCase = (of: {
    identity_oid?: string;
    account_id?: string;
    org_oid?: string;
    role_oid?: string;
  }) =>
    db()
      .insertInto("cases")
      .values({
        client_id: clientId,
        id: randomUUID(),
        kind: "account_id" in of ? "orphanedAccount" : "outsidePolicy",
        identity_oid: null,
        account_id: null,
        org_oid: null,
        role_oid: null,
        resource_id: null,
        subject: "subject",
        entitlement_name: null,
        resource_name: "resource",
        search_key: "subject",
        state: "open",
        owner_id: null,
        due_on: null,
        created_at: AT,
        created_by: "mia",
        changed_at: AT,
        ...of,
      })
      .execute();
  const addRole = async () => {
    const oid = randomUUID();
    await sql`
      insert into access_roles (client_id, oid, name, search_key, created_at, changed_at)
      values (${clientId}, ${oid}, 'Role', 'role', ${AT}, ${AT})
    `.execute(db());
    return oid;
  };
  const addOrg = (parentOid: string) =>
    sql`
      insert into orgs (client_id, oid, type, name, display_name, parent_oid, search_key)
      values (${clientId}, ${randomUUID()}, 'job-titles', 'Below', 'Below', ${parentOid}, 'below')
    `.execute(db());
  const grant = (org_oid: string, role_oid: string) =>
    db()
      .insertInto("inducements")
      .values({ client_id: clientId, id: randomUUID(), org_oid, role_oid, created_at: AT })
      .execute();
  const connect = (resource_id: string, initial_import_complete: boolean) =>
    db()
      .insertInto("connected_systems")
      .values({
        client_id: clientId,
        resource_id,
        connector_id: 1,
        kind: "export",
        settings: JSON.stringify(DEFAULT_SETTINGS),
        created_at: AT,
        initial_import_complete,
      })
      .execute();
  const assign = async (identityOid: string) =>
    sql`
      insert into access_role_assignments (client_id, id, access_role_oid, identity_oid, created_at, created_by)
      values (${clientId}, ${randomUUID()}, ${await addRole()}, ${identityOid}, ${AT}, 'mia')
    `.execute(db());
  const addUserOf = (resourceId: string) =>
    sql`
      with added as (
        insert into users (id, username, username_key, given_name, family_name, email, archived, created_at)
        values (gen_random_uuid(), ${clientId}, ${clientId}, 'Given', 'Family', 'a@example.com', false, ${AT})
        returning id
      ), own as (
        insert into user_clients (user_id, client_id, position) select id, ${clientId}::uuid, 1 from added
      )
      insert into user_resources (client_id, user_id, resource_id)
      select ${clientId}::uuid, id, ${resourceId}::uuid from added
    `.execute(db());

  describe("an import is not undone if", () => {
    const cases = "cases, users, systems or later imports name them";
    const policies = "policies or access roles use them";
    test.each<[string, () => Promise<unknown>, string]>([
      [
        "a case names its account",
        () => addCase({ account_id: ids.account }),
        `it added d1 (account), and since then ${cases}`,
      ],
      [
        "a later account holds its entitlement",
        () => run({ access: holdings(["a", "Wiki", "a9", "Edit"]) }),
        "it added Edit (entitlement), and since then other accounts hold or use them",
      ],
      [
        "a policy grants its entitlement",
        () => grant(others.org, ids.role),
        `it added Edit (entitlement), and since then ${policies}`,
      ],
      [
        "an access role grants its entitlement",
        async () => {
          const access_role_oid = await addRole();
          await db()
            .insertInto("access_role_entitlements")
            .values({ client_id: clientId, access_role_oid, role_oid: ids.role })
            .execute();
        },
        `it added Edit (entitlement), and since then ${policies}`,
      ],
      [
        "a case names its entitlement",
        () => addCase({ identity_oid: others.person, role_oid: ids.role }),
        `it added Edit (entitlement), and since then ${cases}`,
      ],
      [
        "a later account is in its resource",
        () => run({ access: holdings(["a", "Wiki", "a9", ""]) }),
        "it added Wiki (resource), and since then other accounts hold or use them",
      ],
      [
        "its resource has another entitlement",
        () =>
          db()
            .insertInto("entitlements")
            .values({
              client_id: clientId,
              id: randomUUID(),
              no: 999,
              resource_id: ids.resource,
              name: "Later",
              role_oid: randomUUID(),
              search_key: "later",
            })
            .execute(),
        "it added Wiki (resource), and since then other entitlements belong to them",
      ],
      [
        "its resource has a system",
        () => connect(ids.resource, false),
        `it added Wiki (resource), and since then ${cases}`,
      ],
      [
        "a user has its resource",
        () => addUserOf(ids.resource),
        `it added Wiki (resource), and since then ${cases}`,
      ],
      [
        "its person has another account",
        () => run({ access: holdings(["d", "Core", "a2", "Read"]) }),
        "it added dee (person), and since then accounts belong to them",
      ],
      [
        "its person has an access role",
        () => assign(ids.person),
        "it added dee (person), and since then they have or own access roles",
      ],
      [
        "a case names its person",
        () => addCase({ identity_oid: ids.person, role_oid: others.role }),
        "it added dee (person), and since then cases, tasks or decisions name them",
      ],
      [
        "its person is a manager",
        () => run({ identities: rowsTable("i", ["id", "manager"], [["c", "d"]]) }),
        "it added dee (person), and since then they are managers of other people",
      ],
      [
        "somebody else joined its org",
        () => run({ identities: people(["b", "bo", "Boss", "Retail", "", ""]) }),
        "it added Boss (org), and since then other people belong to them",
      ],
      [
        "an org is below its org",
        () => addOrg(ids.org),
        "it added Boss (org), and since then other orgs are below them",
      ],
      [
        "its org has a policy",
        () => grant(ids.org, others.role),
        `it added Boss (org), and since then ${policies}`,
      ],
      [
        "the undo of a later import would return somebody to its org",
        async () => {
          await run({ identities: people(["b", "bo", "Boss", "Retail", "", ""]) });
          await run({ identities: people(["b", "bo", "Teller", "Retail", "", ""]) });
        },
        `it added Boss (org), and since then ${cases}`,
      ],
      [
        "its accounts are filled by a connected system now",
        () => connect(ids.resource, true),
        "Wiki is filled by imports of its connected system now",
      ],
    ])("%s", async (_use, use, expected) => {
      await use();
      expect(await refusal()).toBe(expected);
    });

    test("its record has changed since, which names each kind", async () => {
      const changes = [
        () => db().updateTable("orgs").set({ version: 2 }).where("oid", "=", ids.org),
        () => db().updateTable("identities").set({ email: "x" }).where("oid", "=", ids.person),
        () => db().updateTable("resources").set({ name: "Other" }).where("id", "=", ids.resource),
        () =>
          db()
            .updateTable("entitlements")
            .set({ role_oid: randomUUID() })
            .where("id", "=", ids.entitlement),
        () => db().updateTable("accounts").set({ active: true }).where("id", "=", ids.account),
      ];
      const found: string[] = [];
      for (const change of changes) {
        await change().execute();
        found.push(await refusal());
      }
      const changed = (name: string) => `${name} has been changed again since`;
      expect(found).toEqual(
        ["Boss (org)", "dee (person)", "Wiki (resource)", "Edit (entitlement)", "d1 (account)"].map(
          changed,
        ),
      );
      await db().deleteFrom("accounts").where("id", "=", ids.account).execute();
      expect(await refusal()).toBe(changed("d1 (account)"));
    });
  });

  test("uses of other records, and those by the import itself, do not keep it from being undone", async () => {
    await connect(others.resource, true);
    await grant(others.org, others.role);
    await addOrg(others.org);
    await assign(others.person);
    await addCase({ identity_oid: others.person, role_oid: others.role });
    expect(await undo(2)).toMatchObject({ no: 2 });
    const names = async (table: "orgs" | "resources") => {
      const rows = await db()
        .selectFrom(table)
        .select("name")
        .where("client_id", "=", clientId)
        .where("name", "in", ["Boss", "Below", "Core", "Wiki"])
        .orderBy("name")
        .execute();
      return rows.map(({ name }) => name);
    };
    expect(await names("orgs")).toEqual(["Below"]);
    expect(await names("resources")).toEqual(["Core"]);
  });

  test("several records are counted, and later imports are named, five at most", async () => {
    for (const right of ["1", "2", "3", "4", "5", "6"]) {
      await run({ access: holdings(["d", "Wiki", "d1", right]) });
    }
    expect(await refusal()).toBe(
      "A later import changed d1 (account), which this import changed. Undo these first, in this order: 8, 7, 6, 5, 4",
    );
    await undo(8);
    expect(await refusal()).toContain("in this order: 7, 6, 5, 4, 3");
  });

  test("1,001 people are taken back page by page", async () => {
    const rows = (title: string) =>
      Array.from({ length: 1001 }, (_, at) => [`x${at}`, `x${at}`, title, "", "", ""]);
    await run({ identities: people(...rows("Teller")) });
    const titles = async () => {
      const { rows: found } = await sql<{ title: string; people: number; versions: number }>`
        select job_title as title, count(*) as people, count(distinct version) as versions from identities
        where client_id = ${clientId} and external_id like 'x%' group by job_title
      `.execute(db());
      return found;
    };
    await run({ identities: people(...rows("Clerk")) });
    expect(await titles()).toEqual([{ title: "Clerk", people: 1001, versions: 1 }]);
    await undo(4);
    // Each of them was written once.
    expect(await titles()).toEqual([{ title: "Teller", people: 1001, versions: 1 }]);
    await undo(3);
    expect(await titles()).toEqual([]);
  });

  test("an import whose changes are no longer all kept is not undone", async () => {
    const refused = async () => {
      const error: unknown = await undo(2).catch((thrown: unknown) => thrown);
      return error;
    };
    const history = () => db().updateTable("import_history").where("client_id", "=", clientId);
    await history().set({ changes_dropped: true }).where("no", "=", 2).execute();
    expect(await refused()).toMatchObject({ code: "ENOTUNDOABLE" });
    await history().set({ changes_dropped: false }).where("no", "=", 2).execute();
    const { id } = await db()
      .selectFrom("import_history")
      .select("id")
      .where("client_id", "=", clientId)
      .where("no", "=", 2)
      .executeTakeFirstOrThrow();
    await sql`
      delete from import_changes where client_id = ${clientId} and import_id = ${id} and kind = 'account'
    `.execute(db());
    expect(await refused()).toMatchObject({ code: "ENOTUNDOABLE" });
  });

  test("an undo removes the names of orgs, and says when and by whom", async () => {
    const orgNames = () =>
      db().selectFrom("names").select("id").where("id", "=", ids.org).execute();
    expect(await orgNames()).not.toEqual([]);
    await undo(2);
    expect(await orgNames()).toEqual([]);
    const rows = await db()
      .selectFrom("import_history")
      .select(["no", "status", "undone_by", "undone_at"])
      .where("client_id", "=", clientId)
      .orderBy("no")
      .execute();
    expect(rows).toMatchObject([
      { no: 1, status: "done", undone_by: null, undone_at: null },
      { no: 2, status: "undone", undone_by: "mia" },
    ]);
    expect(rows[1]?.undone_at).not.toBeNull();
  });
});
