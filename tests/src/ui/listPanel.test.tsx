// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { loadMessages } from "#src/ui/language/catalogue.ts";
import { LanguageProvider } from "#src/ui/language/LanguageProvider.tsx";
import { ListPanel } from "#src/ui/list-panel/ListPanel.tsx";
import type { ListColumn, ListState } from "#src/ui/list-panel/types.ts";
import { layOutRows } from "../support/rowList.tsx";

layOutRows();
afterEach(cleanup);

const onRetry = vi.fn();
const onOpen = vi.fn();
beforeEach(() => vi.clearAllMocks());
const READY: ListState<string> = {
  status: "ready",
  total: 100_000,
  hasMore: false,
  find: () => null,
  exportHref: null,
  onExport: () => {},
  itemAt: (index) => `user${index}`,
  failure: null,
  query: {},
  text: "",
  hasFilters: false,
  selection: { all: false, ids: [] },
  widths: {},
  onSearch: () => {},
  onChange: () => {},
  onClear: () => {},
  onShow: () => {},
  onSelect: () => {},
  onResize: () => {},
  onRetry,
};
const COLUMNS: readonly ListColumn<string>[] = [
  { id: "name", header: "Name", cell: (name) => name },
  { id: "link", header: "Link", cell: (name) => <a href="#x">{`link of ${name}`}</a> },
];
const keyOf = (name: string) => name;
const panel = (list: ListState<string>) => (
  <ListPanel label="Users" list={list} rowKey={keyOf} columns={COLUMNS} onOpen={onOpen} />
);

it("a failed page shows its error beside the rows, which stay in place", () => {
  const { rerender } = render(panel(READY));
  const grid = screen.getByRole("grid");
  rerender(panel({ ...READY, failure: "The database is full" }));
  expect(screen.getByRole("grid")).toBe(grid);
  expect(screen.getByText("user0")).toBeTruthy();
  expect(screen.getByRole("alert").textContent).toContain("The database is full");
  fireEvent.click(screen.getByRole("button", { name: "Try again" }));
  expect(onRetry).toHaveBeenCalledOnce();
  rerender(panel(READY));
  expect(screen.getByRole("grid")).toBe(grid);
  expect(screen.queryByRole("alert")).toBeNull();
});

it("a list that shows only its first rows says that there are more", () => {
  const list = { ...READY, total: 10_000, query: { contains: "a" } };
  const shown = (hasMore: boolean) => (
    <ListPanel
      label="Users"
      searchLabel="Search"
      list={{ ...list, hasMore }}
      rowKey={keyOf}
      columns={COLUMNS}
    />
  );
  const { rerender } = render(shown(false));
  expect(screen.getByRole("status").textContent).toBe("10,000 results");
  rerender(shown(true));
  expect(screen.getByRole("status").textContent).toBe("More than 10,000 results");
});

it("a failed list without rows shows its error in their place", () => {
  render(panel({ ...READY, status: "failed", total: null, failure: "The database is full" }));
  expect(screen.getByRole("alert").textContent).toContain("The database is full");
  expect(screen.queryByRole("grid")).toBeNull();
});

it("a press on a row opens it, but not a press on a link in it", () => {
  render(panel(READY));
  fireEvent.click(screen.getByText("link of user1"));
  expect(onOpen).not.toHaveBeenCalled();
  fireEvent.click(screen.getByText("user1"));
  expect(onOpen).toHaveBeenCalledExactlyOnceWith("user1", 1);
});

it("a list offers all its rows as a CSV file only where it says so", () => {
  const onExport = vi.fn();
  const list = { ...READY, exportHref: "/api/users.csv", onExport };
  const { rerender } = render(panel(list));
  expect(screen.queryByRole("link", { name: /CSV|users/ })).toBeNull();
  const offered = (csv: true | string) => (
    <ListPanel label="Users" list={list} rowKey={keyOf} columns={COLUMNS} csv={csv} />
  );
  rerender(offered(true));
  const link = screen.getByRole("link", { name: "Export CSV" });
  expect(link.getAttribute("href")).toBe("/api/users.csv");
  fireEvent.click(link);
  expect(onExport).toHaveBeenCalledOnce();
  rerender(offered("Export the users"));
  expect(screen.getByRole("link", { name: "Export the users" })).toBeTruthy();
});

it("a click with the Shift key selects all rows from the last one on, and clears them again", () => {
  const onSelect = vi.fn();
  const at = (ids: readonly string[], list = READY) => (
    <ListPanel
      label="Users"
      list={{ ...list, selection: { all: false, ids }, onSelect }}
      rowKey={keyOf}
      columns={COLUMNS}
      selectLabel={(name) => `Select ${name}`}
    />
  );
  const { rerender } = render(at([]));
  const press = (name: string, shiftKey = false) =>
    fireEvent.click(screen.getByRole("checkbox", { name: `Select ${name}` }), { shiftKey });
  press("user2");
  expect(onSelect).toHaveBeenLastCalledWith({ all: false, ids: ["user2"] });
  rerender(at(["user2"]));
  press("user5", true);
  const range = ["user2", "user5", "user4", "user3"];
  expect(onSelect.mock.lastCall?.[0].ids.toSorted()).toEqual(range.toSorted());
  rerender(at(range));
  press("user3", true);
  expect(onSelect).toHaveBeenLastCalledWith({ all: false, ids: ["user2"] });
  expect(screen.queryByRole("alert")).toBeNull();
});

