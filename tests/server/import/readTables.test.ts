import { describe, expect, test } from "vitest";
import { renderMessage, type Message } from "#events/kernel/message.ts";
import { ENGLISH } from "#events/messages/english.ts";
import { message } from "#events/messages/message.ts";
import { NONE, readAccess } from "#server/import/readAccess.ts";
import { readIdentities } from "#server/import/readIdentities.ts";
import { rowsTable } from "#server/import/rowsTable.ts";

const TEXT_MAX_LENGTH = 255;
const ATTRIBUTE_MAX_LENGTH = 4000;

const identities = (columns: string[], ...rows: string[][]) =>
  readIdentities(rowsTable("identities.csv", columns, rows));
const access = (columns: string[], ...rows: string[][]) =>
  readAccess(rowsTable("access.csv", columns, rows));
const ACCESS = ["identityId", "resource", "account", "entitlement"];

describe("headers", () => {
  test("a missing required column is named with a suggestion", async () => {
    await expect(identities(["ID", "username"])).rejects.toMatchObject({
      code: "EMISSINGCOLUMN",
      message: 'identities.csv lacks the column id. Correct its first line: rename "ID" → "id".',
    });
    await expect(access(["identityId", "entitlement"])).rejects.toMatchObject({
      code: "EMISSINGCOLUMN",
      message: expect.stringContaining("lacks the columns resource, account."),
    });
  });

  test("duplicate, unnamed and invalid columns are refused", async () => {
    await expect(identities(["id", "email", "email"])).rejects.toMatchObject({
      code: "EDUPLICATECOLUMN",
      message: expect.stringContaining("the column email appears twice"),
    });
    await expect(identities(["id", ""])).rejects.toMatchObject({
      code: "EBADCOLUMN",
      message: expect.stringContaining("column 2 has no name"),
    });
    for (const name of ["x\0", "x\u001b[31m", "x".repeat(TEXT_MAX_LENGTH + 1)]) {
      await expect(identities(["id", name])).rejects.toMatchObject({ code: "EBADCOLUMN" });
    }
    const many = Array.from({ length: 200 }, (_, at) => `extra ${at}`);
    await expect(identities(["id", ...many])).rejects.toMatchObject({ code: "EBADCOLUMN" });
    expect((await identities(["id", ...many.slice(1)])).attributeNames).toHaveLength(199);
  });

  test("carriage returns as line ends, which turn the whole file into a header, are refused", async () => {
    await expect(identities(["id", "email\r1", "a@x\r2", "b@x"])).rejects.toMatchObject({
      code: "ECSV",
      message: expect.stringContaining("carriage return alone"),
    });
    expect((await identities(["id", "cost\r\ncentre"])).attributeNames).toEqual(["cost\r\ncentre"]);
  });

  test("values that are separated by tabs are refused", async () => {
    await expect(identities(["id\temail"])).rejects.toMatchObject({
      code: "ECSV",
      message:
        "identities.csv, line 1: values are separated by tabs. Save the file with commas between them and import it again.",
    });
    expect((await identities(["id", "cost;centre"])).attributeNames).toEqual(["cost;centre"]);
  });

  const texts = ({ warnings }: { readonly warnings: readonly Message[] }) =>
    warnings.map((warning) => renderMessage(ENGLISH, warning));
  test("misspelled and ignored columns give a warning", async () => {
    expect(texts(await identities(["id", "Job_Title", "costCentre"]))).toEqual([
      'identities.csv: "Job_Title" was found where "jobTitle" may be meant; it is kept as an attribute.',
    ]);
    expect(texts(await access([...ACCESS, "note"]))).toEqual([
      'access.csv: the column "note" is not known and was ignored.',
    ]);
    expect((await access(ACCESS)).warnings).toEqual([]);
  });
});

