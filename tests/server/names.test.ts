import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { beforeAll, expect, test } from "vitest";
import type { FoundName } from "#events/entities/foundName.ts";
import { normalizeForFilter } from "#events/rules/filterText.ts";
import { foldAccents, LETTERS } from "#events/rules/foldAccents.ts";
import { inTransaction } from "#server/db/transaction.ts";
import { writeOrgNames } from "#server/names/commands.ts";
import { unlinkUser, writeListed } from "#server/users/listedUsers.ts";
import { type Browser, createApi, type TestApi } from "./support/api.ts";
import { eachDatabase } from "./support/databases.ts";
import { fillDirectory, type TestDirectory } from "./support/directory.ts";
import { createUser } from "./users/support.ts";

const NAMES_SHOWN_MAX = 8;
const NAMES_FOUND_MAX = 9;

eachDatabase((database) => {
  let directory: TestDirectory;
  let api: TestApi;
  let owner: Browser;
  beforeAll(async () => {
    directory = await fillDirectory(database.current.db);
    api = await createApi(database.current);
    owner = await api.signIn("owner");
    return () => api.app.close();
  });

  const find = async (text: string, browser = owner): Promise<FoundName[]> => {
    const query = new URLSearchParams({ text }).toString();
    const response = await browser.get(`/api/clients/${directory.clientId}/names?${query}`);
    expect(response.statusCode, response.body).toBe(200);
    return response.json().names;
  };
  const orgs = async (text: string) =>
    (await find(text)).filter(({ kind }) => kind === "org").map(({ name }) => name);
  const users = async (text: string, browser = owner) =>
    (await find(text, browser)).filter(({ kind }) => kind === "user").map(({ detail }) => detail);

  test("resources are found by any of their words, by those who may open them", async () => {
    const { db } = database.current;
    const { clientId, resources: ids } = directory;
    const resources = async (text: string, browser = owner) =>
      (await find(text, browser)).filter(({ kind }) => kind === "resource").map(({ id }) => id);
    expect(await resources("crm")).toEqual([ids.crm]);
    expect(await resources("m")).toEqual([]);
    const named = (name: string) =>
      db
        .updateTable("resources")
        .set({ name })
        .where("id", "=", ids.erp)
        .where("client_id", "=", clientId);
    await named("Größe CRM").execute();
    expect(await resources("grosse")).toEqual([ids.erp]);
    expect(await resources("crm")).toEqual([ids.crm, ids.erp]);
    expect(await resources("crm", await api.signIn("keeper"))).toEqual([ids.crm]);
    expect(await resources("crm", await api.signIn("mapper"))).toEqual([]);
    expect(await resources("_")).toEqual([]);
    await named("E R_P").execute();
  });

  test("entitlements are found by the start of their name, by those who may see their holders", async () => {
    const { db } = database.current;
    const { clientId, roles, resources, foreign } = directory;
    const entitlements = async (text: string, browser = owner) =>
      (await find(text, browser)).filter(({ kind }) => kind === "entitlement");
    const idsOf = async (text: string, browser = owner) =>
      (await entitlements(text, browser)).map(({ id }) => id);
    expect(await entitlements("ENTITLEMENT_1")).toEqual([
      { kind: "entitlement", id: roles[0], name: "Entitlement 1", detail: "CRM" },
    ]);
    expect(await idsOf("ent")).toEqual(roles);
    expect(await idsOf("1")).toEqual([]);
    expect(await idsOf("_")).toEqual([]);
    expect(await idsOf("ent", await api.signIn("mapper"))).toEqual(roles);
    expect(await idsOf("ent", await api.signIn("keeper"))).toEqual([]);
    expect(await idsOf("ent", await api.signIn("guest"))).toEqual([]);
    expect(await idsOf("ent")).not.toContain(foreign.roleOid);
    const ledgers = Array.from({ length: NAMES_FOUND_MAX + 1 }, (_, at) => ({
      client_id: clientId,
      id: randomUUID(),
      no: 100 + at,
      resource_id: resources.erp,
      name: `Ledger ${at}`,
      role_oid: randomUUID(),
      search_key: `ledger${at}`,
    }));
    await db.insertInto("entitlements").values(ledgers).execute();
    expect(await idsOf("Ledger")).toEqual(
      ledgers.slice(0, NAMES_FOUND_MAX).map((ledger) => ledger.role_oid),
    );
    await db.deleteFrom("entitlements").where("name", "like", "Ledger %").execute();
  });

  const addOrg = async (name: string) => {
    const oid = randomUUID();
    await database.current.db
      .insertInto("orgs")
      .values({
        client_id: directory.clientId,
        oid,
        type: "job-titles",
        name,
        display_name: name,
        parent_oid: directory.orgs["Job Titles"],
        search_key: normalizeForFilter(name),
      })
      .execute();
    await writeOrgNames(database.current.db, directory.clientId, [oid]);
    return oid;
  };
  const removeOrgs = async (oids: readonly string[]) => {
    await database.current.db.deleteFrom("orgs").where("oid", "in", oids).execute();
    await database.current.db.deleteFrom("names").where("id", "in", oids).execute();
  };
  const renameMapper = async (names: { given_name: string; family_name: string }) => {
    const id = directory.users.mapper;
    await inTransaction(database.current.db, async (tx) => {
      await tx.updateTable("users").set(names).where("id", "=", id).execute();
      await writeListed(tx, [id]);
    });
  };

  test("people are found by given name, family name, both in either order, username and id", async () => {
    const { db } = database.current;
    const { clientId } = directory;
    const people = async (text: string, browser = owner) =>
      (await find(text, browser)).flatMap(({ kind, name, detail }) =>
        kind === "identity" ? [`${name} (${detail})`] : [],
      );
    const person = (id: string, names: object) => ({
      client_id: clientId,
      oid: randomUUID(),
      external_id: id,
      search_key: id,
      attributes: "{}",
      ...names,
    });
    await db
      .insertInto("identities")
      .values([
        person("P-7", { given_name: "Zoë", family_name: "Quist Lund", username: "zquist" }),
        person("P-8", { given_name: "Quistina", family_name: "Zimmer", username: "qzimmer" }),
        person("P-9", { username: null }),
      ])
      .execute();
    const zoe = "Quist Lund, Zoë (zquist)";
    const quistina = "Zimmer, Quistina (qzimmer)";
    for (const text of [
      "zoe",
      "Zoe Qu",
      "quist lund",
      "quist lund zo",
      "Quist Lund, Zo",
      "zquist",
      "P-7",
    ]) {
      expect(await people(text), text).toEqual([zoe]);
    }
    // A full name that starts with the text comes before a family name.
    expect(await people("quist")).toEqual([quistina, zoe]);
    expect(await people("P-9")).toEqual(["P-9 (P-9)"]);
    for (const text of ["lund", "und", " ", "%", "|"]) expect(await people(text), text).toEqual([]);
    expect(await people("zoe", await api.signIn("keeper"))).toEqual([]);
    expect(await people("zoe", await api.signIn("mapper"))).toEqual([zoe]);
    await db.deleteFrom("identities").where("external_id", "in", ["P-7", "P-8", "P-9"]).execute();
  });

  test("access roles in use are found by any of their words", async () => {
    const { db } = database.current;
    const roles = async (text: string) =>
      (await find(text)).flatMap(({ kind, name }) => (kind === "accessRole" ? [name] : []));
    const role = (name: string, archived_at: Date | null) => ({
      client_id: directory.clientId,
      oid: randomUUID(),
      name,
      search_key: normalizeForFilter(name),
      created_at: new Date(),
      changed_at: new Date(),
      archived_at,
    });
    await db
      .insertInto("access_roles")
      .values([
        role("Night Counter", null),
        role("Counter Service", null),
        role("Counter of old", new Date()),
      ])
      .execute();
    expect(await roles("counter")).toEqual(["Counter Service", "Night Counter"]);
    expect(await roles("ounter")).toEqual([]);
    await db.deleteFrom("access_roles").where("client_id", "=", directory.clientId).execute();
  });

  test("any word of a name finds it, and names that start with it come first", async () => {
    expect(await orgs("eng")).toEqual(["Engineer", "Data Engineer", "Senior_Engineer"]);
    expect(await orgs("data eng")).toEqual(["Data Engineer"]);
    expect(await orgs("  DATA__eng")).toEqual(["Data Engineer"]);
    expect(await orgs("sales 100")).toEqual(["Sales 100%"]);
    expect(await orgs("ngineer")).toEqual([]);
    expect((await find("ops"))[0]).toMatchObject({
      kind: "org",
      id: directory.orgs.Ops,
      name: "Ops",
      detail: "departments",
    });
  });

  test.each([" ", "%", "_", "|||", "'; drop table names; --", "\\", "x".repeat(255), "\u{10FFFF}"])(
    "%j finds nothing, and the search keeps working",
    async (text) => {
      expect(await orgs(text)).toEqual([]);
      expect(await orgs("ops")).toEqual(["Ops"]);
    },
  );

  test("an added or renamed org is found under its current name", async () => {
    const oid = await addOrg("Crane Driver");
    expect(await orgs("driver")).toEqual(["Crane Driver"]);
    const { db } = database.current;
    for (const name of ["Crane Operator", "crane operator"]) {
      await db.updateTable("orgs").set({ display_name: name }).where("oid", "=", oid).execute();
      await writeOrgNames(db, directory.clientId, [oid]);
      expect([await orgs("driver"), await orgs("operator")]).toEqual([[], [name]]);
    }
    await removeOrgs([oid]);
  });

  test("given name, family name, both in either order, and username find a user", async () => {
    await renameMapper({ given_name: "Anna-Lena", family_name: "van Zandt" });
    for (const text of ["anna", "lena", "van z", "zandt", "van zandt anna", "van Zandt, Anna"]) {
      expect(await users(text), text).toContain("mapper");
    }
    await renameMapper({ given_name: "Berta", family_name: "Quist" });
    expect(await users("zandt")).toEqual([]);
    expect(await users("quist")).toEqual(["mapper"]);
    const shown = await find("quist");
    expect(shown.map(({ kind, name }) => [kind, name])).toEqual([["user", "Quist, Berta"]]);
  });

  test.each([
    ["Jürgen", "Müller", ["mull", "müll", "jurgen mu", "MÜLLER"]],
    ["José", "Núñez", ["jose", "nunez", "josé"]],
    ["Łukasz", "Øster-Þórr", ["lukasz", "oster", "thorr", "łuk", "ŁUK", "ÞÓR"]],
    ["Zoe\u0301", "Weiß", ["zoé", "weiss", "weiß"]],
  ])("%s %s is found with and without accents", async (given_name, family_name, texts) => {
    await renameMapper({ given_name, family_name });
    for (const text of texts) expect(await users(text), text).toEqual(["mapper"]);
    expect(await users("mullex")).toEqual([]);
  });

  test("the database folds the same letters as the product", async () => {
    const latin = Array.from({ length: 0x250 - 0xc0 }, (_, at) => String.fromCharCode(0xc0 + at));
    const folded = [...Object.keys(LETTERS), "é", "e\u0301", "a\u0300\u036f", "ü\u0323"];
    const texts = [
      ...folded,
      ...folded.map((text) => text.toUpperCase()),
      "ẞ",
      // Some databases lower only ASCII capitals.
      ...latin.filter((letter) => letter === letter.toLowerCase()),
      "ガ",
      "각",
    ];
    const { rows } = await sql<{ text: string; folded: string }>`
      select text, lower(fold_accents(text)) as folded from unnest(${texts}::text[]) as text
    `.execute(database.current.db);
    expect(rows).toEqual(texts.map((text) => ({ text, folded: foldAccents(text.toLowerCase()) })));
  });

  test("a search finds an org with and without accents, and other scripts verbatim", async () => {
    const oids = [await addOrg("Geschäftsführung"), await addOrg("ガイド"), await addOrg("서울")];
    expect(await orgs("geschaftsfuhrung")).toEqual(["Geschäftsführung"]);
    expect(await orgs("GESCHÄ")).toEqual(["Geschäftsführung"]);
    expect(await orgs("ガ")).toEqual(["ガイド"]);
    expect(await orgs("カ")).toEqual([]);
    expect(await orgs("서울")).toEqual(["서울"]);
    await removeOrgs(oids);
  });

  test.each(["geschaftsfuhrung", "GESCHÄFTSFÜHRUNG", "Geschäftsfuhrung n"])(
    "if more orgs match than %s shows, the linked list contains them all",
    async (text) => {
      const oids: string[] = [];
      for (let at = 0; at <= NAMES_SHOWN_MAX; at += 1)
        oids.push(await addOrg(`Geschäftsführung Nord ${at}`));
      const found = await find(text);
      expect(found.length).toBeGreaterThan(NAMES_SHOWN_MAX);
      const query = new URLSearchParams({ orgType: "job-titles", contains: text }).toString();
      const base = `/api/clients/${directory.clientId}/mp-orgs`;
      const listed = (await owner.get(`${base}?${query}`)).json()._embedded.orgs;
      expect(new Set(listed.map(({ oid }: { oid: string }) => oid))).toEqual(new Set(oids));
      expect((await owner.get(`${base}/count?${query}`)).json()).toEqual({ count: oids.length });
      await removeOrgs(oids);
    },
  );

  test("folding only adds matches to the list of orgs", async () => {
    // Without the mark between them, the two letters compose to another one.
    const oid = await addOrg("\u0627\u0301\u0653");
    const query = new URLSearchParams({ contains: "\u0627" }).toString();
    const response = await owner.get(`/api/clients/${directory.clientId}/mp-orgs?${query}`);
    expect(response.json()._embedded.orgs).toMatchObject([{ oid }]);
    await removeOrgs([oid]);
  });

  test("a user who leaves the client is no longer found there", async () => {
    const { db } = database.current;
    const link = { user_id: directory.users.stranger, client_id: directory.clientId, position: 9 };
    expect(await users("stranger")).toEqual([]);
    await db.insertInto("user_clients").values(link).execute();
    await writeListed(db, [link.user_id]);
    expect(await users("stranger")).toEqual(["stranger"]);
    await unlinkUser(db, { clientId: link.client_id, id: link.user_id });
    expect(await users("stranger")).toEqual([]);
  });

  test("users find only what they may open", async () => {
    const kinds = async (name: "mapper" | "guest") => [
      ...new Set((await find("e", await api.signIn(name))).map(({ kind }) => kind)),
    ];
    expect(await kinds("mapper")).toEqual(["org", "entitlement"]);
    expect(await kinds("guest")).toEqual([]);
  });

  test("a few results of each kind are returned, each once", async () => {
    const oids = [];
    for (let at = 0; at < 2 * NAMES_FOUND_MAX; at += 1) oids.push(await addOrg(`Zoo Zoo ${at}`));
    const found = await orgs("zoo");
    expect(found).toHaveLength(NAMES_FOUND_MAX);
    expect(new Set(found).size).toBe(NAMES_FOUND_MAX);
    await removeOrgs(oids);
  });

  test("a match by several names of a person does not crowd out other people", async () => {
    const path = `/api/clients/${directory.clientId}/users`;
    for (let at = 0; at < NAMES_FOUND_MAX + 3; at += 1) {
      const letter = String.fromCharCode("a".charCodeAt(0) + at);
      const names = { familyName: `Kr${letter}us`, givenName: "Maria", username: `kr${letter}usm` };
      await createUser(owner, path, names);
    }
    expect(await users("kr")).toHaveLength(NAMES_FOUND_MAX);
  });
});
