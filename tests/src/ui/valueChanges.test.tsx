// @vitest-environment happy-dom
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { ValueChanges } from "#src/ui/ValueChanges.tsx";

afterEach(cleanup);
const rows = () =>
  screen
    .getAllByRole("row")
    .map((row) => [...row.children].map(({ textContent }) => textContent ?? ""));

it("shows values before and after a change, and a dash for a missing one", () => {
  const changes = [
    { field: "jobTitle", label: "Job title", before: null, after: "Teller" },
    { field: "phone", before: "1", after: null },
    { field: "secrets", note: "Changed" },
  ];
  const { rerender } = render(<ValueChanges changes={changes} />);
  expect(rows()).toEqual([
    ["Field", "Before", "After"],
    ["Job title", "–", "Teller"],
    ["phone", "1", "–"],
    ["secrets", "Changed"],
  ]);
  rerender(<ValueChanges header="Setting" changes={changes} />);
  expect(rows()[0]?.[0]).toBe("Setting");
  rerender(<ValueChanges changes={[]} />);
  expect(screen.queryByRole("table")).toBeNull();
  expect(screen.getByText("No values were recorded.")).toBeTruthy();
});
