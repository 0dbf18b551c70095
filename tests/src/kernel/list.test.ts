/** Lists: which page is requested, whose answer counts, and what stays while the next rows load. */
import { createStore } from "effector";
import { Type } from "typebox";
import { beforeEach, describe, expect, it } from "vitest";
import { navigated } from "#events/actions/app.ts";
import { HalList, PagingQuery, Text, Uuid } from "#events/entities/common.ts";
import { defineCall } from "#events/kernel/call.ts";
import { defineEvent } from "#events/kernel/event.ts";
import { defineList } from "#events/kernel/list.ts";
import { Choice, SearchText, SortBy } from "#events/kernel/query.ts";
import { createCall } from "#src/kernel/calls.ts";
import { createDialog } from "#src/kernel/dialog.ts";
import { createList } from "#src/kernel/list.ts";
import { allProjections } from "#src/kernel/projection.ts";
import { createAction } from "#src/kernel/recorder.ts";
import { uuid } from "../support/fixtures.ts";
import { createTestApp, type TestApp } from "../support/scope.ts";

const SEARCH_DELAY = 200;

const listThings = defineCall({
  name: "things/listThings",
  method: "GET",
  endpoint: "/api/things",
  permission: "signedIn",
  schema: {
    query: Type.Object({
      ...PagingQuery,
      size: Type.Optional(Type.Integer()),
      contains: Type.Optional(Text),
      kind: Type.Optional(Text),
    }),
    responses: { 200: HalList("things", Type.Object({ id: Text })) },
  },
});
const deleteThing = defineCall({
  name: "things/deleteThing",
  method: "DELETE",
  endpoint: "/api/things/:thingId",
  permission: "signedIn",
  schema: { params: Type.Object({ thingId: Uuid }), responses: { 200: Type.Object({}) } },
});
const thingList = defineList(
  "things/list",
  Type.Object({
    contains: SearchText,
    kind: Choice(["all", "old"]),
    sort: SortBy(["name", "size"]),
  }),
);

createCall(deleteThing);
const archiveThings = defineCall({
  name: "things/archiveThings",
  method: "POST",
  endpoint: "/api/things/archive",
  permission: "signedIn",
  schema: { responses: { 200: Type.Object({}) } },
});
createCall(archiveThings);
const list = createList(thingList, {
  call: createCall(listThings),
  routes: ["things"],
  source: createStore("client"),
  request: (_client, { contains, kind, sort }) => ({
    query: { sort, ...(contains !== "" && { contains }), ...(kind !== "all" && { kind }) },
  }),
  itemsOf: ({ _embedded }) => _embedded.things,
  pageSize: 10,
  refreshOn: [deleteThing.succeeded],
  deselectOn: [archiveThings.succeeded],
});

/** A call whose schema allows at most 20 items a page. */
const listFew = defineCall({
  name: "things/listFew",
  method: "GET",
  endpoint: "/api/few-things",
  permission: "signedIn",
  schema: {
    query: Type.Object({ page: PagingQuery.page, size: PagingQuery.size }),
    responses: { 200: HalList("things", Type.Object({ id: Text })) },
  },
});
const fewOptions = {
  call: createCall(listFew),
  routes: ["few"],
  inAddress: false,
  source: createStore("client"),
  request: () => ({ query: {} }),
  itemsOf: (body: { readonly _embedded: { readonly things: readonly { id: string }[] } }) =>
    body._embedded.things,
};
createList(defineList("things/fewList", Type.Object({})), fewOptions);

/** The parts of a thing, in a dialog. */
const thingOpened = defineEvent(
  "things/opened",
  1,
  Type.Object({ thingId: Type.Union([Uuid, Type.Null()]) }),
);
const listParts = defineCall({
  name: "things/listParts",
  method: "GET",
  endpoint: "/api/things/:thingId/parts",
  permission: "signedIn",
  schema: {
    params: Type.Object({ thingId: Uuid }),
    query: Type.Object({ ...PagingQuery, contains: Type.Optional(Text) }),
    responses: { 200: HalList("things", Type.Object({ id: Text })) },
  },
});
const openThing = createAction(thingOpened);
const partList = createList(
  defineList("things/parts", Type.Object({ contains: SearchText, kind: Choice(["all", "old"]) })),
  {
    call: createCall(listParts),
    routes: "all",
    inAddress: false,
    source: createDialog("things/open", thingOpened, ({ thingId }) => thingId),
    request: (thingId, { contains }) => ({
      params: { thingId },
      query: { ...(contains !== "" && { contains }) },
    }),
    itemsOf: ({ _embedded }) => _embedded.things,
    startsOn: [thingOpened],
  },
);

