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

it("a form that is sent with problems goes to the first of them, each time", () => {
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

it("what is typed is left where it is typed while another field is still wrong", () => {
  render(<Person />);
  send();
  field("last").focus();
  fireEvent.change(field("last"), { target: { value: "L" } });
  expect(document.activeElement).toBe(field("last"));
});
