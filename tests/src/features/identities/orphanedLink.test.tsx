// @vitest-environment happy-dom
/** The way from the people to the accounts that belong to nobody. */
import { act, cleanup, render, screen } from "@testing-library/react";
import { Provider } from "effector-react";
import { afterEach, expect, it } from "vitest";
import { PERMISSION_GROUPS, type PermissionCode } from "#events/rules/permissions.ts";
import { View } from "#src/features/identities/ListView.tsx";
import { loadMessages } from "#src/ui/language/catalogue.ts";
import { LanguageProvider } from "#src/ui/language/LanguageProvider.tsx";
import { makeUser } from "../../support/fixtures.ts";
import { createTestApp } from "../../support/scope.ts";

afterEach(cleanup);

async function open(permissions?: readonly PermissionCode[], language: "en" | "de" = "en") {
  const app = createTestApp();
  await app.signIn(makeUser({}, permissions));
  await app.open("identities", "/identities");
  await act(async () => {
    render(
      <Provider value={app.scope}>
        <LanguageProvider language={language} onChoose={() => {}}>
          <View />
        </LanguageProvider>
      </Provider>,
    );
  });
}

it("[IDN-9] leads from the people to the orphaned accounts", async () => {
  await open();
  const link = screen.getByRole("link", { name: "Orphaned accounts" });
  expect(link.getAttribute("href")).toBe("/accounts/orphaned");
});

it("[IDN-9] has a German text", async () => {
  await loadMessages("de");
  await open(undefined, "de");
  const link = screen.getByRole("link", { name: "Verwaiste Konten" });
  expect(link.getAttribute("href")).toBe("/accounts/orphaned");
});

it("is not offered to users who may not open the list", async () => {
  await open(PERMISSION_GROUPS.IdentitiesRead);
  expect(screen.getByRole("heading", { name: "Identities" })).toBeTruthy();
  expect(screen.queryByRole("link", { name: "Orphaned accounts" })).toBeNull();
});
