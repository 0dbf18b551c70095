// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { Provider } from "effector-react";
import { afterEach, expect, it } from "vitest";
import { navigated } from "#events/actions/app.ts";
import { listCaseOwners, listCases } from "#events/calls/cases.ts";
import { View } from "#src/features/cases/ListView.tsx";
import { halList, makeUser, uuid } from "../../support/fixtures.ts";
import { createTestApp } from "../../support/scope.ts";
import { CASE } from "./support.ts";

afterEach(cleanup);

const ANN = { id: uuid(71), username: "ann" };
const BOB = { id: uuid(72), username: "bob" };
async function show(path: string) {
  const app = createTestApp();
  await app.signIn(makeUser());
  await app.record(navigated, { path, how: "push" });
  await app.open("cases", path);
  render(
    <Provider value={app.scope}>
      <View />
    </Provider>,
  );
  return app;
}

const chosen = () => {
  const filter = screen.getByRole("combobox", { name: "Owner" });
  if (!(filter instanceof HTMLSelectElement)) throw new Error("no select");
  return [...filter.options].find(({ value }) => value === filter.value)?.textContent;
};

it("[IDN-8] the owner's filter names the owner of the listed cases, who may be none of its choices", async () => {
  const app = await show(`/cases?owner=${BOB.id}`);
  expect(chosen()).toBe("The chosen user");
  await act(() => app.fail(listCaseOwners));
  expect(chosen()).toBe("The chosen user");
  await act(() =>
    app.reply(listCases, halList("cases", [{ ...CASE, ownerId: BOB.id, owner: BOB.username }])),
  );
  expect(chosen()).toBe("bob");
});

it("[IDN-8] the owner's filter offers everybody, the user, nobody, and the owners of cases", async () => {
  const app = await show("/cases");
  await act(() => app.reply(listCaseOwners, halList("owners", [ANN, BOB])));
  const filter = screen.getByRole("combobox", { name: "Owner" });
  expect([...filter.children].map(({ textContent }) => textContent)).toEqual([
    "Anyone",
    "Me",
    "Nobody",
    "ann",
    "bob",
  ]);
  for (const [owner, asked] of [
    ["nobody", { unowned: "true" }],
    [ANN.id, { ownerId: ANN.id }],
  ] as const) {
    await act(async () => {
      fireEvent.change(filter, { target: { value: owner } });
      await app.settle();
    });
    expect(app.waiting(listCases).at(-1)?.input.query).toMatchObject(asked);
    expect(chosen()).toBe(owner === ANN.id ? "ann" : "Nobody");
  }
  await act(async () => {
    fireEvent.change(filter, { target: { value: "" } });
    await app.settle();
  });
  expect(app.waiting(listCases).at(-1)?.input.query).not.toHaveProperty("ownerId");
  expect(chosen()).toBe("Anyone");
});
