/** Labels are not truncated in either language; a name of the directory may be if a tooltip shows it. */
import type { Page } from "@playwright/test";
import { expect, test } from "./support/test.ts";

test.use({ serverOf: "changes" });

/** Texts that end in an ellipsis without a full version in a tooltip; screen reader texts are 1 px wide. */
function cutTexts(page: Page): Promise<readonly string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>("body *")]
      .filter((element) => getComputedStyle(element).textOverflow === "ellipsis")
      .filter(({ scrollWidth, clientWidth }) => clientWidth > 1 && scrollWidth > clientWidth)
      .filter(({ dataset, children }) =>
        [dataset, ...Array.from(children, (child) => (child as HTMLElement).dataset)].every(
          ({ tooltip }) => tooltip === undefined,
        ),
      )
      .map(({ textContent }) => textContent),
  );
}

async function expectWhole(page: Page): Promise<void> {
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 1000 });
    await expect.poll(() => cutTexts(page), `${page.url()} at ${width} px`).toEqual([]);
  }
}

for (const locale of ["en-US", "de-DE"]) {
  test.describe(locale, () => {
    test.use({ locale });

    test(`no label is cut off in ${locale} on wide and narrow screens @once`, async ({
      signedIn: page,
      api,
    }) => {
      const { oid } = await api.org("Loan Underwriter");
      await api.mine(oid);
      const org = `/api/clients/${await api.client()}/orgs/${oid}`;
      const report = await api.call("POST", `${org}/entitlement-mining-report`, {
        resourceId: null,
      });
      const { resourceInsights } = (await report.json()) as {
        readonly resourceInsights: readonly {
          readonly entitlementInsights: readonly { readonly roleOid: string }[];
        }[];
      };
      const roles = resourceInsights.flatMap(({ entitlementInsights }) =>
        entitlementInsights.map(({ roleOid }) => roleOid),
      );
      const induced = await api.call("POST", `${org.replace("orgs", "mp-orgs")}/induce`, roles);
      expect(induced.ok()).toBe(true);
      // With every optional entry of the navigation.
      await page.route("**/api/admin/info", async (route) => {
        const answer = await route.fetch();
        const info = { ...(await answer.json()), midpointURI: "https://idm.example.com/midpoint" };
        await route.fulfill({ response: answer, json: info });
      });

      for (const screen of ["/dashboard", "/users", "/profile", "/support", "/request-support"]) {
        await page.goto(screen);
        await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
        await expect(page.getByRole("navigation").first().getByRole("link")).toHaveCount(14);
        await expectWhole(page);
      }
      for (const screen of ["/rbac/role-mapping", `/rbac/role-mapping/${oid}`]) {
        await page.goto(screen);
        await expect(page.getByRole("grid").first().getByRole("row").nth(2)).toBeVisible();
        await expectWhole(page);
      }
      await page.goto(`/rbac/role-mapping/${oid}/access-policy-builder`);
      const row = page.getByRole("row").filter({ hasText: "Ledger Read" });
      await expect(row).toContainText(locale === "de-DE" ? "enthalten" : "in policy");
      await expectWhole(page);
    });
  });
}