it("a range selects its loaded rows, and says how many are not loaded", () => {
  const onSelect = vi.fn();
  const at = (itemAt: ListState<string>["itemAt"]) => (
    <ListPanel
      label="Users"
      list={{ ...READY, itemAt, onSelect }}
      rowKey={keyOf}
      columns={COLUMNS}
      selectLabel={(name) => `Select ${name}`}
    />
  );
  const { rerender } = render(at(READY.itemAt));
  const press = (name: string, shiftKey = false) =>
    fireEvent.click(screen.getByRole("checkbox", { name: `Select ${name}` }), { shiftKey });
  press("user2");
  rerender(at((index) => (index === 4 ? null : `user${index}`)));
  press("user6", true);
  expect(onSelect).toHaveBeenLastCalledWith({
    all: false,
    ids: ["user2", "user3", "user5", "user6"],
  });
  expect(screen.getByRole("alert").textContent).toContain(
    "Only 4 of 5 rows in the range were changed",
  );
  // In another order user6 is first.
  rerender(at((index) => `user${6 - index}`));
  press("user4", true);
  expect(onSelect.mock.lastCall?.[0].ids.toSorted()).toEqual(["user4", "user5", "user6"]);
  expect(screen.queryByRole("alert")).toBeNull();
  // The row where the range begins is not loaded any more.
  rerender(at((index) => (index < 3 ? null : `user${index + 10}`)));
  press("user15", true);
  expect(onSelect).toHaveBeenLastCalledWith({ all: false, ids: ["user15"] });
  expect(screen.getByRole("alert").textContent).toContain("Only this row was changed");
});

it("Shift and Space select a range from the keyboard", () => {
  const onSelect = vi.fn();
  render(
    <ListPanel
      label="Users"
      list={{ ...READY, onSelect }}
      rowKey={keyOf}
      columns={COLUMNS}
      selectLabel={(name) => `Select ${name}`}
    />,
  );
  const grid = screen.getByRole("grid");
  fireEvent.keyDown(grid, { key: "ArrowDown" });
  fireEvent.keyDown(grid, { key: " " });
  for (let step = 0; step < 2; step++) fireEvent.keyDown(grid, { key: "ArrowDown" });
  fireEvent.keyDown(grid, { key: " ", shiftKey: true });
  expect(onSelect.mock.lastCall?.[0].ids.toSorted()).toEqual(["user0", "user1", "user2"]);
});

describe("a first column that is made for a number", () => {
  const columns: readonly ListColumn<string>[] = [
    { id: "no", header: "No.", width: 72, align: "end", cell: (name) => `no ${name}` },
    { id: "name", header: "Name", cell: (name) => name },
  ];
  const show = (minWidth: boolean) => {
    vi.stubGlobal("matchMedia", (media: string) => ({
      matches: media.includes("min-width") && minWidth,
      addEventListener: () => {},
      removeEventListener: () => {},
    }));
    render(
      <ListPanel
        label="Users"
        list={READY}
        rowKey={keyOf}
        columns={columns}
        summary={(name) => `summary of ${name}`}
      />,
    );
    return screen.getByText("no user0").closest<HTMLElement>("[role=gridcell]");
  };
  afterEach(() => vi.unstubAllGlobals());

  it("has its fixed width while it holds no summary", () => {
    const cell = show(true);
    expect(screen.queryByText("summary of user0")).toBeNull();
    expect(cell?.style.flex).toBe("0 0 72px");
    expect(cell?.className).toContain("end");
  });

  it("shares the width of a phone with the others, from the start, so that its summary fits", () => {
    const cell = show(false);
    expect(cell?.textContent).toContain("summary of user0");
    expect(cell?.style.flex).toMatch(/^1 1 /);
    expect(cell?.className).not.toContain("end");
  });
});

it("the message about a range is translated when the language changes", async () => {
  const list = { ...READY, itemAt: (index: number) => (index === 1 ? null : `user${index}`) };
  const at = (language: "en" | "de") => (
    <LanguageProvider language={language} onChoose={() => {}}>
      <ListPanel
        label="Users"
        list={list}
        rowKey={keyOf}
        columns={COLUMNS}
        selectLabel={(name) => `Select ${name}`}
      />
    </LanguageProvider>
  );
  const { rerender } = render(at("en"));
  fireEvent.click(screen.getByRole("checkbox", { name: "Select user0" }));
  fireEvent.click(screen.getByRole("checkbox", { name: "Select user2" }), { shiftKey: true });
  const alert = screen.getByRole("alert");
  expect(alert.textContent).toContain("Only 2 of 3 rows in the range were changed");
  await loadMessages("de");
  rerender(at("de"));
  expect(alert.textContent).toContain("Nur 2 von 3 Zeilen des Bereichs wurden geändert");
});
