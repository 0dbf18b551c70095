import { randomUUID } from "node:crypto";
import type { Kysely } from "kysely";
import { beforeEach, describe, expect, test } from "vitest";
import type { Database } from "#server/db/schema.ts";
import { importDirectory, type ImportRequest } from "#server/import/importDirectory.ts";
import { rowsTable } from "#server/import/rowsTable.ts";
import type { ImportResult } from "#server/import/types.ts";
import { eachDatabase } from "../support/databases.ts";
import { EMPTY_DIRECTORY, takeSnapshot } from "../support/directorySnapshot.ts";

const IDENTITIES = ["id", "username", "jobTitle", "department", "location", "badge"];
const ACCESS = ["identityId", "resource", "account", "entitlement"];

const people = (...rows: string[][]) => rowsTable("identities.csv", IDENTITIES, rows);
const holdings = (...rows: string[][]) => rowsTable("access.csv", ACCESS, rows);

/** Three people, one of whom has no account; an unlinked account, an account alone. */
const bank = (): Pick<ImportRequest, "identities" | "access"> => ({
  identities: people(
    ["a", "anna", "Teller", "Retail", "Oslo", "7"],
    ["b", "bo", "Teller", "Retail", "", ""],
    ["c", "cy", "Clerk", "", "Oslo", "9"],
  ),
  access: holdings(
    ["a", "Core", "a1", "Read"],
    ["a", "Core", "a1", "Write"],
    ["a", "Core", "a2", "Read"],
    ["b", "Core", "b1", "Read"],
    ["b", "Mail", "b1", ""],
    ["", "Mail", "shared", "Send"],
  ),
});

const counts = (result: ImportResult) =>
  Object.fromEntries(
    (["identities", "orgs", "resources", "accounts", "entitlements", "assignments"] as const).map(
      (name) => {
        const { added, updated, unchanged, removed, rejected } = result[name];
        return [name, [added, updated, unchanged, removed, rejected]];
      },
    ),
  );

const NOTHING = {
  identities: [0, 0, 0, 0, 0],
  orgs: [0, 0, 0, 0, 0],
  resources: [0, 0, 0, 0, 0],
  accounts: [0, 0, 0, 0, 0],
  entitlements: [0, 0, 0, 0, 0],
  assignments: [0, 0, 0, 0, 0],
};

