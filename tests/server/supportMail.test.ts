import { beforeEach, expect, test } from "vitest";
import { mailDueRequests } from "#server/support/requestMail.ts";
import { createSmtpMailer } from "#server/mail/mailer.ts";
import { createApi, type TestApi } from "./support/api.ts";
import { oneDatabase } from "./support/databases.ts";
import { fillDirectory, type TestDirectory } from "./support/directory.ts";
import { bodyOf, startSmtp } from "./support/smtp.ts";

const TO = "help@example.com";
const SETTINGS = { supportEmail: TO, supportPhone: "+1 555 0100" };

oneDatabase((database) => {
  let directory: TestDirectory;
  let api: TestApi;
  beforeEach(async () => {
    const { db } = database.current;
    await db.deleteFrom("clients").execute();
    await db.deleteFrom("support_requests").execute();
    await db.deleteFrom("users").execute();
    directory = await fillDirectory(db);
    return () => api.app.close();
  });

  const request = async (subject = "Ledger", message = "I cannot post.") => {
    const guest = await api.signIn("guest");
    const path = `/api/clients/${directory.clientId}/support-requests`;
    return (await guest.post(path, { topic: "access", subject, message })).json();
  };
  const undone = async () =>
    (
      await database.current.db
        .selectFrom("support_requests")
        .selectAll()
        .where("mail_due_at", "is not", null)
        .execute()
    ).length;

  test("[SUP-2] contact details are the server's settings, for every user", async () => {
    api = await createApi(database.current, { settings: SETTINGS });
    for (const name of ["guest", "owner"] as const) {
      const browser = await api.signIn(name);
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
    api = await createApi(database.current, { settings: SETTINGS, mailer });
    const { id } = await request("Ledger\r\nBcc: all@example.com", "One\n.\nTwo ünd");
    await api.mails();
    await mailDueRequests(api.app);
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

  test("a failed mail is retried after growing delays until it is sent", async () => {
    let isDown = true;
    const sent: string[] = [];
    const mailer = {
      send: async ({ subject }: { readonly subject: string }) => {
        if (isDown) throw new Error("connect ECONNREFUSED");
        sent.push(subject);
      },
    };
    api = await createApi(database.current, { settings: SETTINGS, mailer });
    expect((await request()).subject).toBe("Ledger");
    await api.mails();
    const row = async () =>
      database.current.db.selectFrom("support_requests").selectAll().executeTakeFirstOrThrow();
    const delays = [];
    for (let attempts = 1; attempts <= 8; attempts++) {
      const { mail_attempts, mail_due_at } = await row();
      expect(mail_attempts).toBe(attempts);
      delays.push(((mail_due_at?.getTime() ?? 0) - api.clock.now.getTime()) / 1000);
      await mailDueRequests(api.app);
      expect((await row()).mail_attempts, "not before its time").toBe(attempts);
      api.clock.now = mail_due_at ?? api.clock.now;
      await mailDueRequests(api.app);
    }
    expect(delays).toEqual([120, 240, 480, 960, 1920, 3600, 3600, 3600]);
    isDown = false;
    api.clock.now = new Date(api.clock.now.getTime() + 3_600_000);
    await Promise.all([mailDueRequests(api.app), mailDueRequests(api.app)]);
    expect(sent).toEqual(["[Provision] Ledger"]);
    expect(await undone()).toBe(0);
  });

  test("without a support address nothing is mailed, not even after one is set", async () => {
    api = await createApi(database.current);
    await request();
    expect(await api.mails()).toEqual([]);
    await api.app.close();
    api = await createApi(database.current, { settings: SETTINGS });
    await mailDueRequests(api.app);
    expect(await api.mails()).toEqual([]);
  });
});
