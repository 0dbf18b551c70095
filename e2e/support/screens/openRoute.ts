/** Opens the screen of a route by its address, and waits until it stands. */
import { expect, type Locator, type Page } from "@playwright/test";
import type { Language } from "#events/actions/app.ts";
import type { Route } from "#src/kernel/feature.ts";
import { LANGUAGE_NAMES } from "#src/ui/language/catalogue.ts";
import type { Api } from "../test.ts";
import { EXAMPLES, type Example } from "./examples.ts";
import { addressOf, missingExamples, paramsOf, type RouteScreen } from "./routeScreens.ts";

/** Parts of a page that are still loading. */
const LOADING = "[aria-busy=true], [data-loading]";
/** Milliseconds until the assertions take over. */
const MAX_WAIT = 10_000;

/** The call that a screen waits for before it leads to another, by the name of its route. It stays unanswered. */
const LEAVES_AFTER: Readonly<Record<string, string>> = { logout: "**/api/logout" };

type Examples = Readonly<Record<string, Example>>;

/**
 * @param api is signed in, unless the screen is for visitors and has no parameter that names a thing
 * @returns what stands for the parameters of the address
 */
export async function openRoute(page: Page, api: Api, { route }: RouteScreen): Promise<Examples> {
  const examples = await examplesOf(route.path, api);
  const values = Object.entries(examples).map(([name, { value }]) => [name, value]);
  const address = addressOf(route.path, Object.fromEntries(values));
  const awaited = LEAVES_AFTER[route.name];
  if (awaited !== undefined) await page.route(awaited, () => {});

  await page.goto(address);
  await waitQuickly(page, titleOf(route, "en"));
  await expectRoute(page, route, examples, "en");
  await expect(page).toHaveURL(({ pathname }) => pathname === address);
  return examples;
}

/** The title of the window while the route's screen is open. */
export const titleOf = ({ title }: Route, language: Language) => `${title[language]} | Provision`;

/** Expects the screen to have loaded in a language: its title, its heading and its content. */
async function expectRoute(
  page: Page,
  route: Route,
  examples: Examples,
  language: Language,
): Promise<void> {
  await expect(page).toHaveTitle(titleOf(route, language));
  const names = Object.values(examples).flatMap(({ name }) =>
    typeof name === "object" ? name[language] : (name ?? []),
  );
  await expect(headingOf(page, route, [route.title[language], ...names])).toBeVisible();
  // A screen that broke says so in an alert.
  await expect(page.locator("[role=alert] h1")).toHaveCount(0);
  await expectLoaded(page);
}

/** Waits until no part of the page is loading. */
export async function expectLoaded(page: Page): Promise<void> {
  const loading = () =>
    page.locator(LOADING).evaluateAll((parts) => parts.map((part) => part.outerHTML.slice(0, 120)));
  await expect.poll(loading).toEqual([]);
}

/** Chooses German in the account menu, or below a page without one. Returns once the open screen is in German. */
export async function speakGerman(
  page: Page,
  { route }: RouteScreen,
  examples: Examples,
): Promise<void> {
  const name = LANGUAGE_NAMES.de;
  if (route.layout === "frame") {
    await page.getByRole("button", { name: "My Account" }).click();
    await page.getByRole("menuitemradio", { name }).click();
  } else {
    await page.getByRole("button", { name, exact: true }).click();
  }
  await expectRoute(page, route, examples, "de");
}

/** A screen in the frame is headed by its title or by the name of its thing. One that stands alone has a heading of its own. */
function headingOf(page: Page, { layout }: Route, names: readonly string[]): Locator {
  const headings = (name?: string) =>
    page.getByRole("heading", { level: 1, ...(name !== undefined && { name, exact: true }) });
  const [first, ...others] = layout === "frame" ? names : [];
  return others.reduce((either, name) => either.or(headings(name)), headings(first));
}

async function examplesOf(path: string, api: Api): Promise<Examples> {
  const missing = missingExamples(path);
  if (missing.length > 0) throw new Error(missing.join("\n"));
  const examples: Record<string, Example> = {};
  for (const name of paramsOf(path)) {
    const example = await EXAMPLES[name]?.(api, path);
    if (example) examples[name] = example;
  }
  return examples;
}

/** What an assertion waits for, but noticed in the frame that shows it; assertions look again after up to a second. */
async function waitQuickly(page: Page, title: string): Promise<void> {
  const isShown = ({ title, loading }: { readonly title: string; readonly loading: string }) =>
    document.title === title &&
    document.querySelector("h1") !== null &&
    document.querySelector(loading) === null;
  // The assertions say what is missing.
  await page
    .waitForFunction(isShown, { title, loading: LOADING }, { timeout: MAX_WAIT })
    .catch(() => undefined);
}
