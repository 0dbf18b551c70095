// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { Provider } from "effector-react";
import { afterEach, expect, it } from "vitest";
import { clientChosen } from "#events/actions/session.ts";
import { ClientMenu } from "#src/app/ClientMenu.tsx";
import { makeClient, makeUser, uuid } from "../support/fixtures.ts";
import { createTestApp } from "../support/scope.ts";

afterEach(cleanup);

async function show(count: number) {
  const clients = Array.from({ length: count }, (_, at) =>
    makeClient({ id: uuid(100 + at), name: `Client ${at + 1}` }),
  );
  const app = createTestApp();
  await app.signIn(makeUser({ client: clients[0] ?? null, clients }));
  render(
    <Provider value={app.scope}>
      <ClientMenu />
    </Provider>,
  );
  return app;
}
const chosenIn = (app: Awaited<ReturnType<typeof show>>) =>
  app.envelopes(clientChosen).map(({ payload }) => payload.clientId);

it("a single client is shown by name only", async () => {
  await show(1);
  expect(screen.getByText("Client 1")).toBeTruthy();
  expect(screen.queryByRole("button")).toBeNull();
});

it("several clients are listed, and the current one is marked and changes nothing", async () => {
  const app = await show(3);
  fireEvent.click(screen.getByRole("button", { name: "Client: Client 1" }));
  expect((await screen.findAllByRole("menuitemradio")).map((item) => item.textContent)).toEqual([
    "Client 1",
    "Client 2",
    "Client 3",
  ]);
  fireEvent.click(screen.getByRole("menuitemradio", { checked: true }));
  expect(chosenIn(app)).toEqual([]);
  fireEvent.click(screen.getByRole("button", { name: "Client: Client 1" }));
  fireEvent.click(await screen.findByRole("menuitemradio", { name: "Client 3" }));
  expect(chosenIn(app)).toEqual([uuid(102)]);
});

it("many clients can be searched by a part of their name", async () => {
  const app = await show(30);
  fireEvent.click(screen.getByRole("button", { name: "Client: Client 1" }));
  const search = await screen.findByRole("searchbox", { name: "Search Clients" });
  expect(screen.getByRole("button", { current: true }).textContent).toBe("Client 1");
  fireEvent.change(search, { target: { value: "zebra" } });
  expect(screen.getByRole("status").textContent).toBe("No match");
  fireEvent.change(search, { target: { value: "CLIENT 2" } });
  expect(screen.getAllByRole("listitem")).toHaveLength(11);
  search.focus();
  fireEvent.keyDown(search, { key: "ArrowDown" });
  expect(document.activeElement?.textContent).toBe("Client 2");
  fireEvent.click(screen.getByRole("button", { name: "Client 27" }));
  expect(chosenIn(app)).toEqual([uuid(126)]);
  await waitFor(() => expect(screen.queryByRole("searchbox")).toBeNull());
});
