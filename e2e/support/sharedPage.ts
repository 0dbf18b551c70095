/**
 * One page of each worker for all journeys that only look: it is signed in once, and the browser keeps the product's
 * code compiled, which takes longer than everything that such a journey does. They leave nothing behind but their log.
 */
import type { BrowserContext, Page } from "@playwright/test";
import { Api, test as base } from "./test.ts";

interface Pages {
  readonly visitor: Page;
  readonly user: Page;
}

export const test = base.extend<{ readonly isVisitor: boolean }, { readonly pages: Pages }>({
  isVisitor: [false, { option: true }],
  pages: [
    async ({ browser, provision }, use, { project }) => {
      const baseURL = provision.server.url;
      const { userAgent, viewport, locale, timezoneId } = project.use;
      const options = { baseURL, userAgent, viewport, locale, timezoneId };
      const open = () => browser.newContext({ ...options, reducedMotion: "reduce" });
      const [visitor, user] = [await open(), await open()];
      await new Api(user.request, baseURL).signIn();
      await use({ visitor: await visitor.newPage(), user: await user.newPage() });
      await visitor.close();
      await user.close();
    },
    { scope: "worker" },
  ],
  context: async ({ pages, isVisitor }, use) => {
    await use((isVisitor ? pages.visitor : pages.user).context());
  },
  page: async ({ pages, isVisitor, context, viewport }, use) => {
    const page = isVisitor ? pages.visitor : pages.user;
    await page.setViewportSize(viewport ?? { width: 1280, height: 1000 });
    await use(page);
    await forget(page, context);
  },
  api: async ({ page, baseURL }, use) => {
    const api = new Api(page.request, baseURL ?? "");
    // For its token.
    await api.user();
    await use(api);
  },
});

/** Ends what a journey set up, and deletes what its page stored. */
async function forget(page: Page, context: BrowserContext): Promise<void> {
  // A document of the same site, which therefore stays in the same process, but is not the product. It comes first: an
  // unanswered request of the product would go on to the server once its route is removed.
  await page.goto("/api/public/info");
  await page.unrouteAll({ behavior: "ignoreErrors" });
  page.removeAllListeners();
  await page.emulateMedia({ colorScheme: null, forcedColors: null });
  const session = await context.newCDPSession(page);
  await session.send("Storage.clearDataForOrigin", {
    origin: new URL(page.url()).origin,
    storageTypes: "indexeddb,local_storage",
  });
  await session.detach();
}
