/** The list of systems, the calls of one system, and the choice of a connector. */
import { beforeEach, describe, expect, it } from "vitest";
import { listConnectors } from "#events/calls/connectors.ts";
import { listObjectClasses, listSystems } from "#events/calls/systems.ts";
import type { ConnectedSystem } from "#events/entities/system.ts";
import {
  confirmCall,
  createSystemCall,
  deleteCall,
  pauseCall,
  publishCall,
  saveConfigurationCall,
  saveSetupCall,
  testCall,
} from "#src/features/systems/calls.ts";
import {
  chooseConnector,
  $filters,
  filterCatalogue,
  newSystemForm,
  $selectedId,
} from "#src/features/systems/catalogueModel.ts";
import { $objectClasses } from "#src/features/systems/configurationModel.ts";
import { systemList } from "#src/features/systems/listModel.ts";
import { halList, makeUser, uuid } from "../../support/fixtures.ts";
import { createTestApp, type TestApp } from "../../support/scope.ts";
import { makeConnector } from "./support.ts";

const ID = uuid(50);
const CLIENT = uuid(1);

const makeSystem = (n: number): ConnectedSystem => ({
  id: uuid(100 + n),
  resourceId: uuid(100 + n),
  connectorId: 1,
  name: `System ${n}`,
  description: "",
  type: null,
  kind: "export",
  connector: { name: "csv", type: "export", supportsActivation: false },
  confirmed: false,
  locked: false,
  published: false,
  unpublishedChanges: false,
  progress: { initialImportComplete: false },
  inbound: true,
  outbound: false,
  importTaskOid: null,
  paused: false,
  ownerId: null,
  owner: null,
  nextRunAt: null,
  lastRunAt: null,
  testedAt: null,
  test: null,
  capabilities: null,
  openTaskCount: 0,
  accountCount: 0,
  entitlementCount: 0,
  version: 1,
});

let app: TestApp;
beforeEach(async () => {
  app = createTestApp();
  await app.signIn(makeUser());
});

describe("the list of systems", () => {
  it("[RES-20] a further page is appended to the pages that are shown", async () => {
    await app.open("systems", "/resources");
    const all = Array.from({ length: 120 }, (_, at) => makeSystem(at));
    const answer = () => {
      const { page = 0, size = 20 } = (app.waiting(listSystems)[0]?.input.query ?? {}) as {
        page?: number;
        size?: number;
      };
      const items = all.slice(page * size, (page + 1) * size);
      const info = { size, totalElements: 120, totalPages: Math.ceil(120 / size), number: page };
      return app.reply(listSystems, halList("systems", items, info));
    };
    await answer();
    const shown = () => all.map((_one, at) => app.get(systemList.$view).itemAt(at));
    const first = shown().filter((item) => item !== null).length;
    expect(first).toBeGreaterThan(0);
    expect(first).toBeLessThan(120);
    await app.act(systemList.show, { first: first - 1, end: first + 5 });
    await answer();
    expect(shown().filter((item) => item !== null).length).toBeGreaterThan(first);
    expect(shown().slice(0, first + 5)).toEqual(all.slice(0, first + 5));
  });
});

describe("the calls of resources", () => {
  const params = { clientId: CLIENT, resourceId: ID };
  const version = { version: 1 };
  const setup = { name: "Keys", description: "", ownerId: null };

  it("[RES-10] [RES-25] [CONN-14] each have a status of their own", async () => {
    const calls = [
      createSystemCall,
      saveSetupCall,
      saveConfigurationCall,
      testCall,
      publishCall,
      confirmCall,
      pauseCall,
      deleteCall,
    ];
    const statuses = () => calls.map((call) => app.get(call.$status));
    const begin = [
      () =>
        app.act(createSystemCall.start, {
          cause: null,
          params: { clientId: CLIENT },
          body: { ...setup, connectorId: 1, kind: "export" },
        }),
      () => app.act(saveSetupCall.start, { cause: null, params, body: { ...setup, ...version } }),
      () =>
        app.act(saveConfigurationCall.start, {
          cause: null,
          params,
          body: { values: [], secrets: [], ...version },
        }),
      () => app.act(testCall.start, { cause: null, params }),
      () => app.act(publishCall.start, { cause: null, params, body: version }),
      () => app.act(confirmCall.start, { cause: null, params, body: version }),
      () => app.act(pauseCall.start, { cause: null, params, body: { paused: true, ...version } }),
      () =>
        app.act(deleteCall.start, {
          cause: null,
          params,
          body: { fingerprint: "", removesGrants: false },
        }),
    ];
    for (const [at, start] of begin.entries()) {
      await start();
      expect(statuses()).toEqual(
        calls.map((_call, other) => (other <= at ? "InProgress" : "NotStarted")),
      );
    }
    await app.fail(saveConfigurationCall.definition);
    expect(statuses().filter((status) => status === "Fail")).toHaveLength(1);
    expect(app.get(saveConfigurationCall.$status)).toBe("Fail");
  });
});

describe("the object classes of a resource", () => {
  it("[RES-6] hold the types of entitlements beside those of accounts", async () => {
    const path = `/resources/${ID}/configuration`;
    await app.open("systemConfiguration", path, { resourceId: ID });
    const objectClass = (name: string, role: "account" | "entitlement") => ({
      name,
      role,
      idAttribute: "id",
      nameAttribute: "id",
      memberAttribute: role === "entitlement" ? "member" : null,
      attributes: [],
    });
    const objectClasses = [
      objectClass("inetOrgPerson", "account"),
      objectClass("groupOfNames", "entitlement"),
    ];
    await app.reply(listObjectClasses, { resourceId: ID, objectClasses });
    expect(app.get($objectClasses).value).toEqual({ resourceId: ID, objectClasses });
  });
});

describe("the choice of a connector", () => {
  it("[CONN-13] is -1 by default, and again after another screen", async () => {
    expect(app.get($selectedId)).toBe(-1);
    await app.open("addResource", "/add-resource");
    expect(app.waiting(listConnectors)).toHaveLength(1);
    await app.act(chooseConnector, { connectorId: 5 });
    expect(app.get($selectedId)).toBe(5);
    await app.open("systems", "/resources");
    expect(app.get($selectedId)).toBe(-1);
  });

  it("shows the connectors of the kind that the address names, until the user filters otherwise", async () => {
    await app.open("addResource", "/add-resource?kind=hr");
    expect(app.get($filters)).toEqual({ contains: "", kind: "hr", tag: "all" });
    await app.act(filterCatalogue, { change: { kind: "all" } });
    expect(app.get($filters).kind).toBe("all");
    await app.open("systems", "/resources");
    for (const address of ["/add-resource", "/add-resource?kind=toString"]) {
      await app.open("addResource", address);
      expect(app.get($filters).kind).toBe("all");
    }
  });

  it("offers the kind that is filtered first for a new system", async () => {
    await app.open("addResource", "/add-resource?kind=hr");
    const connector = makeConnector(2, "ldap", { kinds: ["export", "hr"], tags: ["directory"] });
    await app.reply(listConnectors, halList("connectors", [connector]));
    await app.act(chooseConnector, { connectorId: 2 });
    expect(app.get(newSystemForm.$view)?.values.kind).toBe("hr");
    await app.act(filterCatalogue, { change: { kind: "all" } });
    expect(app.get(newSystemForm.$view)?.values.kind).toBe("export");
  });
});