let app: TestApp;
const pages = (first: number, total: number, size = 10) => ({
  _embedded: {
    things: Array.from({ length: Math.min(size, total - first * size) }, (_, at) => ({
      id: `t${first * size + at}`,
    })),
  },
  page: { size, number: first, totalElements: total, totalPages: Math.ceil(total / size) },
});
const asked = () => app.waiting(listThings).map(({ input }) => input.query);
const view = () => app.get(list.$view);

beforeEach(async () => {
  app = createTestApp();
  await app.record(navigated, { path: "/things", how: "push" });
  await app.open("things", "/things");
});

describe("a list", () => {
  it("requests its first page once when its screen opens", () => {
    expect(asked()).toEqual([{ sort: "name,asc", page: 0, size: 10 }]);
    expect(view()).toMatchObject({ status: "loading", total: null });
  });

  it("requests the pages whose rows come into view", async () => {
    await app.reply(listThings, pages(0, 95));
    expect(view()).toMatchObject({ status: "ready", total: 95 });
    expect(asked()).toEqual([]);
    await app.act(list.show, { first: 35, end: 45 });
    expect(asked()).toEqual([{ sort: "name,asc", page: 3, size: 10 }]);
    await app.reply(listThings, pages(3, 95));
    await app.reply(listThings, pages(4, 95));
    expect(view().itemAt(44)).toEqual({ id: "t44" });
    expect(view().itemAt(0)).toEqual({ id: "t0" });
    expect(view().itemAt(20)).toBeNull();
  });

  it("takes only the answer of the newest request", async () => {
    await app.act(list.change, { change: { kind: "old" } });
    expect(asked()).toHaveLength(2);
    await app.reply(listThings, pages(0, 7), { index: 1 });
    await app.reply(listThings, pages(0, 95));
    expect(view().total).toBe(7);
  });

  it("searches after a pause in typing, and keeps the rows until the next arrive", async () => {
    await app.reply(listThings, pages(0, 95));
    await app.act(list.search, { text: "a" });
    await app.act(list.search, { text: "ab" });
    expect(view().text).toBe("ab");
    expect(app.delays.map(({ milliseconds }) => milliseconds)).toEqual([
      SEARCH_DELAY,
      SEARCH_DELAY,
    ]);
    await app.elapse("search:");
    expect(asked()).toEqual([]);
    await app.elapse("search:");
    expect(app.history.at(-1)).toEqual({ path: "/things?contains=ab", how: "replace" });
    expect(asked()).toEqual([{ sort: "name,asc", contains: "ab", page: 0, size: 10 }]);
    expect(view()).toMatchObject({ status: "loading", total: 95, hasFilters: true });
    expect(view().itemAt(0)).toEqual({ id: "t0" });
    await app.reply(listThings, pages(0, 0));
    expect(view()).toMatchObject({ status: "ready", total: 0 });
  });

  it("writes filters and order into the address, and clears filters but not the order", async () => {
    await app.act(list.change, { change: { sort: "size,desc" } });
    await app.act(list.change, { change: { kind: "old" } });
    expect(app.history.at(-1)?.path).toBe("/things?kind=old&sort=size%2Cdesc");
    await app.act(list.clear, {});
    expect(app.history.at(-1)?.path).toBe("/things?sort=size%2Cdesc");
    expect(view().hasFilters).toBe(false);
  });

  it("reads an address and ignores invalid parts", async () => {
    await app.record(navigated, {
      path: "/things?kind=new&sort=size,desc&contains=x",
      how: "push",
    });
    await app.open("things", "/things?kind=new&sort=size,desc&contains=x");
    expect(app.get(list.$query)).toEqual({ contains: "x", kind: "all", sort: "size,desc" });
    expect(view().text).toBe("x");
  });

  it("explains why it could not be loaded, and requests again on retry", async () => {
    await app.fail(listThings, { code: "EINTERNAL" });
    expect(view().status).toBe("failed");
    expect(asked()).toEqual([]);
    await app.act(list.retry, {});
    await app.reply(listThings, pages(0, 3));
    expect(view()).toMatchObject({ status: "ready", total: 3, failure: null });
  });

  it("keeps its rows if further ones could not be loaded", async () => {
    await app.reply(listThings, pages(0, 95));
    await app.act(list.show, { first: 50, end: 60 });
    await app.fail(listThings);
    expect(view()).toMatchObject({ status: "ready", total: 95 });
    expect(view().failure).not.toBeNull();
    expect(asked()).toEqual([]);
  });

  it("fetches the visible rows again after an event that changes them", async () => {
    await app.reply(listThings, pages(0, 95));
    await app.act(list.show, { first: 20, end: 30 });
    await app.reply(listThings, pages(2, 95));
    await app.record(deleteThing.succeeded, { status: 200, body: {} });
    expect(asked()).toEqual([{ sort: "name,asc", page: 2, size: 10 }]);
    expect(view().itemAt(0)).toEqual({ id: "t0" });
    await app.reply(listThings, pages(2, 94));
    expect(view().total).toBe(94);
    // Other pages may have changed as well.
    expect(view().itemAt(0)).toBeNull();
  });

  it("requests nothing on another screen, and again when it reopens", async () => {
    await app.reply(listThings, pages(0, 95));
    await app.open("other", "/other");
    expect(asked()).toEqual([]);
    await app.record(navigated, { path: "/things", how: "push" });
    await app.open("things", "/things");
    expect(asked()).toHaveLength(1);
    expect(view()).toMatchObject({ status: "ready", total: 95 });
  });

  it("clears the selection when the query changes", async () => {
    await app.reply(listThings, pages(0, 95));
    await app.act(list.select, { selection: { all: true, ids: ["t3"] } });
    expect(view().selection).toEqual({ all: true, ids: ["t3"] });
    await app.act(list.change, { change: { kind: "old" } });
    expect(view().selection).toEqual({ all: false, ids: [] });
  });
});

