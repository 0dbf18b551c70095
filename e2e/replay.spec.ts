import { readFile, writeFile } from "node:fs/promises";
import { gzipSync } from "node:zlib";
import type { Page, TestInfo } from "@playwright/test";
import { linesIn, sealed } from "../tests/src/support/logFiles.ts";
import { expectAccessible } from "./support/axe.ts";
import { expect, test } from "./support/test.ts";

/** Performs a few actions with one failure among them, and exports the log. */
async function recordSession(page: Page, testInfo: TestInfo): Promise<string> {
  await page.goto("/rbac/role-mapping");
  await expect(page.getByRole("grid").getByRole("link").first()).toBeVisible();
  await page.route(/mp-orgs\?/, (route) => route.fulfill({ status: 500, body: "{}" }));
  await page.getByRole("searchbox", { name: "Search Job Titles" }).fill("loan");
  await expect(page.getByRole("button", { name: "Try again" }).first()).toBeVisible();
  await page.unroute(/mp-orgs\?/);
  await page.getByRole("link", { name: "Provision Support" }).click();
  const saved = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export event log" }).click();
  const path = testInfo.outputPath("session.ndjson.gz");
  await (await saved).saveAs(path);
  return path;
}

async function choose(page: Page, path: string): Promise<void> {
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Choose a file" }).click();
  await (await chooser).setFiles(path);
}

test("an exported session replays beside its screens without a request, and the replay can be closed @once", async ({
  signedIn: page,
}, testInfo) => {
  const path = await recordSession(page, testInfo);
  await choose(page, path);
  const replay = page.getByRole("dialog", { name: "Replay of session.ndjson.gz" });
  await expect(replay.getByRole("grid", { name: "Events" })).toBeVisible();
  const requests: string[] = [];
  page.on("request", (request) => requests.push(request.url()));

  const screen = replay.frameLocator("iframe");
  const detail = replay.getByRole("region", { name: "Chosen event" });
  await replay.getByRole("button", { name: "Next event" }).click();
  await expect(detail).toContainText("#1 app/started");
  await expect(detail).toContainText("navigation/location");

  // Up to the failure: the screen at that time, the event with its changes, and its cause.
  await replay.getByRole("button", { name: "Next Error" }).click();
  await expect(detail).toContainText("Failed");
  await expect(detail.getByRole("heading", { name: "State changes" })).toBeVisible();
  // Typed text may be a name: a pseudonym replaces it, the same one as in the address.
  const typed = screen.getByRole("searchbox", { name: "Search Job Titles" });
  await expect(typed).toHaveValue(/^p-[0-9a-f]{12}$/);
  const address = `/rbac/role-mapping?contains=${await typed.inputValue()}`;
  await expect(replay.getByText(address, { exact: true })).toBeVisible();
  await expect(screen.getByRole("button", { name: "Try again" }).first()).toBeVisible();
  await detail.getByRole("button", { name: /Requested$/ }).click();
  await expect(detail.getByRole("heading", { level: 2 })).toContainText("Requested");

  // By keyboard alone: along the timeline, and through the list.
  await replay.getByRole("slider", { name: "Place in the log" }).focus();
  await page.keyboard.press("Home");
  await expect(replay.getByText("Before the first event.")).toBeVisible();
  await page.keyboard.press("End");
  await expect(screen.getByRole("heading", { level: 1 })).toHaveText("Provision Support");
  await replay.getByRole("searchbox", { name: "Search events" }).fill("screenOpened");
  await expect(replay.getByRole("status").filter({ hasText: / of / })).toBeVisible();
  await replay.getByRole("grid", { name: "Events" }).focus();
  await page.keyboard.press("Enter");
  await expect(detail).toContainText("navigation/screenOpened");
  await replay.getByRole("button", { name: "Play", exact: true }).press("Enter");
  await expect(detail.getByRole("heading", { level: 2 })).not.toContainText("screenOpened");
  await replay.getByRole("button", { name: "Pause" }).press("Enter");

  await page.emulateMedia({ reducedMotion: "reduce" });
  await expectAccessible(page, { hasFrames: true });
  expect(requests).toEqual([]);
  // The file contains outcomes, and this build computes the same.
  await expect(replay.getByText("than recorded")).toHaveCount(0);

  await replay.getByRole("button", { name: "Leave replay" }).click();
  await expect(replay).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Choose a file" })).toBeFocused();
  await expect(page).toHaveTitle(/Provision Support/);
});

test("a replay reports the altered answer of a log, and nothing before it @once", async ({
  signedIn: page,
}, testInfo) => {
  const path = await recordSession(page, testInfo);
  const lines = linesIn(await readFile(path));
  const at = lines.findIndex((line) => /"e":"\w+\/\w+Succeeded".*"displayName"/.test(line));
  const type = /"e":"([^"]+)"/.exec(lines[at] ?? "")?.[1] ?? "";
  const altered = (lines[at] ?? "").replace(/"displayName":"[^"]*"/, '"displayName":"Altered"');
  await writeFile(path, sealed(lines.with(at, altered)));
  await choose(page, path);

  const replay = page.getByRole("dialog", { name: "Replay of session.ndjson.gz" });
  const notice = replay.getByRole("alert").filter({ hasText: "than recorded" });
  await expect(notice).toContainText(` (${type}) has a different result than recorded`);
  await expect(notice).toContainText("Up to there everything is as recorded.");
  await notice.getByRole("button", { name: /^Go to event \d+$/ }).click();
  const detail = replay.getByRole("region", { name: "Chosen event" });
  await expect(detail.getByRole("heading", { level: 2 })).toContainText(type);
  await expect(detail).toContainText("Altered");
  await expect(replay.getByRole("row").filter({ hasText: "Differs" })).toContainText(type);
  // The effects of the altered answer are shown as well.
  await expect(replay.frameLocator("iframe").getByText("Altered")).toBeVisible();
  // It overlays the panels, which do not move when it appears and disappears.
  const list = replay.getByRole("grid", { name: "Events" });
  const place = await list.boundingBox();
  await page.emulateMedia({ reducedMotion: "reduce" });
  await expectAccessible(page, { hasFrames: true });
  await notice.getByRole("button", { name: "Dismiss" }).click();
  await expect(notice).toHaveCount(0);
  expect(await list.boundingBox()).toEqual(place);
});

