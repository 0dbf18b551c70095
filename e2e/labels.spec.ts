/** Labels are not truncated in either language; a name of the directory may be if a tooltip shows it. */
import type { Page } from "@playwright/test";
import type { Language } from "#events/actions/app.ts";
import { EXTERNAL_LINKS } from "#src/app/externalLinks.ts";
import { ROUTES } from "#src/app/routes.ts";
import { openRoute } from "./support/screens/openRoute.ts";
import { ROUTE_SCREENS } from "./support/screens/routeScreens.ts";
import { Api, expect, test } from "./support/test.ts";

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

const LOCALES = [
  ["en-US", "en", "in policy"],
  ["de-DE", "de", "enthalten"],
] as const;

for (const [locale, language, inPolicy] of LOCALES) {
  test.describe(locale, () => {
    test.use({ locale });

    test(`no label is cut off in ${locale} on wide and narrow screens @once`, async ({
      page,
      baseURL,
    }) => {
      const api = new Api(page.request, baseURL ?? "");
      for (const screen of ROUTE_SCREENS.filter(({ isForVisitors }) => isForVisitors)) {
        await openRoute(page, api, screen, language);
        await expectWhole(page);
      }
      await api.signIn();
      const { oid } = await api.org("Loan Underwriter");
      await api.mine(oid);
      await induceAll(api, oid);
      // With all that the navigation may have.
      await page.route("**/api/admin/info", async (route) => {
        const answer = await route.fetch();
        const info = { ...(await answer.json()), midpointURI: "https://idm.example.com/midpoint" };
        await route.fulfill({ response: answer, json: info });
      });

      for (const screen of ROUTE_SCREENS.filter(({ isForVisitors }) => !isForVisitors)) {
        await openRoute(page, api, screen, language);
        if (screen.route.layout === "frame") await expectWholeNavigation(page, language);
        await expectWhole(page);
      }
      await page.goto(`/rbac/role-mapping/${oid}/access-policy-builder`);
      const row = page.getByRole("row").filter({ hasText: "Ledger Read" });
      await expect(row).toContainText(inPolicy);
      await expectWhole(page);
    });
  });
}

async function expectWholeNavigation(page: Page, language: Language): Promise<void> {
  const links = page.getByRole("navigation").first().getByRole("link");
  for (const { menu } of [...ROUTES, ...EXTERNAL_LINKS]) {
    if (menu) await expect(links.getByText(menu.label[language], { exact: true })).toBeVisible();
  }
}

/** Puts everything that the people of an org hold into its policy. */
async function induceAll(api: Api, oid: string): Promise<void> {
  const client = `/api/clients/${await api.client()}`;
  const report = await api.call("POST", `${client}/orgs/${oid}/entitlement-mining-report`, {
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
  const induced = await api.call("POST", `${client}/mp-orgs/${oid}/induce`, roles);
  expect(induced.ok()).toBe(true);
}
