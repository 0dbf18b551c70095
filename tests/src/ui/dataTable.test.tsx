// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import { useState } from "react";
import { afterEach, expect, test, vi } from "vitest";
import { uiMessages } from "#src/ui/messages.ts";
import { DataTable } from "#src/ui/DataTable.tsx";
import type { Column } from "#src/ui/DataTable.tsx";
import { sortRows } from "#src/ui/sorting.ts";
import type { Sort } from "#src/ui/sorting.ts";

afterEach(cleanup);

type Org = { id: string; name: string; members: number };
const ORGS: Org[] = [
  { id: "1", name: "Teller", members: 12 },
  { id: "2", name: "Auditor", members: 3 },
  { id: "3", name: "Manager", members: 40 },
];
const COLUMNS: Array<Column<Org, "name" | "members">> = [
  { id: "name", header: "Name", cell: (org) => org.name, sortable: true },
  {
    id: "members",
    header: "Members",
    cell: (org) => org.members,
    sortable: true,
    align: "end",
    width: "100px",
  },
];
const KEY = (org: Org) => org.id;

function Sorted() {
  const [sort, setSort] = useState<Sort<"name" | "members"> | null>(null);
  const rows = sortRows(ORGS, sort, (org, column) => org[column]);
  return (
    <DataTable
      label="Orgs"
      columns={COLUMNS}
      rows={rows}
      rowKey={KEY}
      sort={sort}
      onSort={setSort}
    />
  );
}

/** First cells of the body, from top to bottom. */
function names(): string[] {
  return screen
    .getAllByRole("row")
    .slice(1)
    .map((row) => within(row).getAllByRole("cell")[0]?.textContent ?? "");
}

test("[WID-5] [WID-17] [WID-18] a table is sorted by clicks on its columns", () => {
  render(<Sorted />);
  const header = (name: string) => screen.getByRole("columnheader", { name });
  expect(names()).toEqual(["Teller", "Auditor", "Manager"]);

  fireEvent.click(screen.getByRole("button", { name: "Name" }));
  expect(names()).toEqual(["Auditor", "Manager", "Teller"]);
  expect(header("Name").getAttribute("aria-sort")).toBe("ascending");

  fireEvent.click(screen.getByRole("button", { name: "Name" }));
  expect(names()).toEqual(["Teller", "Manager", "Auditor"]);
  expect(header("Name").getAttribute("aria-sort")).toBe("descending");

  fireEvent.click(screen.getByRole("button", { name: "Members" }));
  expect(names()).toEqual(["Auditor", "Teller", "Manager"]);
  expect(header("Members").getAttribute("aria-sort")).toBe("ascending");
  expect(header("Name").hasAttribute("aria-sort")).toBe(false);
});

test("[WID-16] a table asks for the directions ASCENDING and DESCENDING", () => {
  const onSort = vi.fn();
  const table = (sort: Sort<"name" | "members"> | null) => (
    <DataTable
      label="Orgs"
      columns={COLUMNS}
      rows={ORGS}
      rowKey={KEY}
      sort={sort}
      onSort={onSort}
    />
  );
  const { rerender } = render(table(null));
  fireEvent.click(screen.getByRole("button", { name: "Name" }));
  expect(onSort).toHaveBeenLastCalledWith({ column: "name", direction: "ASCENDING" });
  rerender(table({ column: "name", direction: "ASCENDING" }));
  fireEvent.click(screen.getByRole("button", { name: "Name" }));
  expect(onSort).toHaveBeenLastCalledWith({ column: "name", direction: "DESCENDING" });
});

test('[WID-6] a loading table shows a row that reads "Loading", with room for what comes', () => {
  render(
    <DataTable
      label="Orgs"
      columns={COLUMNS}
      rows={[]}
      rowKey={KEY}
      status="loading"
      loadingRows={5}
    />,
  );
  expect(screen.getByRole("cell", { name: "Loading" })).toBeTruthy();
  expect(document.querySelectorAll("tbody tr")).toHaveLength(5);
  expect(screen.getByRole("table").getAttribute("aria-busy")).toBe("true");
  expect(screen.queryByText("No entries match your selection")).toBeNull();
});

test("[WID-6] a table that loads again keeps its rows", () => {
  render(<DataTable label="Orgs" columns={COLUMNS} rows={ORGS} rowKey={KEY} status="loading" />);
  expect(names()).toEqual(["Teller", "Auditor", "Manager"]);
  expect(screen.queryByText("Loading")).toBeNull();
});

test("[WID-7] an empty table shows a row that reads 'No entries match your selection'", () => {
  render(<DataTable label="Orgs" columns={COLUMNS} rows={[]} rowKey={KEY} />);
  const cell = screen.getByRole("cell", { name: "No entries match your selection" });
  expect(cell.getAttribute("colspan")).toBe("2");
});

test('[WID-8] another variant reads "No Records to Display"', () => {
  render(
    <DataTable
      label="Orgs"
      columns={COLUMNS}
      rows={[]}
      rowKey={KEY}
      emptyText={uiMessages.english.noRecords}
    />,
  );
  expect(screen.getByRole("cell", { name: "No Records to Display" })).toBeTruthy();
  expect(screen.queryByText("No entries match your selection")).toBeNull();
});

test("a failed table says what happened and tries again", () => {
  const onRetry = vi.fn();
  render(
    <DataTable
      label="Orgs"
      columns={COLUMNS}
      rows={[]}
      rowKey={KEY}
      status="failed"
      failedText="The server did not answer."
      onRetry={onRetry}
    />,
  );
  expect(screen.getByRole("alert").textContent).toBe("The server did not answer.");
  fireEvent.click(screen.getByRole("button", { name: "Retry" }));
  expect(onRetry).toHaveBeenCalledTimes(1);
});

test("a row's first column is its link", () => {
  render(
    <DataTable
      label="Orgs"
      columns={COLUMNS}
      rows={ORGS}
      rowKey={KEY}
      rowHref={(org) => `/orgs/${org.id}`}
    />,
  );
  const link = screen.getByRole("link", { name: "Auditor" });
  expect(link.getAttribute("href")).toBe("/orgs/2");
});
