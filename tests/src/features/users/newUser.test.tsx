// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { Provider } from "effector-react";
import { afterEach, expect, it } from "vitest";
import { createUser } from "#events/calls/users.ts";
import { newUserForm } from "#src/features/users/listModel.ts";
import { View } from "#src/features/users/ListView.tsx";
import { makeUser } from "../../support/fixtures.ts";
import { createTestApp } from "../../support/scope.ts";

afterEach(cleanup);

it("[VAL-1] focuses the first wrong field on each submit, and sends nothing twice", async () => {
  const app = createTestApp();
  await app.signIn(makeUser());
  await app.open("users", "/users");
  await app.act(newUserForm.toggle, { open: true });
  render(
    <Provider value={app.scope}>
      <View />
    </Provider>,
  );
  const field = (name: string) => screen.getByRole("textbox", { name });
  const create = () => {
    const button = screen.getByRole("button", { name: /Create|Please wait/ });
    button.focus();
    fireEvent.click(button);
  };
  create();
  expect(document.activeElement).toBe(field("Username"));
  create();
  expect(document.activeElement).toBe(field("Username"));
  for (const [name, value] of [
    ["Username", "ada"],
    ["First name", "Ada"],
    ["Last name", "Lovelace"],
    ["Email address", "ada@example.com"],
  ] as const) {
    fireEvent.change(field(name), { target: { value } });
  }
  create();
  create();
  expect(app.waiting(createUser)).toHaveLength(1);
});
