// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { afterEach, expect, test, vi } from "vitest";
import type { Mock } from "vitest";
import { FilterDropdown } from "#src/ui/FilterDropdown.tsx";
import { useHeldPart } from "../support/useHeldPart.ts";

afterEach(cleanup);

const OPTIONS = Array.from({ length: 5000 }, (_, at) => ({
  id: `r${at}`,
  label: `Resource ${at}`,
}));

const last = (onChange: Mock<(selected: ReadonlySet<string>) => void>): string[] => [
  ...(onChange.mock.lastCall?.[0] ?? ["never called"]),
];

function Host({ onChange }: { onChange?: (selected: ReadonlySet<string>) => void }) {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set(["r0", "r1"]));
  return (
    <FilterDropdown
      {...useHeldPart()}
      label={`Filter By Resource (${selected.size})`}
      options={OPTIONS}
      selected={selected}
      onChange={(next) => {
        setSelected(next);
        onChange?.(next);
      }}
    />
  );
}

async function open() {
  fireEvent.click(screen.getByRole("button", { name: "Filter By Resource (2)" }));
  return screen.findByRole("combobox", { name: "Search" });
}

test("[WID-13] a filter dropdown lists its options and the selection, a few at a time", async () => {
  render(<Host />);
  await open();
  const options = screen.getAllByRole("option");
  expect(options.length).toBeLessThan(60);
  expect(options.slice(0, 3).map((one) => one.getAttribute("aria-selected"))).toEqual([
    "true",
    "true",
    "false",
  ]);
  expect(options[0]?.getAttribute("aria-setsize")).toBe("5000");
  expect(screen.getByText("2 of 5,000")).toBeTruthy();
});

test("[WID-13] clicks and Enter select and clear options", async () => {
  const onChange = vi.fn<(selected: ReadonlySet<string>) => void>();
  render(<Host onChange={onChange} />);
  const search = await open();
  fireEvent.click(screen.getByRole("option", { name: "Resource 0" }));
  expect(last(onChange)).toEqual(["r1"]);

  fireEvent.keyDown(search, { key: "ArrowDown" });
  fireEvent.keyDown(search, { key: "ArrowDown" });
  const active = document.getElementById(search.getAttribute("aria-activedescendant") ?? "");
  expect(active?.textContent).toBe("Resource 2");
  fireEvent.keyDown(search, { key: "Enter" });
  expect(last(onChange)).toEqual(["r1", "r2"]);
});

test("[WID-13] the search ignores case, spaces, pipes and underscores, and narrows select and clear", async () => {
  const onChange = vi.fn<(selected: ReadonlySet<string>) => void>();
  render(<Host onChange={onChange} />);
  const search = await open();
  fireEvent.change(search, { target: { value: "RE_source| 499" } });
  expect(screen.getAllByRole("option")[0]?.textContent).toBe("Resource 499");
  fireEvent.click(screen.getByRole("button", { name: "Select 11 results" }));
  expect(last(onChange)).toHaveLength(13);
  fireEvent.click(screen.getByRole("button", { name: "Clear 11 results" }));
  expect(last(onChange)).toEqual(["r0", "r1"]);

  fireEvent.change(search, { target: { value: "nothing like it" } });
  expect(screen.queryByRole("option")).toBeNull();
  expect(screen.getByText("No match")).toBeTruthy();
});

test("[WID-13] all and none take one press each", async () => {
  const onChange = vi.fn<(selected: ReadonlySet<string>) => void>();
  render(<Host onChange={onChange} />);
  await open();
  fireEvent.click(screen.getByRole("button", { name: "Select all" }));
  expect(last(onChange)).toHaveLength(5000);
  fireEvent.click(screen.getByRole("button", { name: "Select none" }));
  expect(last(onChange)).toHaveLength(0);
});

test("[WID-13] Escape first empties the search, then closes and returns focus to the button", async () => {
  render(<Host />);
  const search = await open();
  fireEvent.change(search, { target: { value: "49" } });
  fireEvent.keyDown(search, { key: "Escape" });
  expect(screen.getByRole<HTMLInputElement>("combobox").value).toBe("");
  fireEvent.keyDown(search, { key: "Escape" });
  await waitFor(() => expect(screen.queryByRole("combobox")).toBeNull());
  await waitFor(() => expect(document.activeElement?.textContent).toContain("Filter By Resource"));
});
