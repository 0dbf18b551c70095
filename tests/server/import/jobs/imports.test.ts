/** Imports in the browser: checked first, then applied as a job that can be cancelled, killed and repeated. */
import { randomUUID } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { expect, test, vi } from "vitest";
import type { ImportReject } from "#events/entities/directoryImport.ts";
import { renderMessage } from "#events/kernel/message.ts";
import { GERMAN } from "#events/messages/german.ts";
import { IMPORT_PART_BYTES } from "#events/rules/directoryImport.ts";
import { PERMISSION_CODES } from "#events/rules/permissions.ts";
import { takeJob } from "#server/import/jobs/leases.ts";
import { LEASE_TIME, MAX_ATTEMPTS } from "#server/jobs/leases.ts";
import { removeAbandoned } from "#server/import/jobs/queries.ts";
import { eachDatabase } from "../../support/databases.ts";
import { useImports, WAIT } from "./importServer.ts";
import { announce, fileOf } from "./support.ts";

const WORKBOOK = new URL("../workbooks/people.xlsx", import.meta.url);

eachDatabase((database) => {
  const on = useImports(database);
  const { errors, start, stopAll, current, settled, upload, check } = on;

  const apply = async (id: string, skipRejected = false) => {
    const applying = await on.owner.post(`${on.path}/${id}/apply`, { skipRejected });
    expect(applying.statusCode, applying.body).toBe(200);
    return settled();
  };
  const identityIds = async () => {
    const rows = await on.db
      .selectFrom("identities")
      .select("external_id")
      .where("client_id", "=", on.directory.clientId)
      .where("external_id", "like", "new-%")
      .orderBy("external_id")
      .execute();
    return rows.map((row) => row.external_id);
  };
  const parts = () => on.db.selectFrom("import_parts").select("part").execute();
  const forget = () =>
    on.db.deleteFrom("identities").where("external_id", "like", "new-%").execute();

  const PEOPLE = fileOf("people.csv", "id;jobTitle\nnew-1;Teller\nnew-2;Teller\n;Clerk\n");
  const ACCESS = fileOf(
    "access.csv.gz",
    gzipSync("identityId,resource,account,entitlement\nnew-1,Core,c1,Read\nnobody,Core,c2,Read\n"),
  );

  test("files are checked without writing, then imported with progress, rejects and an audit row", async () => {
    start();
    const preview = await check({ identities: PEOPLE, access: ACCESS });
    expect(preview).toMatchObject({ status: "checked", rejected: 2, mode: "merge", failure: null });
    expect(preview.counts?.identities).toMatchObject({ added: 2, rejected: 1 });
    expect(preview.counts?.assignments).toMatchObject({ added: 1, rejected: 1 });
    expect(await identityIds()).toEqual([]);

    const listed = await on.owner.get(`${on.path}/${preview.id}/rejects`);
    const { rejects } = listed.json<{ _embedded: { rejects: ImportReject[] } }>()._embedded;
    expect(rejects.map(({ file, line, column, code }) => [file, line, column, code])).toEqual([
      ["people.csv", 4, "id", "REQUIRED"],
      ["access.csv.gz", 3, "identityId", "UNKNOWN_IDENTITY"],
    ]);
    const unknown = rejects[1];
    expect(unknown?.reason).toMatch(/^No identity has the id \w+\. Correct the id, or add/);
    expect(unknown?.detail?.code).toBe("import.unknownIdentity");
    expect(renderMessage(GERMAN, unknown?.detail ?? { code: "" })).toMatch(
      /^Keine Identität hat die ID \w+\. Korrigieren Sie die ID/,
    );
    const csv = await on.owner.get(`${on.path}/${preview.id}/rejects.csv`);
    expect(csv.body).toContain("people.csv,4,id,REQUIRED,");

    const refused = await on.owner.post(`${on.path}/${preview.id}/apply`, { skipRejected: false });
    expect(refused.statusCode).toBe(400);
    const done = await apply(preview.id, true);
    expect(done).toMatchObject({ status: "done", rejected: 2 });
    expect(done.counts?.identities.added).toBe(2);
    expect(await identityIds()).toEqual(["new-1", "new-2"]);
    expect(await parts()).toEqual([]);
    await vi.waitFor(
      () => expect(readdirSync(join(on.dataDirectory, "imports"))).toEqual([]),
      WAIT,
    );
    const audit = await on.db
      .selectFrom("audit")
      .select(["actor", "after"])
      .where("call", "=", "server/directoryImported")
      .where("client_id", "=", on.directory.clientId)
      .executeTakeFirstOrThrow();
    expect(audit).toMatchObject({ actor: "owner", after: { mode: "merge" } });

    const again = await check({ identities: PEOPLE, access: ACCESS });
    expect(again.counts?.identities).toMatchObject({ added: 0, unchanged: 2 });
    expect(errors).toEqual([]);
    await forget();
  });

  test("unusual input is reported in the reader's language, and notes of an earlier version as they were stored", async () => {
    start();
    const preview = await check({
      identities: fileOf("people.csv", "id,Job_Title\nnew-1,Teller\n"),
    });
    expect(preview.warnings).toEqual([
      'people.csv: "Job_Title" was found where "jobTitle" may be meant; it is kept as an attribute.',
    ]);
    expect(preview.notes?.map((note) => renderMessage(GERMAN, note))).toEqual([
      "people.csv: Die Spalte „Job_Title“ heißt vielleicht „jobTitle“; sie wird als Attribut behalten.",
    ]);
    const warnings = JSON.stringify(["A stored sentence."]);
    await on.db.updateTable("directory_imports").set({ warnings }).execute();
    expect(await current()).toMatchObject({ warnings: ["A stored sentence."] });
    expect(await current()).not.toHaveProperty("notes");
  });

  test("a workbook is read, and a replace removes what the file lacks", async () => {
    start();
    const workbook = fileOf("people.xlsx", readFileSync(WORKBOOK));
    expect(await check({ identities: workbook })).toMatchObject({ status: "checked" });
    const file = (rows: string) =>
      fileOf("a.csv", `identityId,resource,account,entitlement\n${rows}`);
    const first = await check({ access: file(",Vault,v1,Read\n,Vault,v2,Read\n") });
    await apply(first.id);
    const second = await check({ access: file(",Vault,v1,Read\n") }, "replace");
    expect(second.counts?.accounts).toMatchObject({ removed: 1, unchanged: 1 });
  });

  test.each([
    ["wrong columns", fileOf("a.csv", "one,two\n1,2\n"), "csv.missingColumns"],
    ["binary", fileOf("a.csv", Buffer.from([0xff, 0xfe, 0x00, 0x81, 0x0a])), "csv.notUtf8"],
    ["a huge line", fileOf("a.csv", `id\n"${"x".repeat(1_200_000)}`), "csv.longRecord"],
    ["a damaged gzip file", fileOf("a.csv.gz", "id\n1\n"), "csv.badGzip"],
    [
      "a gzip bomb",
      fileOf("a.csv.gz", gzipSync(`id\n${"1\n".repeat(3_000_000)}`)),
      "import.tooLarge",
    ],
    ["a damaged workbook", fileOf("a.xlsx", "PK\u0003\u0004 nothing"), "xlsx.damaged"],
  ])("%s ends the check with a reason", async (_what, file, code) => {
    start();
    const ended = await check({ identities: file });
    expect(ended).toMatchObject({ status: "failed", failure: { code } });
    expect(await parts()).toEqual([]);
    expect(errors).toEqual([]);
  });

  test("files are refused before they are sent: none, empty, too large, a replace without access", async () => {
    const post = (body: object) => on.owner.post(on.path, body);
    const none = { mode: "merge", identities: null, access: null };
    const sized = (size: number) => ({ ...none, identities: { name: "a.csv", size } });
    for (const body of [none, sized(0), sized(2_000_001), { ...sized(10), mode: "replace" }]) {
      const refused = await post(body);
      expect(refused.json()).toMatchObject({ code: "EINVALID", fields: [{ path: "/body" }] });
    }
  });

  test("no part may follow the last one, even an empty one", async () => {
    const bytes = Buffer.alloc(IMPORT_PART_BYTES, "a");
    const id = await announce(on.owner, on.path, { identities: fileOf("people.csv", bytes) });
    const put = (part: number, content: string) =>
      on.owner.send("PUT", `${on.path}/${id}/parts`, {
        body: { file: "identities", part, content },
      });
    expect((await put(1, "")).statusCode).toBe(400);
    expect((await put(0, bytes.toString("base64"))).statusCode).toBe(200);
    expect(await parts()).toEqual([{ part: 0 }]);
  });

  test("parts must fit the announced file, and all of them must arrive", async () => {
    const id = await announce(on.owner, on.path, { identities: PEOPLE });
    const content = PEOPLE.bytes.toString("base64");
    const put = (body: object) => on.owner.send("PUT", `${on.path}/${id}/parts`, { body });
    expect((await put({ file: "access", part: 0, content })).statusCode).toBe(400);
    expect((await put({ file: "identities", part: 1, content })).statusCode).toBe(400);
    expect((await put({ file: "identities", part: 0, content: "QUJD" })).statusCode).toBe(400);
    expect((await put({ file: "identities", part: 0, content: "?" })).statusCode).toBe(400);
    expect((await on.owner.post(`${on.path}/${id}/check`)).statusCode).toBe(400);
    expect((await put({ file: "identities", part: 0, content })).statusCode).toBe(200);
    expect((await put({ file: "identities", part: 0, content })).statusCode).toBe(200);
    const checking = await on.owner.post(`${on.path}/${id}/check`);
    expect(checking.json()).toMatchObject({ status: "checking", phase: "waiting", progress: 0 });
    expect((await put({ file: "identities", part: 0, content })).statusCode).toBe(409);
  });

  test("a second import is refused while one runs, and replaces one that waits", async () => {
    const first = await upload({ identities: PEOPLE });
    const second = await upload({ identities: PEOPLE });
    expect((await on.owner.post(`${on.path}/${first}/check`)).statusCode).toBe(404);
    expect((await on.owner.post(`${on.path}/${second}/check`)).statusCode).toBe(200);
    const body = { mode: "merge", identities: { name: "a.csv", size: 4 }, access: null };
    const refused = await on.owner.post(on.path, body);
    expect([refused.statusCode, refused.json<{ detail: object }>().detail]).toEqual([
      409,
      { code: "import.isRunning" },
    ]);
    expect(
      (await on.owner.post(`${on.path}/${second}/apply`, { skipRejected: true })).statusCode,
    ).toBe(409);
  });

  test("an import is cancelled until it writes", async () => {
    const id = await upload({ identities: PEOPLE });
    await on.owner.post(`${on.path}/${id}/check`);
    expect((await on.owner.post(`${on.path}/${id}/cancel`)).json()).toMatchObject({
      status: "cancelled",
    });
    expect((await on.owner.post(`${on.path}/${id}/cancel`)).statusCode).toBe(409);
    expect((await on.owner.post(`${on.path}/${id}/check`)).statusCode).toBe(409);
    expect(await parts()).toEqual([]);
    const nowhere = `${on.path}/${randomUUID()}`;
    expect((await on.owner.post(`${nowhere}/cancel`)).statusCode).toBe(404);
    expect((await on.owner.post(`${nowhere}/apply`, { skipRejected: true })).statusCode).toBe(404);
    start();
    const next = await check({ identities: PEOPLE });
    await stopAll();
    await on.owner.post(`${on.path}/${next.id}/apply`, { skipRejected: true });
    await on.db.updateTable("directory_imports").set({ phase: "writing" }).execute();
    expect((await on.owner.post(`${on.path}/${next.id}/cancel`)).statusCode).toBe(409);
    expect(await identityIds()).toEqual([]);
  });

  test("a job of a killed server is taken over, and given up after the last attempt", async () => {
    start();
    const { id } = await check({ identities: PEOPLE });
    await stopAll();
    await on.owner.post(`${on.path}/${id}/apply`, { skipRejected: true });
    const { db } = on;
    const dead = () => new Date(Date.now() - LEASE_TIME - 1000);
    expect(await takeJob(db, randomUUID(), dead())).toMatchObject({ importId: id, attempt: 1 });
    expect(await takeJob(db, randomUUID(), dead())).toBeNull();
    start();
    expect(await settled()).toMatchObject({ id, status: "done" });
    expect(await identityIds()).toEqual(["new-1", "new-2"]);
    await forget();

    const next = await check({ identities: PEOPLE });
    await stopAll();
    await on.owner.post(`${on.path}/${next.id}/apply`, { skipRejected: true });
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
      await db.updateTable("directory_imports").set({ lease_until: null }).execute();
      expect(await takeJob(db, randomUUID(), dead())).toMatchObject({ attempt });
    }
    start();
    expect(await settled()).toMatchObject({ status: "failed", failure: { code: "import.gaveUp" } });
    expect(await identityIds()).toEqual([]);
  });

  test("a stopped importer gives its job back, and leaves no file and no transaction", async () => {
    const rows = Array.from({ length: 20_000 }, (_, at) => `new-${at},Title ${at % 90}\n`).join("");
    const file = fileOf("large.csv", `id,jobTitle\n${rows}`);
    start();
    const { id } = await check({ identities: file });
    await on.owner.post(`${on.path}/${id}/apply`, { skipRejected: false });
    await vi.waitFor(
      () => expect(existsSync(join(on.dataDirectory, "imports", id))).toBe(true),
      WAIT,
    );
    await stopAll();
    const stopped = await current();
    expect(existsSync(join(on.dataDirectory, "imports", id))).toBe(false);
    if (stopped.status === "importing") expect(await identityIds()).toEqual([]);
    start();
    expect(await settled()).toMatchObject({ id, status: "done" });
    expect(await identityIds()).toHaveLength(20_000);
    await forget();
  });

  test("abandoned files are removed after a day, running imports are not", async () => {
    const id = await upload({ identities: PEOPLE });
    const { db } = on;
    const tomorrow = new Date(on.api.clock.now.getTime() + 25 * 3_600_000);
    await removeAbandoned(db, on.api.clock.now);
    expect((await current()).id).toBe(id);
    await removeAbandoned(db, tomorrow);
    expect(await current()).toBeNull();
    expect(await parts()).toEqual([]);
  });

  test("an import needs the permissions for all resources", async () => {
    const mapper = await on.api.signIn("mapper");
    expect((await mapper.get(on.path)).statusCode).toBe(403);
    expect(PERMISSION_CODES).toContain("resource_all_create");
  });
});