it("a list selects nothing after a call that changed the selected rows", async () => {
  const app = createTestApp();
  await app.open("things", "/things");
  await app.act(list.select, { selection: { all: false, ids: ["t3"] } });
  await app.record(deleteThing.succeeded, { status: 200, body: {} });
  expect(app.get(list.$view).selection.ids).toEqual(["t3"]);
  await app.record(archiveThings.succeeded, { status: 200, body: {} });
  expect(app.get(list.$view).selection).toEqual({ all: false, ids: [] });
});

it("a list asks for as many items as its call allows, and cannot ask for more", async () => {
  const few = createTestApp();
  await few.open("few", "/few");
  expect(few.waiting(listFew).map(({ input }) => input.query)).toEqual([{ page: 0, size: 20 }]);
  const tooMany = () =>
    createList(defineList("things/tooMany", Type.Object({})), { ...fewOptions, pageSize: 21 });
  expect(tooMany).toThrow("/api/few-things allows 20 items a page");
});

describe("a list that starts with its dialog", () => {
  const parts = () => app.get(partList.$view);
  const requests = () => app.waiting(listParts).map(({ input }) => input);
  const first = (thingId: string) => ({ params: { thingId }, query: { page: 0, size: 20 } });
  beforeEach(async () => {
    await app.act(openThing, { thingId: uuid(1) });
    await app.reply(listParts, pages(0, 25, 20));
  });

  it("requests its rows again for the same subject and does not show the old ones", async () => {
    await app.act(openThing, { thingId: null });
    expect(requests()).toEqual([]);
    await app.act(openThing, { thingId: uuid(1) });
    expect(requests()).toEqual([first(uuid(1))]);
    expect(parts()).toMatchObject({ status: "loading", total: null });
    expect(parts().itemAt(0)).toBeNull();
    await app.reply(listParts, pages(0, 3));
    expect(parts()).toMatchObject({ status: "ready", total: 3 });
    expect(requests()).toEqual([]);
  });

  it("starts without search, filters and selection, and keeps column widths", async () => {
    await app.act(partList.search, { text: "a" });
    await app.elapse("search:");
    await app.reply(listParts, pages(0, 1));
    await app.act(partList.change, { change: { kind: "old" } });
    await app.act(partList.select, { selection: { all: true, ids: [] } });
    await app.act(partList.resize, { column: "id", width: 90 });
    // Typed, but not searched for before the next thing opens.
    await app.act(partList.search, { text: "ab" });
    await app.act(openThing, { thingId: uuid(2) });
    await app.elapse("search:");
    expect(requests()).toEqual([first(uuid(2))]);
    expect(parts()).toMatchObject({
      query: { contains: "", kind: "all" },
      text: "",
      hasFilters: false,
      selection: { all: false, ids: [] },
      widths: { id: 90 },
    });
  });

  it("records no action of the user besides the opening, and replays to the same state", async () => {
    await app.act(partList.change, { change: { kind: "old" } });
    await app.act(openThing, { thingId: uuid(2) });
    await app.reply(listParts, pages(0, 3));
    expect(app.log.filter(({ type }) => type === "things/partsFiltersCleared")).toEqual([]);
    const list = allProjections().get("things/parts");
    const replayed = app.log.reduce((state, event) => list?.evolve(state, event), list?.initial);
    expect(replayed).toEqual(list && app.get(list.$state));
  });
});
