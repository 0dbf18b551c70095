import { INVITATION, mailIn } from "./support/mails.ts";
import { PASSWORD } from "./support/server.ts";
import { expect, test } from "./support/test.ts";

test.use({ serverOf: "people" });

test("[USER-1] [USER-9] [USER-10] [USER-11] [PROF-4] an administrator creates, changes and deletes people, who activate their accounts @once", async ({
  signedIn: page,
  browser,
  provision,
}) => {
  await page.goto("/dashboard");
  await page.getByRole("navigation").getByRole("link", { name: "Users" }).first().click();
  const users = page.getByRole("grid", { name: "Users" });
  await expect(users.getByRole("link", { name: "Administrator, Provision" })).toBeVisible();

  await page.getByRole("button", { name: "New user" }).click();
  const form = page.getByRole("dialog", { name: "New user" });
  await form.getByLabel("Username").fill("ada");
  await page.keyboard.press("Escape");
  await expect(form).toBeHidden();
  await page.getByRole("button", { name: "New user" }).click();
  await expect(form.getByLabel("Username")).toHaveValue("ada");
  await form.getByLabel("First name").fill("Ada");
  await form.getByLabel("Last name").fill("Lovelace");
  await form.getByLabel("Email address").fill("ada@example");
  await form.getByRole("button", { name: "Create" }).click();
  await expect(form.getByText("The domain portion, after the @,")).toBeVisible();
  await form.getByLabel("Email address").fill("ada@example.com");
  await form.getByRole("button", { name: "Create" }).click();

  await expect(page.getByRole("heading", { level: 1, name: "Lovelace, Ada" })).toBeVisible();
  await expect(page.getByText("admin issued an invitation link")).toBeVisible();
  await expect(page.getByText(/saved on the server and not sent/)).toBeVisible();
  const mail = mailIn(provision.server.directory, INVITATION);
  const [link = ""] = /http:\S+/.exec(mail ?? "") ?? [];
  const ada = await browser.newPage({ baseURL: provision.server.url });
  await ada.goto(link);
  await ada.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await ada.getByLabel("Confirm password").fill(PASSWORD);
  await ada.getByRole("button", { name: "Activate the account" }).click();
  await ada.getByLabel("Username").fill("ada");
  await ada.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await ada.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(ada).toHaveURL("/dashboard");
  await ada.close();
  await page.reload();
  await expect(page.getByText("ada activated the account")).toBeVisible();
  await expect(page.getByRole("form", { name: "User" })).toMatchAriaSnapshot(`
    - form "User":
      - region "Person":
        - textbox "Username": ada
        - textbox "First name": Ada
        - textbox "Last name": Lovelace
        - textbox "Email address": ada@example.com
      - region "Roles":
        - group "Roles":
          - checkbox "Role Mapper"
      - button "Discard changes" [disabled]
      - button "Save" [disabled]
  `);
  await page.getByLabel("Job title").fill("Countess");
  await page.getByRole("checkbox", { name: "Role Mapper" }).check();
  await page.getByRole("link", { name: "Manage Users" }).first().click();
  await page.getByRole("button", { name: "Stay" }).click();
  await page.getByRole("button", { name: "Save" }).click();
  const changes = page.getByRole("list", { name: "Changes" });
  await expect(changes).toContainText("Roles: Member → Member, Role Mapper");
  await changes.getByRole("button", { name: "Undo" }).click();
  await expect(changes).toContainText("Roles: Member, Role Mapper → Member");
  await expect(page.getByLabel("Job title")).toHaveValue("");

  await page.getByRole("button", { name: "Delete" }).click();
  const question = page.getByRole("alertdialog");
  await expect(question).toMatchAriaSnapshot(`
    - alertdialog "Delete this user?":
      - banner:
        - heading "Delete this user?"
      - textbox /Enter .ada. to delete/
      - contentinfo:
        - button "Cancel"
        - button "Delete" [disabled]
  `);
  await question.getByRole("textbox").fill("ad");
  await question.getByRole("textbox").press("Enter");
  await expect(
    question.getByText("Please enter the text exactly as it is displayed to continue"),
  ).toBeVisible();
  await question.getByRole("textbox").fill("ada");
  await question.getByRole("textbox").press("Enter");
  await expect(page.getByRole("region", { name: "Notifications" })).toMatchAriaSnapshot(`
    - region "Notifications":
      - list:
        - listitem:
          - paragraph: "/Success: ada was deleted/"
          - button "Close notification"
  `);
  await expect(users.getByRole("link", { name: "Administrator, Provision" })).toBeVisible();
  await expect(users.getByRole("link", { name: "Lovelace, Ada" })).toHaveCount(0);

  await page.goto("/profile");
  await page.getByLabel("Email address").fill("admin@example.com");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Your profile was saved.")).toBeVisible();
  await page.reload();
  await expect(page.getByLabel("Email address")).toHaveValue("admin@example.com");
});
