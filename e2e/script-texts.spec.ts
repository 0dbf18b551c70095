/** Texts that are scripts, in every field of imports and calls and in every address: none of them runs. */
import type { Page } from "@playwright/test";
import { ROUTE_TABLE } from "#src/app/routes.ts";
import { newUser } from "../tests/server/users/support.ts";
import { Builder } from "./support/builder.ts";
import { titleOf } from "./support/screens/openRoute.ts";
import { expect, test } from "./support/test.ts";
import { createWalk } from "./support/walk.ts";

test.use({ serverOf: "people" });

declare global {
  interface Window {
    ran?: boolean;
  }
}

const RUN = "window.ran=true";
const IMAGE = `<img src=x onerror="${RUN}">`;
const SVG = `"><svg onload=${RUN}>`;
const CLOSING = `</script><script>${RUN}</script>`;
const TEMPLATE = `{{constructor.constructor('${RUN}')()}}`;
const ADDRESS = `javascript:${RUN}`;
const TEXTS = [IMAGE, SVG, CLOSING, TEMPLATE, ADDRESS] as const;

/** A field of a CSV file. */
function quote(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}

/** Twelve people whose every field is a script, and who hold entitlements named as scripts. */
function files(): { identities: string; access: string } {
  const identities = ["id,username,givenName,familyName,email,jobTitle,department,location,note"];
  const access = ["identityId,resource,account,entitlement"];
  for (let n = 0; n < 12; n += 1) {
    const id = quote(`${IMAGE}${n}`);
    const names = [`${SVG}${n}`, IMAGE, CLOSING, `${ADDRESS}@bank.example`];
    identities.push([id, ...[...names, IMAGE, SVG, CLOSING, TEMPLATE].map(quote)].join(","));
    for (const text of TEXTS)
      access.push([id, ...[IMAGE, `${SVG}${n}`, text].map(quote)].join(","));
  }
  return { identities: identities.join("\n"), access: access.join("\n") };
}

/** No script has run, and the page contains no element created by a text. */
async function expectNothingRan(page: Page): Promise<void> {
  expect(await page.evaluate(() => window.ran)).toBeUndefined();
  const made = 'img[src="x"], svg[onload], script:not([src]), [onerror], a[href^="javascript:" i]';
  await expect(page.locator(made)).toHaveCount(0);
}

async function expectScreen(page: Page): Promise<void> {
  await expect(page.getByRole("heading", { level: 1 }).first()).toBeVisible();
  await expectNothingRan(page);
}

test("scripts in user input are shown as text: people, bulk changes, the client, requests @once", async ({
  signedIn: page,
  api,
}) => {
  page.on("dialog", (dialog) => expect(dialog.message()).toBe("no dialog at all"));
  const clientPath = `/api/clients/${await api.client()}`;
  const send = async (method: "POST" | "PUT" | "PATCH", path: string, body: unknown) => {
    const reply = await api.call(method, path, body);
    expect(reply.status(), await reply.text()).toBeLessThan(300);
    return (await reply.json()) as { readonly id: string };
  };
  const replace = (fields: Readonly<Record<string, string>>) =>
    Object.entries(fields).map(([field, value]) => ({ op: "replace", path: `/${field}`, value }));

  const person = {
    username: IMAGE,
    givenName: SVG,
    familyName: CLOSING,
    phoneExtension: IMAGE,
    jobTitle: ADDRESS,
  };
  const { id } = await send("POST", `${clientPath}/users`, newUser(person));
  await send(
    "PATCH",
    `${clientPath}/users/${id}`,
    replace({ jobTitle: IMAGE, phoneExtension: SVG }),
  );
  await page.goto("/users");
  const link = page.getByRole("link", { name: `${CLOSING}, ${SVG}` });
  await expect(link).toBeVisible();
  await expectNothingRan(page);
  await link.click();
  const changes = page.getByRole("list", { name: "Changes" });
  await expect(changes).toContainText(`Job title: ${ADDRESS} → ${IMAGE}`);
  await expectScreen(page);
  await page.keyboard.press("ControlOrMeta+k");
  await page.getByRole("dialog").getByRole("combobox").fill(CLOSING);
  await expect(page.getByRole("option").filter({ hasText: CLOSING }).first()).toBeVisible();
  await expectNothingRan(page);

  const lines = [
    ["username", "givenName", "familyName", "email"],
    [`${IMAGE}2`, SVG, CLOSING, TEMPLATE],
    [ADDRESS, IMAGE, SVG, "c@example.com"],
  ];
  const content = lines.map((fields) => fields.map(quote).join(",")).join("\n");
  const bulk = await send("POST", `${clientPath}/user-bulk-changes`, {
    fileName: `${IMAGE}.csv`,
    content: Buffer.from(content).toString("base64"),
  });
  await page.goto(`/users/bulk?check=${bulk.id}`);
  await expect(page.getByRole("main")).toContainText(`${IMAGE}2`);
  await expect(page.getByRole("main")).toContainText(`${IMAGE}.csv`);
  await expectScreen(page);

  const request = { topic: "access", subject: SVG, message: IMAGE };
  await send("POST", `${clientPath}/support-requests`, request);
  await page.goto("/request-support");
  await page.getByRole("grid", { name: "Sent requests" }).getByText(SVG).click();
  await expect(page.getByRole("dialog").getByText(IMAGE)).toBeVisible();
  await expectNothingRan(page);

  await send("PATCH", "/api/users/current", replace({ jobTitle: SVG, phoneExtension: IMAGE }));
  await page.goto("/profile");
  await expect(page.getByLabel("Job title")).toHaveValue(SVG);
  await expectScreen(page);

  const texts = { address: SVG, address2: CLOSING, city: TEMPLATE, state: ADDRESS, zip: "<b>" };
  const { client } = (await (await api.call("GET", "/api/users/current")).json()) as {
    readonly client: { readonly name: string };
  };
  await send("PATCH", clientPath, replace({ ...texts, name: IMAGE, coreProcessor: CLOSING }));
  await page.goto("/dashboard");
  await expect(page.getByRole("main")).toContainText(CLOSING);
  await expect(page.getByRole("banner")).toContainText(IMAGE);
  await expectScreen(page);
  await send("PATCH", clientPath, replace({ name: client.name }));
});

