// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { FormPanel } from "#src/ui/form-panel/FormPanel.tsx";
import type { FormState } from "#src/ui/form-panel/types.ts";

afterEach(cleanup);

const onChange = vi.fn();
const onSubmit = vi.fn();
beforeEach(() => vi.clearAllMocks());
const READY: FormState = {
  isOpen: false,
  onClose: () => {},
  values: { subject: "Ledger", message: "" },
  problems: {},
  isChanged: false,
  isIdle: false,
  isSaved: false,
  isBusy: false,
  failure: null,
  onChange,
  onSubmit,
  onDiscard: () => {},
};
const panel = (form: FormState) => (
  <FormPanel
    label="New request"
    form={form}
    failedTitle="Couldn't send the request"
    submitLabel="Send"
    sections={[
      {
        fields: [
          { name: "subject", kind: "text", label: "Subject", required: true },
          { name: "message", kind: "textarea", label: "Message", maxLength: 100, required: true },
        ],
      },
    ]}
  />
);
const field = (name: string) => screen.getByRole("textbox", { name });
const describedBy = (name: string) =>
  (field(name).getAttribute("aria-describedby") ?? "")
    .split(" ")
    .map((id) => document.getElementById(id)?.textContent)
    .join(" ");

it("says what was typed by field, and submits", () => {
  render(panel(READY));
  fireEvent.change(field("Message"), { target: { value: "It fails." } });
  expect(onChange.mock.calls).toEqual([[{ message: "It fails." }]]);
  fireEvent.submit(screen.getByRole("form", { name: "New request" }));
  expect(onSubmit).toHaveBeenCalledOnce();
});

it("shows each problem at its field until it is gone", () => {
  const { rerender } = render(
    panel({
      ...READY,
      problems: { subject: "Subject is required", message: "Message is required" },
    }),
  );
  expect(describedBy("Subject")).toContain("Subject is required");
  expect(describedBy("Message")).toContain("Message is required");
  expect(field("Message").getAttribute("aria-invalid")).toBe("true");
  expect(screen.queryByRole("alert")).toBeNull();
  rerender(panel({ ...READY, problems: { message: "Message is required" } }));
  expect(screen.queryByText("Subject is required")).toBeNull();
  expect(field("Subject").getAttribute("aria-invalid")).not.toBe("true");
});

it("shows why it could not be sent above the fields, and that the text is kept", () => {
  render(
    panel({
      ...READY,
      isChanged: true,
      failure: { isOutdated: false, text: "The server does not answer." },
    }),
  );
  const alert = screen.getByRole("alert").textContent;
  expect(alert).toContain("Couldn't send the request");
  expect(alert).toContain("The server does not answer.");
  expect(screen.getByDisplayValue("Ledger")).toBeTruthy();
});

it("waits while it is sent", () => {
  render(panel({ ...READY, isBusy: true }));
  expect(screen.getByRole("button", { name: "Please wait..." })).toBeTruthy();
});
