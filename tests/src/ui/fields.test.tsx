// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { afterEach, expect, test, vi } from "vitest";
import { Checkbox } from "#src/ui/Checkbox.tsx";
import type { CheckState } from "#src/ui/Checkbox.tsx";
import { NumberField } from "#src/ui/NumberField.tsx";
import { PasswordField } from "#src/ui/PasswordField.tsx";
import { PercentBar } from "#src/ui/PercentBar.tsx";
import { PercentSlider } from "#src/ui/PercentSlider.tsx";
import { SearchField } from "#src/ui/SearchField.tsx";
import { SegmentedControl } from "#src/ui/SegmentedControl.tsx";
import { TextField } from "#src/ui/TextField.tsx";
import { Toggle } from "#src/ui/Toggle.tsx";
import { useHeldPart } from "../support/useHeldPart.ts";

const TEXT_MAX_LENGTH = 255;

afterEach(cleanup);

test("[APB-10] [VAL-18] a text field accepts at most 255 characters, as the server does", () => {
  const onChange = vi.fn();
  render(<SearchField label="Filter Entitlements" value="" onChange={onChange} />);
  const input = screen.getByLabelText<HTMLInputElement>("Filter Entitlements");
  expect([input.maxLength, TEXT_MAX_LENGTH]).toEqual([255, 255]);
  fireEvent.change(input, { target: { value: "x".repeat(256) } });
  expect(onChange).toHaveBeenLastCalledWith("x".repeat(255));
});

test("[APB-10] a field near its limit shows how much of it is used", () => {
  const { rerender } = render(
    <TextField label="Name" value={"x".repeat(229)} onChange={() => {}} />,
  );
  expect(screen.queryByText(/of 255/)).toBeNull();
  rerender(<TextField label="Name" value={"x".repeat(255)} onChange={() => {}} />);
  expect(screen.getByText("255 of 255")).toBeTruthy();
});

test("[APB-39] the message of a flagged field is its description and makes it invalid", () => {
  const field = (error: string | null) => (
    <SearchField label="Filter Entitlements" value="a" onChange={() => {}} error={error} />
  );
  const { rerender } = render(field(null));
  const input = screen.getByLabelText("Filter Entitlements");
  expect(input.hasAttribute("aria-invalid")).toBe(false);
  expect(input.hasAttribute("aria-describedby")).toBe(false);

  rerender(field("Please clear filter before submitting"));
  expect(input.getAttribute("aria-invalid")).toBe("true");
  const message = document.getElementById(input.getAttribute("aria-describedby") ?? "");
  expect(message?.textContent).toBe("Please clear filter before submitting");
});

test("a field references its description and its error together", () => {
  render(
    <TextField
      label="Name"
      value=""
      onChange={() => {}}
      description="As on the badge."
      error="Gone"
    />,
  );
  const ids = screen.getByLabelText("Name").getAttribute("aria-describedby")?.split(" ") ?? [];
  expect(ids.map((id) => document.getElementById(id)?.textContent)).toEqual([
    "As on the badge.",
    "Gone",
  ]);
});

test("a search field is emptied by its button, which keeps focus in the field, and by Escape", () => {
  function Host() {
    const [value, setValue] = useState("wire");
    return <SearchField label="Filter" value={value} onChange={setValue} />;
  }
  render(<Host />);
  const input = screen.getByLabelText<HTMLInputElement>("Filter");
  fireEvent.click(screen.getByRole("button", { name: "Clear Filter" }));
  expect(input.value).toBe("");
  expect(document.activeElement).toBe(input);
  expect(screen.queryByRole("button")).toBeNull();

  fireEvent.change(input, { target: { value: "room" } });
  fireEvent.keyDown(input, { key: "Escape" });
  expect(input.value).toBe("");
});

test("a password shows and hides", () => {
  function Owner() {
    const eye = useHeldPart();
    return <PasswordField label="Password" value="secret" onChange={() => {}} eye={eye} />;
  }
  render(<Owner />);
  const input = screen.getByLabelText<HTMLInputElement>("Password");
  expect(input.type).toBe("password");
  fireEvent.click(screen.getByRole("button", { name: "Show password" }));
  expect(input.type).toBe("text");
  fireEvent.click(screen.getByRole("button", { name: "Hide password" }));
  expect(input.type).toBe("password");
});

test("[APB-22] [APB-23] [APB-24] a checkbox is checked, unchecked or partial", () => {
  const box = (checked: CheckState) => (
    <Checkbox checked={checked} onChange={() => {}} label="Core Banking" hideLabel />
  );
  const { rerender } = render(box(true));
  const input = screen.getByRole<HTMLInputElement>("checkbox", { name: "Core Banking" });
  expect([input.checked, input.indeterminate]).toEqual([true, false]);
  rerender(box("partial"));
  expect([input.checked, input.indeterminate]).toEqual([false, true]);
  rerender(box(false));
  expect([input.checked, input.indeterminate]).toEqual([false, false]);
});