eachDatabase((database) => {
  let db: Kysely<Database>;
  /** A client of its own for each test. */
  let client: string;
  beforeEach(() => {
    db = database.current.db;
    client = randomUUID();
  });
  const run = (request: ImportRequest) => importDirectory(db, { client, ...request });
  const snapshot = () => takeSnapshot(db, client);
  const clientId = async () =>
    (
      await db
        .selectFrom("clients")
        .select("id")
        .where("name", "=", client)
        .executeTakeFirstOrThrow()
    ).id;
  const audits = async () =>
    db
      .selectFrom("audit")
      .selectAll()
      .where("client_id", "=", await clientId())
      .execute();

  describe("a first import", () => {
    test("brings all of both files", async () => {
      const result = await run(bank());
      expect(counts(result)).toEqual({
        identities: [3, 0, 0, 0, 0],
        orgs: [4, 0, 0, 0, 0],
        resources: [2, 0, 0, 0, 0],
        accounts: [5, 0, 0, 0, 0],
        entitlements: [3, 0, 0, 0, 0],
        assignments: [5, 0, 0, 0, 0],
      });
      expect(result).toMatchObject({
        client: {
          id: await clientId(),
          name: client,
          created: true,
          formerName: null,
          others: expect.any(Number),
        },
        mode: "merge",
        dryRun: false,
        changed: true,
        rejectedRows: [],
        warnings: [],
      });
      expect(await snapshot()).toEqual({
        identities: {
          a: {
            fields: expect.objectContaining({ username: "anna", jobTitle: "Teller", email: null }),
            attributes: { badge: "7" },
            orgs: ["departments/Retail", "job-titles/Teller", "locations/Oslo"],
          },
          b: {
            fields: expect.objectContaining({ username: "bo", location: null }),
            attributes: {},
            orgs: ["departments/Retail", "job-titles/Teller"],
          },
          c: {
            fields: expect.objectContaining({ jobTitle: "Clerk", department: null }),
            attributes: { badge: "9" },
            orgs: ["job-titles/Clerk", "locations/Oslo"],
          },
        },
        orgs: ["departments/Retail", "job-titles/Clerk", "job-titles/Teller", "locations/Oslo"],
        resources: ["Core", "Mail"],
        entitlements: ["Core/Read", "Core/Write", "Mail/Send"],
        accounts: {
          "Core/a1": { owner: "a", entitlements: ["Read", "Write"] },
          "Core/a2": { owner: "a", entitlements: ["Read"] },
          "Core/b1": { owner: "b", entitlements: ["Read"] },
          "Mail/b1": { owner: "b", entitlements: [] },
          "Mail/shared": { owner: null, entitlements: ["Send"] },
        },
      });
    });

    test("the same again changes nothing and leaves no audit row", async () => {
      await run(bank());
      const before = await snapshot();
      for (const mode of ["merge", "replace"] as const) {
        const again = await run({ ...bank(), mode });
        expect(counts(again)).toEqual({
          identities: [0, 0, 3, 0, 0],
          orgs: [0, 0, 4, 0, 0],
          resources: [0, 0, 2, 0, 0],
          accounts: [0, 0, 5, 0, 0],
          entitlements: [0, 0, 3, 0, 0],
          assignments: [0, 0, 5, 0, 0],
        });
        expect(again).toMatchObject({ changed: false, client: { created: false } });
      }
      expect(await snapshot()).toEqual(before);
      expect(await audits()).toHaveLength(1);
    });

    test("entitlements are numbered from 1 without gaps, each with a role of its own", async () => {
      await run(bank());
      const rows = await db
        .selectFrom("entitlements")
        .select(["no", "role_oid"])
        .where("client_id", "=", await clientId())
        .orderBy("no")
        .execute();
      expect(rows.map(({ no }) => no)).toEqual([1, 2, 3]);
      expect(new Set(rows.map(({ role_oid }) => role_oid)).size).toBe(3);
    });

    test("either file alone will do", async () => {
      expect(counts(await run({ identities: bank().identities })).identities).toEqual([
        3, 0, 0, 0, 0,
      ]);
      expect(counts(await run({ access: bank().access }))).toMatchObject({
        identities: [0, 0, 0, 0, 0],
        accounts: [5, 0, 0, 0, 0],
        assignments: [5, 0, 0, 0, 0],
      });
      client = randomUUID();
      const unlinked = await run({ access: holdings(["", "R", "u", "E"]) });
      expect(counts(unlinked).accounts).toEqual([1, 0, 0, 0, 0]);
    });

    test("the root of each type stands above the orgs; one that bears its name is the root", async () => {
      await run({
        identities: people(["a", "", "Job Titles", "", "", ""], ["b", "", "Teller", "", "", ""]),
      });
      const roots = await db
        .selectFrom("orgs")
        .select(["type", "name", "display_name", "search_key"])
        .where("client_id", "=", await clientId())
        .where("parent_oid", "is", null)
        .orderBy("type")
        .execute();
      expect(roots).toEqual([
        {
          type: "departments",
          name: "Departments",
          display_name: "Departments",
          search_key: "departments",
        },
        {
          type: "job-titles",
          name: "Job Titles",
          display_name: "Job Titles",
          search_key: "jobtitles",
        },
        {
          type: "locations",
          name: "Locations",
          display_name: "Locations",
          search_key: "locations",
        },
      ]);
      const { identities, orgs } = await snapshot();
      expect(identities["a"]?.orgs).toEqual(["job-titles/Job Titles"]);
      expect(orgs).toEqual(["job-titles/Teller"]);
    });

    test("hostile texts are stored as they are", async () => {
      const texts = [
        "'; drop table accounts; --",
        '{"a",NULL,\\}',
        "null",
        "$1",
        "\\",
        "tab\tand\nlines\r\n",
        "😀 字 é ﷽",
        "__proto__",
        " spaces ",
        "%_",
      ];
      const columns = ["id", "jobTitle", "__proto__"];
      await run({
        identities: rowsTable(
          "i",
          columns,
          texts.map((text) => [text, text, text]),
        ),
        access: holdings(...texts.map((text) => [text, text, text, text])),
      });
      const found = await snapshot();
      expect(Object.keys(found.identities).toSorted()).toEqual(texts.toSorted());
      for (const text of texts) {
        const identity = found.identities[text];
        expect(identity?.orgs).toEqual([`job-titles/${text}`]);
        expect(Object.entries(identity?.attributes ?? {})).toEqual([["__proto__", text]]);
        expect(found.accounts[`${text}/${text}`]).toEqual({ owner: text, entitlements: [text] });
      }
    });
  });

  describe("a merge", () => {
    beforeEach(() => run(bank()));

    test("a blank cell clears, an absent column leaves", async () => {
      const result = await run({
        identities: rowsTable(
          "i",
          ["id", "username", "badge", "shoe"],
          [
            ["a", "", "", "42"],
            ["b", "bo", "", ""],
          ],
        ),
      });
      expect(counts(result)).toEqual({ ...NOTHING, identities: [0, 1, 1, 0, 0] });
      const { identities } = await snapshot();
      expect(identities["a"]).toMatchObject({
        fields: { username: null, jobTitle: "Teller" },
        attributes: { shoe: "42" },
        orgs: ["departments/Retail", "job-titles/Teller", "locations/Oslo"],
      });
    });

    test("a changed job title moves the identity; a cleared one takes it out; the org stays", async () => {
      const result = await run({
        identities: rowsTable(
          "i",
          ["id", "jobTitle"],
          [
            ["a", "Clerk"],
            ["b", ""],
            ["d", "Boss"],
          ],
        ),
      });
      expect(counts(result)).toEqual({
        ...NOTHING,
        identities: [1, 2, 0, 0, 0],
        orgs: [1, 0, 1, 0, 0],
      });
      const { identities, orgs } = await snapshot();
      expect(identities["a"]?.orgs).toEqual([
        "departments/Retail",
        "job-titles/Clerk",
        "locations/Oslo",
      ]);
      expect(identities["b"]?.orgs).toEqual(["departments/Retail"]);
      expect(identities["d"]?.orgs).toEqual(["job-titles/Boss"]);
      expect(orgs).toContain("job-titles/Teller");
    });

    test("adds access and takes none away", async () => {
      const result = await run({
        access: holdings(
          ["a", "Core", "a1", "Audit"],
          ["a", "Core", "a1", "Read"],
          ["c", "Core", "c1", "Read"],
        ),
      });
      expect(counts(result)).toEqual({
        ...NOTHING,
        resources: [0, 0, 1, 0, 0],
        accounts: [1, 0, 1, 0, 0],
        entitlements: [1, 0, 1, 0, 0],
        assignments: [2, 0, 1, 0, 0],
      });
      const { accounts } = await snapshot();
      expect(accounts["Core/a1"]).toEqual({ owner: "a", entitlements: ["Audit", "Read", "Write"] });
      expect(accounts["Core/a2"]).toEqual({ owner: "a", entitlements: ["Read"] });
    });

    test("links, unlinks and hands over accounts; without identityId the owners stay", async () => {
      const result = await run({
        access: holdings(
          ["c", "Core", "a1", ""],
          ["", "Core", "a2", ""],
          ["a", "Mail", "shared", ""],
          ["b", "Core", "b1", ""],
        ),
      });
      expect(counts(result)).toMatchObject({
        accounts: [0, 3, 1, 0, 0],
        assignments: [0, 0, 0, 0, 0],
      });
      const { accounts } = await snapshot();
      expect(accounts).toMatchObject({
        "Core/a1": { owner: "c", entitlements: ["Read", "Write"] },
        "Core/a2": { owner: null, entitlements: ["Read"] },
        "Core/b1": { owner: "b" },
        "Mail/shared": { owner: "a", entitlements: ["Send"] },
      });
      const ownerless = rowsTable(
        "access.csv",
        ["resource", "account"],
        [
          ["Core", "a1"],
          ["Core", "new"],
        ],
      );
      expect(counts(await run({ access: ownerless })).accounts).toEqual([1, 0, 1, 0, 0]);
      expect((await snapshot()).accounts).toMatchObject({
        "Core/a1": { owner: "c" },
        "Core/new": { owner: null },
      });
    });

    test("repeated records count once", async () => {
      const record = ["a", "Core", "a1", "Audit"];
      const result = await run({ access: holdings(record, record, record) });
      expect(counts(result)).toMatchObject({
        accounts: [0, 0, 1, 0, 0],
        assignments: [1, 0, 0, 0, 0],
      });
    });
  });

  describe("a replace", () => {
    beforeEach(() => run(bank()));

    test("makes the access of the named resources the file's, and leaves the other ones", async () => {
      const result = await run({
        mode: "replace",
        access: holdings(["a", "Core", "a1", "Write"], ["c", "Core", "c1", "Audit"]),
      });
      expect(counts(result)).toEqual({
        ...NOTHING,
        resources: [0, 0, 1, 0, 0],
        accounts: [1, 0, 1, 2, 0],
        entitlements: [1, 0, 1, 1, 0],
        assignments: [1, 0, 1, 3, 0],
      });
      const found = await snapshot();
      expect(found.accounts).toEqual({
        "Core/a1": { owner: "a", entitlements: ["Write"] },
        "Core/c1": { owner: "c", entitlements: ["Audit"] },
        "Mail/b1": { owner: "b", entitlements: [] },
        "Mail/shared": { owner: null, entitlements: ["Send"] },
      });
      expect(found.entitlements).toEqual(["Core/Audit", "Core/Write", "Mail/Send"]);
      expect(Object.keys(found.identities)).toEqual(["a", "b", "c"]);
    });

    test("numbers of removed entitlements are not given out again", async () => {
      const only = (entitlement: string) =>
        run({ mode: "replace", access: holdings(["", "Mail", "shared", entitlement]) });
      const highest = async () => {
        const rows = await db
          .selectFrom("entitlements")
          .select("no")
          .where("client_id", "=", await clientId())
          .execute();
        return Math.max(...rows.map(({ no }) => no));
      };
      await only("Other");
      expect(await highest()).toBe(4);
      await only("Send");
      expect(await highest()).toBe(5);
    });

    test("keeps an entitlement that a policy grants, with its role, and says so", async () => {
      const entitlement = await db
        .selectFrom("entitlements")
        .selectAll()
        .where("client_id", "=", await clientId())
        .where("name", "=", "Write")
        .executeTakeFirstOrThrow();
      const { oid } = await db
        .selectFrom("orgs")
        .select("oid")
        .where("client_id", "=", entitlement.client_id)
        .where("name", "=", "Teller")
        .executeTakeFirstOrThrow();
      await db
        .insertInto("inducements")
        .values({
          client_id: entitlement.client_id,
          id: randomUUID(),
          org_oid: oid,
          role_oid: entitlement.role_oid,
          created_at: new Date(),
        })
        .execute();
      const result = await run({ mode: "replace", access: holdings(["c", "Core", "c1", ""]) });
      expect(counts(result).entitlements).toEqual([0, 0, 0, 1, 0]);
      expect(result.warnings).toEqual([
        "1 entitlement is not in the file but kept, because a policy grants it.",
      ]);
      expect((await snapshot()).entitlements).toEqual(["Core/Write", "Mail/Send"]);
      const again = await run({ access: holdings(["c", "Core", "c1", "Write"]) });
      expect(counts(again)).toMatchObject({
        entitlements: [0, 0, 1, 0, 0],
        assignments: [1, 0, 0, 0, 0],
      });
    });

    test("a file without records replaces nothing; one without entitlements is refused", async () => {
      const before = await snapshot();
      expect((await run({ mode: "replace", access: holdings() })).changed).toBe(false);
      expect(await snapshot()).toEqual(before);
      const accountsOnly = rowsTable(
        "access.csv",
        ["identityId", "resource", "account"],
        [["a", "Core", "a1"]],
      );
      await expect(run({ mode: "replace", access: accountsOnly })).rejects.toMatchObject({
        code: "EMISSINGCOLUMN",
      });
      await expect(run({ mode: "replace", identities: people() })).rejects.toMatchObject({
        code: "EUSAGE",
      });
      await expect(run({})).rejects.toMatchObject({ code: "EUSAGE" });
    });
  });

  describe("rejected records", () => {
    const faulty = () => ({
      identities: people(
        ["a", "anna", "Teller", "", "", ""],
        ["a", "other", "Teller", "", "", ""],
        ["", "", "Ghost", "", "", ""],
        ["z", "zoe", "Clerk", "", "", ""],
      ),
      access: holdings(
        ["a", "Core", "a1", "Read"],
        ["nobody", "Core", "n1", "Secret"],
        ["nobody", "Vault", "n2", ""],
        ["z", "Core", "a1", "Read"],
        ["z", "Core", "z1"],
      ),
    });

    test("nothing is written, all is told", async () => {
      const result = await run(faulty());
      expect(counts(result)).toEqual({
        ...NOTHING,
        identities: [0, 0, 0, 0, 2],
        accounts: [0, 0, 0, 0, 2],
        assignments: [0, 0, 0, 0, 2],
      });
      expect(result).toMatchObject({
        changed: false,
        client: { id: null, name: client, created: false, formerName: null },
      });
      expect(
        result.rejectedRows.map(({ file, line, column, code }) => [file, line, column, code]),
      ).toEqual([
        ["identities.csv", 3, "username", "CONFLICT"],
        ["identities.csv", 4, "id", "REQUIRED"],
        ["access.csv", 3, "identityId", "UNKNOWN_IDENTITY"],
        ["access.csv", 4, "identityId", "UNKNOWN_IDENTITY"],
        ["access.csv", 5, "identityId", "CONFLICT"],
        ["access.csv", 6, null, "COLUMN_COUNT"],
      ]);
      expect(await snapshot()).toEqual(EMPTY_DIRECTORY);
    });

    test("with skipRejected all other records are written, and nothing of the rejected ones", async () => {
      const result = await run({ ...faulty(), skipRejected: true });
      expect(counts(result)).toEqual({
        identities: [2, 0, 0, 0, 2],
        orgs: [2, 0, 0, 0, 0],
        resources: [1, 0, 0, 0, 0],
        accounts: [1, 0, 0, 0, 2],
        entitlements: [1, 0, 0, 0, 0],
        assignments: [1, 0, 0, 0, 2],
      });
      expect(result.rejectedRows).toHaveLength(6);
      expect(await snapshot()).toMatchObject({
        orgs: ["job-titles/Clerk", "job-titles/Teller"],
        resources: ["Core"],
        entitlements: ["Core/Read"],
        accounts: { "Core/a1": { owner: "a", entitlements: ["Read"] } },
      });
    });

    test("an identity may be in the directory instead of in the file", async () => {
      await run({ identities: bank().identities });
      const result = await run({
        identities: people(["new", "", "", "", "", ""]),
        access: holdings(
          ["a", "Core", "a1", ""],
          ["new", "Core", "n1", ""],
          ["nobody", "Core", "x", ""],
        ),
      });
      expect(result.rejectedRows.map(({ line }) => line)).toEqual([4]);
    });

    test("an unknown identity of another client stays unknown", async () => {
      await run(bank());
      client = randomUUID();
      const result = await run({ access: holdings(["a", "Core", "a1", ""]) });
      expect(result.rejectedRows).toMatchObject([{ code: "UNKNOWN_IDENTITY" }]);
    });
  });

  describe("a dry run", () => {
    test("counts what the import then does, and writes nothing", async () => {
      for (const request of [
        () => bank(),
        () => ({
          ...bank(),
          identities: people(["a", "x", "Boss", "", "", ""], ["n", "", "Boss", "", "", ""]),
        }),
        () => ({
          mode: "replace" as const,
          access: holdings(["a", "Core", "a1", "Z"], ["?", "Core", "q", "Q"]),
          skipRejected: true,
        }),
        () => ({ access: holdings(["?", "Core", "q", "Q"]) }),
      ]) {
        const before = await snapshot();
        const dry = await run({ ...request(), dryRun: true });
        expect(dry).toMatchObject({ dryRun: true, changed: false });
        expect(await snapshot()).toEqual(before);
        const real = await run(request());
        expect(counts(dry)).toEqual(counts(real));
        expect(dry.rejectedRows).toEqual(real.rejectedRows);
      }
    });

    test("does not make the client", async () => {
      expect((await run({ ...bank(), dryRun: true })).client).toMatchObject({
        id: null,
        name: client,
        created: false,
      });
      expect(
        await db.selectFrom("clients").select("id").where("name", "=", client).execute(),
      ).toEqual([]);
    });
  });

  describe("what an import leaves behind", () => {
    const addReport = async (id: string) => {
      const report = randomUUID();
      const org = randomUUID();
      await db
        .insertInto("mining_reports")
        .values({
          client_id: id,
          org_oid: org,
          scope: "all",
          id: report,
          status: "ready",
          requested_at: new Date(),
        })
        .execute();
      await db
        .insertInto("mining_report_parts")
        .values({ client_id: id, report_id: report, part: 0, body: Buffer.from("x") })
        .execute();
    };
    const reports = async (id: string) => [
      (await db.selectFrom("mining_reports").select("id").where("client_id", "=", id).execute())
        .length,
      (
        await db
          .selectFrom("mining_report_parts")
          .select("part")
          .where("client_id", "=", id)
          .execute()
      ).length,
    ];

    test("a change drops the client's mining reports and no others; no change keeps them", async () => {
      await run(bank());
      const mine = await clientId();
      const foreign = randomUUID();
      await addReport(mine);
      await addReport(foreign);
      await run(bank());
      await run({ ...bank(), identities: people(["a", "x", "", "", "", ""]), dryRun: true });
      await run({ access: holdings(["?", "R", "u", "E"]) });
      expect(await reports(mine)).toEqual([1, 1]);
      await run({ identities: people(["a", "x", "", "", "", ""]) });
      expect(await reports(mine)).toEqual([0, 0]);
      expect(await reports(foreign)).toEqual([1, 1]);
    });

    test("one audit row says who, how and how much", async () => {
      await run({ ...bank(), runBy: "mia" });
      expect(await audits()).toMatchObject([
        {
          actor: "system",
          call: "server/directoryImported",
          target: await clientId(),
          after: {
            runBy: "mia",
            mode: "merge",
            clientCreated: true,
            identities: { added: 3, updated: 0, unchanged: 0, removed: 0, rejected: 0 },
            assignments: { added: 5 },
          },
        },
      ]);
    });

    test("a failure at the very end undoes everything", async () => {
      await run({ identities: people(["a", "", "", "", "", ""]) });
      const before = await snapshot();
      const failing = db.withPlugin({
        transformQuery: ({ node }) => {
          if (node.kind === "InsertQueryNode" && JSON.stringify(node.into).includes('"audit"')) {
            throw new Error("The audit table is broken");
          }
          return node;
        },
        transformResult: async ({ result }) => result,
      });
      const request = { client, ...bank() };
      await expect(importDirectory(failing, request)).rejects.toThrow("The audit table is broken");
      expect(await snapshot()).toEqual(before);
    });
  });

  test("many rows go in pieces that all arrive", async () => {
    const ids = Array.from({ length: 12_345 }, (_, at) => `p${at}`);
    const request = () => ({
      identities: people(...ids.map((id, at) => [id, "", `Title ${at % 7}`, "", "", ""])),
      access: holdings(
        ...ids.flatMap((id, at) => [
          [id, `R${at % 3}`, id, `E${at % 11}`],
          [id, `R${at % 3}`, id, "All"],
        ]),
      ),
    });
    expect(counts(await run(request()))).toMatchObject({
      identities: [12_345, 0, 0, 0, 0],
      accounts: [12_345, 0, 0, 0, 0],
      entitlements: [36, 0, 0, 0, 0],
      assignments: [24_690, 0, 0, 0, 0],
    });
    const shorter = {
      ...request(),
      access: holdings(...ids.map((id, at) => [id, `R${at % 3}`, id, "All"])),
    };
    expect(counts(await run({ ...shorter, mode: "replace" }))).toEqual({
      identities: [0, 0, 12_345, 0, 0],
      orgs: [0, 0, 7, 0, 0],
      resources: [0, 0, 3, 0, 0],
      accounts: [0, 0, 12_345, 0, 0],
      entitlements: [0, 0, 3, 33, 0],
      assignments: [0, 0, 12_345, 12_345, 0],
    });
    const few = holdings(["p0", "R0", "p0", "All"], ["p1", "R1", "p1", "All"]);
    expect(counts(await run({ access: few, mode: "replace" }))).toMatchObject({
      accounts: [0, 0, 2, 8_228, 0],
      assignments: [0, 0, 2, 8_228, 0],
    });
    expect(Object.keys((await snapshot()).accounts)).toHaveLength(2 + 4_115);
  });
});

eachDatabase((database) => {
  test("imports at the same time wait for each other, and none is lost", async () => {
    const { db } = database.current;
    const results = await Promise.all(
      ["u", "v", "w", "x"].map((account) =>
        importDirectory(db, {
          access: holdings(["", "R", account, `only ${account}`], ["", "R", account, "shared"]),
        }),
      ),
    );
    expect(new Set(results.map(({ client }) => client.id)).size).toBe(1);
    expect(results.filter(({ client }) => client.created)).toHaveLength(1);
    const found = await takeSnapshot(db, "My organisation");
    expect(Object.keys(found.accounts)).toHaveLength(4);
    expect(found.entitlements).toHaveLength(5);
    const numbers = await db.selectFrom("entitlements").select("no").orderBy("no").execute();
    expect(numbers.map(({ no }) => no)).toEqual([1, 2, 3, 4, 5]);
  });
});
