/** Labels that no screen shows by its address alone, in both languages; `accessibility.spec.ts` looks at every screen. */
import type { Page } from "@playwright/test";
import type { Language } from "#events/actions/app.ts";
import { EXTERNAL_LINKS } from "#src/app/externalLinks.ts";
import { ROUTES } from "#src/app/routes.ts";
import { expectWhole } from "./support/labels.ts";
import { expect, test, type Api } from "./support/test.ts";

test.use({ serverOf: "changes" });

const LOCALES = [
  ["en-US", "en", "in policy"],
  ["de-DE", "de", "enthalten"],
] as const;

for (const [locale, language, inPolicy] of LOCALES) {
  test.describe(locale, () => {
    test.use({ locale });

    test(`no label of a policy and of the whole navigation is cut off in ${locale} @once`, async ({
      signedIn: page,
      api,
    }) => {
      const { oid } = await api.org("Loan Underwriter");
      await api.mine(oid);
      await induceAll(api, oid);
      // With all that the navigation may have.
      await page.route("**/api/admin/info", async (route) => {
        const answer = await route.fetch();
        const info = { ...(await answer.json()), midpointURI: "https://idm.example.com/midpoint" };
        await route.fulfill({ response: answer, json: info });
      });
      await page.goto(`/rbac/role-mapping/${oid}`);
      await expect(page.getByRole("grid").first().getByRole("row").nth(2)).toBeVisible();
      await expectWholeNavigation(page, language);
      await expectWhole(page);
      await page.goto(`/rbac/role-mapping/${oid}/access-policy-builder`);
      const row = page.getByRole("row").filter({ hasText: "Ledger Read" });
      await expect(row).toContainText(inPolicy);
      await expectWhole(page);
    });
  });
}

async function expectWholeNavigation(page: Page, language: Language): Promise<void> {
  const links = page.getByRole("navigation").first().getByRole("link");
  const labels = [...ROUTES, ...EXTERNAL_LINKS].flatMap(({ menu }) => menu?.label[language] ?? []);
  for (const label of labels) {
    const shown = links.getByText(label, { exact: true }).filter({ visible: true });
    await expect(shown).toHaveCount(labels.filter((other) => other === label).length);
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
