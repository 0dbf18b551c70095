/** The result of an import into an empty directory. */
import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { english } from "../../support/english.ts";
import { importDirectory } from "#server/import/importDirectory.ts";
import { rowsTable } from "#server/import/rowsTable.ts";
import { eachDatabase } from "../support/databases.ts";
import { takeSnapshot } from "../support/directorySnapshot.ts";
import { bank, counts, eachImport, holdings, people } from "../support/importing.ts";

eachImport((on) => {
  const { run, snapshot, clientId, audits } = on;

  describe("a first import", () => {
    test("brings everything from both files", async () => {
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
          name: on.client,
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

    test("repeated changes nothing and leaves no audit row", async () => {
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

    test("numbers entitlements from 1 without gaps, each with its own role", async () => {
      await run(bank());
      const rows = await on.db
        .selectFrom("entitlements")
        .select(["no", "role_oid"])
        .where("client_id", "=", await clientId())
        .orderBy("no")
        .execute();
      expect(rows.map(({ no }) => no)).toEqual([1, 2, 3]);
      expect(new Set(rows.map(({ role_oid }) => role_oid)).size).toBe(3);
    });

    test("reports shared usernames and unknown managers, and imports them unchanged", async () => {
      const table = (...rows: string[][]) =>
        rowsTable("people.csv", ["id", "username", "manager"], rows);
      const first = await run({
        identities: table(
          ["1", "ada", ""],
          ["2", "ada", "ada"],
          ["3", "bo", "nobody"],
          ["4", "", "2"],
        ),
      });
      expect(first.warnings.map((warning) => english(warning))).toEqual([
        "1 username is that of more than one identity of the file: ada (line 3).",
        "1 manager is neither in the file nor in the directory: nobody (line 4).",
      ]);
      expect(counts(first)).toMatchObject({ identities: [4, 0, 0, 0, 0] });
      const later = await run({
        identities: table(["5", "cy", "1"], ["6", "di", "bo"], ["7", "", "x"], ["8", "", "y"]),
      });
      expect(later.warnings.map((warning) => english(warning))).toEqual([
        "2 managers are neither in the file nor in the directory: x, y (lines 4, 5).",
      ]);
    });

    test("reports usernames and addresses of people outside of the file, and imports them", async () => {
      const table = (...rows: string[][]) =>
        rowsTable("people.csv", ["id", "username", "email"], rows);
      await run({
        identities: table(
          ["1", "ada", "ada@corp.example"],
          ["2", "bo", "bo@corp.example"],
          ["3", "cy", "team@corp.example"],
        ),
      });
      const request = () => ({
        identities: table(
          ["2", "cy", "bo@corp.example"],
          ["3", "bo", "TEAM@corp.example"],
          ["4", "ada", "new@corp.example"],
          ["5", "Ada", "Ada@Corp.example"],
          ["6", "", ""],
        ),
      });
      const expected = [
        "1 username is already that of a person who is not in the file: ada (line 4).",
        "1 email address is already that of a person who is not in the file: Ada@Corp.example (line 5).",
      ];
      for (const dryRun of [true, false]) {
        const result = await run({ ...request(), dryRun });
        expect(result.warnings.map((warning) => english(warning))).toEqual(expected);
        expect(counts(result)).toMatchObject({ identities: [3, 2, 0, 0, 0] });
      }
      // A value counts once, however many people have it.
      const { warnings } = await run({
        identities: table(["7", "ada", ""], ["8", "ada", ""], ["9", "bo", ""]),
      });
      expect(warnings.map((warning) => english(warning))).toEqual([
        "1 username is that of more than one identity of the file: ada (line 3).",
        "2 usernames are already those of people who are not in the file: ada, bo (lines 2, 4).",
      ]);
    });

    test("values that are no email address are told, and imported as they stand", async () => {
      const result = await run({
        identities: rowsTable(
          "people.csv",
          ["id", "email"],
          [
            ["91", "notanemail"],
            ["92", "a@b@c"],
            ["93", "ada@corp.local"],
            ["94", "jörg@bücher.example"],
            ["95", ""],
          ],
        ),
      });
      expect(result.warnings.map((warning) => english(warning))).toEqual([
        "2 values are no email addresses, and are kept as written: notanemail, a@b@c (lines 2, 3).",
      ]);
      expect(counts(result)).toMatchObject({ identities: [5, 0, 0, 0, 0] });
    });

    test("accepts either file alone", async () => {
      expect(counts(await run({ identities: bank().identities })).identities).toEqual([
        3, 0, 0, 0, 0,
      ]);
      expect(counts(await run({ access: bank().access }))).toMatchObject({
        identities: [0, 0, 0, 0, 0],
        accounts: [5, 0, 0, 0, 0],
        assignments: [5, 0, 0, 0, 0],
      });
      on.client = randomUUID();
      const unlinked = await run({ access: holdings(["", "R", "u", "E"]) });
      expect(counts(unlinked).accounts).toEqual([1, 0, 0, 0, 0]);
    });

    test("puts the root of each type above the orgs, and reuses an org with its name as the root", async () => {
      await run({
        identities: people(["a", "", "Job Titles", "", "", ""], ["b", "", "Teller", "", "", ""]),
      });
      const roots = await on.db
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

    test("stores hostile texts verbatim", async () => {
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

  test("sends many rows in batches that all arrive", async () => {
    // A statement takes 5000 rows.
    const ids = Array.from({ length: 5_432 }, (_, at) => `p${at}`);
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
      identities: [5_432, 0, 0, 0, 0],
      accounts: [5_432, 0, 0, 0, 0],
      entitlements: [36, 0, 0, 0, 0],
      assignments: [10_864, 0, 0, 0, 0],
    });
    const shorter = {
      ...request(),
      access: holdings(...ids.map((id, at) => [id, `R${at % 3}`, id, "All"])),
    };
    expect(counts(await run({ ...shorter, mode: "replace" }))).toEqual({
      identities: [0, 0, 5_432, 0, 0],
      orgs: [0, 0, 7, 0, 0],
      resources: [0, 0, 3, 0, 0],
      accounts: [0, 0, 5_432, 0, 0],
      entitlements: [0, 0, 3, 33, 0],
      assignments: [0, 0, 5_432, 5_432, 0],
    });
    const few = holdings(["p0", "R0", "p0", "All"], ["p1", "R1", "p1", "All"]);
    expect(counts(await run({ access: few, mode: "replace" }))).toMatchObject({
      accounts: [0, 0, 2, 3_620, 0],
      assignments: [0, 0, 2, 3_620, 0],
    });
    expect(Object.keys((await snapshot()).accounts)).toHaveLength(2 + 1_810);
  });
});

eachDatabase((database) => {
  test("concurrent imports wait for each other and lose nothing", async () => {
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
