import { expect, test } from "./support/test.ts";

test("an administrator reads what a role allows, and finds its users @once", async ({
  signedIn: page,
}) => {
  await page.goto("/users");
  await page.getByRole("button", { name: "User Roles" }).press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "User Roles" })).toBeVisible();
  const owner = page.getByRole("region", { name: "Owner", exact: true });
  await expect(owner.getByText("37 permissions")).toBeVisible();
  await owner.getByRole("button", { name: "Show permissions" }).press("Enter");
  const permissions = owner.getByRole("list", { name: "Permissions of Owner" });
  await expect(permissions.getByRole("listitem")).toHaveCount(37);
  await expect(permissions.getByText("Create users.")).toBeVisible();
  await owner.getByRole("link", { name: "Show users with the role Owner" }).press("Enter");
  await expect(page).toHaveURL(/\/users\?role=/);
  await expect(page.getByRole("grid", { name: "Users" }).getByText("admin").first()).toBeVisible();
});
