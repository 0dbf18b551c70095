/** `npm run screenshots`: takes the README's pictures from the built product on its demo directory. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium, type Page } from "@playwright/test";
import { findChromium } from "../tests/support/chromium.ts";
import { PASSWORD, ProvisionServer } from "./support/server.ts";

const folder = fileURLToPath(new URL("./screenshots/", import.meta.url));
const ORG = "Assistant Branch Manager";

/** Users besides the administrator: names and manager kinds. */
const PEOPLE = [
  ["Ada", "Lovelace", "hr"],
  ["Grace", "Hopper", "ad"],
  ["Alan", "Turing", ""],
  ["Mary", "Jackson", "hr"],
  ["Edsger", "Dijkstra", ""],
  ["Barbara", "Liskov", "ad"],
  ["Donald", "Knuth", ""],
  ["Radia", "Perlman", ""],
  ["Tony", "Hoare", ""],
] as const;

mkdirSync(folder, { recursive: true });
const server = await ProvisionServer.create({ database: "embedded", demo: true });
const browser = await chromium.launch({ executablePath: findChromium() ?? undefined });
try {
  await server.start();
  for (const theme of ["light", "dark"] as const) {
    const page = await browser.newPage({
      baseURL: server.url,
      viewport: { width: 1280, height: 860 },
      colorScheme: theme,
      reducedMotion: "reduce",
      locale: "en-US",
      timezoneId: "UTC",
    });
    const take = (name: string) => page.screenshot({ path: `${folder}${name}-${theme}.png` });
    await signIn(page);
    if (theme === "light") {
      await addPeople(page);
      await page.reload();
      await page.getByText("Onboarding").or(page.getByText("Growth")).waitFor();
      await page.waitForLoadState("networkidle");
      await take("dashboard");
      await page.getByRole("link", { name: "Users", exact: true }).first().click();
      await page.getByRole("link", { name: "Hopper, Grace" }).waitFor();
      await take("users");
      await page.keyboard.press("Control+k");
      await page.getByRole("dialog").getByRole("combobox").fill("teller");
      await page
        .getByRole("option", { name: /Teller/ })
        .nth(2)
        .waitFor();
      await take("palette");
      await page.keyboard.press("Escape");
    }
    await openBuilder(page);
    await take("policy-builder");
    if (theme === "light") {
      await openReplay(page);
      await take("replay");
    }
    await page.close();
  }
} finally {
  await browser.close();
  await server.remove();
}

async function signIn(page: Page): Promise<void> {
  await page.goto("/");
  await page.getByLabel("Username").fill("admin");
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.getByText("What to do next").waitFor();
}

async function addPeople(page: Page): Promise<void> {
  await page.evaluate(async (people) => {
    const current = await fetch("/api/users/current");
    const { client } = (await current.json()) as { readonly client: { readonly id: string } };
    const token = current.headers.get("x-csrf-token") ?? "";
    for (const [givenName, familyName, manages] of people) {
      const username = `${givenName}.${familyName}`.toLowerCase();
      const user = {
        username,
        givenName,
        familyName,
        email: `${username}@harborvale.com`,
        phoneNumber: null,
        phoneExtension: null,
        jobTitle: null,
        isHr: manages === "hr",
        isAd: manages === "ad",
        archived: false,
        resourceIds: [],
        roleIds: [],
      };
      const headers = { "content-type": "application/json", "x-csrf-token": token };
      const body = JSON.stringify(user);
      const { status } = await fetch(`/api/clients/${client.id}/users`, {
        method: "POST",
        headers,
        body,
      });
      if (status !== 201) throw new Error(`${username} was not created: ${status}`);
    }
  }, PEOPLE);
}

async function openBuilder(page: Page): Promise<void> {
  await page.getByRole("link", { name: "Role Mapping", exact: true }).first().click();
  await page.getByRole("link", { name: ORG, exact: true }).click();
  await page.getByRole("link", { name: "Access Policy Builder" }).click();
  await page.getByRole("treegrid").waitFor();
  const percentage = page.getByRole("textbox", { name: "Percentage" });
  await percentage.fill("60");
  await percentage.press("Enter");
  await page.getByText(/of [\d,]+ kept/).waitFor();
  await page.getByRole("switch", { name: "Show Hints" }).click();
  await page
    .getByText(/of identities are assigned to/)
    .first()
    .waitFor();
}

/** Replays the log of the previous actions. */
async function openReplay(page: Page): Promise<void> {
  await page.goto("/support");
  await page.getByRole("radio", { name: "All", exact: true }).click();
  const saved = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export event log" }).click();
  const path = join(server.directory, "session.ndjson.gz");
  await (await saved).saveAs(path);
  await page
    .getByRole("button", { name: /^Close|^Dismiss/ })
    .first()
    .click();
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Choose a file" }).click();
  await (await chooser).setFiles(path);
  const replay = page.getByRole("dialog", { name: /^Replay of/ });
  await replay.getByRole("grid", { name: "Events" }).waitFor();
  await replay.getByRole("slider", { name: "Place in the log" }).focus();
  await page.keyboard.press("End");
  await replay.getByRole("region", { name: "Chosen event" }).waitFor();
  await replay.frameLocator("iframe").getByRole("heading", { level: 1 }).waitFor();
}
