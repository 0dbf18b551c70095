/** `npm run screenshots`: takes the README's pictures from the built product on its demo directory. */
import { mkdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { chromium, type Page } from "@playwright/test";
import { findChromium } from "../tests/support/chromium.ts";
import { PASSWORD, ProvisionServer } from "./support/server.ts";

const folder = fileURLToPath(new URL("./screenshots/", import.meta.url));
const ORG = "Assistant Branch Manager";

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
    await page.goto("/");
    await page.getByLabel("Username").waitFor();
    await take("sign-in");
    await signIn(page);
    await page.getByText("What to do next").waitFor();
    await page.waitForLoadState("networkidle");
    await take("dashboard");
    await page.getByRole("link", { name: "Role Mapping", exact: true }).first().click();
    await page.getByRole("link", { name: ORG, exact: true }).waitFor();
    await take("role-mapping");
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
    await take("policy-builder");
    if (theme === "light") {
      await page.keyboard.press("Control+k");
      await page.getByRole("combobox").fill("teller");
      await page
        .getByRole("option", { name: /Teller/ })
        .nth(1)
        .waitFor();
      await take("palette");
      await page.keyboard.press("Escape");
      await page.getByRole("button", { name: "Apply To Policy" }).first().click();
      await page.getByText("Entitlement policies have been updated.").waitFor();
      await page.getByRole("table", { name: "Members" }).getByRole("cell").nth(4).waitFor();
      await page.waitForLoadState("networkidle");
      await take("org");
      await page.goto("/no/such/page");
      await page.getByRole("heading", { name: "Not Found" }).waitFor();
      await take("not-found");
    }
    await page.close();
  }
} finally {
  await browser.close();
  await server.remove();
}

async function signIn(page: Page): Promise<void> {
  await page.getByLabel("Username").fill("admin");
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in" }).click();
}
