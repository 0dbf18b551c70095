import { beforeEach, expect, it } from "vitest";
import { navigated } from "#events/actions/app.ts";
import { deleteUser, listUsers } from "#events/calls/users.ts";
import { userList } from "#src/features/users/listModel.ts";
import { halList, makeUser, uuid } from "../../support/fixtures.ts";
import { createTestApp, type TestApp } from "../../support/scope.ts";
import { makeListedUser } from "./fixtures.ts";

const SEARCH_DELAY = 200;

let app: TestApp;
beforeEach(async () => {
  app = createTestApp();
  await app.signIn(makeUser());
  await app.record(navigated, { path: "/users", how: "push" });
  await app.open("users", "/users");
});

const asked = () => app.waiting(listUsers).map(({ input }) => input.query);
const address = () => app.history.at(-1)?.path;
/** Answers the oldest request with its page of that many users. */
const answer = async (total: number) => {
  const query = app.waiting(listUsers)[0]?.input.query ?? {};
  const { page = 0, size = 0 }: { page?: number; size?: number } = query;
  const count = Math.max(0, Math.min(size, total - page * size));
  const users = Array.from({ length: count }, (_, at) => makeListedUser(page * size + at));
  await app.reply(listUsers, halList("users", users, { size, number: page, totalElements: total }));
};
const nameAt = (index: number) => app.get(userList.$view).itemAt(index)?.username;

it("[USER-1] requests the first page, and others as their rows come into view", async () => {
  expect(asked()).toEqual([{ status: "active", sort: "name,asc", page: 0, size: 100 }]);
  expect(app.get(userList.$view).status).toBe("loading");
  await answer(200_000);
  expect(app.get(userList.$view).status).toBe("ready");
  expect(asked()).toEqual([]);
  await app.act(userList.show, { first: 150_090, end: 150_120 });
  await app.act(userList.show, { first: 99_990, end: 100_020 });
  expect(asked()).toMatchObject([{ page: 1500 }, { page: 999 }]);
  // The rows of the first request have left the view.
  await answer(200_000);
  await answer(200_000);
  expect(asked()).toMatchObject([{ page: 1000 }]);
  await answer(200_000);
  expect(asked()).toEqual([]);
  expect([nameAt(0), nameAt(99_990), nameAt(100_000), nameAt(5000)]).toEqual([
    "user0",
    "user99990",
    "user100000",
    undefined,
  ]);
});

it("writes each choice into the address, and shows the old rows until the new ones arrive", async () => {
  await answer(3);
  await app.act(userList.change, { change: { status: "archived" } });
  await app.act(userList.change, { change: { manager: "hr" } });
  await app.act(userList.change, { change: { sort: "email,desc" } });
  expect(address()).toBe("/users?status=archived&manager=hr&sort=email%2Cdesc");
  await app.open("users", address() ?? "");
  expect([app.get(userList.$view).status, nameAt(0)]).toEqual(["loading", "user0"]);
  expect(asked().at(-1)).toMatchObject({ status: "archived", manager: "hr", sort: "email,desc" });
  // The answers to the first two choices are no longer wanted.
  await answer(9);
  await answer(9);
  await answer(0);
  expect([app.get(userList.$view).status, nameAt(0)]).toEqual(["ready", undefined]);
});

it("searches after a pause in typing, and drops an answer to an earlier search", async () => {
  await answer(3);
  await app.act(userList.search, { text: "a" });
  await app.act(userList.search, { text: "ad" });
  expect(app.delays.at(-1)?.milliseconds).toBe(SEARCH_DELAY);
  await app.elapse("search:");
  expect(address()).toBe("/users");
  await app.elapse("search:");
  expect(address()).toBe("/users?contains=ad");
  await app.open("users", "/users?contains=ad");
  await app.record(navigated, { path: "/users?contains=ada", how: "push" });
  await app.open("users", "/users?contains=ada");
  expect(app.get(userList.$view).text).toBe("ada");
  await answer(1);
  expect(app.get(userList.$view).status).toBe("loading");
  await answer(2);
  expect([app.get(userList.$view).status, app.get(userList.$view).total]).toEqual(["ready", 2]);
});

it("a failed list reports it, requests nothing automatically, and can be retried", async () => {
  await app.fail(listUsers);
  await app.act(userList.show, { first: 0, end: 20 });
  expect([app.get(userList.$view).status, asked()]).toEqual(["failed", []]);
  await app.act(userList.retry, {});
  await answer(1);
  expect(app.get(userList.$view).status).toBe("ready");
});

it("[USER-10] a deletion fetches the list again", async () => {
  await answer(3);
  await app.record(deleteUser.succeeded, { status: 200, body: { id: uuid(7000), isGone: true } });
  expect(asked()).toMatchObject([{ page: 0 }]);
});
