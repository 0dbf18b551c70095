// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import { Provider } from "effector-react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { navigated } from "#events/actions/app.ts";
import { countOrgs, listOrgs } from "#events/calls/orgs.ts";
import { View } from "#src/features/role-mapping/ListView.tsx";
import { halList, makeOrg, makeUser } from "../../support/fixtures.ts";
import { layOutRows, ROW, scrollTo } from "../../support/rowList.tsx";
import { createTestApp, type TestApp } from "../../support/scope.ts";

const LIST = "/rbac/role-mapping";

layOutRows();

let app: TestApp;
beforeEach(async () => {
  app = createTestApp();
  await app.signIn(makeUser());
  await open(LIST);
  renderList();
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function renderList(): void {
  render(
    <Provider value={app.scope}>
      <View />
    </Provider>,
  );
}

async function open(path: string): Promise<void> {
  await app.record(navigated, { path, how: "push" });
  await app.open("roleMapping", path);
}
/** Opens the target of the last click, as the app does. */
async function follow(): Promise<void> {
  await app.open("roleMapping", app.history.at(-1)?.path ?? LIST);
}
const asked = () => app.waiting(listOrgs).at(-1)?.input.query;
const answer = (orgs: readonly unknown[], page = {}) =>
  app.reply(listOrgs, halList("orgs", orgs, page), { index: app.waiting(listOrgs).length - 1 });

it("[WID-6] [WID-7] shows loading, then the results, then no results", async () => {
  const table = screen.getByRole("grid", { name: "Job Titles" });
  expect(within(table).getAllByText("Loading").length).toBeGreaterThan(0);
  await answer([makeOrg(1, { displayName: "Teller", memberCount: 1397, inducementCount: 31 })]);
  const row = within(table).getByRole("link", { name: "Teller" }).closest("[role=row]");
  expect(row?.textContent).toBe("Teller1,39731");
  expect(within(table).getByRole("link").getAttribute("href")).toBe(`${LIST}/${makeOrg(1).oid}`);

  fireEvent.click(screen.getByRole("button", { name: "Q" }));
  await follow();
  await answer([]);
  expect(within(table).getByText("No entries match your selection")).toBeTruthy();
  fireEvent.click(within(table).getByRole("button", { name: "Clear filters" }));
  expect(app.history.at(-1)?.path).toBe(LIST);
});

it("shows the policy beside the members if its column has no room", async () => {
  cleanup();
  const media = { matches: false, addEventListener: () => {}, removeEventListener: () => {} };
  vi.stubGlobal("matchMedia", () => media);
  renderList();
  await answer([
    makeOrg(1, { displayName: "Teller", memberCount: 1397, inducementCount: 31 }),
    makeOrg(2, { displayName: "Clerk", memberCount: 5 }),
  ]);
  const rows = screen.getAllByRole("row").slice(1);
  expect(rows.map((row) => row.textContent)).toEqual([
    "Teller31 in policy1,397",
    "ClerkNo policy5",
  ]);
});

it("counts access roles apart from entitlements, and names them", async () => {
  const sizes = { memberCount: 5, inducementCount: 31 };
  await answer([
    makeOrg(1, { ...sizes, displayName: "Teller", roleCount: 0 }),
    makeOrg(2, { ...sizes, displayName: "Clerk", roleCount: 1 }),
    makeOrg(3, { ...sizes, displayName: "Cook", roleCount: 31 }),
  ]);
  const rows = screen.getAllByRole("row").slice(1);
  expect(rows.map((row) => row.textContent)).toEqual([
    "Teller531",
    "Clerk530 + 1 access role",
    "Cook531 access roles",
  ]);
});

it("[ORG-26] says how many orgs of the type have no policy, and leads to them", async () => {
  const counted = () => app.waiting(countOrgs).map(({ input }) => input.query);
  expect(counted()).toEqual([{ orgType: "job-titles", policy: "missing" }]);
  await app.reply(countOrgs, { count: 1200 });
  const link = screen.getByRole("link", { name: "Job Titles: 1,200 without a policy" });
  expect(link.getAttribute("href")).toBe(`${LIST}?type=job-titles&policy=missing`);
  await open(`${LIST}?type=locations`);
  expect(screen.queryByRole("link", { name: /without a policy/ })).toBeNull();
  expect(counted()).toEqual([{ orgType: "locations", policy: "missing" }]);
  await app.reply(countOrgs, { count: 0 });
  expect(screen.queryByRole("link", { name: /without a policy/ })).toBeNull();
});

it("[WID-8] says that there are no records without a filter", async () => {
  await answer([]);
  expect(screen.getByText("No Records to Display")).toBeTruthy();
});

it("explains that the list cannot be loaded, and retries", async () => {
  await app.fail(listOrgs, { message: "The database is closed" });
  expect(screen.getByRole("alert").textContent).toContain("The database is closed");
  fireEvent.click(screen.getByRole("button", { name: "Try again" }));
  await answer([makeOrg(1)]);
  expect(screen.getByRole("link", { name: "Org 1" })).toBeTruthy();
});

it("[WID-5] [WID-17] [WID-18] sorts a new column ascending, and reverses the current one", async () => {
  await answer([makeOrg(1)]);
  fireEvent.click(screen.getByRole("button", { name: "Members" }));
  await follow();
  expect(asked()).toMatchObject({ sort: "memberCount,asc" });
  const header = screen.getByRole("columnheader", { name: "Members" });
  expect(header.getAttribute("aria-sort")).toBe("ascending");
  fireEvent.click(screen.getByRole("button", { name: "Members" }));
  await follow();
  expect(asked()).toMatchObject({ sort: "memberCount,desc" });
  fireEvent.click(screen.getByRole("button", { name: "Name" }));
  await follow();
  expect(app.history.at(-1)?.path).toBe(LIST);
  const first = screen.getByRole("columnheader", { name: "Name" });
  expect(first.getAttribute("aria-sort")).toBe("ascending");
});

it("[ORG-5] [ORG-17] offers the three types of org, and the alphabet with 'All Orgs' first", async () => {
  const kinds = screen.getAllByRole("radio").map((radio) => radio.parentElement?.textContent);
  expect(kinds).toEqual(["Job Titles", "Departments", "Locations"]);
  const letters = within(screen.getByRole("toolbar")).getAllByRole("button");
  expect(letters.map(({ textContent }) => textContent).slice(0, 3)).toEqual(["All Orgs", "A", "B"]);
  fireEvent.click(screen.getAllByRole("radio")[2] as HTMLElement);
  await follow();
  expect(asked()).toMatchObject({ orgType: "locations" });
});

it("is one tab stop for the alphabet, with arrow keys between the letters", () => {
  const bar = screen.getByRole("toolbar");
  const stops = within(bar)
    .getAllByRole("button")
    .filter(({ tabIndex }) => tabIndex === 0);
  expect(stops.map(({ textContent }) => textContent)).toEqual(["All Orgs"]);
  stops[0]?.focus();
  fireEvent.keyDown(stops[0] as HTMLElement, { key: "ArrowRight" });
  expect(document.activeElement?.textContent).toBe("A");
  fireEvent.keyDown(document.activeElement as Element, { key: "End" });
  expect(document.activeElement?.textContent).toBe("Z");
});

it("[ORG-16] fetches twenty at a time as rows come into view", async () => {
  await answer(
    Array.from({ length: 20 }, (_, at) => makeOrg(at)),
    { totalElements: 41, totalPages: 3 },
  );
  expect(screen.getByText("41 results")).toBeTruthy();
  expect(screen.getByRole("grid").getAttribute("aria-rowcount")).toBe("42");
  expect(asked()).toBeUndefined();
  scrollTo(screen.getByRole("grid"), 15 * ROW);
  await app.settle();
  expect(asked()).toMatchObject({ page: 1, size: 20 });
});
