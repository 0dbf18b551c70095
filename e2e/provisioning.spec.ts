/**
 * Provisioning from the preview to the target, a failed change until it is written, a second person who approves, and the
 * previews that Provision generates without a person.
 */
import { readFileSync, writeFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { attributeSource, outboundDraft } from "../tests/server/mappings/support.ts";
import { addHolder } from "./support/addHolder.ts";
import { expectAccessible } from "./support/axe.ts";
import { fileOf, test } from "./support/connectorFolder.ts";
import { connectTable } from "./support/connectTable.ts";
import { PASSWORD } from "./support/server.ts";
import { Api, expect } from "./support/test.ts";

test.use({ serverOf: "provisioning" });

const MAPPED = [outboundDraft("username", "account/login"), outboundDraft("email", "account/mail")];
/** Only this person gets an account. */
const existenceOf = (username: string) =>
  outboundDraft("", "", {
    resourceSchemaId: null,
    condition: `identity.username == "${username}"`,
    config: { target: "existence", kind: "Basic", separator: "", template: "", dn: null },
    attributes: [
      attributeSource("", { type: "STATIC", staticContent: "true", resourceSchemaId: null }),
    ],
  });

async function openPreview(page: Page, resourceId: string): Promise<void> {
  await page.goto(`/resources/${resourceId}/preview-and-approve`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Preview and Approve");
}

async function generate(page: Page, state = "Waits for your decision"): Promise<void> {
  await page.getByRole("button", { name: "Generate preview", exact: true }).press("Enter");
  await expect(page.getByText(state, { exact: true })).toBeVisible({ timeout: 30_000 });
}

async function approve(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Approve", exact: true }).press("Enter");
  const dialog = page.getByRole("alertdialog", { name: /^Approve preview/ });
  await dialog.getByRole("button", { name: "Approve" }).press("Enter");
  await expect(
    page.getByText("Success: Provision writes the approved changes to the system"),
  ).toBeVisible();
}

/** A system whose accounts differ from what its mappings require. A minute later Provision generates a preview of it. */
let doors: string;

test.beforeAll(async ({ provision, playwright, settings }) => {
  const request = await playwright.request.newContext();
  const api = new Api(request, provision.server.url);
  await api.signIn();
  const file = await fileOf(settings, api, "doors.csv");
  writeFileSync(file, "login,mail\nuser7,old7@bank.example\n");
  doors = await connectTable(api, {
    name: "Door system",
    path: "doors.csv",
    mappings: [...MAPPED, existenceOf("user8")],
  });
  await request.dispose();
});

test("an administrator approves a preview, sees the target, and has a failed change written again @once", async ({
  signedIn: page,
  api,
  settings,
}) => {
  const file = await fileOf(settings, api, "badges.csv");
  const write = (...lines: readonly string[]) => writeFileSync(file, `${lines.join("\n")}\n`);
  const read = () => readFileSync(file, "utf8").trimEnd().split("\n");
  write("login,mail", "user1,old1@bank.example", "user2,old2@bank.example");
  const resourceId = await connectTable(api, {
    name: "Badge system",
    path: "badges.csv",
    mappings: [...MAPPED, existenceOf("user3")],
  });
  const { _embedded } = await api.read<{
    readonly _embedded: {
      readonly identities: readonly { readonly oid: string; readonly username: string }[];
    };
  }>("/identities?contains=user2");
  const person = _embedded.identities.find(({ username }) => username === "user2");

  await test.step("looks at what changes before and after", async () => {
    await openPreview(page, resourceId);
    await generate(page);
    const accounts = page.getByRole("region", { name: "Accounts that change" }).first();
    await expect(accounts.getByRole("row").filter({ hasText: "user3" })).toContainText(
      "Create account",
    );
    await accounts.getByRole("gridcell", { name: "user1", exact: true }).click();
    const dialog = page.getByRole("dialog", { name: "user1: before and after" });
    const mail = dialog.getByRole("row").filter({ hasText: "mail" });
    await expect(mail).toContainText("old1@bank.example");
    await expect(mail).toContainText("user1@bank.example");
    await page.keyboard.press("Escape");
    await expectAccessible(page);
  });
  await test.step("approves it, and one change fails because the target changed", async () => {
    write("login,mail", "user1,old1@bank.example", "user2,typed.by.hand@bank.example");
    await approve(page);
    await expect(page.getByText("Partly failed", { exact: true })).toBeVisible({ timeout: 30_000 });
    expect(read()).toEqual([
      "login,mail",
      "user1,user1@bank.example",
      "user2,typed.by.hand@bank.example",
      "user3,user3@bank.example",
    ]);
  });
  await test.step("finds the failed change on the system", async () => {
    await page.goto("/dashboard");
    const attention = page.getByRole("region", { name: "Needs attention" });
    const failed = attention.getByRole("listitem").filter({ hasText: "1 approved change failed" });
    await expect(failed.getByRole("link")).toHaveAttribute(
      "href",
      `/resources/${resourceId}/preview-and-approve`,
    );
    await page.goto(`/resources/${resourceId}/manage`);
    await expect(page.getByText("1 change failed")).toBeVisible();
    await page.getByRole("link", { name: "Show the preview" }).press("Enter");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Preview and Approve");
  });
  await test.step("finds it on the person with the reason, and retries it", async () => {
    await page.goto(`/identities/report/${person?.oid ?? ""}/changes`);
    const failed = page.getByRole("region", { name: "Failed changes" });
    await expect(failed).toContainText("Change account: user2");
    await expect(failed).toContainText("The object was changed in the system in the meantime.");
    await expectAccessible(page);
    write(...read().map((line) => line.replace("typed.by.hand@", "old2@")));
    await failed
      .getByRole("button", { name: "Retry 1 failed change of Badge system" })
      .press("Enter");
    await expect(failed).toContainText("No approved change has failed.", { timeout: 30_000 });
    expect(read()).toContain("user2,user2@bank.example");
    const changes = page.getByRole("region", { name: "Changes", exact: true }).first();
    await expect(changes).toContainText("Account changed: user2");
  });
  await test.step("has nothing left to change", async () => {
    await openPreview(page, resourceId);
    await generate(page, "No changes");
    await expect(page.getByText("All accounts are as they should be")).toBeVisible();
    await expect(page.getByRole("button", { name: "Reject" })).toBeHidden();
  });
});

test("a second person approves the preview that an administrator generated, and nobody alone one that Provision generated @once", async ({
  signedIn: page,
  api,
  browser,
  provision,
  settings,
}) => {
  const file = await fileOf(settings, api, "keys.csv");
  writeFileSync(file, "login,mail\nuser5,old5@bank.example\n");
  const resourceId = await connectTable(api, {
    name: "Key system",
    path: "keys.csv",
    mappings: MAPPED,
  });

  await test.step("the client requires a second person", async () => {
    await page.goto("/dashboard");
    await page.getByRole("checkbox", { name: "Require a second person for approvals" }).press(" ");
    await page.getByRole("button", { name: "Save approval rules" }).press("Enter");
    await expect(page.getByText("The approval rules were saved.")).toBeVisible();
  });
  await test.step("the person who generates the preview cannot approve it", async () => {
    await openPreview(page, resourceId);
    await generate(page);
    await expect(page.getByText("Another person must approve this preview")).toBeVisible();
    const button = page.getByRole("button", { name: "Approve", exact: true });
    await expect(button).toHaveAttribute("aria-disabled", "true");
    await button.press("Enter");
    await expect(page.getByRole("alertdialog")).toHaveCount(0);
    await expectAccessible(page);
  });
  const other = await browser.newPage({ baseURL: provision.server.url });
  await test.step("another person signs in and approves it", async () => {
    const roles = await api.read<{
      readonly _embedded: {
        readonly roles: readonly { readonly id: string; readonly name: string }[];
      };
    }>("/user-roles");
    const roleIds = roles._embedded.roles.flatMap(({ id, name }) => (name === "Owner" ? [id] : []));
    const user = { username: "grace", roleIds, resourceIds: [] };
    await addHolder(api, provision.server.directory, user);
    await other.goto(`/resources/${resourceId}/preview-and-approve`);
    await other.getByLabel("Username").fill("grace");
    await other.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await other.keyboard.press("Enter");
    await approve(other);
    await expect
      .poll(() => readFileSync(file, "utf8"), { timeout: 30_000 })
      .toBe("login,mail\nuser5,user5@bank.example\n");
  });
  await test.step("the first person sees who approved it", async () => {
    await page.reload();
    await expect(page.getByText(/Approved by grace/)).toBeVisible();
  });

  interface Latest {
    readonly preview: {
      readonly id: string;
      readonly version: number;
      readonly status: string;
    } | null;
  }
  const latest = () => api.read<Latest>(`/resources/${doors}/previews/latest`);
  await test.step("Provision generates a preview of another system without a person", async () => {
    const status = async () => (await latest()).preview?.status;
    await expect.poll(status, { timeout: 120_000, intervals: [500] }).toBe("planned");
  });
  await test.step("nobody can approve it alone", async () => {
    for (const one of [page, other]) {
      await openPreview(one, doors);
      await expect(one.getByText(/^Generated by Provision/)).toBeVisible();
      await expect(one.getByText("This preview needs two people")).toBeVisible();
      const button = one.getByRole("button", { name: "Approve", exact: true });
      await expect(button).toHaveAttribute("aria-disabled", "true");
      await button.press("Enter");
      await expect(one.getByRole("alertdialog")).toHaveCount(0);
    }
    const { preview } = await latest();
    const path = `/api/clients/${await api.client()}/resources/${doors}/previews/${preview?.id ?? ""}`;
    const refused = await api.call("POST", `${path}/approve`, { version: preview?.version });
    expect(refused.status()).toBe(409);
    expect((await latest()).preview?.status).toBe("planned");
  });
  await test.step("a person leaves changes out, and another one approves the rest", async () => {
    const doorFile = await fileOf(settings, api, "doors.csv");
    await page.getByRole("checkbox", { name: "Include: Create account" }).press(" ");
    await expect(page.getByText("Another person must approve this preview")).toBeVisible();
    await other.reload();
    await approve(other);
    await expect
      .poll(() => readFileSync(doorFile, "utf8"), { timeout: 30_000 })
      .toBe("login,mail\nuser7,user7@bank.example\n");
    await other.close();
  });
});
