import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { ROUTE_TABLE } from "#src/app/routes.ts";
import { Builder } from "./support/builder.ts";
import { expect, test, type Api } from "./support/test.ts";

interface Screen {
  readonly name: string;
  /** The route of the table that it shows, by name; none where another one here shows it too. */
  readonly route?: string;
  readonly isPublic?: true;
  /** Opens the screen and waits until it stands. */
  readonly open: (page: Page, api: Api) => Promise<void>;
}

const UNKNOWN = "00000000-0000-4000-8000-000000000000";

const heading = (page: Page, name: string) =>
  expect(page.getByRole("heading", { level: 1, name })).toBeVisible();

async function openBuilder(page: Page, api: Api, title: string): Promise<Builder> {
  const { oid } = await api.org(title);
  await api.mine(oid);
  const builder = new Builder(page);
  await builder.open(oid);
  return builder;
}

const SCREENS: readonly Screen[] = [
  {
    name: "Login",
    route: "login",
    isPublic: true,
    open: async (page) => {
      await page.goto("/");
      await page.getByRole("button", { name: "Sign in" }).click();
      await expect(page.getByText("Username is required")).toBeVisible();
    },
  },
  ...[
    ["/errors/401", "Unauthorized", "unauthorized"],
    ["/errors/404", "Not Found", "errorNotFound"],
    ["/errors/500", "Internal Error", "internalError"],
    ["/errors/not-authorized", "Not Authorized", "notAuthorized"],
    ["/errors/any-other", "Not Found", "errorsOther"],
    ["/no/such/page", "Not Found", "notFound"],
  ].map(([path = "", title = "", route = ""]): Screen => ({
    name: path,
    route,
    isPublic: true,
    open: async (page) => {
      await page.goto(path);
      await heading(page, title);
    },
  })),
  {
    name: "Dashboard",
    route: "dashboard",
    open: async (page) => {
      await page.goto("/dashboard");
      await expect(page.getByRole("region", { name: "What to do next" })).toBeVisible();
    },
  },
  {
    name: "the form of the client",
    open: async (page) => {
      await page.goto("/dashboard");
      await page.getByRole("button", { name: "Edit client" }).click();
      await page.getByLabel("Client name").fill("");
      await page.getByRole("button", { name: "Save", exact: true }).click();
      await expect(page.getByText("Client name is required")).toBeVisible();
    },
  },
  {
    name: "Docs Site",
    isPublic: true,
    open: async (page) => {
      await page.goto("/docs");
      await heading(page, "How to use Provision");
    },
  },
  {
    name: "Docs Site in German",
    isPublic: true,
    open: async (page) => {
      await page.goto("/docs/de");
      await heading(page, "So benutzen Sie Provision");
    },
  },
  {
    name: "Login with single sign-on",
    isPublic: true,
    open: async (page) => {
      await page.route("**/api/public/info", async (route) => {
        const response = await route.fetch();
        await route.fulfill({ response, json: { ...(await response.json()), ssoEnabled: true } });
      });
      await page.goto("/");
      await expect(page.getByRole("button", { name: "Sign in with single sign-on" })).toBeVisible();
    },
  },
  {
    name: "Forgot Password",
    route: "forgotPassword",
    isPublic: true,
    open: async (page) => {
      await page.goto("/forgot-password");
      await page.getByRole("button", { name: "Send the link" }).click();
      await expect(page.getByLabel("Email address")).toHaveAccessibleDescription(/\w/);
    },
  },
  ...[
    ["Reset Password", "resetPassword", "/reset-password"],
    ["Activate Account", "activation", "/activate"],
  ].map(([name = "", route = "", path = ""]): Screen => ({
    name: `${name} with a link that is cut off`,
    route,
    isPublic: true,
    open: async (page) => {
      await page.goto(path);
      await expect(page.getByText("This link cannot be used")).toBeVisible();
    },
  })),
  {
    name: "Manage Password",
    route: "password",
    open: async (page) => {
      await page.goto("/profile/password");
      await heading(page, "Manage Password");
    },
  },
  {
    name: "Manage Users",
    route: "users",
    open: async (page) => {
      await page.goto("/users");
      await expect(page.getByRole("link", { name: "Administrator, Provision" })).toBeVisible();
    },
  },
  {
    name: "Bulk Changes",
    route: "bulkChanges",
    open: async (page) => {
      await page.goto("/users/bulk");
      await page.locator("input[type=file]").setInputFiles({
        name: "people.csv",
        mimeType: "text/csv",
        buffer: Buffer.from("username\nadmin\nnobody\n"),
      });
      await expect(page.getByText("Refused").first()).toBeVisible();
    },
  },
  {
    name: "a line of Bulk Changes",
    open: async (page) => {
      await page.goto("/users/bulk");
      await page.locator("input[type=file]").setInputFiles({
        name: "people.csv",
        mimeType: "text/csv",
        buffer: Buffer.from("username\nnobody\n"),
      });
      await page.getByRole("grid", { name: "Lines" }).getByText("nobody", { exact: true }).click();
      await expect(page.getByRole("dialog")).toContainText("Line 2");
    },
  },
  {
    name: "New User with fields that are missing",
    open: async (page) => {
      await page.goto("/users");
      await page.getByRole("button", { name: "New user" }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Create" }).click();
      await expect(page.getByText("Username is required")).toBeVisible();
      await expect(page.getByLabel("Username")).toBeFocused();
    },
  },
  {
    name: "Edit User",
    route: "user",
    open: async (page) => {
      await page.goto("/users");
      await page.getByRole("link", { name: "Administrator, Provision" }).click();
      await expect(page.getByRole("checkbox", { name: "Owner" })).toBeVisible();
    },
  },
  {
    name: "Manage Profile",
    route: "profile",
    open: async (page) => {
      await page.goto("/profile");
      await expect(page.getByLabel("First name")).toHaveValue("Provision");
    },
  },
  {
    name: "Role Mapping list",
    route: "roleMapping",
    open: async (page) => {
      await page.goto("/rbac/role-mapping");
      await expect(page.getByRole("table").getByRole("link").first()).toBeVisible();
    },
  },
  {
    name: "Role Mapping list without a match",
    open: async (page) => {
      await page.goto("/rbac/role-mapping");
      await page.getByRole("searchbox", { name: "Search Job Titles" }).fill("zzzz");
      await expect(page.getByText("No entries match your selection")).toBeVisible();
    },
  },
  {
    name: "Role Mapping detail",
    route: "roleMappingDetail",
    open: async (page, api) => {
      const { oid } = await api.org("Loan Underwriter");
      await page.goto(`/rbac/role-mapping/${oid}`);
      await expect(page.getByRole("table", { name: "Members" }).getByRole("row")).toHaveCount(21);
    },
  },
  {
    name: "an org that does not exist",
    open: async (page) => {
      await page.goto(`/rbac/role-mapping/${UNKNOWN}`);
      await heading(page, "Org not found");
    },
  },
  {
    name: "Access Policy Builder with banners and hints",
    route: "policyBuilder",
    open: async (page, api) => {
      const { oid } = await api.org("Night Guard");
      await api.mine(oid);
      await page.goto(`/rbac/role-mapping/${oid}/access-policy-builder`);
      const builder = new Builder(page);
      await builder.setPercentage(30);
      await builder.expectShown(["Ledger Read"]);
      await page.getByRole("switch", { name: "Show Hints" }).check();
      await expect(builder.row("Ledger Read")).toContainText("while 60% are not");
    },
  },
  {
    name: "Access Policy Builder with a partial resource and a refused apply",
    open: async (page, api) => {
      const builder = await openBuilder(page, api, "Deposit Analyst");
      await builder.setPercentage(30);
      await builder.tick("Wire Release", false);
      await builder.filter.fill("r");
      await builder.apply();
      await expect(page.getByText("Please clear filter before submitting")).toBeVisible();
    },
  },
  {
    name: "Access Policy Builder with the resource filter open",
    open: async (page, api) => {
      await openBuilder(page, api, "Deposit Analyst");
      await page.getByRole("button", { name: "Filter By Resource (3)" }).click();
      await expect(page.getByRole("option", { name: "Core Banking" })).toBeVisible();
    },
  },
  {
    name: "the question before leaving",
    open: async (page, api) => {
      const builder = await openBuilder(page, api, "Deposit Analyst");
      await builder.tick("Ledger Read", false);
      await page.getByRole("link", { name: "Cancel" }).first().click();
      await expect(page.getByRole("alertdialog")).toBeVisible();
    },
  },
  {
    name: "the account menu",
    open: async (page) => {
      await page.goto("/dashboard");
      await page.getByRole("button", { name: "My Account" }).click();
      await expect(page.getByRole("menu")).toBeVisible();
    },
  },
  {
    name: "the keyboard shortcuts",
    open: async (page) => {
      await page.goto("/dashboard");
      await heading(page, "Dashboard");
      await page.keyboard.press("?");
      await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toBeVisible();
    },
  },
  {
    name: "Support Request with fields that are missing",
    route: "requestSupport",
    open: async (page) => {
      await page.goto("/request-support");
      await page.getByRole("button", { name: "Send request" }).click();
      await expect(page.getByText("Subject is required")).toBeVisible();
      await expect(page.getByText("No Records to Display")).toBeVisible();
    },
  },
  {
    name: "Logout",
    route: "logout",
    open: async (page) => {
      await page.route("**/api/logout", () => {});
      await page.goto("/logout");
      await heading(page, "Signing out");
    },
  },
  {
    name: "Provision Support",
    route: "support",
    open: async (page) => {
      await page.goto("/support");
      await expect(page.getByText("Sessions", { exact: true })).toBeVisible();
    },
  },
  {
    name: "Role Mapping list of one resource",
    route: "resourceRoleMapping",
    open: async (page, api) => {
      await page.goto(`/resources/${await api.resource("Core Banking")}/role-mapping`);
      await expect(page.getByRole("table").getByRole("link").first()).toBeVisible();
    },
  },
  {
    name: "Role Mapping detail of one resource",
    route: "resourceRoleMappingDetail",
    open: async (page, api) => {
      const [resource, { oid }] = [
        await api.resource("Core Banking"),
        await api.org("Night Guard"),
      ];
      await page.goto(`/resources/${resource}/role-mapping/${oid}`);
      await heading(page, "Night Guard");
    },
  },
  {
    name: "Access Policy Builder of one resource",
    route: "resourcePolicyBuilder",
    open: async (page, api) => {
      const [resource, { oid }] = [
        await api.resource("Core Banking"),
        await api.org("Night Guard"),
      ];
      await api.mine(oid, resource);
      await page.goto(`/resources/${resource}/role-mapping/${oid}/access-policy-builder`);
      await expect(page.getByRole("slider")).toBeVisible();
    },
  },
  {
    name: "Forbidden",
    route: "forbidden",
    open: async (page) => {
      await page.goto("/errors/403");
      await heading(page, "Forbidden");
    },
  },
];

/** What moves for longer than nobody sees, or scrolls smoothly, though motion is not wanted. */
function movingThings(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const isLong = (durations: string) =>
      durations.split(",").some((duration) => Number.parseFloat(duration) > 0.02);
    return [...document.querySelectorAll("*")].flatMap((element) => {
      const style = getComputedStyle(element);
      const isAnimated = style.animationName !== "none" && isLong(style.animationDuration);
      const moves = isAnimated || isLong(style.transitionDuration);
      return moves || style.scrollBehavior === "smooth" ? [element.outerHTML.slice(0, 120)] : [];
    });
  });
}

