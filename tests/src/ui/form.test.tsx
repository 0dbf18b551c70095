// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { afterEach, expect, it } from "vitest";
import { Form } from "#src/ui/Form.tsx";
import { TextField } from "#src/ui/TextField.tsx";

afterEach(cleanup);

function Person() {
  const [values, setValues] = useState({ first: "", last: "" });
  const [isRefused, setRefused] = useState(false);
  const problem = (value: string) => (isRefused && value === "" ? "It is required" : null);
  return (
    <Form label="Person" onSubmit={() => setRefused(true)}>
      {(["first", "last"] as const).map((field) => (
        <TextField
          key={field}
          label={field}
          name={field}
          value={values[field]}
          error={problem(values[field])}
          onChange={(value) => setValues({ ...values, [field]: value })}
        />
      ))}
      <button type="submit">Send</button>
    </Form>
  );
}
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const send = () => {
  screen.getByRole("button").focus();
  fireEvent.click(screen.getByRole("button"));
};

it("each submit with problems focuses the first of them", () => {
  render(<Person />);
  send();
  expect(document.activeElement).toBe(field("first"));
  send();
  expect(document.activeElement).toBe(field("first"));
  fireEvent.change(field("first"), { target: { value: "Ann" } });
  expect(document.activeElement).toBe(field("first"));
  send();
  expect(document.activeElement).toBe(field("last"));
});

it("typing keeps the focus in its field while another field is still wrong", () => {
  render(<Person />);
  send();
  field("last").focus();
  fireEvent.change(field("last"), { target: { value: "L" } });
  expect(document.activeElement).toBe(field("last"));
});
