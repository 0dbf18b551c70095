/** The outbox, at the example of support requests. */
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { mailDueRequests } from "#server/support/commands.ts";
import { createApi } from "../support/api.ts";
import { oneDatabase } from "../support/databases.ts";
import { fillDirectory } from "../support/directory.ts";

oneDatabase((database) => {
  let clientId: string;
  beforeAll(async () => {
    ({ clientId } = await fillDirectory(database.current.db));
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
    const api = await createApi(database.current, {
      settings: { supportEmail: "help@example.com" },
      mailer,
    });
    onTestFinished(() => api.app.close());
    const guest = await api.signIn("guest");
    const path = `/api/clients/${clientId}/support-requests`;
    const request = { topic: "access", subject: "Ledger", message: "I cannot post." };
    expect((await guest.post(path, request)).json().subject).toBe("Ledger");
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
    expect((await row()).mail_due_at).toBeNull();
  });
});