/** Lets what fades in stand still: colours are measured as they are drawn. */
async function settle(page: Page): Promise<void> {
  await page.evaluate(() =>
    Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => null))),
  );
}

test.use({ contextOptions: { reducedMotion: "reduce" } });

test("every route of the table is among the screens that are looked at here @once", () => {
  const shown = SCREENS.flatMap(({ route }) => route ?? []).toSorted();
  const routes = [...ROUTE_TABLE.routes, ROUTE_TABLE.notFound].map(({ name }) => name).toSorted();
  expect(shown).toEqual(routes);
});

for (const { name, isPublic, open } of SCREENS) {
  test(`${name}: no axe violation in light and dark, no motion where none is wanted, no scrolling sideways at 360, 640 and 2560 px @once`, async ({
    page,
    api,
  }) => {
    if (isPublic) await api.signOut();
    await open(page, api);
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      await settle(page);
      const { violations } = await new AxeBuilder({ page }).analyze();
      const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map((n) => n.html).join()}`);
      expect(found, colorScheme).toEqual([]);
    }
    expect(await movingThings(page)).toEqual([]);
    // 640 by 450 px is what a screen of 1280 by 900 has left when it is enlarged to 200 percent.
    for (const [width, height] of [
      [360, 900],
      [640, 450],
      [2560, 900],
    ] as const) {
      await page.setViewportSize({ width, height });
      const overhang = () =>
        page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        );
      // What floats finds its new place a frame later.
      await expect.poll(overhang, `${width} px`).toBeLessThanOrEqual(0);
    }
  });
}
