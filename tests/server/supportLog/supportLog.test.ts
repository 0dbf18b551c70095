import { gzipSync } from "node:zlib";
import { randomBytes, randomUUID } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { SUPPORT_LOG_MAX_SIZE } from "#events/entities/supportLog.ts";
import type { SupportRequest } from "#events/entities/supportRequest.ts";
import { removeOldLogs } from "#server/supportLog/logs.ts";
import { gzipped, logLines } from "#src/kernel/log/writeLog.ts";
import { runReplay } from "#src/replay/cli.ts";
import { recordBuilder } from "../../src/support/builderLog.ts";
import { ORIGIN } from "../../src/support/logFiles.ts";
import { type Browser, createApi, type TestApi } from "../support/api.ts";
import { eachDatabase } from "../support/databases.ts";
import { fillDirectory, type TestDirectory } from "../support/directory.ts";
import { expectError } from "../support/errors.ts";

const REQUEST = { topic: "problem", subject: "Ledger", message: "It fails." };
const LOG = gzipSync('{"format":"provision-log"}\n').toString("base64");

eachDatabase((database) => {
  let directory: TestDirectory;
  let api: TestApi;
  let path: string;
  beforeAll(async () => {
    const { db } = database.current;
    directory = await fillDirectory(db);
    api = await createApi(database.current, { settings: { supportEmail: "help@example.com" } });
    path = `/api/clients/${directory.clientId}/support-requests`;
    return () => api.app.close();
  });
  beforeEach(async () => {
    await database.current.db.deleteFrom("support_requests").execute();
  });

  const send = (browser: Browser, content: string = LOG) =>
    browser.post(path, { ...REQUEST, log: { content } });
  const logOf = (browser: Browser, id: string, base = path) => browser.get(`${base}/${id}/log`);
  const stored = () => database.current.db.selectFrom("support_logs").selectAll().execute();

  test("a log is stored with its request, audited by its size, and read by those who read the request", async () => {
    const guest = await api.signIn("guest");
    const response = await send(guest);
    expect(response.statusCode, response.body).toBe(201);
    const request: SupportRequest = response.json();
    const logSize = Buffer.from(LOG, "base64").length;
    expect(request).toMatchObject({ subject: "Ledger", logSize });
    expect((await guest.get(path)).json()._embedded.supportRequests).toEqual([request]);
    for (const name of ["guest", "owner"] as const) {
      const answer = await logOf(await api.signIn(name), request.id);
      expect(answer.json(), name).toEqual({ content: LOG });
    }
    const { after } = await database.current.db
      .selectFrom("audit")
      .select("after")
      .where("target", "=", request.id)
      .executeTakeFirstOrThrow();
    expect(after).toEqual({ topic: "problem", subject: "Ledger", logSize });
  });

  test("a log is not found by other users, in another client, or where there is none", async () => {
    const guest = await api.signIn("guest");
    const { id } = (await send(guest)).json();
    expectError(await logOf(await api.signIn("mapper"), id), "ENOTFOUND");
    const elsewhere = `/api/clients/${randomUUID()}/support-requests`;
    expectError(await logOf(await api.signIn("owner"), id, elsewhere), "ENOTFOUND");
    expectError(await logOf(guest, randomUUID()), "ENOTFOUND");
    const plain = (await guest.post(path, REQUEST)).json();
    expect(plain).not.toHaveProperty("logSize");
    expectError(await logOf(guest, plain.id), "ENOTFOUND");
    expectError(await logOf(await api.signIn("owner"), plain.id), "ENOTFOUND");
  });

  test("a request that another client stored under the same id keeps its log from this one", async () => {
    const owner = await api.signIn("owner");
    const { id } = (await owner.post(path, REQUEST)).json();
    const { db } = database.current;
    const row = await db.selectFrom("support_requests").selectAll().executeTakeFirstOrThrow();
    const client_id = randomUUID();
    await db
      .insertInto("support_requests")
      .values({ ...row, client_id })
      .execute();
    const content = Buffer.from(LOG, "base64");
    await db.insertInto("support_logs").values({ client_id, request_id: id, content }).execute();
    expectError(await logOf(owner, id), "ENOTFOUND");
  });

  test("the largest log is kept, a larger one is refused with its own code, and nothing of it is stored", async () => {
    const guest = await api.signIn("guest");
    const largest = randomBytes(SUPPORT_LOG_MAX_SIZE).toString("base64");
    const { id } = (await send(guest, largest)).json();
    expect((await logOf(guest, id)).json().content === largest).toBe(true);
    await database.current.db.deleteFrom("support_requests").execute();
    for (const size of [SUPPORT_LOG_MAX_SIZE + 1, SUPPORT_LOG_MAX_SIZE + 400_000]) {
      const content = Buffer.alloc(size, 1).toString("base64");
      expectError(await send(guest, content), "ETOOLARGE");
    }
    for (const content of ["no Base64!", `${LOG}=`, "AAA"]) {
      expectError(await send(guest, content), "EINVALID");
    }
    expect((await guest.get(path)).json()._embedded.supportRequests).toEqual([]);
    expect(await stored()).toEqual([]);
  });

  test("a repeated request keeps its own log, and no request beyond the limit stores one", async () => {
    const guest = await api.signIn("guest");
    const other = gzipSync("another").toString("base64");
    const [first, second] = [(await send(guest)).json(), (await send(guest, other)).json()];
    expect((await logOf(guest, first.id)).json()).toEqual({ content: LOG });
    expect((await logOf(guest, second.id)).json()).toEqual({ content: other });
    for (let sent = 2; sent < 20; sent += 1) await send(guest);
    expectError(await send(guest), "ETOOMANYREQUESTS");
    expect(await stored()).toHaveLength(20);
  });

  test("a log is deleted after its days, and its request stays", async () => {
    const { db } = database.current;
    api.clock.now = new Date("2026-03-02T09:00:00Z");
    const guest = await api.signIn("guest");
    const { id } = (await send(guest)).json();
    const plain = (await guest.post(path, REQUEST)).json();
    await removeOldLogs(db, new Date("2026-04-01T08:59:59Z"), 30);
    expect((await logOf(guest, id)).json()).toEqual({ content: LOG });
    await removeOldLogs(db, new Date("2026-04-01T09:00:00Z"), 30);
    expectError(await logOf(guest, id), "ENOTFOUND");
    expect(await stored()).toEqual([]);
    const { supportRequests } = (await guest.get(path)).json()._embedded;
    expect(new Set(supportRequests.map((request: SupportRequest) => request.id))).toEqual(
      new Set([id, plain.id]),
    );
    for (const request of supportRequests) expect(request).not.toHaveProperty("logSize");
    api.clock.now = new Date("2026-03-02T09:00:00Z");
  });

  test("a downloaded log replays, and one that is no log is stored unread and refused by the replay", async () => {
    const directoryOfFiles = mkdtempSync(join(tmpdir(), "provision-support-log-"));
    const guest = await api.signIn("guest");
    const replay = async (content: string) => {
      const { id } = (await send(guest, content)).json();
      const file = join(directoryOfFiles, `${id}.ndjson.gz`);
      writeFileSync(file, Buffer.from((await logOf(guest, id)).json().content, "base64"));
      const lines: string[] = [];
      const write = (text: string) => void lines.push(text);
      return { exitCode: await runReplay([file], { out: write, err: write }), lines };
    };
    const { session } = await recordBuilder();
    const log = { sessions: [session], bodies: [] };
    const bytes = await new Response(gzipped(logLines(log, ORIGIN))).arrayBuffer();
    expect(await replay(Buffer.from(bytes).toString("base64"))).toMatchObject({ exitCode: 0 });
    const bomb = gzipSync(Buffer.alloc(300_000_000)).toString("base64");
    for (const hostile of [bomb, randomBytes(5000).toString("base64"), LOG]) {
      expect(await replay(hostile)).toMatchObject({ exitCode: 2 });
    }
    rmSync(directoryOfFiles, { recursive: true });
  });

  test("the mail names the log and its size, and does not contain it", async () => {
    const content = randomBytes(12_345).toString("base64");
    await send(await api.signIn("guest"), content);
    const mail = (await api.mails()).at(-1);
    const text = mail?.text ?? "";
    expect(text).toContain("an event log of 12 KB is attached");
    expect(text).not.toContain(content.slice(0, 40));
    expect(text.length).toBeLessThan(3000);
  });
});
