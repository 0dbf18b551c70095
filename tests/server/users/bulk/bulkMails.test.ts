/** Validation e-mails to users whom a bulk change creates: queued in its transaction and sent after the commit. */
import { randomUUID } from "node:crypto";
import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import { mailOwedVerifications } from "#server/auth/activation/verificationMail.ts";
import type { Mail } from "#server/mail/mailer.ts";
import type { Services } from "#server/services.ts";
import { createApi } from "../../support/api.ts";
import { oneDatabase } from "../../support/databases.ts";
import { fillDirectory, type TestDirectory } from "../../support/directory.ts";
import { BulkApi } from "./support.ts";

oneDatabase((database) => {
  let directory: TestDirectory;
  beforeAll(async () => {
    directory = await fillDirectory(database.current.db);
  });
  let name: string;
  beforeEach(() => {
    name = `p${randomUUID().slice(0, 8)}`;
  });

  /** A server with this mailer, and an administrator whose browser has a language. */
  async function open(send: (mail: Mail) => Promise<void>, more: Partial<Services> = {}) {
    const api = await createApi(database.current, { mailer: { send }, ...more });
    const bulk = new BulkApi(await api.signIn("owner"), `/api/clients/${directory.clientId}`);
    return { api, bulk };
  }
  const create = async (bulk: BulkApi, ...ends: string[]) => {
    const rows = ends.map((end) => `${name}-${end},A,B,${name}-${end}@example.com`);
    const { id } = await bulk.check(["username,givenName,familyName,email", ...rows].join("\n"));
    return bulk.applyAll(id, true);
  };
  const owed = async () =>
    database.current.db
      .selectFrom("verifications_owed")
      .innerJoin("users", "users.id", "user_id")
      .where("username", "like", `${name}%`)
      .select(["username", "attempts", "due_at"])
      .orderBy("username")
      .execute();

  test("one mail is sent at a time, however many files are applied, and none to archived users", async () => {
    let running = 0;
    let most = 0;
    const to: string[] = [];
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const { api, bulk } = await open(async (mail) => {
      running += 1;
      most = Math.max(most, running);
      to.push(mail.to);
      await held;
      running -= 1;
    });
    for (const end of ["a", "b"]) {
      const { id } = await bulk.check(
        [
          "username,givenName,familyName,email,archived",
          `${name}-${end},A,B,${name}-${end}@example.com,`,
          `${name}-${end}-gone,A,B,gone@example.com,yes`,
        ].join("\n"),
      );
      expect(await bulk.applyAll(id, true)).toMatchObject({ done: 2 });
    }
    // Time for a second mail to start.
    for (let at = 0; at < 50; at += 1) {
      await database.current.db.selectFrom("clients").select("id").execute();
    }
    release();
    await api.mails();
    expect(most).toBe(1);
    expect(to.toSorted()).toEqual([`${name}-a@example.com`, `${name}-b@example.com`]);
    await api.app.close();
  });

  test("a mail says who invites, and to which client", async () => {
    const { db } = database.current;
    const mails: Mail[] = [];
    const { api, bulk } = await open(async (mail) => void mails.push(mail));
    await create(bulk, "a");
    await api.mails();
    const inviter = await db
      .selectFrom("users")
      .select(["given_name", "family_name"])
      .where("username", "=", "owner")
      .executeTakeFirstOrThrow();
    const client = await db
      .selectFrom("clients")
      .select("name")
      .where("id", "=", directory.clientId)
      .executeTakeFirstOrThrow();
    const by = `${inviter.given_name} ${inviter.family_name}`;
    expect(mails[0]?.subject).toBe(`${by} invites you to Provision`);
    expect(mails[0]?.text).toContain(
      `${by} invites you to Provision, where ${client.name} manages`,
    );
    await api.app.close();
  });

  test("previous addresses that a file replaces are told, whether or not validation emails are sent", async () => {
    const mails: Mail[] = [];
    const { api, bulk } = await open(async (mail) => void mails.push(mail));
    await create(bulk, "a");
    // Otherwise the address changes while the first mail is sent, and a later test sees its retry.
    await api.mails();
    const { id } = await bulk.check(`username,email\n${name}-a,${name}-new@example.com`);
    await bulk.applyAll(id, false);
    await api.mails();
    expect(mails.at(-1)).toMatchObject({
      to: `${name}-a@example.com`,
      subject: "Your email address for Provision was changed",
    });
    await api.app.close();
  });

  test("mails to many users with one address are spread over time, and waiting is no failure", async () => {
    const to: string[] = [];
    const { api, bulk } = await open(async (mail) => void to.push(mail.to));
    const rows = Array.from({ length: 12 }, (_, at) => `${name}-${at},A,B,${name}@example.com`);
    const { id } = await bulk.check(["username,givenName,familyName,email", ...rows].join("\n"));
    await bulk.applyAll(id, true);
    await api.mails();
    expect(to).toHaveLength(10);
    const windowEnd = new Date(api.clock.now.getTime() + 15 * 60_000);
    const waiting = (await owed()).map(({ attempts, due_at }) => ({ attempts, due_at }));
    expect(waiting).toEqual(Array(2).fill({ attempts: 0, due_at: windowEnd }));
    api.clock.now = windowEnd;
    mailOwedVerifications(api.app);
    await api.mails();
    expect(to).toHaveLength(12);
    expect(await owed()).toEqual([]);
    await api.app.close();
  });

  test("a failed mail is retried, also by the next server, until it is sent once", async () => {
    const first = await open(async () => Promise.reject(new Error("The server of mails is away")));
    await create(first.bulk, "a", "b");
    await first.api.mails();
    const due = await owed();
    expect(due.map(({ username, attempts }) => [username, attempts])).toEqual([
      [`${name}-a`, 1],
      [`${name}-b`, 1],
    ]);
    const later = due[0]?.due_at ?? new Date(0);
    expect(later.getTime() - first.api.clock.now.getTime()).toBe(120_000);
    await first.api.app.close();

    const to: string[] = [];
    const second = await open(async (mail) => void to.push(mail.to));
    const { app, clock, mails } = second.api;
    mailOwedVerifications(app);
    await mails();
    expect(to, "not before their time").toEqual([]);
    clock.now = later;
    mailOwedVerifications(app);
    mailOwedVerifications(app);
    await mails();
    expect(to.toSorted()).toEqual([`${name}-a@example.com`, `${name}-b@example.com`]);
    expect(await owed()).toEqual([]);
    await app.close();
  });

  test("a server that ends between two mails leaves the rest to the next start", async () => {
    let ends: () => Promise<void> = async () => {};
    const to: string[] = [];
    const first = await open(async (mail) => {
      to.push(mail.to);
      void ends();
    });
    ends = () => first.api.app.close();
    await create(first.bulk, "a", "b", "c").catch(() => {});
    await first.api.app.close();
    expect(to).toHaveLength(1);
    const second = await open(async (mail) => void to.push(mail.to));
    mailOwedVerifications(second.api.app);
    await second.api.mails();
    expect(new Set(to).size).toBe(3);
    expect(await owed()).toEqual([]);
    await second.api.app.close();
  });

  test("mails to users who are unreachable for hours, archived or without address are given up", async () => {
    const { api, bulk } = await open(async () => Promise.reject(new Error("No such mailbox")));
    const logged = vi.spyOn(api.app.log, "error");
    await create(bulk, "a");
    await api.mails();
    for (let attempt = 0; attempt < 12; attempt += 1) {
      api.clock.now = new Date(api.clock.now.getTime() + 3_600_000);
      mailOwedVerifications(api.app);
      await api.mails();
    }
    expect(await owed()).toEqual([]);
    expect(logged).toHaveBeenLastCalledWith(
      { userId: expect.any(String) },
      "A validation email was given up; it can be sent from Edit User",
    );
    await api.app.close();
    const { db } = database.current;
    const sent: Mail[] = [];
    const held = await open(async (mail) => void sent.push(mail), {
      background: { run: () => {}, runInTurn: () => {}, end: async () => {}, isEnding: false },
    });
    await create(held.bulk, "b", "c");
    await db
      .updateTable("users")
      .set({ archived: true })
      .where("username", "=", `${name}-b`)
      .execute();
    await db
      .updateTable("users")
      .set({ email: null })
      .where("username", "=", `${name}-c`)
      .execute();
    const next = await open(async (mail) => void sent.push(mail));
    mailOwedVerifications(next.api.app);
    await next.api.mails();
    expect(sent).toEqual([]);
    expect(await owed()).toEqual([]);
    await held.api.app.close();
    await next.api.app.close();
  });
});
