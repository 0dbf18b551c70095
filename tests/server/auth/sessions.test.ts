/** One's own sessions: listing them, ending one and ending all others. */
import { randomUUID } from "node:crypto";
import { beforeAll, beforeEach, expect, test } from "vitest";
import type { OwnSession } from "#events/calls/sessions.ts";
import { describeUserAgent } from "#server/auth/session/userAgent.ts";
import { createApi, type Browser, type TestApi } from "../support/api.ts";
import { oneDatabase } from "../support/databases.ts";
import { fillDirectory, PASSWORD, type TestDirectory } from "../support/directory.ts";

const AGENT =
  "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36";

oneDatabase((database) => {
  let directory: TestDirectory;
  let api: TestApi;
  beforeAll(async () => {
    directory = await fillDirectory(database.current.db);
    api = await createApi(database.current, { settings: { trustProxy: 1 } });
    return () => api.app.close();
  });
  beforeEach(() => database.current.db.deleteFrom("sessions").execute());

  const listOf = async (browser: Browser): Promise<OwnSession[]> =>
    (await browser.get("/api/sessions")).json()._embedded.sessions;
  const isSignedIn = async (browser: Browser) =>
    (await browser.get("/api/session")).statusCode === 200;
  const auditOf = (call: string) =>
    database.current.db.selectFrom("audit").selectAll().where("call", "=", call).execute();

  test("the list shows device, address and times, and marks the current session", async () => {
    const other = api.visitor();
    await other.get("/api/public/info");
    await other.send("POST", "/api/login", {
      body: { username: "owner", password: PASSWORD },
      headers: { "user-agent": AGENT, "x-forwarded-for": "192.0.2.7" },
    });
    const began = api.clock.now.toISOString();
    api.clock.now = new Date(api.clock.now.getTime() + 60_000);
    const browser = await api.signIn("owner");
    await api.signIn("mapper");
    expect(await listOf(browser)).toEqual([
      expect.objectContaining({ current: true, address: "127.0.0.1" }),
      {
        id: expect.any(String),
        browser: "Chrome",
        system: "Linux",
        address: "192.0.2.7",
        createdAt: began,
        lastSeenAt: began,
        current: false,
      },
    ]);
    await other.send("GET", "/api/session", { headers: { "x-forwarded-for": "192.0.2.8" } });
    const [, moved] = await listOf(browser);
    expect(moved).toMatchObject({
      address: "192.0.2.8",
      lastSeenAt: api.clock.now.toISOString(),
      createdAt: began,
    });
  });

  test("ending one session takes effect immediately and keeps the others", async () => {
    const [browser, lost, kept] = await Promise.all(
      ["owner", "owner", "owner"].map(() => api.signIn("owner")),
    );
    if (!browser || !lost || !kept) throw new Error("Three sessions are needed");
    const [own] = await listOf(lost);
    const path = `/api/sessions/${own?.id}`;
    expect((await browser.send("DELETE", path)).statusCode).toBe(200);
    expect(await isSignedIn(lost)).toBe(false);
    expect(await isSignedIn(kept)).toBe(true);
    expect(await isSignedIn(browser)).toBe(true);
    expect((await browser.send("DELETE", path)).statusCode).toBe(404);
    expect(await auditOf("sessions/endOneSession")).toMatchObject([
      { actor: "owner", target: own?.id },
    ]);
  });

  test("users cannot end other users' sessions, nor their own current one this way", async () => {
    const browser = await api.signIn("owner");
    const mapper = await api.signIn("mapper");
    const [foreign] = await listOf(mapper);
    const [own] = await listOf(browser);
    for (const id of [foreign?.id, own?.id, randomUUID()]) {
      expect((await browser.send("DELETE", `/api/sessions/${id}`)).statusCode).toBe(404);
    }
    expect((await browser.send("DELETE", "/api/sessions/1")).statusCode).toBe(400);
    expect(await isSignedIn(mapper)).toBe(true);
    expect(await isSignedIn(browser)).toBe(true);
  });

  test("ending all other sessions affects only that user", async () => {
    const browser = await api.signIn("owner");
    const others = [await api.signIn("owner"), await api.signIn("owner")];
    const mapper = await api.signIn("mapper");
    const response = await browser.send("DELETE", "/api/sessions");
    expect(response.json()).toEqual({ ended: 2 });
    for (const other of others) expect(await isSignedIn(other)).toBe(false);
    expect(await isSignedIn(mapper)).toBe(true);
    expect(await listOf(browser)).toHaveLength(1);
    expect(await auditOf("sessions/endOtherSessions")).toMatchObject([
      { actor: "owner", target: directory.users.owner, after: { ended: 2 } },
    ]);
    expect((await browser.send("DELETE", "/api/sessions")).json()).toEqual({ ended: 0 });
  });

  test("ended sessions are not listed", async () => {
    await api.signIn("owner");
    api.clock.now = new Date(api.clock.now.getTime() + 1_780_000);
    expect(await listOf(await api.signIn("owner"))).toHaveLength(1);
  });
});

test.each([
  [AGENT, "Chrome", "Linux"],
  [
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0",
    "Firefox",
    "Windows",
  ],
  [
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36 Edg/156.0.0.0",
    "Edge",
    "Windows",
  ],
  [
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Safari/605.1.15",
    "Safari",
    "macOS",
  ],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/156.0 Mobile/15E148 Safari/604.1",
    "Chrome",
    "iPhone",
  ],
  [
    "Mozilla/5.0 (Linux; Android 16; Pixel) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/29.0 Chrome/156.0 Mobile Safari/537.36",
    "Samsung Internet",
    "Android",
  ],
  ["curl/8.5.0", null, null],
  ["<script>alert(1)</script>", null, null],
  [null, null, null],
])("%s is shown as %s on %s", (agent, browser, system) => {
  expect(describeUserAgent(agent)).toEqual({ browser, system });
});