test("an incomplete log file is refused with its line and changes nothing @once", async ({
  signedIn: page,
}, testInfo) => {
  await page.goto("/support");
  const region = page.getByRole("region", { name: "Replay an event log" });
  const bad = testInfo.outputPath("bad.ndjson.gz");
  await writeFile(bad, "no log at all");
  await choose(page, bad);
  await expect(region.getByRole("alert")).toContainText("This is not an event log of Provision");
  await writeFile(bad, gzipSync('{"format":"provision-event-log","version":99,"build":"9.0"}\n'));
  await choose(page, bad);
  await expect(region.getByRole("alert")).toContainText("written by a newer Provision");
  await expect(page.getByRole("dialog")).toHaveCount(0);
});

test("the event list fills its panel at 360 px, and the content below it is reachable @once", async ({
  signedIn: page,
}, testInfo) => {
  const path = await recordSession(page, testInfo);
  await page.setViewportSize({ width: 360, height: 740 });
  await choose(page, path);
  const replay = page.getByRole("dialog", { name: "Replay of session.ndjson.gz" });
  const list = replay.getByRole("grid", { name: "Events" });
  await expect(list.getByRole("row").first()).toBeVisible();
  // At 28 px per row, all of them would need more space.
  expect(Number(await list.getAttribute("aria-rowcount"))).toBeGreaterThan(20);
  const height = async () => (await list.boundingBox())?.height ?? 0;
  const before = await height();
  const place = replay.getByText(/^\d+ of \d+ · /);
  const placeBefore = await place.boundingBox();
  expect(before).toBeLessThan(400);
  await replay.getByRole("slider", { name: "Place in the log" }).press("End");
  await expect(list.getByRole("row", { selected: true })).toBeVisible();
  expect(await height()).toBe(before);
  expect(await place.boundingBox()).toEqual(placeBefore);
  await replay.getByRole("region", { name: "Chosen event" }).scrollIntoViewIfNeeded();
  await expect(replay.getByRole("region", { name: "Chosen event" })).toBeInViewport();
});

test("[APP-5] debug_store=true shows the recorded events below the app as they happen @once", async ({
  signedIn: page,
}) => {
  await page.goto("/dashboard?debug_store=true");
  const inspector = page.getByRole("complementary", { name: "Debug store" });
  const events = inspector.getByRole("grid", { name: "Events" });
  // The list follows the newest events, so that an earlier one may be above what it shows.
  await inspector.getByRole("searchbox", { name: "Search events" }).fill("screenOpened");
  await expect(events).toContainText("navigation/screenOpened");
  await page.getByRole("button", { name: "My Account" }).click();
  await page.getByRole("menuitemradio", { name: "Dark theme" }).click();
  await inspector.getByRole("searchbox", { name: "Search events" }).fill("themeChosen");
  await expect(inspector.getByRole("status")).toContainText("1 of ");
  await events.getByRole("row", { name: /app\/themeChosen/ }).click();
  const detail = inspector.getByRole("region", { name: "Chosen event" });
  await expect(detail.getByRole("region", { name: "app/theme" })).toContainText('"dark"');
  await expectAccessible(page);
  await inspector.getByRole("button", { name: "Hide events" }).click();
  await expect(events).toHaveCount(0);
});

test("[APP-5] debug_store=true also shows visitors the events of their screens @once", async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 640 });
  const inspector = page.getByRole("complementary", { name: "Debug store" });
  const events = inspector.getByRole("grid", { name: "Events" });
  for (const [path, route] of [
    ["/forgot-password?", "forgotPassword"],
    ["/reset-password?token=aToken&", "resetPassword"],
    ["/activate?verificationToken=aToken&", "activation"],
    ["/?", "login"],
  ]) {
    await page.goto(`${path}debug_store=true`);
    await expect(events).toContainText(`"route":"${route}"`);
    await inspector.getByRole("searchbox", { name: "Search events" }).fill("aToken");
    await expect(inspector.getByRole("status")).toContainText(/^0 of /);
  }
  // The actions below the inspector are still reachable.
  await page.getByRole("textbox", { name: "Username" }).fill("ann.lee");
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page.getByText("Password is required")).toBeVisible();
  await inspector.getByRole("searchbox", { name: "Search events" }).fill("ann.lee");
  await events
    .getByRole("row", { name: /ann\.lee/ })
    .first()
    .click();
  await expect(inspector.getByRole("region", { name: "Chosen event" })).toContainText("ann.lee");
  await expectAccessible(page);
});
