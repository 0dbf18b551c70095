import { randomUUID } from "node:crypto";
import { parse } from "csv-parse/sync";
import { sql } from "kysely";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { message } from "#events/messages/message.ts";
import type { Browser, TestApi } from "../../support/api.ts";
import { eachDatabase } from "../../support/databases.ts";
import { PASSWORD, type TestDirectory } from "../../support/directory.ts";
import { expectError } from "../../support/errors.ts";
import { cell, errorCell, UNCALCULATED, withSheet } from "../../support/workbook.ts";
import { changesOf, createUser } from "../support.ts";
import { migrate } from "#server/db/migrate.ts";
import { backfillListed } from "#server/users/listedUsers.ts";
import { type BulkApi, openBulk, readPieces } from "./support.ts";
import { english } from "../../../support/english.ts";

eachDatabase((database) => {
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

  let name: string;
  beforeEach(() => {
    name = `p${randomUUID().slice(0, 8)}`;
  });
  const found = async (username: string) => {
    const list = (await owner.get(`${path}?contains=${username}`)).json();
    const archived = (await owner.get(`${path}?status=archived&contains=${username}`)).json();
    const [user] = [...list._embedded.users, ...archived._embedded.users];
    return user ? (await owner.get(`${path}/${user.id}`)).json() : null;
  };
  const patch = (id: string, field: string, value: unknown) =>
    owner.send("PATCH", `${path}/${id}`, { body: [{ op: "replace", path: `/${field}`, value }] });

  describe("the dry run", () => {
    test("[USER-1] reports the effect of each line with its differences, and writes nothing", async () => {
      const changed = await createUser(owner, path, { username: `${name}-changed` });
      await createUser(owner, path, { username: `${name}-same` });
      await createUser(owner, path, { username: `${name}-leaves` });
      await createUser(owner, path, { username: `${name}-back`, archived: true });
      const checked = await bulk.check(
        [
          "username,givenName,familyName,email,jobTitle,archived,roles",
          `${name}-new,Grace,Hopper,grace@example.com,Admiral,,Member`,
          `${name}-CHANGED,Ada,Lovelace,ada@example.com,Countess,no,`,
          `${name}-same,Ada,Lovelace,ada@example.com,,,`,
          `${name}-leaves,Ada,Lovelace,ada@example.com,,yes,`,
          `${name}-back,Ada,Lovelace,ada@example.com,,no,`,
          `${name}-bad,Ada,,nowhere,,perhaps,Emperor`,
        ].join("\n"),
      );
      expect(checked).toMatchObject({
        fileName: "users.csv",
        counts: { create: 1, change: 1, archive: 1, restore: 1, unchanged: 1, refused: 1 },
        done: 0,
        late: 0,
        left: 4,
      });
      const lines = await bulk.lines(checked.id);
      expect(lines.map(({ line, kind }) => [line, kind])).toEqual([
        [2, "create"],
        [3, "change"],
        [4, "unchanged"],
        [5, "archive"],
        [6, "restore"],
        [7, "refused"],
      ]);
      expect(lines[1]).toMatchObject({
        userId: changed.id,
        changes: [
          { field: "username", before: `${name}-changed`, after: `${name}-CHANGED` },
          { field: "jobTitle", before: null, after: "Countess" },
        ],
      });
      expect(lines[0]?.changes).toContainEqual({
        field: "roleIds",
        before: null,
        after: ["Member"],
      });
      expect(lines[5]?.problems.map(({ field, reason }) => [field, english(reason)])).toEqual([
        ["archived", '"perhaps" is neither yes nor no'],
        ["roleIds", 'No role is called "Emperor"'],
        ["familyName", "Last name is required"],
        ["email", "An email address must contain a single @"],
      ]);
      expect(await bulk.lines(checked.id, "&show=archive")).toEqual([lines[3]]);
      expect(await found(`${name}-new`)).toBeNull();
      expect(await found(`${name}-leaves`)).toMatchObject({ archived: false, version: 1 });
    });

    test("leaves fields without a column alone, and empties fields with an empty cell", async () => {
      const user = await createUser(owner, path, {
        username: name,
        jobTitle: "Teller",
        phoneNumber: "7",
        isHr: true,
      });
      const { id } = await bulk.check(`username,phoneNumber,hrManager\n${name},,\n`);
      const [line] = await bulk.lines(id);
      expect(line?.changes).toEqual([{ field: "phoneNumber", before: "7", after: null }]);
      await bulk.applyAll(id);
      expect((await owner.get(`${path}/${user.id}`)).json()).toMatchObject({
        jobTitle: "Teller",
        phoneNumber: null,
        isHr: true,
      });
    });

    test("semicolons separate values, and the values of one cell in quotes", async () => {
      const text = `username;givenName;familyName;email;roles\r\n${name};A;B;a@example.com;"Member;Role Mapper"\r\n`;
      const { id, counts } = await bulk.check(`\ufeff${text}`);
      expect(counts).toMatchObject({ create: 1, refused: 0 });
      const [line] = await bulk.lines(id);
      expect(line?.changes.find(({ field }) => field === "roleIds")?.after).toEqual([
        "Member",
        "Role Mapper",
      ]);
    });

    test("a phone number is none without digits", async () => {
      const row = (number: string) => `${name}${number.length},A,B,a@example.com,${number}`;
      const { id } = await bulk.check(
        ["username,givenName,familyName,email,phoneNumber", row("abc"), row("+49 (30) 12/34")].join(
          "\n",
        ),
      );
      const lines = await bulk.lines(id);
      expect(lines.map(({ kind }) => kind)).toEqual(["refused", "create"]);
      expect(english(lines[0]?.problems[0]?.reason)).toBe(
        "A phone number has digits, spaces and the characters + - ( ) . /",
      );
    });

    test("refuses a repeated username, one of another client, and a wrong number of values", async () => {
      const text = [
        "username,givenName,familyName,email",
        `${name},A,B,a@example.com`,
        `stranger,A,B,a@example.com`,
        `${name.toUpperCase()},A,B,a@example.com`,
        `short,A`,
      ].join("\r\n");
      const { id, counts } = await bulk.check(text);
      expect(counts.refused).toBe(4);
      const lines = await bulk.lines(id);
      expect(lines.map(({ problems }) => english(problems[0]?.reason))).toEqual([
        "Line 4 has the same username",
        "This username is taken",
        "Line 2 has the same username",
        "The line has 2 values, the header 4",
      ]);
    });

    test.each([
      ["nothing", "", "This file is empty"],
      ["a byte too much", Buffer.alloc(25_000_001, "x"), "This file is too large"],
      ["a header alone", "username,email\n", "no line below its header"],
      ["no username", "email\na@example.com\n", "lacks the column username"],
      ["a header written otherwise", "User Name\nx\n", 'rename "User Name" → "username"'],
      ["a column that users do not have", "username,salary\nx,1\n", "do not have: salary"],
      ["tabs", "username\temail\nx\t\n", "values are separated by tabs"],
      ["a column twice", "username,email,email\nx,,\n", "appears twice"],
      ["a quote that is not closed", 'username,email\n"x,a@b.de\n', "is not closed"],
      ["another encoding", Uint8Array.of(...Buffer.from("username\nJ"), 0xfc, 0x0a), "UTF-8"],
      ["UTF-16", Buffer.from("\ufeffusername\nx\n", "utf16le"), "UTF-8"],
      ["half a workbook", Uint8Array.of(0x50, 0x4b, 3, 4, 0, 0, 0x80), "not a complete Excel"],
    ])("refuses a file of %s as a whole, with the reason", async (_what, content, message) => {
      const { fields } = expectError(await bulk.send(content), "EINVALID");
      expect(fields?.[0]?.path).toBe("/body/content");
      expect(fields?.[0]?.message).toContain(message);
    });

    test("a formula without a value is a problem of its field", async () => {
      const rows = [
        cell("username") + cell("givenName"),
        cell("mia") + errorCell("#N/A"),
        UNCALCULATED + cell("Max"),
      ];
      const book = await withSheet(rows.map((row) => `<row>${row}</row>`).join(""));
      const { id } = await bulk.check(book);
      const lines = await bulk.lines(id);
      expect(lines.map(({ line, problems }) => [line, problems[0]])).toEqual([
        [2, { field: "givenName", reason: message("xlsx.errorCell", { error: "#N/A" }) }],
        [3, { field: "username", reason: message("xlsx.notCalculated") }],
      ]);
    });

    test("refuses invalid Base64 and too many lines", async () => {
      const post = (content: string) =>
        owner.post(`${clientPath}/user-bulk-changes`, { fileName: "x", content });
      expectError(await post("%%%%"), "EINVALID");
      const { fields } = expectError(
        await bulk.send(`username\n${"x\n".repeat(100_001)}`),
        "EINVALID",
      );
      expect(fields?.[0]?.message).toContain("more than 100,000 lines");
    });

    test("keeps hostile cells as text, or refuses their line", async () => {
      const texts = ['<img src=x onerror="alert(1)">', "'; drop table users; --", "=1+1", "🦊"];
      const rows = texts.map(
        (text, at) => `${name}${at},Ada,"${text.replaceAll('"', '""')}",a@example.com`,
      );
      const bad = [`${name}x,A\0B,C,a@example.com`, `${name}y,${"🦊".repeat(400)},C,a@example.com`];
      const { id, counts } = await bulk.check(
        ["username,givenName,familyName,email", ...rows, ...bad].join("\n"),
      );
      expect(counts).toMatchObject({ create: 4, refused: 2 });
      const lines = await bulk.lines(id, "&show=refused");
      expect(lines.map(({ problems }) => english(problems[0]?.reason))).toEqual([
        "The value holds the control character U+0000 as character 2. Remove it",
        "Enter at most 255 characters",
      ]);
      await bulk.applyAll(id);
      for (const [at, text] of texts.entries()) {
        expect((await found(`${name}${at}`)).familyName).toBe(text);
      }
    });
  });

  describe("applying", () => {
    test("writes every line with an audit row that can be undone, and mails new users", async () => {
      const user = await createUser(owner, path, { username: `${name}-old` });
      const { id } = await bulk.check(
        [
          "username,givenName,familyName,email,adManager,resources",
          `${name}-new,Grace,Hopper,${name}@example.com,yes,crm`,
          `${name}-old,Ada,Byron,ada@example.com,,`,
        ].join("\n"),
      );
      expect(await bulk.applyAll(id, true)).toMatchObject({ done: 2, late: 0, left: 0 });
      expect(await found(`${name}-new`)).toMatchObject({
        isAd: true,
        onboarded: false,
        resourceIds: [directory.resources.crm],
      });
      expect((await api.mails()).filter(({ to }) => to === `${name}@example.com`)).toHaveLength(1);
      const [change] = await changesOf(owner, `${path}/${user.id}`);
      expect(change).toMatchObject({
        actor: "owner",
        call: "bulkChanges/applyBulkChange",
        fields: [{ field: "familyName", before: "Lovelace", after: "Byron" }],
        undoable: true,
      });
      await owner.post(`${path}/${user.id}/changes/${change?.id}/undo`, undefined);
      expect(await found(`${name}-old`)).toMatchObject({ familyName: "Lovelace", version: 3 });
      expect(await bulk.applyAll(id)).toMatchObject({ done: 2 });
      expect(await found(`${name}-old`)).toMatchObject({ version: 3 });
    });

    test("creates the list keys of the written users only", async () => {
      const { db } = database.current;
      const old = await createUser(owner, path, { username: `${name}-old` });
      const people = [
        `${name}-new,Ⅸ Grace,Hopper,grace@example.com`,
        `${name}-old,ADA,Ω,ada@example.com`,
      ];
      const { id } = await bulk.check(
        ["username,givenName,familyName,email", ...people].join("\n"),
      );
      await bulk.applyAll(id);
      const keys = db
        .selectFrom("user_clients")
        .innerJoin("users", "users.id", "user_clients.user_id")
        .where("users.username", "like", `${name}-%`)
        .select(["name_key", "user_clients.username_key", "email_key", "search_key"])
        .orderBy("users.username");
      const written = await keys.execute();
      expect(written.map(({ search_key }) => typeof search_key)).toEqual(["string", "string"]);
      await db.updateTable("user_clients").set({ search_key: null }).execute();
      await backfillListed(db);
      expect(await found(`${name}-old`)).toMatchObject({ id: old.id, familyName: "Ω" });
      expect(await keys.execute()).toEqual(written);
    });

    test("continues with a file that an earlier version has checked and partly applied", async () => {
      const { db } = database.current;
      await createUser(owner, path, { username: `${name}-late` });
      const names = ["late", "other", "new"].map((end) => `${name}-${end},Ada,Byron,a@example.com`);
      const text = ["username,givenName,familyName,email", ...names, `${name}-bad`].join("\n");
      const { id } = await bulk.check(text);
      await createUser(owner, path, { username: `${name}-other` });
      await bulk.applyAll(id);
      await sql`update bulk_lines set outcome = null where username = ${`${name}-new`}`.execute(db);
      await sql`alter table bulk_changes drop column counts, drop column done, drop column late`.execute(
        db,
      );
      // The migration replaces a trigger that a later one dropped.
      await sql`create function user_clients_follow() returns trigger language plpgsql
        as $$ begin return null; end $$`.execute(db);
      await sql`create trigger users_changed after update on users for each row
        execute function user_clients_follow()`.execute(db);
      await sql`delete from schema_migrations where name = '0014_bulkCounts'`.execute(db);
      expect(await migrate(db)).toEqual(["0014_bulkCounts"]);
      await sql`drop function user_clients_follow cascade`.execute(db);
      expect((await bulk.get(id)).json()).toMatchObject({
        counts: { create: 2, change: 1, archive: 0, restore: 0, unchanged: 0, refused: 1 },
        done: 1,
        late: 1,
        left: 1,
      });
    });

    test("skips and names users who were changed, deleted or taken since the check", async () => {
      const changed = await createUser(owner, path, { username: `${name}-a` });
      const deleted = await createUser(owner, path, { username: `${name}-b` });
      await createUser(owner, path, { username: `${name}-c` });
      const { id } = await bulk.check(
        [
          "username,givenName,familyName,email",
          ...["a", "b", "c", "d"].map((end) => `${name}-${end},Ada,Byron,ada@example.com`),
        ].join("\n"),
      );
      await patch(changed.id, "jobTitle", "Meanwhile");
      await owner.send("DELETE", `${path}/${deleted.id}`);
      await createUser(owner, path, { username: `${name}-d` });
      expect(await bulk.applyAll(id)).toMatchObject({ done: 1, late: 3, left: 0 });
      const late = await bulk.lines(id, "&show=late");
      expect(late.map(({ line, problems }) => [line, english(problems[0]?.reason)])).toEqual([
        [2, "This user was changed in the meantime; check the file again"],
        [3, "This user was deleted in the meantime"],
        [5, "This username is taken"],
      ]);
      expect(await found(`${name}-a`)).toMatchObject({
        familyName: "Lovelace",
        jobTitle: "Meanwhile",
      });
      expect(await found(`${name}-c`)).toMatchObject({ familyName: "Byron" });
    });

    test("writes each line once when two administrators apply a file concurrently", async () => {
      const rows = Array.from({ length: 400 }, (_, at) => `${name}-${at},A,B,a@example.com`);
      const { id } = await bulk.check(`username,givenName,familyName,email\n${rows.join("\n")}`);
      await Promise.all([bulk.applyAll(id), bulk.applyAll(id)]);
      expect((await bulk.get(id)).json()).toMatchObject({ done: 400, late: 0, left: 0 });
      const list = (await owner.get(`${path}?contains=${name}&size=1`)).json();
      expect(list.page.totalElements).toBe(400);
    });

    test("signs out users whom a file archives", async () => {
      const keeper = await api.signIn("keeper");
      const archive = async (word: string) =>
        bulk.applyAll((await bulk.check(`username,archived\nkeeper,${word}\n`)).id);
      await archive("yes");
      expectError(await keeper.get("/api/session"), "EBADSESSION");
      await archive("no");
      expect((await api.visitor().signIn("keeper", PASSWORD)).statusCode).toBe(200);
    });
  });

  describe("as CSV", () => {
    test("exports users in the import columns, safe for spreadsheets, and changes nothing when imported again", async () => {
      await createUser(owner, path, {
        username: name,
        jobTitle: '=cmd|"/c calc"!A1\nof two; -lines',
        phoneNumber: "+49 30 1234",
        familyName: '\'=Quoted, "Name"',
        resourceIds: [directory.resources.crm, directory.resources.erp],
        isHr: true,
      });
      const text = await readPieces(owner, `${clientPath}/users-csv`);
      const records: Record<string, string>[] = parse(text, { columns: true });
      const record = records.find(({ username }) => username === name);
      expect(record).toMatchObject({
        jobTitle: `'=cmd|"/c calc"!A1\nof two; -lines`,
        phoneNumber: "'+49 30 1234",
        hrManager: "yes",
        adManager: "no",
        archived: "no",
      });
      const cells = records.flatMap((one) => Object.values(one));
      expect(cells.length).toBeGreaterThan(0);
      expect(cells.filter((cell) => /^[=+\-@\t\r]/.test(cell))).toEqual([]);
      const mine = records.filter(({ username }) => username === name);
      expect(mine).toHaveLength(1);
      const checked = await bulk.check(text);
      expect(checked.counts).toMatchObject({ create: 0, change: 0, archive: 0, restore: 0 });
    });

    test("lists each line of a file with its outcome", async () => {
      const { id } = await bulk.check(
        `username,givenName,familyName,email\n${name},A,B,a@example.com\nbad,,,\n`,
      );
      await bulk.applyAll(id);
      const records: Record<string, string>[] = parse(await bulk.result(id), { columns: true });
      expect(records).toMatchObject([
        { line: "2", username: name, planned: "create", outcome: "done", problems: "" },
        { line: "3", username: "bad", planned: "refused", outcome: "" },
      ]);
      expect(records[1]?.["problems"]).toContain("First name: First name is required");
    });
  });
});
