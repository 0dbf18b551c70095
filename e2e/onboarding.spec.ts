/** From an empty client to a system that is set up: people from an HR file, and the accounts of a directory. */
import type { Page } from "@playwright/test";
import type { Slapd } from "../tests/server/support/slapd.ts";
import { expectAccessible } from "./support/axe.ts";
import { SystemJourney } from "./support/connectSystem.ts";
import { PASSWORD, ProvisionServer } from "./support/server.ts";
import { configureSlapd, slapd } from "./support/slapd.ts";
import { expect, test as base } from "./support/test.ts";

const PEOPLE = [
  "id,login,first,last,mail,job,unit,site",
  "P1,ada,Ada,Lovelace,ada@harborvale.example,Teller,Front Office,Harlan",
  "P2,grace,Grace,Hopper,grace@harborvale.example,Teller,Front Office,Harlan",
  "P3,alan,Alan,Turing,alan@harborvale.example,Auditor,Control,Quillport",
].join("\n");

const test = base.extend<{ readonly slapd: Slapd }, { readonly emptyServer: ProvisionServer }>({
  emptyServer: [
    async ({ database }, use) => {
      const server = await ProvisionServer.create({ database });
      await server.start();
      await use(server);
      await server.remove();
    },
    { scope: "worker", timeout: 120_000 },
  ],
  baseURL: async ({ emptyServer }, use) => {
    await use(emptyServer.url);
  },
  slapd,
});

/** The steps of the dashboard with what is said of each. */
const STEPS = ["HR system", "Role-based grouping", "Admin access", "First managed system"];

async function expectSteps(page: Page, states: readonly string[], next: string): Promise<void> {
  const steps = page.getByRole("region", { name: "Set up Provision" }).getByRole("listitem");
  await expect(steps).toHaveCount(STEPS.length);
  for (const [at, state] of states.entries()) {
    const step = steps.nth(at);
    await expect(step.getByRole("heading")).toHaveText(STEPS[at] ?? "");
    await expect(step.getByText(state, { exact: true })).toBeVisible();
    const isNext = STEPS[at] === next;
    expect(await step.getAttribute("aria-current")).toBe(isNext ? "step" : null);
  }
}

test("[ONB-1] [ONB-2] [ONB-3] [ONB-4] [ONB-11] [CORR-1] [MAP-1] an administrator sets up an empty client: people from an HR file, accounts of a directory @once", async ({
  page,
  slapd,
}) => {
  const button = (name: string) => page.getByRole("button", { name, exact: true });
  const hr = new SystemJourney(page, "Personnel file");
  const directory = new SystemJourney(page, "Branch directory");
  await test.step("signs in by keyboard, and sees what to do first", async () => {
    await page.goto("/");
    await page.getByLabel("Username").fill("admin");
    await page.keyboard.press("Tab");
    await expect(page.getByLabel("Password", { exact: true })).toBeFocused();
    await page.keyboard.type(PASSWORD);
    await page.keyboard.press("Enter");
    await expect(page.getByText("1 of 4 steps are complete")).toBeVisible();
    await expectSteps(page, ["To do", "Not started", "Complete", "Not started"], "HR system");
    await expectAccessible(page);
  });

  await test.step("connects the HR file", async () => {
    await page.getByRole("link", { name: "Connect an HR system" }).press("Enter");
    await hr.chooseConnector("CSV file", "HR");
    await hr.fill({ "Column of the id": "id", "Column of the account name": "login" });
    await hr.upload("people.csv", PEOPLE);
    await hr.test();
    await hr.choose({
      "Id of the person": "id",
      Username: "login",
      "Given name": "first",
      "Family name": "last",
      Email: "mail",
      "Job title": "job",
      Department: "unit",
      Location: "site",
    });
    await button("Save").last().click();
    await expect(page.getByText("The import settings were saved")).toBeVisible();
  });
  await test.step("publishes, imports and confirms it", async () => {
    await hr.publish();
    await hr.import("ada");
    await hr.confirm();
  });
  await test.step("finds people and groups, and the next step", async () => {
    await page.getByRole("link", { name: "Dashboard" }).first().press("Enter");
    await expect(page.getByText("3 of 4 steps are complete")).toBeVisible();
    await expectSteps(page, ["Complete", "Complete", "Complete", "To do"], "First managed system");
    const contents = page.getByRole("region", { name: "Directory contents" });
    await expect(contents).toMatchAriaSnapshot(`
      - region "Directory contents":
        - paragraph:
          - link "Identities"
        - paragraph: "3"
    `);
  });

  await test.step("connects the directory", async () => {
    await page.getByRole("link", { name: "Connect a system" }).press("Enter");
    await directory.chooseConnector("LDAP directory");
    await configureSlapd(directory, slapd);
    await directory.test();
  });
  await test.step("maps a field of people to the accounts by keyboard", async () => {
    await directory.open("Field mapping");
    await page.getByRole("link", { name: "Outbound" }).press("Enter");
    await page.getByRole("link", { name: "Add mapping" }).press("Enter");
    await page
      .getByRole("combobox", { name: "Attribute of the account" })
      .selectOption({ label: "displayName" });
    await page
      .getByRole("combobox", { name: "Field of the identity" })
      .selectOption({ value: "givenName" });
    await button("Add mapping").press("Enter");
    await expect(page.getByText("The mapping was added.")).toBeVisible();
  });
  await test.step("publishes it, and imports its accounts", async () => {
    await directory.publish();
    await directory.import("ada");
  });
  await test.step("matches the accounts with the people", async () => {
    await directory.open("Match accounts");
    await page.getByRole("link", { name: "Add rule" }).press("Enter");
    await page.getByLabel("Field of people").selectOption("email");
    await page.getByLabel("Value of part 1").selectOption({ label: "mail" });
    await page.getByRole("combobox", { name: "Weight", exact: true }).selectOption("fixed");
    await page.getByRole("textbox", { name: "Fixed weight" }).fill("30");
    await page.getByRole("main").getByRole("button", { name: "Add rule" }).press("Enter");
    await expect(page.getByText("The rule was added")).toBeVisible();
    // Disabled until the rules are loaded.
    await expect(button("Simulate")).toBeEnabled();
    await button("Simulate").press("Enter");
    const results = page.getByRole("region", { name: "Results" });
    await expect(results.getByRole("row").filter({ hasText: "ada" })).toContainText(
      "Will be linked",
      { timeout: 30_000 },
    );
    await button("Apply links").press("Enter");
    const dialog = page.getByRole("alertdialog", { name: "Apply the links?" });
    await dialog.getByRole("button", { name: "Apply links" }).press("Enter");
    await expect(page.getByText("The links were applied")).toBeVisible();
  });
  await test.step("confirms it, and has completed every step", async () => {
    await directory.confirm();
    await page.getByRole("link", { name: "Dashboard" }).first().press("Enter");
    const next = page.getByRole("region", { name: "What to do next" });
    await expect(next).toContainText("2 systems are set up");
    // The steps are shown until all four are complete.
    await expect(page.getByRole("region", { name: "Set up Provision" })).toHaveCount(0);
    await expect(page.getByRole("main")).toContainText("Growth");
    await expectAccessible(page);
  });
  await test.step("sees who has the accounts", async () => {
    await page.goto("/identities");
    await page.getByRole("link", { name: /Lovelace/ }).press("Enter");
    await expect(page.getByRole("region", { name: "Accounts" })).toContainText("Branch directory");
  });
});
