/** Two people never get one account, however the system writes its name. */
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openScimmy } from "../connectors/scim/scimmy.ts";
import { fieldSource, outboundDraft } from "../mappings/support.ts";
import { oneDatabase } from "../support/databases.ts";
import { hasSlapd } from "../support/findSlapd.ts";
import { startSlapd, SUFFIX, treeLdif, type Slapd } from "../support/slapd.ts";
import { openldapSystem, scimmySystem } from "./liveServices.ts";
import type { useLiveSystems } from "./liveSystem.ts";
import { tablePlan, useLiveTables } from "./liveTable.ts";

type LiveSystem = Awaited<ReturnType<ReturnType<typeof useLiveSystems>["connect"]>>;

const CONTENT = [
  treeLdif(),
  `dn: uid=user1,${SUFFIX}\nobjectClass: inetOrgPerson\nuid: user1\ncn: user1\nsn: user1\n\n`,
].join("");

oneDatabase((database) => {
  const { live, write } = useLiveTables(database);

  /** People of the organisation that gets accounts, with the names of their accounts. */
  const name = async (names: Readonly<Record<string, string>>) => {
    for (const [username, job_title] of Object.entries(names)) {
      await database.current.db
        .updateTable("identities")
        .set({ job_title })
        .where("client_id", "=", live.directory.clientId)
        .where("username", "=", username)
        .execute();
    }
  };
  const planned = async (system: LiveSystem) => {
    const objects = await system.objectsOf(await system.preview());
    return Object.fromEntries(
      objects.flatMap(({ kind, name: account, problem }) =>
        kind === "create" ? [[account, problem?.code ?? null]] : [],
      ),
    );
  };

  describe("a service that ignores case", () => {
    let scimmy: Awaited<ReturnType<typeof openScimmy>>;
    beforeAll(async () => {
      scimmy = await openScimmy({ users: 1, groups: 1 });
    });
    afterAll(() => scimmy.close());

    const connect = async () => {
      const system = await live.connect({
        ...scimmySystem(scimmy.url),
        mappings: [outboundDraft("jobTitle", "User/userName")],
      });
      expect(await system.runImport()).toMatchObject({ status: "done" });
      await system.grant("group1", "Engineer");
      return system;
    };

    test("a name that an existing account has in another case is taken", async () => {
      const system = await connect();
      await name({ ann: "USER1", bob: "user2", cyd: "user3" });
      expect(await planned(system)).toEqual({ USER1: "accountExists", user2: null, user3: null });
    });

    test("the first of two people gets the account of a name in two cases", async () => {
      const system = await connect();
      await name({ ann: "JDoe", bob: "jdoe", cyd: "jdoe2" });
      expect(await planned(system)).toEqual({ JDoe: null, jdoe: "accountExists", jdoe2: null });
    });

    test("an account that no import has read has its name in any case", async () => {
      const system = await connect();
      await database.current.db
        .insertInto("accounts")
        .values({
          client_id: system.clientId,
          id: randomUUID(),
          resource_id: system.resourceId,
          name: "Spare",
        })
        .execute();
      await name({ ann: "spare", bob: "user2", cyd: "user3" });
      expect(await planned(system)).toEqual({ spare: "accountExists", user2: null, user3: null });
    });
  });

  describe.skipIf(!hasSlapd())("OpenLDAP", () => {
    let slapd: Slapd;
    beforeAll(async () => {
      slapd = await startSlapd(CONTENT);
    });
    afterAll(() => slapd.stop());

    test("names that differ in case and in repeated spaces are one", async () => {
      const system = await live.connect({
        ...openldapSystem(slapd.port),
        mappings: [
          outboundDraft("jobTitle", "inetOrgPerson/uid"),
          // Everyone has an account.
          outboundDraft("", "", {
            resourceSchemaId: null,
            attributes: [fieldSource("username")],
            customCode: "true",
            mappingType: "CUSTOM",
            config: { target: "existence", kind: "Basic", separator: "", template: "", dn: null },
          }),
        ],
      });
      expect(await system.runImport()).toMatchObject({ status: "done" });
      await name({ ann: "J  Doe", bob: "j doe", cyd: "USER1" });
      expect(await planned(system)).toMatchObject({
        "J  Doe": null,
        "j doe": "accountExists",
        USER1: "accountExists",
      });
    });
  });

  describe("a file, which distinguishes case", () => {
    const connect = async (file: string, rows: readonly string[]) => {
      write(file, ["id;login;right", ...rows, ""].join("\n"));
      const mappings = [
        outboundDraft("jobTitle", "account/login"),
        outboundDraft("username", "account/id"),
      ];
      const values = { idColumn: "id", nameColumn: "login", entitlementColumn: "right" };
      const system = await live.connect(tablePlan(file, mappings, values));
      expect(await system.runImport()).toMatchObject({ status: "done" });
      await system.grant("Sign", "Engineer");
      return system;
    };

    test("only equal names clash, with existing accounts and in one plan", async () => {
      const system = await connect("names.csv", ["1;user1;Sign"]);
      await name({ ann: "USER1", bob: "jdoe", cyd: "JDoe" });
      expect(await planned(system)).toEqual({ USER1: null, jdoe: null, JDoe: null });
      await name({ ann: "user1", bob: "jdoe", cyd: "jdoe" });
      const objects = await system.objectsOf(await system.preview());
      expect(objects.map(({ name: account, problem }) => [account, problem])).toEqual(
        expect.arrayContaining([
          ["user1", { code: "accountExists", detail: "user1" }],
          ["jdoe", null],
          ["jdoe", { code: "accountExists", detail: "jdoe" }],
        ]),
      );
    });

    test("a name that several accounts have is taken while one of them exists", async () => {
      const system = await connect("several.csv", ["1;same;Sign", "2;same;"]);
      const { db } = database.current;
      const accounts = await db
        .selectFrom("accounts")
        .select("name")
        .where("resource_id", "=", system.resourceId)
        .orderBy("name")
        .execute();
      expect(accounts.map((account) => account.name)).toEqual(["same", "same (2)"]);
      await name({ ann: "same", bob: "user2", cyd: "user3" });
      const end = (account: string) =>
        sql`update system_objects set gone_at = ${live.api.clock.now}
          where resource_id = ${system.resourceId} and account_name = ${account}`.execute(db);
      await end("same");
      expect(await planned(system)).toMatchObject({ same: "accountExists", user2: null });
      await end("same (2)");
      expect(await planned(system)).toMatchObject({ same: null, user2: null });
    });
  });
});
