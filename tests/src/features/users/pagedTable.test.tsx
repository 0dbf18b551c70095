// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { PagedTable } from "#src/features/users/bulk/PagedTable.tsx";
import { noPages, openPages, PAGE_SIZE, receiveItems, type Pages } from "#src/kernel/pages.ts";
import { layOutRows } from "../../support/rowList.tsx";

layOutRows();
afterEach(cleanup);

const OPENED = openPages(noPages<string>(), "/users");
const FIRST = Array.from({ length: PAGE_SIZE }, (_, at) => `user${at}`);
const FAILURE = { status: 500, code: "EINTERNAL", message: "The database is full" };

const onAgain = vi.fn();
const renderItem = (name: string) => <div role="gridcell">{name}</div>;
const table = (pages: Pages<string>) => (
  <PagedTable
    ariaLabel="Users"
    pages={pages}
    renderItem={renderItem}
    loadingCells={<div role="gridcell" />}
    loadingRows={3}
    onShow={() => {}}
    failedTitle="No list"
    rowsFailedTitle="Some are missing"
    againLabel="Again"
    onAgain={onAgain}
  />
);

it("a page that failed is told beside the rows that are there, which stay where they are", () => {
  const pages = receiveItems(OPENED, 0, FIRST, 100_000);
  const { rerender } = render(table(pages));
  const grid = screen.getByRole("grid");
  rerender(table({ ...pages, failure: FAILURE }));
  expect(screen.getByRole("grid")).toBe(grid);
  expect(screen.getByText("user0")).toBeTruthy();
  expect(screen.getByRole("alert").textContent).toContain(
    "Some are missing" + "The database is full",
  );
  fireEvent.click(screen.getByRole("button", { name: "Again" }));
  expect(onAgain).toHaveBeenCalledOnce();
  rerender(table(pages));
  expect(screen.getByRole("grid")).toBe(grid);
  expect(screen.queryByRole("alert")).toBeNull();
});

it("where nothing of a list has come, its failure is all there is", () => {
  const before = receiveItems(OPENED, 0, FIRST, 100_000);
  for (const pages of [OPENED, openPages(before, "/users?status=archived")]) {
    render(table({ ...pages, failure: FAILURE }));
    expect(screen.getByRole("heading", { name: "No list" })).toBeTruthy();
    expect(screen.queryByRole("grid")).toBeNull();
    cleanup();
  }
});