test("a click on a partial checkbox requests true, on a checked one false", () => {
  const onChange = vi.fn();
  const { rerender } = render(<Checkbox checked="partial" onChange={onChange} label="A" />);
  fireEvent.click(screen.getByRole("checkbox"));
  expect(onChange).toHaveBeenLastCalledWith(true, false);
  rerender(<Checkbox checked onChange={onChange} label="A" />);
  fireEvent.click(screen.getByRole("checkbox"));
  expect(onChange).toHaveBeenLastCalledWith(false, false);
});

test("[APB-18] a toggle is a switch with its label", () => {
  const onChange = vi.fn();
  render(<Toggle checked={false} onChange={onChange} label="Show Hints" />);
  fireEvent.click(screen.getByRole("switch", { name: "Show Hints" }));
  expect(onChange).toHaveBeenCalledExactlyOnceWith(true);
});

test("[APB-5] the slider runs from 30 to 100 and moves by keys", () => {
  const onChange = vi.fn();
  render(<PercentSlider label="Share" value={78} onChange={onChange} />);
  const slider = screen.getByRole<HTMLInputElement>("slider", { name: "Share" });
  expect([slider.min, slider.max, slider.value]).toEqual(["30", "100", "78"]);
  expect(slider.getAttribute("aria-valuetext")).toBe("78%");
  fireEvent.keyDown(slider, { key: "ArrowLeft" });
  expect(onChange).toHaveBeenLastCalledWith(77);
  fireEvent.keyDown(slider, { key: "Home" });
  expect(onChange).toHaveBeenLastCalledWith(30);
  fireEvent.keyDown(slider, { key: "End" });
  expect(onChange).toHaveBeenLastCalledWith(100);
});

test("[APB-6] the slider has marks at the positions of 30, 60, 90 and 100", () => {
  render(<PercentSlider label="Share" value={78} onChange={() => {}} />);
  const at = (mark: string) => screen.getByText(mark).style.left;
  expect(at("30")).toBe("0%");
  expect(Number.parseFloat(at("60"))).toBeCloseTo(42.857, 2);
  expect(Number.parseFloat(at("90"))).toBeCloseTo(85.714, 2);
  expect(at("100")).toBe("100%");
});

test("[APB-7] a number field stays within its limits", () => {
  const onChange = vi.fn();
  const onCommit = vi.fn();
  render(
    <NumberField
      label="Share"
      value={78}
      onChange={onChange}
      onCommit={onCommit}
      min={30}
      max={100}
    />,
  );
  const input = screen.getByLabelText<HTMLInputElement>("Share");
  expect(input.value).toBe("78");
  fireEvent.keyDown(input, { key: "ArrowUp" });
  expect(onChange).toHaveBeenLastCalledWith(79);
  fireEvent.change(input, { target: { value: "250" } });
  fireEvent.blur(input);
  expect(onCommit).toHaveBeenLastCalledWith(100);
  input.focus();
  fireEvent.change(input, { target: { value: "10" } });
  fireEvent.keyDown(input, { key: "Enter" });
  expect(onCommit).toHaveBeenLastCalledWith(30);
  expect(document.activeElement).toBe(input);
});

test("[APB-5] [APB-7] a number that was clamped shows a message until the next input", () => {
  function Field() {
    const [value, setValue] = useState<number | null>(78);
    return (
      <NumberField label="Share" value={value} onChange={setValue} min={30} max={100} tellsLimits />
    );
  }
  render(<Field />);
  const input = screen.getByLabelText<HTMLInputElement>("Share");
  const type = (text: string) => {
    input.focus();
    fireEvent.input(input, { target: { value: text } });
    act(() => input.blur());
  };
  const said = () => screen.getByRole("status").textContent;
  type("80");
  expect(said()).toBe("");
  type("250");
  expect([input.value, said()]).toEqual(["100", "100 is the highest"]);
  type("12");
  expect([input.value, said()]).toEqual(["30", "30 is the lowest"]);
  fireEvent.keyDown(input, { key: "ArrowUp" });
  expect([input.value, said()]).toEqual(["31", ""]);
});

test("[APB-19] a percentage bar shows its percentage as text and length", () => {
  const { container } = render(<PercentBar percent={97.65} />);
  expect(container.textContent).toBe("97.7%");
  const fill = container.querySelector<HTMLElement>("[aria-hidden] > *");
  expect(fill?.style.width).toBe("97.65%");
});

test("a segmented control is a radio group", () => {
  const onChange = vi.fn();
  render(
    <SegmentedControl
      label="Org type"
      value="job-titles"
      onChange={onChange}
      options={[
        { id: "job-titles", label: "Job Titles" },
        { id: "departments", label: "Departments", count: 38 },
      ]}
    />,
  );
  expect(screen.getByRole("group", { name: "Org type" })).toBeTruthy();
  expect(screen.getByRole<HTMLInputElement>("radio", { name: "Job Titles" }).checked).toBe(true);
  fireEvent.click(screen.getByRole("radio", { name: /Departments/ }));
  expect(onChange).toHaveBeenCalledExactlyOnceWith("departments");
});