/** Signed in to a directory whose texts are all scripts. */
const scripted = test.extend<{ readonly org: string; readonly resource: string }>({
  org: async ({ signedIn: page, api, provision: { server } }, use) => {
    page.on("dialog", (dialog) => expect(dialog.message()).toBe("no dialog at all"));
    expect(await server.stop()).toBe(0);
    expect(server.import(files()).exitCode).toBe(0);
    await server.start();
    await use((await api.org(IMAGE)).oid);
  },
  resource: async ({ org, api }, use) => use(org && (await api.resource(IMAGE))),
});

/** Signed-in users are redirected from the sign-in screen to the dashboard, and from `/logout` to the sign-in screen. */
const REDIRECTING = new Set(["/", "/logout"]);
const ROUTES = ROUTE_TABLE.routes.filter(({ path }) => !REDIRECTING.has(path));
/** Groups of routes that take at most a quarter of a minute each. */
const PARTS = 3;

for (let part = 0; part < PARTS; part += 1) {
  scripted(
    `texts that are scripts are shown as texts on every screen, part ${part + 1} of ${PARTS} @once`,
    async ({ signedIn: page, org, resource }) => {
      const routes = ROUTES.filter((_route, at) => at % PARTS === part);
      expect(routes.length).toBeGreaterThan(3);
      const walk = createWalk(page);
      for (const route of routes) {
        const { path, layout } = route;
        const filled = path
          .replace(":oid", org)
          .replace(":resourceId", resource)
          .replace(/\*$/, encodeURIComponent(IMAGE));
        await walk(filled.replaceAll(/:\w+/g, encodeURIComponent(SVG)), { layout });
        await expect(page).toHaveTitle(titleOf(route, "en"));
        await expectScreen(page);
      }
    },
  );
}

scripted(
  "addresses that are scripts are shown as texts @once",
  async ({ signedIn: page, org, provision: { server } }) => {
    expect(org).not.toBe("");
    const script = encodeURIComponent(IMAGE);
    for (const address of [
      `/rbac/role-mapping/${script}`,
      `/rbac/role-mapping?type=${script}&contains=${script}&sort=${script}`,
      `/resources/${script}/role-mapping`,
      `/nowhere/${script}?x=${script}#${script}`,
      `/errors/${script}`,
      `/?redirect=${encodeURIComponent(ADDRESS)}`,
      `/?redirect=${encodeURIComponent("//evil.example")}&state=${script}&code=${script}`,
    ]) {
      await page.goto(address);
      await expectScreen(page);
      expect(new URL(page.url()).origin).toBe(server.url);
    }
  },
);

scripted(
  "texts that are scripts are shown as texts from the list of orgs to an applied policy, and are gone after sign-out @once",
  async ({ signedIn: page, api, org }) => {
    await api.mine(org);
    await page.goto("/rbac/role-mapping");
    await page.getByRole("searchbox", { name: "Search Job Titles" }).fill(IMAGE);
    await page.getByRole("link", { name: IMAGE }).click();
    await expect(page.getByRole("heading", { level: 1, name: IMAGE })).toBeVisible();
    await expectScreen(page);

    const builder = new Builder(page);
    await builder.open(org);
    await page.getByRole("switch", { name: "Show Hints" }).check();
    await expect(builder.table).toContainText(`are assigned to ${IMAGE}`);
    for (const text of TEXTS) await expect(builder.checkbox(text).last()).toBeVisible();
    await expectNothingRan(page);
    await builder.filter.fill(SVG);
    await expect(builder.checkbox(SVG)).toBeVisible();
    await expectNothingRan(page);
    await builder.filter.clear();
    await builder.apply();
    await expect(page.getByText("Entitlement policies have been updated.")).toBeVisible();
    await expect(page.getByRole("main")).toContainText(CLOSING);
    await expectNothingRan(page);

    // Private data is gone, however the user navigates back.
    await page.goto("/logout");
    await expect(page.getByText("You are signed out.")).toBeVisible();
    await page.goBack();
    await expect(page.getByRole("button", { name: "Sign in", exact: true })).toBeVisible();
    await expect(page.locator("body")).not.toContainText(IMAGE);
  },
);
