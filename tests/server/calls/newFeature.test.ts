/**
 * A feature that no test names, with a screen in the menu, a list, a form and three calls. It is added to the lists of
 * features and domains as the product would do it. Every generated check then covers it, and detects its faults.
 */
import { randomUUID } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { Type } from "typebox";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { ClientParams, HalList, PagingQuery, Text, Uuid } from "#events/entities/common.ts";
import type * as domains from "#events/domains.ts";
import { defineCall } from "#events/kernel/call.ts";
import { defineForm } from "#events/kernel/form.ts";
import { defineList } from "#events/kernel/list.ts";
import type * as serverDomains from "#server/domains.ts";
import { pageInfo, readPage } from "#server/lists/paging.ts";
import { mountCall } from "#server/mount.ts";
import { notFound } from "#server/plugins/errors.ts";
import type * as features from "#src/app/features.ts";
import type { Feature } from "#src/kernel/feature.ts";
import { routeAddress } from "#src/kernel/route.ts";
import type * as examples from "../../../e2e/support/screens/examples.ts";
import { oneDatabase } from "../support/databases.ts";

const Thing = Type.Object({ id: Uuid, name: Text });
type Thing = Type.Static<typeof Thing>;
const ThingParams = Type.Object({ clientId: Uuid, thingId: Uuid });

const listThings = defineCall({
  name: "things/listThings",
  method: "GET",
  endpoint: "/api/clients/:clientId/things",
  permission: "RoleMapping",
  schema: {
    params: ClientParams,
    query: Type.Object({ ...PagingQuery, contains: Type.Optional(Text) }),
    responses: { 200: HalList("things", Thing) },
  },
});
const createThing = defineCall({
  name: "things/createThing",
  method: "POST",
  endpoint: "/api/clients/:clientId/things",
  permission: "RoleMapping",
  schema: {
    params: ClientParams,
    body: Type.Object({ name: Text }),
    responses: { 201: Thing },
  },
});
const renameThing = defineCall({
  name: "things/renameThing",
  method: "PUT",
  endpoint: "/api/clients/:clientId/things/:thingId",
  permission: "RoleMapping",
  schema: {
    params: ThingParams,
    body: Type.Object({ name: Text }),
    responses: { 200: Thing },
  },
});
const CALLS = [listThings, createThing, renameThing];

const DOMAIN = {
  calls: { listThings, createThing, renameThing },
  actions: {
    things: defineList("things/things", listThings.schema.query),
    form: defineForm("things/form", createThing.schema.body),
  },
};

const FEATURE: Feature = {
  routes: [
    {
      ...routeAddress("things", "/things"),
      title: { en: "Things", de: "Dinge" },
      permission: "RoleMapping",
      layout: "frame",
      menu: { group: "audit", order: 99, icon: "reports", label: { en: "Things", de: "Dinge" } },
      load: async () => (await import("node:util")) && { View: () => null },
    },
    {
      ...routeAddress("thing", "/things/:thingId"),
      title: { en: "Thing", de: "Ding" },
      permission: "RoleMapping",
      layout: "frame",
      breadcrumb: { parent: routeAddress("things", "/things") },
      load: async () => (await import("node:util")) && { View: () => null },
    },
  ],
};

/** A server fault that a check must find. */
const faults = { ignoresClient: false };

function mountThings(app: FastifyInstance): void {
  const things = new Map<string, Thing & { readonly clientId: string }>();
  mountCall(app, listThings, async ({ query }, { client }) => {
    const page = readPage(query);
    const own = [...things.values()].filter(({ clientId }) => clientId === client.id);
    const shown = own.slice(page.size * page.number, page.size * (page.number + 1));
    const body = { _embedded: { things: shown.map(toThing) }, page: pageInfo(page, own.length) };
    return { status: 200, body };
  });
  mountCall(app, createThing, async ({ body: { name } }, { client }) => {
    const thing = { id: randomUUID(), name, clientId: client.id };
    things.set(thing.id, thing);
    return { status: 201, body: toThing(thing) };
  });
  mountCall(app, renameThing, async ({ params: { thingId }, body: { name } }, { client }) => {
    const thing = things.get(thingId);
    if (!thing || (thing.clientId !== client.id && !faults.ignoresClient)) {
      throw notFound("resources.notFound");
    }
    things.set(thingId, { ...thing, name });
    return { status: 200, body: toThing({ ...thing, name }) };
  });
}

function toThing({ id, name }: Thing): Thing {
  return { id, name };
}

