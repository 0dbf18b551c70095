import type { CDPSession } from "@playwright/test";
import { expect, test } from "./support/test.ts";

/** Maximum script bytes over the wire for the first visit of the sign-in page. */
const MAX_SCRIPT = 130 * 1000;

interface Transfer {
  readonly url: string;
  readonly bytes: number;
}

/** Script bytes over the wire from now on, including headers and compression. */
async function watchScripts(session: CDPSession): Promise<Transfer[]> {
  const urls = new Map<string, string>();
  const scripts: Transfer[] = [];
  session.on("Network.responseReceived", ({ requestId, response, type }) => {
    const isScript = type === "Script" || /javascript/.test(response.mimeType);
    if (isScript) urls.set(requestId, response.url);
  });
  session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    const url = urls.get(requestId);
    if (url !== undefined) scripts.push({ url, bytes: encodedDataLength });
  });
  await session.send("Network.enable");
  return scripts;
}

test("[ROUTE-1] the first visit of the sign-in page loads at most 130 KB of script and none of the builder @once", async ({
  page,
}) => {
  const scripts = await watchScripts(await page.context().newCDPSession(page));
  await page.goto("/");
  await expect(page.getByRole("button", { name: "Sign in", exact: true })).toBeVisible();
  await page.waitForLoadState("networkidle");
  const total = scripts.reduce((sum, { bytes }) => sum + bytes, 0);
  test.info().annotations.push({ type: "script bytes", description: String(total) });
  expect(scripts.length).toBeGreaterThan(0);
  expect(total).toBeLessThanOrEqual(MAX_SCRIPT);

  for (const { url } of scripts) {
    const text = await (await page.request.get(url)).text();
    expect(text).not.toContain("Filter Entitlements");
    expect(text).not.toContain("Apply To Policy");
  }
  expect(page.workers()).toEqual([]);
  const styles = await page.evaluate(() =>
    performance.getEntriesByType("resource").map(({ name }) => name),
  );
  expect(styles.filter((name) => /policy-builder|EntitlementTable/i.test(name))).toEqual([]);
});

test("the first visit logs no error, and asks nothing that the server refuses @once", async ({
  page,
}) => {
  const errors: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error") errors.push(message.text());
  });
  const refused: string[] = [];
  page.on("response", (response) => {
    if (response.status() >= 400) refused.push(`${response.status()} ${response.url()}`);
  });
  const session = page.waitForResponse("**/api/users/current");
  await page.goto("/");
  await expect(page.getByRole("button", { name: "Sign in", exact: true })).toBeVisible();
  expect((await session).status()).toBe(204);
  await page.waitForLoadState("networkidle");
  expect(errors).toEqual([]);
  expect(refused).toEqual([]);
});

test("the code that measures the app loads after the first paint @once", async ({ page }) => {
  await page.goto("/");
  await expect(page.getByRole("button", { name: "Sign in", exact: true })).toBeVisible();
  const fetchedAt = () =>
    page.evaluate(
      () =>
        performance
          .getEntriesByType("resource")
          .find(({ name }) => /\/observe-[^/]*\.js$/.test(name))?.startTime ?? -1,
    );
  await expect.poll(fetchedAt).toBeGreaterThan(0);
  const painted = await page.evaluate(
    () => performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? Infinity,
  );
  expect(await fetchedAt()).toBeGreaterThan(painted);
});
