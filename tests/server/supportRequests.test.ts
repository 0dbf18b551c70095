import { beforeAll, beforeEach, expect, onTestFinished, test } from "vitest";
import { type SupportRequest } from "#events/entities/supportRequest.ts";
import { createSmtpMailer } from "#server/mail/mailer.ts";
import { mailDueRequests } from "#server/support/commands.ts";
import { type Browser, createApi, type TestApi } from "./support/api.ts";
import { oneDatabase } from "./support/databases.ts";
import { fillDirectory, type TestDirectory } from "./support/directory.ts";
import { expectError } from "./support/errors.ts";
import { bodyOf, startSmtp } from "./support/smtp.ts";

const MESSAGE_MAX_LENGTH = 2000;
const TO = "help@example.com";
const SETTINGS = { supportEmail: TO, supportPhone: "+1 555 0100" };

const REQUEST = {
  topic: "access",
  subject: "Ledger",
  message: "I cannot post.\n<script>alert(1)</script>",
} as const;

oneDatabase((database) => {
  let directory: TestDirectory;
  let api: TestApi;
  let path: string;
  beforeAll(async () => {
    directory = await fillDirectory(database.current.db);
    api = await createApi(database.current);
    path = `/api/clients/${directory.clientId}/support-requests`;
    return () => api.app.close();
  });
  beforeEach(async () => {
    await database.current.db.deleteFrom("support_requests").execute();
    api.clock.now = new Date("2026-03-02T09:00:00Z");
  });

  const send = (browser: Browser, changes: object = {}) =>
    browser.post(path, { ...REQUEST, ...changes });
  const listOf = async (browser: Browser, query = ""): Promise<SupportRequest[]> =>
    (await browser.get(path + query)).json()._embedded.supportRequests;

  test("[SUP-1] an ordinary user requests support: the request is stored with an audit row", async () => {
    const guest = await api.signIn("guest");
    const response = await send(guest);
    expect(response.statusCode, response.body).toBe(201);
    const request: SupportRequest = response.json();
    expect(request).toEqual({
      ...REQUEST,
      id: expect.any(String),
      username: "guest",
      createdAt: "2026-03-02T09:00:00.000Z",
    });
    expect(await listOf(guest)).toEqual([request]);
    const row = await database.current.db
      .selectFrom("audit")
      .selectAll()
      .where("target", "=", request.id)
      .executeTakeFirstOrThrow();
    expect(row).toMatchObject({
      client_id: directory.clientId,
      actor: "guest",
      call: "support/requestSupport",
      after: { topic: "access", subject: "Ledger" },
    });
  });

  test("users who may edit all users read the client's requests, other users their own, newest first", async () => {
    const guest = await api.signIn("guest");
    const owner = await api.signIn("owner");
    await send(guest, { subject: "First" });
    api.clock.now = new Date("2026-03-02T09:00:01Z");
    await send(owner, { subject: "Second" });
    const subjects = async (browser: Browser, query = "") =>
      (await listOf(browser, query)).map(({ subject }) => subject);
    expect(await subjects(owner)).toEqual(["Second", "First"]);
    expect(await subjects(owner, "?size=1&page=1")).toEqual(["First"]);
    expect(await subjects(guest)).toEqual(["First"]);
  });

  test.each([
    [{ subject: " \n" }, [{ path: "/body/subject", message: "Subject is required" }]],
    [{ message: "" }, [{ path: "/body/message", message: "Message is required" }]],
    [
      { subject: "", message: "\t" },
      [
        { path: "/body/subject", message: "Subject is required" },
        { path: "/body/message", message: "Message is required" },
      ],
    ],
  ])(
    "%j is refused with the form's own messages, and nothing is stored",
    async (changes, fields) => {
      const guest = await api.signIn("guest");
      expect(expectError(await send(guest, changes), "EINVALID").fields).toEqual(fields);
      expect(await listOf(guest)).toEqual([]);
    },
  );

  test.each([
    [{ topic: "nonsense" }],
    [{ subject: "x".repeat(256) }],
    [{ message: "x".repeat(MESSAGE_MAX_LENGTH + 1) }],
    [{ message: "a\u0000b" }],
    [{ username: "somebody else" }],
    [{ createdAt: "2020-01-01T00:00:00Z" }],
  ])("%j is refused", async (changes) => {
    const guest = await api.signIn("guest");
    expectError(await send(guest, changes), "EINVALID");
    expect(await listOf(guest)).toEqual([]);
  });

  test("the longest texts are accepted in any script", async () => {
    const guest = await api.signIn("guest");
    const texts = { subject: "ß".repeat(255), message: "語".repeat(MESSAGE_MAX_LENGTH) };
    expect((await send(guest, texts)).json()).toMatchObject(texts);
  });

  test("a user may send twenty requests an hour, and other users are not limited by them", async () => {
    const guest = await api.signIn("guest");
    for (let at = 0; at < 15; at += 1) expect((await send(guest)).statusCode).toBe(201);
    const concurrently = await Promise.all(Array.from({ length: 10 }, () => send(guest)));
    expect(concurrently.filter(({ statusCode }) => statusCode === 201)).toHaveLength(5);
    expectError(await send(guest), "ETOOMANYREQUESTS");
    expect((await send(await api.signIn("mapper"))).statusCode).toBe(201);
    api.clock.now = new Date("2026-03-02T10:00:00Z");
    expect((await send(await api.signIn("guest"))).statusCode).toBe(201);
  });

  /** Another server with other settings. */
  const openApi = async (options: Parameters<typeof createApi>[1] = {}): Promise<TestApi> => {
    const opened = await createApi(database.current, options);
    onTestFinished(() => opened.app.close());
    return opened;
  };

  const mailable = async ({ signIn }: TestApi, texts: object = {}) =>
    (await send(await signIn("guest"), texts)).json();
  const undone = async () => {
    const requests = database.current.db.selectFrom("support_requests").selectAll();
    return (await requests.where("mail_due_at", "is not", null).execute()).length;
  };

  test("[SUP-2] contact details are the server's settings, for every user", async () => {
    const server = await openApi({ settings: SETTINGS });
    for (const name of ["guest", "owner"] as const) {
      const browser = await server.signIn(name);
      expect((await browser.get("/api/support/contact")).json()).toEqual({
        email: TO,
        phone: "+1 555 0100",
        logDays: 90,
      });
    }
  });

  test("a request is mailed to the support address once, with the user as reply address", async () => {
    const { url, received } = await startSmtp();
    const mailer = createSmtpMailer(url, "Provision <provision@example.com>");
    const server = await openApi({ settings: SETTINGS, mailer });
    const { id } = await mailable(server, {
      subject: "Ledger\r\nBcc: all@example.com",
      message: "One\n.\nTwo ünd",
    });
    await server.mails();
    await mailDueRequests(server.app);
    expect(received.map(({ to }) => to)).toEqual([[TO]]);
    const text = received[0]?.text ?? "";
    expect(text).toContain("Reply-To: guest@example.com");
    expect(text).not.toMatch(/^Bcc:/m);
    expect(text).toContain("Subject: [Provision] Ledger Bcc: all@example.com");
    const body = bodyOf(text);
    expect(body).toContain("guest of Acme asks for support.");
    expect(body).toContain(`Number:  ${id}`);
    expect(body).toContain("One\r\n.\r\nTwo ünd");
    expect(await undone()).toBe(0);
  });

  test("without a support address nothing is mailed, not even after one is set", async () => {
    const server = await openApi();
    await mailable(server);
    expect(await server.mails()).toEqual([]);
    await server.app.close();
    const later = await openApi({ settings: SETTINGS });
    await mailDueRequests(later.app);
    expect(await later.mails()).toEqual([]);
  });
});
