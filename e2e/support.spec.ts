import { readFile } from "node:fs/promises";
import type { Download, Page } from "@playwright/test";
import type { Static } from "typebox";
import type { CurrentUser } from "#events/entities/user.ts";
import { bytesOfBase64 } from "#src/kernel/log/base64.ts";
import type { Segment } from "#src/kernel/log/logDatabase.ts";
import { eventsOf } from "#src/kernel/log/sealedRecords.ts";
import { readLog, type OpenedLog } from "#src/kernel/log/readLog.ts";
import { expectAccessible } from "./support/axe.ts";
import { expect, test } from "./support/test.ts";

async function exportFrom(page: Page): Promise<Download> {
  const saved = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export event log" }).click();
  const download = await saved;
  await expect(page.getByText(`${download.suggestedFilename()} was saved`).last()).toBeVisible();
  return download;
}

async function open(download: Download): Promise<OpenedLog> {
  const bytes = await readFile(await download.path());
  return readLog(new Blob([bytes]).stream());
}

const typesOf = ({ sessions }: OpenedLog) =>
  sessions.flatMap(({ events }) => events.map(({ type }) => type));

test("[ROUTE-41] [ROUTE-42] [NAV-13] the exported session log has its people replaced @once", async ({
  signedIn: page,
}) => {
  await page.goto("/dashboard");
  await page.getByRole("link", { name: "Provision Support" }).click();
  await expect(page).toHaveTitle(/Provision Support/);
  await expect(page.getByRole("region", { name: "Event log", exact: true })).toContainText(
    "Sessions",
  );

  const download = await exportFrom(page);
  expect(download.suggestedFilename()).toMatch(/^provision-log-\d{4}-\d\d-\d\d-\d{4}\.ndjson\.gz$/);
  const log = await open(download);
  expect(log.header.redaction).toBe("pseudonyms");
  expect(typesOf(log)).toEqual(
    expect.arrayContaining(["app/started", "session/getCurrentUserSucceeded", "log/exportWanted"]),
  );
  expect(JSON.stringify(log.sessions)).not.toContain('"admin"');

  await page.getByRole("checkbox", { name: "Include real names" }).check();
  const named = await open(await exportFrom(page));
  expect(named.header.redaction).toBe("names");
  expect(JSON.stringify(named.sessions)).toContain('"admin"');
});

test("the log outlives its tab, and earlier sessions can be deleted @once", async ({
  signedIn: page,
}) => {
  await page.goto("/dashboard");
  await expect(page.getByRole("heading", { level: 1, name: "Dashboard" })).toBeVisible();
  await page.goto("/support");
  await page.getByRole("radio", { name: "All", exact: true }).check();
  const all = await open(await exportFrom(page));
  expect(all.sessions.length).toBeGreaterThan(1);
  const first = all.sessions[0]?.events.map(({ seq }) => seq) ?? [];
  expect(first).toEqual(first.map((_seq, at) => at + 1));

  // By now their tabs count as closed.
  await page.clock.setSystemTime(Date.now() + 6 * 60_000);
  await page.getByRole("button", { name: "Delete earlier sessions" }).click();
  await expect(page.getByText("The logs of earlier sessions were deleted, except")).toBeVisible();
  expect((await open(await exportFrom(page))).sessions).toHaveLength(1);
});

test("another tab does not delete the log of a sleeping tab @once", async ({ signedIn: page }) => {
  await page.goto("/dashboard");
  await expect(page.getByRole("heading", { level: 1, name: "Dashboard" })).toBeVisible();
  const awake = await page.context().newPage();
  await awake.goto("/support");
  await awake.getByRole("radio", { name: "All", exact: true }).check();
  const idsOf = ({ sessions }: OpenedLog) => sessions.map(({ id }) => id);
  const before = idsOf(await open(await exportFrom(awake)));
  // All except the two open ones belong to closed pages.
  await awake.clock.setSystemTime(Date.now() + 6 * 60_000);
  await awake.getByRole("button", { name: "Delete earlier sessions" }).click();
  await expect(awake.getByText("The logs of earlier sessions were deleted, except")).toBeVisible();
  const after = await open(await exportFrom(awake));
  expect(idsOf(after)).toEqual(before.slice(-2));
  expect(typesOf(after)).toContain("app/started");
});