vi.doMock("#events/domains.ts", async (original) => {
  const { DOMAINS } = await original<typeof domains>();
  return { DOMAINS: { ...DOMAINS, things: DOMAIN } };
});
vi.doMock("#server/domains.ts", async (original) => {
  const { DOMAINS } = await original<typeof serverDomains>();
  return { DOMAINS: [...DOMAINS, mountThings] };
});
vi.doMock("#src/app/features.ts", async (original) => {
  const { FEATURES } = await original<typeof features>();
  return { FEATURES: [...FEATURES, FEATURE] };
});
vi.doMock("../../../e2e/support/screens/examples.ts", async (original) => {
  const { EXAMPLES } = await original<typeof examples>();
  return { EXAMPLES: { ...EXAMPLES, thingId: async () => ({ value: randomUUID() }) } };
});
const { ALL_CALLS, ALL_EVENTS } = await import("#events/catalogue.ts");
const { ROUTES } = await import("#src/app/routes.ts");
const { missingExamples, ROUTE_SCREENS } =
  await import("../../../e2e/support/screens/routeScreens.ts");
const { ROUTE_CHECKS } = await import("../../src/app/routeChecks.ts");
const { checksOf, REFUSED, serveCalls, TAKEN } = await import("./checks.ts");
afterAll(() => {
  vi.doUnmock("#events/domains.ts");
  vi.doUnmock("#server/domains.ts");
  vi.doUnmock("#src/app/features.ts");
  vi.doUnmock("../../../e2e/support/screens/examples.ts");
});

test("the generated checks cover the feature", () => {
  expect(ALL_CALLS).toEqual(expect.arrayContaining(CALLS));
  expect(ROUTES).toEqual(expect.arrayContaining([...(FEATURE.routes ?? [])]));
  expect([...ALL_EVENTS.keys()]).toContain(createThing.requested.type);
});

describe.each((FEATURE.routes ?? []).map((route) => [route.path, route] as const))(
  "its screen %s",
  (_path, route) => {
    for (const { title, concerns, run } of ROUTE_CHECKS) {
      if (concerns(route)) test(title, () => run(route));
    }
  },
);

test("the journeys open its screens as they open all others", () => {
  expect(ROUTE_SCREENS.map(({ name, isForVisitors }) => ({ name, isForVisitors }))).toEqual(
    expect.arrayContaining([
      { name: "Things (/things)", isForVisitors: false },
      { name: "Thing (/things/:thingId)", isForVisitors: false },
    ]),
  );
});

test("a screen that no journey can open says where an example is missing", () => {
  expect(missingExamples("/things/:thingId/parts/:partId")).toEqual([
    'No example stands for the parameter "partId" of /things/:thingId/parts/:partId: add one to e2e/support/screens/examples.ts, so that the journeys can open the screen.',
  ]);
});

test("one of its screens is covered by each kind of check", () => {
  const unused = ROUTE_CHECKS.filter(({ concerns }) => !FEATURE.routes?.some(concerns));
  expect(unused).toEqual([]);
});

oneDatabase((database) => {
  let calls: Awaited<ReturnType<typeof serveCalls>>;
  beforeAll(async () => {
    calls = await serveCalls(database, ALL_CALLS, []);
    return () => calls.close();
  });

  const checks = [...TAKEN, ...REFUSED];
  describe.each(CALLS.map((call) => [call.name, call] as const))("its call %s", (_name, call) => {
    for (const { title, run } of checksOf(checks, call)) test(title, () => run(call, calls));
  });

  test("one of its calls is covered by each kind of check", () => {
    const unused = checks.filter(({ concerns }) => !CALLS.some(concerns));
    expect(unused).toEqual([]);
  });

  const failureOf = (title: string, call: (typeof ALL_CALLS)[number]) => {
    const check = checks.find((one) => one.title === title);
    if (!check) throw new Error(`There is no check "${title}"`);
    return check.run(call, calls).then(
      () => null,
      (error: unknown) => error,
    );
  };

  test("a call that reaches another client's data fails its check", async () => {
    const title = "answers for the id of a foreign thing as for an unknown one";
    faults.ignoresClient = true;
    expect(await failureOf(title, renameThing)).not.toBeNull();
    faults.ignoresClient = false;
    expect(await failureOf(title, renameThing)).toBeNull();
  });

  test("a call for everybody that is declared for a permission fails its check", async () => {
    const open = { ...createThing, endpoint: "/api/clients/:clientId/support-requests" };
    expect(await failureOf("refuses users who lack the permission", open)).not.toBeNull();
  });

  test("a call that accepts what its declaration refuses fails its check", async () => {
    const strict = {
      ...createThing,
      schema: { ...createThing.schema, body: Type.Object({ name: Text, colour: Text }) },
    };
    const title =
      "refuses a body of another type, and one with a field of another type, too many or missing";
    expect(await failureOf(title, strict)).not.toBeNull();
  });
});
