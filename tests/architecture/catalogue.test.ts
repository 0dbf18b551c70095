/**
 * The catalogue of events matches the app: every declared event is wired, every wired one is declared, and each call is
 * served.
 */
import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { beforeAll, describe, expect, it } from "vitest";
import { codeLoaded } from "#events/actions/app.ts";
import { entitlementsTicked } from "#events/actions/policyBuilder.ts";
import { ALL_CALLS, ALL_EVENTS, eventsIn, isCall } from "#events/catalogue.ts";
import { DOMAINS } from "#events/domains.ts";
import type { AnyCall } from "#events/kernel/call.ts";
import type { EventInfo } from "#events/kernel/event.ts";
import { allProjections } from "#src/kernel/projection.ts";
import { recordableEvents } from "#src/kernel/recorder.ts";

const root = join(import.meta.dirname, "../..");

function modulesIn(folder: string): readonly string[] {
  return (
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
      .filter((path) => path.endsWith(".ts") && !path.endsWith(".d.ts"))
      // A worker's entry point only runs in a worker.
      .filter((path) => !path.endsWith("/logStoreWorker.ts"))
      .map((path) => join(root, folder, path))
  );
}

async function exportsOf(folder: string): Promise<readonly (readonly [string, unknown])[]> {
  const exported: (readonly [string, unknown])[] = [];
  // Sequential, because the test loader may run a module twice when concurrent imports lead to it.
  for (const path of modulesIn(folder)) {
    const module = (await import(pathToFileURL(path).href)) as object;
    exported.push(...Object.entries(module));
  }
  return exported;
}

const eventsOf = ({ requested, succeeded, failed, reset }: AnyCall) => [
  requested,
  succeeded,
  failed,
  reset,
];

/** Calls that the server answers and no screen makes. A call leaves this list when a screen uses it. */
const NOT_MADE_BY_THE_APP: ReadonlySet<string> = new Set([
  "session/getSession",
  "policyChanges/listGrants",
  "policyChanges/listRoleGrants",
  "accessRoles/listRoleEntitlements",
  "clients/saveManagers",
  "clients/reportSecureAgent",
  "connectors/countConnectors",
  "connectors/getConnector",
  "connectors/listApiConnectors",
  "connectors/listConnectorFieldGroups",
  "connectors/listConnectorFields",
  "connectors/listConnectorOptions",
  "connectors/listConnectorTags",
  "connectors/listConnectorsByTag",
  "mappings/listSelfCertifiedMappings",
  "mappings/saveSelfCertifiedMappings",
]);

/** Events that only logs of earlier builds contain. */
const RETIRED: ReadonlySet<EventInfo> = new Set([codeLoaded, entitlementsTicked]);

let actions: readonly EventInfo[];
let calls: readonly AnyCall[];

beforeAll(async () => {
  actions = (await exportsOf("events/actions")).flatMap(([, value]) => eventsIn(value));
  calls = (await exportsOf("events/calls")).map(([, value]) => value).filter(isCall);
  // Models wire themselves when they are imported.
  await exportsOf("src");
});

describe("the catalogue of events", () => {
  it("wires every declared action into the app", () => {
    const unwired = actions.filter(({ type }) => !recordableEvents().has(type));
    expect(new Set(unwired)).toEqual(RETIRED);
    expect(actions.length).toBeGreaterThan(20);
  });

  it("reads every declared action from a log", () => {
    const unknown = actions.filter((action) => ALL_EVENTS.get(action.type) !== action);
    expect(unknown.map(({ type }) => type)).toEqual([]);
    const types = [
      ...actions.map(({ type }) => type),
      ...ALL_CALLS.flatMap(eventsOf).map(({ type }) => type),
    ];
    expect([...ALL_EVENTS.keys()].filter((type) => !types.includes(type))).toEqual([]);
  });

  it("wires every event of every call into the app", () => {
    const unwired = ALL_CALLS.filter(({ name }) => !NOT_MADE_BY_THE_APP.has(name))
      .flatMap(eventsOf)
      .filter(({ type }) => !recordableEvents().has(type));
    expect(unwired.map(({ type }) => type)).toEqual([]);
  });

  it("knows exactly the calls that the app does not make", () => {
    const made = ALL_CALLS.filter(({ requested }) => recordableEvents().has(requested.type));
    expect(made.filter(({ name }) => NOT_MADE_BY_THE_APP.has(name))).toEqual([]);
    const names = ALL_CALLS.map(({ name }) => name);
    expect([...NOT_MADE_BY_THE_APP].filter((name) => !names.includes(name))).toEqual([]);
  });

  it("contains only declarations of events/", () => {
    const declared = new Set<EventInfo>([...actions, ...calls.flatMap(eventsOf)]);
    const strangers = [...recordableEvents().values()].filter((info) => !declared.has(info));
    expect(strangers.map(({ type }) => type)).toEqual([]);
  });

  it("has each type once", () => {
    const types = [...actions, ...calls.flatMap(eventsOf)].map(({ type }) => type);
    expect(types.filter((type, at) => types.indexOf(type) !== at)).toEqual([]);
  });

  it("lists every module of actions and calls in a domain, once", () => {
    const listed = Object.values(DOMAINS).flatMap(({ actions: of, calls: and }) => [of, and]);
    const modules = listed.filter((module) => module !== undefined);
    expect(new Set(modules).size).toBe(modules.length);
    const paths = ["events/actions", "events/calls"].flatMap(modulesIn);
    expect(modules).toHaveLength(paths.length);
  });

  it("lists every call that is declared", () => {
    expect(calls.map(({ name }) => name).toSorted()).toEqual(
      ALL_CALLS.map(({ name }) => name).toSorted(),
    );
  });
});

describe("the projections", () => {
  it("load with the models alone, which need no browser", () => {
    // In a separate process, because here everything is already loaded.
    const code = `
      import "#src/app/models.ts";
      import { allProjections } from "#src/kernel/projection.ts";
      console.log(JSON.stringify([...allProjections().keys()]));`;
    const { stdout, stderr } = spawnSync(
      process.execPath,
      ["--import", "tsx", "--input-type=module", "--eval", code],
      { cwd: root, encoding: "utf8" },
    );
    expect(stderr).toBe("");
    expect(new Set(JSON.parse(stdout))).toEqual(new Set(allProjections().keys()));
  });

  it("use their name as sid, so that another build can read a snapshot", () => {
    expect(allProjections().size).toBeGreaterThan(20);
    for (const [name, { $state }] of allProjections()) expect($state.sid).toBe(name);
  });
});