test("the log that the next tab exports contains the last actions before a tab closed @once", async ({
  signedIn: page,
}) => {
  await page.goto("/dashboard");
  const closed = await page.context().newPage();
  await closed.goto("/rbac/role-mapping");
  await expect(closed.getByRole("grid", { name: "Job Titles" })).toBeVisible();
  await closed.keyboard.press("?");
  await expect(closed.getByRole("dialog")).toBeVisible();
  // The tab closes within the half second after which this press would have been written. It renders little: Chromium
  // does not notify a tab of its closing if it is still rendering half a second later.
  await closed.keyboard.press("Escape");
  const ended = closed.waitForEvent("close");
  await closed.close({ runBeforeUnload: true });
  await ended;

  await page.goto("/support");
  await page.getByRole("radio", { name: "All", exact: true }).check();
  const { sessions } = await open(await exportFrom(page));
  // Performance measures may follow it, because browsers report them when a page ends.
  const own = sessions.find(({ events }) =>
    events.some(({ payload }) => (payload as { readonly route?: unknown }).route === "roleMapping"),
  );
  const toggled = own?.events.filter(({ type }) => type === "app/shortcutsToggled");
  expect(toggled?.map(({ payload }) => payload)).toEqual([{ open: true }, { open: false }]);
});

test("the log that the next tab exports contains the last actions before a tab crashed @once", async ({
  signedIn: crashed,
  api,
}) => {
  const { logKey } = (await api.user()) as Static<typeof CurrentUser>;
  const key = bytesOfBase64(logKey ?? "");
  const context = crashed.context();
  await crashed.goto("/rbac/role-mapping");
  await expect(crashed.getByRole("grid", { name: "Job Titles" })).toBeVisible();
  await crashed.keyboard.press("?");
  await expect(crashed.getByRole("dialog")).toBeVisible();
  const keptTypes = async () =>
    (await crashed.evaluate(keptSegments)).flatMap(({ sealed, ...head }) =>
      eventsOf(key, { ...head, sealed: Uint8Array.from(sealed) }).map(({ type }) => type),
    );
  await expect.poll(keptTypes).toContain("app/shortcutsToggled");
  const gone = crashed.waitForEvent("crash");
  const session = await context.newCDPSession(crashed);
  // It gets no answer.
  session.send("Page.crash").catch(() => undefined);
  await gone;

  const next = await context.newPage();
  await next.goto("/support");
  await next.getByRole("radio", { name: "All", exact: true }).check();
  expect(typesOf(await open(await exportFrom(next)))).toContain("app/shortcutsToggled");
});

type SealedSegment = Extract<Segment, { readonly sealed: Uint8Array }>;

/** Runs in the page: the segments of events stored in its browser, which are encrypted. */
async function keptSegments(): Promise<
  readonly (Omit<SealedSegment, "sealed"> & { readonly sealed: readonly number[] })[]
> {
  const known = await indexedDB.databases();
  if (known.every(({ name }) => name !== "provision-log")) return [];
  const db = await new Promise<IDBDatabase>((resolve) => {
    const opening = indexedDB.open("provision-log");
    opening.addEventListener("success", () => resolve(opening.result));
  });
  const segments = await new Promise<readonly SealedSegment[]>((resolve) => {
    const reading = db.transaction("segments").objectStore("segments").getAll();
    reading.addEventListener("success", () => resolve(reading.result));
  });
  db.close();
  return segments.map((segment) => ({ ...segment, sealed: Array.from(segment.sealed) }));
}

test.describe("in a browser without storage", () => {
  test.use({ keepsLog: false });

  test("a notice appears once, and the session can still be exported @once", async ({
    signedIn: page,
  }) => {
    const blockDatabases = () => {
      Object.defineProperty(globalThis, "indexedDB", {
        value: {
          open: () => {
            throw new DOMException("Blocked", "SecurityError");
          },
        },
      });
    };
    await page.addInitScript(blockDatabases);
    // Init scripts run only in pages.
    await page.route("**/assets/workers/logStoreWorker-*.js", async (route) => {
      const response = await route.fetch();
      await route.fulfill({
        response,
        body: `(${String(blockDatabases)})();${await response.text()}`,
      });
    });
    await page.goto("/support");
    await expect(page.getByText("This browser keeps no event log.")).toHaveCount(1);
    await expect(
      page
        .getByRole("region", { name: "Event log", exact: true })
        .getByText("This browser keeps no log"),
    ).toBeVisible();
    expect(typesOf(await open(await exportFrom(page)))).toContain("log/keepingFailed");
  });
});

test("the support screen has no axe violation once its log can be exported @once", async ({
  signedIn: page,
}) => {
  await page.goto("/support");
  await expect(page.getByRole("button", { name: "Export event log" })).toBeEnabled();
  await expectAccessible(page);
});