describe("identities", () => {
  test("values follow their columns in any order, and blank ones are null", async () => {
    const table = await identities(
      ["badge", "location", "id", "email"],
      ["7", "Oslo", "a", " "],
      ["", "", "b", "b@x"],
    );
    expect(table).toMatchObject({
      fields: ["email", "location"],
      attributeNames: ["badge"],
      ids: ["a", "b"],
      rows: [
        [null, "Oslo", "7"],
        ["b@x", null, null],
      ],
      rejected: [],
    });
  });

  test("an identical repeat is harmless, a different one is rejected with both lines", async () => {
    const table = await identities(
      ["id", "jobTitle", "badge"],
      ["a", "Teller", "1"],
      ["b", "Teller", "2"],
      ["a", "Teller", "1"],
      ["a", "Clerk", "1"],
      ["b", "Teller", ""],
    );
    expect(table.ids).toEqual(["a", "b"]);
    expect(table.rows[0]).toEqual(["Teller", "1"]);
    expect(table.rejected).toEqual([
      {
        file: "identities.csv",
        line: 5,
        column: "jobTitle",
        code: "CONFLICT",
        reason: message("import.repeatedId", { id: "a", line: 2 }),
      },
      expect.objectContaining({ line: 6, column: "badge", code: "CONFLICT" }),
    ]);
  });

  test("errors of a record name the column", async () => {
    const long = "x".repeat(TEXT_MAX_LENGTH + 1);
    const table = await identities(
      ["id", "username", "badge"],
      ["", "no id", ""],
      [long, "", ""],
      ["a\0", "", ""],
      ["b", long, ""],
      ["c", "\u001b[2J", ""],
      ["d", "", "x".repeat(ATTRIBUTE_MAX_LENGTH + 1)],
      ["e", "", "\u0085"],
      ["f"],
      ["g", "", "", ""],
    );
    expect(table.ids).toEqual([]);
    expect(table.rejected.map(({ line, column, code }) => [line, column, code])).toEqual([
      [2, "id", "REQUIRED"],
      [3, "id", "TOO_LONG"],
      [4, "id", "CONTROL_CHARACTER"],
      [5, "username", "TOO_LONG"],
      [6, "username", "CONTROL_CHARACTER"],
      [7, "badge", "TOO_LONG"],
      [8, "badge", "CONTROL_CHARACTER"],
      [9, null, "COLUMN_COUNT"],
      [10, null, "COLUMN_COUNT"],
    ]);
    const english = table.rejected.map(({ reason }) => renderMessage(ENGLISH, reason));
    expect(english[1]).toBe("The value has 256 characters; at most 255 are allowed. Shorten it.");
    expect(english[4]).toBe(
      "The value holds the control character U+001B as character 1. Remove it.",
    );
    expect(english[7]).toBe(
      "The record has 1 value where the header has 3 columns. Quote values that contain the separator.",
    );
  });

  test("lengths count characters, and values keep tabs and line ends", async () => {
    const values = [
      "😀".repeat(TEXT_MAX_LENGTH),
      "x".repeat(TEXT_MAX_LENGTH),
      "two\r\nlines\tand a tab",
    ];
    const table = await identities(["id", "username"], ...values.map((value) => [value, value]));
    expect(table.ids).toEqual(values);
    expect(table.rejected).toEqual([]);
  });

  test("names of JavaScript properties are ordinary attributes", async () => {
    const table = await identities(["id", "__proto__", "constructor"], ["toString", "1", "2"]);
    expect(table.attributeNames).toEqual(["__proto__", "constructor"]);
    expect(table.indexes.get("toString")).toBe(0);
    expect(table.rows).toEqual([["1", "2"]]);
  });
});

describe("access", () => {
  test("resources, accounts and entitlements are distinguished by resource", async () => {
    const table = await access(
      ACCESS,
      ["a", "Bank", "u1", "Read"],
      ["a", "Mail", "u1", "Read"],
      ["", "Mail", "u2", ""],
      ["a", "Bank", "u1", "Write"],
    );
    expect(table.resourceNames).toEqual(["Bank", "Mail"]);
    expect(table.accountNames).toEqual(["u1", "u1", "u2"]);
    expect([...table.accountResources]).toEqual([0, 1, 1]);
    expect(table.entitlementNames).toEqual(["Read", "Read", "Write"]);
    expect([...table.entitlementResources]).toEqual([0, 1, 0]);
    expect([...table.rows.lines]).toEqual([2, 3, 4, 5]);
    expect([...table.rows.identities]).toEqual([0, 0, NONE, 0]);
    expect([...table.rows.accounts]).toEqual([0, 1, 2, 0]);
    expect([...table.rows.entitlements]).toEqual([0, 1, NONE, 2]);
  });

  test("names keep their spaces and case", async () => {
    const table = await access(ACCESS, ["", "R", "u", "Read "], ["", "R", "u", "read "]);
    expect(table.entitlementNames).toEqual(["Read ", "read "]);
  });

  test("the columns identityId and entitlement may be absent", async () => {
    const table = await access(["account", "resource"], ["u", "R"]);
    expect(table).toMatchObject({ hasIdentityColumn: false, hasEntitlementColumn: false });
    expect([...table.rows.identities, ...table.rows.entitlements]).toEqual([NONE, NONE]);
  });

  test("errors of a record name the column, and none of its values are kept", async () => {
    const long = "x".repeat(TEXT_MAX_LENGTH + 1);
    const table = await access(
      ACCESS,
      ["a", "", "u", "E"],
      ["a", "R", " ", "E"],
      [long, "R", "u", "E"],
      ["a", long, "u", "E"],
      ["a", "R", long, "E"],
      ["a", "R", "u", long],
      ["a\0", "R", "u", ""],
      ["a", "R", "u", "\u0007"],
      ["a", "R", "u"],
    );
    expect(table.rejected.map(({ line, column, code }) => [line, column, code])).toEqual([
      [2, "resource", "REQUIRED"],
      [3, "account", "REQUIRED"],
      [4, "identityId", "TOO_LONG"],
      [5, "resource", "TOO_LONG"],
      [6, "account", "TOO_LONG"],
      [7, "entitlement", "TOO_LONG"],
      [8, "identityId", "CONTROL_CHARACTER"],
      [9, "entitlement", "CONTROL_CHARACTER"],
      [10, null, "COLUMN_COUNT"],
    ]);
    expect(table.rejectedWithEntitlement).toBe(7);
    expect(table.rows.lines).toHaveLength(0);
    expect([
      table.identityIds,
      table.resourceNames,
      table.accountNames,
      table.entitlementNames,
    ]).toEqual([[], [], [], []]);
  });
});
