/** What changed about one person of the small directory. */
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { beforeAll, describe, expect, test } from "vitest";
import type { Identity } from "#events/entities/directory.ts";
import type { IdentityChange } from "#events/entities/identityChange.ts";
import { type Browser, createApi, type TestApi } from "../support/api.ts";
import { oneDatabase } from "../support/databases.ts";
import { fillDirectory, type TestDirectory } from "../support/directory.ts";
import { expectError } from "../support/errors.ts";

const FOREVER = { validFrom: null, validUntil: null };

oneDatabase((database) => {
  let directory: TestDirectory;
  let api: TestApi;
  let owner: Browser;
  let mapper: Browser;
  let client: string;
  let people: ReadonlyMap<string | null, string>;

  beforeAll(async () => {
    directory = await fillDirectory(database.current.db);
    api = await createApi(database.current);
    owner = await api.signIn("owner");
    mapper = await api.signIn("mapper");
    client = `/api/clients/${directory.clientId}`;
    const { identities } = (await mapper.get(`${client}/identities`)).json()._embedded;
    people = new Map(identities.map(({ username, oid }: Identity) => [username, oid]));
    return () => api.app.close();
  });

  const bob = () => people.get("bob") ?? "";
  const pageOf = async (oid: string, query = "") => {
    const reply = await mapper.get(`${client}/identities/${oid}/changes?${query}`);
    expect(reply.statusCode, reply.body).toBe(200);
    return reply.json();
  };
  const changesOf = async (oid: string): Promise<IdentityChange[]> =>
    (await pageOf(oid))._embedded.changes;
  const kindsOf = async (oid: string) =>
    (await changesOf(oid)).map(({ kind, subject }) => [kind, subject]);
  /** One second passes after each change. */
  const done = async (reply: Promise<{ statusCode: number; body: string }>) => {
    const { statusCode, body } = await reply;
    expect(statusCode, body).toBeLessThan(300);
    api.clock.now = new Date(api.clock.now.getTime() + 1000);
    return JSON.parse(body);
  };

  describe("the changes of an identity", () => {
    test("are those of the person's policies, access roles and cases, newest first", async () => {
      expect(await changesOf(bob())).toEqual([]);
      const { Engineer, Senior_Engineer, Ops } = directory.orgs;
      // Bob is a Senior_Engineer, which is below Engineer, and is not in Ops.
      await done(mapper.post(`${client}/mp-orgs/${Engineer}/induce`, [directory.roles[1]]));
      await done(mapper.post(`${client}/mp-orgs/${Ops}/induce`, [directory.roles[1]]));
      const role = await done(
        owner.post(`${client}/roles`, {
          name: "Teller",
          description: "",
          resourceOid: null,
          entitlementOids: [directory.roles[2]],
          ownerOids: [],
        }),
      );
      const grant = `${client}/roles/${role.oid}/grants/${bob()}`;
      await done(
        mapper.send("PUT", grant, { body: { kind: "person", ...FOREVER, expected: null } }),
      );
      const opened = await done(
        mapper.post(`${client}/cases`, {
          kind: "outsidePolicy",
          identityOid: bob(),
          roleOid: directory.roles[0],
          accountId: null,
          ownerId: null,
          dueOn: null,
          comment: "",
        }),
      );
      await done(mapper.post(`${client}/cases/${opened.id}/comments`, { text: "Why?" }));
      await done(mapper.send("DELETE", `${grant}?kind=person`));
      const change = await done(
        mapper.post(`${client}/mp-orgs/${Senior_Engineer}/induce`, [directory.roles[3]]),
      );
      expect(change).toBeDefined();

      expect(await kindsOf(bob())).toEqual([
        ["policyApplied", "Senior_Engineer"],
        ["roleRevoked", "Teller"],
        ["caseCommented", "Entitlement 1"],
        ["caseOpened", "Entitlement 1"],
        ["roleGranted", "Teller"],
        ["policyApplied", "Engineer"],
      ]);
      const [newest, , commented] = await changesOf(bob());
      expect(newest).toMatchObject({
        actor: "mapper",
        fields: [{ field: "added", before: null, after: "Entitlement 4" }],
      });
      expect(commented?.fields).toEqual([{ field: "comment", before: null, after: "Why?" }]);
      expect(await kindsOf(people.get("cyd") ?? "")).toEqual([["policyApplied", "Engineer"]]);
      expect(await changesOf(people.get("dan") ?? "")).toEqual([]);

      const second = await pageOf(bob(), "page=1&size=2");
      expect(second._embedded.changes.map(({ kind }: IdentityChange) => kind)).toEqual([
        "caseCommented",
        "caseOpened",
      ]);
      expect(second.page).toEqual({ size: 2, number: 1, totalElements: 6, totalPages: 3 });
    });

    test("include edits by hand with their values", async () => {
      const draft = {
        givenName: "Cara",
        familyName: "Contractor",
        username: "",
        email: "",
        jobTitle: "",
        department: "",
        location: "",
        manager: "",
      };
      const made = await done(owner.post(`${client}/identities`, { externalId: "C-1", ...draft }));
      const path = `${client}/identities/${made.oid}`;
      await done(
        owner.send("PUT", path, { body: { version: 1, ...draft, familyName: "Consultant" } }),
      );
      await done(owner.post(`${path}/end`, { version: 2 }));
      expect(await kindsOf(made.oid.toUpperCase())).toEqual([
        ["ended", null],
        ["edited", null],
        ["created", null],
      ]);
      const [, edited] = await changesOf(made.oid);
      expect(edited?.fields).toEqual([
        { field: "familyName", before: "Contractor", after: "Consultant" },
      ]);
    });

    test("of an unknown person are not found", async () => {
      expectError(await mapper.get(`${client}/identities/${randomUUID()}/changes`), "ENOTFOUND");
    });

    test("are found by indexes", async () => {
      const { db } = database.current;
      const { rows } = await db.transaction().execute(async (tx) => {
        await sql`set local enable_seqscan = off`.execute(tx);
        return sql<Record<string, string>>`
          explain select a.id from audit a
          where a.client_id = ${sql.lit(directory.clientId)}
            and a.call in ('accessRoles/grantRole', 'accessRoles/revokeRole')
            and coalesce(a.after ->> 'person', a.before ->> 'person') = ${sql.lit(bob())}
        `.execute(tx);
      });
      expect(JSON.stringify(rows)).toContain("audit_person");
    });
  });
});
