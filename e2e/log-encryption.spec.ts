/** The event log at rest: after a sign-out, nothing that the browser stores names anybody, or tells of entitlements. */
import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { readLog } from "#src/kernel/log/readLog.ts";
import { addHolder } from "./support/addHolder.ts";
import { Builder } from "./support/builder.ts";
import { PASSWORD } from "./support/server.ts";
import { expect, test } from "./support/test.ts";

const EMAIL = "quill.keeper@bank-of-logs.com";
test.use({ serverOf: "log encryption", settings: { PROVISION_ADMIN_EMAIL: EMAIL } });

async function signIn(page: Page, username: string): Promise<void> {
  await page.getByLabel("Username").fill(username);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Dashboard" })).toBeVisible();
}

async function signOut(page: Page): Promise<void> {
  const main = page.getByRole("navigation", { name: "Main" });
  await main.getByRole("link", { name: "Logout" }).click();
  await expect(page.getByText("You are signed out.")).toBeVisible();
}

/** The sessions that the signed-in user can export, with names, as JSON. */
async function exported(page: Page): Promise<readonly string[]> {
  await page.goto("/support");
  await page.getByRole("radio", { name: "All", exact: true }).check();
  await page.getByRole("checkbox", { name: "Include real names" }).check();
  const saved = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export event log" }).click();
  const bytes = await readFile(await (await saved).path());
  const { sessions } = await readLog(new Blob([bytes]).stream());
  return sessions.map((session) => JSON.stringify(session));
}

test("the stored event log contains no names after a sign-out, and only its user can read it @once", async ({
  page,
  api,
  provision,
}) => {
  await addHolder(api, provision.server.directory, {
    username: "other",
    roleIds: [],
    resourceIds: [],
  });
  const { oid } = await api.org("Bond Settlement Clerk");
  await api.mine(oid);
  await api.signOut();

  await page.goto("/");
  await signIn(page, "admin");
  await page.goto("/users");
  await expect(page.getByRole("grid")).toContainText(EMAIL);
  // A reload continues the session.
  await page.reload();
  await expect(page.getByRole("grid")).toContainText(EMAIL);
  await new Builder(page).open(oid);
  const reports = async () => (await page.evaluate(storedText)).reports;
  await expect.poll(reports).toBeGreaterThan(0);
  const { text: during, records: count } = await page.evaluate(storedText);
  expect(count).toBeGreaterThan(3);
  for (const word of [EMAIL, "Ledger Read"]) expect(during).not.toContain(word);

  await signOut(page);
  await page.getByLabel("Username").fill("somebody@bank-of-logs.com");
  await page.getByLabel("Password", { exact: true }).fill("a wrong password");
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page.getByText("Incorrect username or password.")).toBeVisible();
  const { text, records } = await page.evaluate(storedText);
  expect(records).toBeGreaterThan(3);
  for (const personal of ["bank-of-logs", "admin", "example.com", "Ledger Read"]) {
    expect(text).not.toContain(personal);
  }

  // A page that nobody signed in to leaves nothing either.
  await page.reload();
  await page.getByLabel("Username").fill("somebody@bank-of-logs.com");
  await page.goto("/docs");
  expect((await page.evaluate(storedText)).text).not.toContain("bank-of-logs");
  await page.goto("/");
  await signIn(page, "other");
  const others = await exported(page);
  expect(others.length).toBeGreaterThan(0);
  for (const session of others) expect(session).not.toContain(EMAIL);
  await signOut(page);

  await signIn(page, "admin");
  const own = await exported(page);
  // Two pages before the sign-out, and the one after it. The fixture replays all of them.
  expect(own.filter((session) => session.includes("app/started")).length).toBeGreaterThan(2);
  expect(own.join()).toContain(EMAIL);
  expect(own.join()).not.toContain("somebody@");
});

test("a sign-in without a key continues, and says that the browser keeps no log @once", async ({
  signedIn: page,
}) => {
  await page.route("**/api/users/current", async (route) => {
    const response = await route.fetch();
    const body = (await response.json()) as Readonly<Record<string, unknown>>;
    await route.fulfill({ response, json: { ...body, logKey: undefined } });
  });
  await page.goto("/support");
  await expect(page.getByText("This browser keeps no event log.")).toHaveCount(1);
  expect((await page.evaluate(storedText)).records).toBe(0);
  const saved = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export event log" }).click();
  const bytes = await readFile(await (await saved).path());
  const { sessions } = await readLog(new Blob([bytes]).stream());
  expect(sessions).toHaveLength(1);
  await page.unroute("**/api/users/current");
  await page.reload();
  await expect.poll(async () => (await page.evaluate(storedText)).records).toBeGreaterThan(0);
});

interface Stored {
  /** Of all databases and storages, bytes included. */
  readonly text: string;
  readonly records: number;
  readonly reports: number;
}

/** Runs in the page: all text in its browser's storage. */
async function storedText(): Promise<Stored> {
  const texts: string[] = [JSON.stringify(localStorage), JSON.stringify(sessionStorage)];
  const textOf = (value: unknown): string =>
    JSON.stringify(value, (_key, part: unknown) =>
      part instanceof Uint8Array ? new TextDecoder("latin1").decode(part) : part,
    );
  let [records, reports] = [0, 0];
  for (const { name = "" } of await indexedDB.databases()) {
    const db = await new Promise<IDBDatabase>((resolve) => {
      const opening = indexedDB.open(name);
      opening.addEventListener("success", () => resolve(opening.result));
    });
    for (const store of db.objectStoreNames) {
      const rows = await new Promise<readonly unknown[]>((resolve) => {
        const reading = db.transaction(store).objectStore(store).getAll();
        reading.addEventListener("success", () => resolve(reading.result));
      });
      records += rows.length;
      for (const row of rows) {
        const { sealed } = row as { readonly sealed?: unknown };
        const isReport = sealed instanceof Blob;
        if (isReport) reports += 1;
        texts.push(textOf(row), isReport ? await sealed.text() : "");
      }
    }
    db.close();
  }
  return { text: texts.join("\n"), records, reports };
}
