/** Random plans are written to real systems, while the worker is killed and the network fails: the systems end as the plans say. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ObjectContent } from "#events/entities/systemRun.ts";
import type { Configuration, Connection, Connector, Writer } from "#server/connectors/contract.ts";
import { ldapConnector } from "#server/connectors/ldap/index.ts";
import { scimConnector } from "#server/connectors/scim/index.ts";
import { Random } from "#server/demo/random.ts";
import { openScimmy, TOKEN } from "../connectors/scim/scimmy.ts";
import { configurationOf } from "../connectors/ldap/content.ts";
import { environment, readAll } from "../connectors/ldap/support.ts";
import { oneDatabase } from "../support/databases.ts";
import { startFaultyGate, type FaultyGate, type NetworkFault } from "../support/faultyGate.ts";
import { hasSlapd } from "../support/findSlapd.ts";
import { ROOT, startSlapd, SUFFIX, treeLdif, type Slapd } from "../support/slapd.ts";
import {
  approvedPlan,
  EMPTY,
  RIGHTS,
  type PlannedChange,
  type PlanTarget,
} from "./approvedPlan.ts";
import { Killed } from "./memorySystem.ts";

/** Kills and network failures together, for each system. */
const FAULTS = Number(process.env["PROVISION_REAL_FAULTS"] ?? 12);
const TIMEOUT = 30_000 + FAULTS * 5000;
const SEED = 20_266;
const NAMES = ["ann", "ben", "cy", "dee", "eve"];
const TEXTS = ["a", "Zoë, ä + b", "<c>; \\ #"];
/** In one plan. More could make a change fail for good. */
const MAX_KILLS = 9;
const MAX_LOST = 4;

interface Shape {
  readonly connector: Connector;
  readonly accountClass: string;
  readonly groupClass: string;
  readonly nameAttribute: string;
  /** An attribute that any text may change. */
  readonly text: string;
  /** What a new account needs besides. */
  readonly required: (name: string) => Readonly<Record<string, string[]>>;
  readonly configuration: (port: number) => Configuration;
}

interface State {
  readonly text: string;
  readonly active: boolean;
  readonly rights: readonly string[];
}
type States = ReadonlyMap<string, State>;

class Faults {
  readonly #random: Random;
  #kills = 0;
  #lost = 0;
  total = 0;

  constructor(random: Random) {
    this.#random = random;
  }

  begin(): void {
    this.#kills = 0;
    this.#lost = 0;
  }

  /** Of what the connector sends. */
  readonly network = (): NetworkFault => {
    if (this.#lost >= MAX_LOST || this.#random.next() > 0.05) return "none";
    this.#lost += 1;
    this.total += 1;
    return this.#random.next() < 0.5 ? "lostBefore" : "lostAfter";
  };

  /** The worker may be killed before the work, or after it. */
  async around<Result>(work: () => Promise<Result>): Promise<Result> {
    const isKilled = this.#kills < MAX_KILLS && this.#random.next() < 0.15;
    if (!isKilled) return work();
    this.#kills += 1;
    this.total += 1;
    if (this.#random.next() < 0.5) throw new Killed("before");
    await work();
    throw new Killed("after");
  }
}

function killable(connection: Connection, faults: Faults): Connection {
  const { writer: real } = connection;
  if (real === null) throw new Error("No writer");
  const { find } = real;
  const writer: Writer = {
    ...real,
    ...(find && { find: (...key) => faults.around(() => find(...key)) }),
    create: (...change) => faults.around(() => real.create(...change)),
    update: (...change) => faults.around(() => real.update(...change)),
    setActive: (...change) => faults.around(() => real.setActive(...change)),
    remove: (...change) => faults.around(() => real.remove(...change)),
  };
  return { ...connection, writer };
}

/** The system as it is now, and how a plan reaches it. */
async function readTarget(
  shape: Shape,
  ports: { readonly direct: number; readonly faulty: number },
  faults: Faults,
): Promise<PlanTarget> {
  const { connector, accountClass, groupClass, nameAttribute, text, configuration } = shape;
  const connection = await connector.open(configuration(ports.direct), environment());
  const groups = new Map<string, { id: string; members: readonly string[] }>();
  const accounts = new Map<
    string,
    { attributes: Record<string, string[]>; active: boolean | null; rights: string[] }
  >();
  try {
    for (const one of await connection.discoverSchema()) {
      const { objects, end } = await readAll(connection.search(one, 100));
      expect(end.complete).toBe(true);
      for (const { id, name, attributes, active, members } of objects) {
        if (one.name === groupClass) groups.set(name, { id, members: members ?? [] });
        else {
          const kept = [nameAttribute, text].map((key) => [key, [...(attributes[key] ?? [])]]);
          accounts.set(id, { attributes: Object.fromEntries(kept), active, rights: [] });
        }
      }
    }
  } finally {
    await connection.close();
  }
  for (const [name, { members }] of groups) {
    for (const id of members) accounts.get(id)?.rights.push(name);
  }
  return {
    accountClass,
    groupClass,
    nameAttribute,
    mapped: [nameAttribute, text],
    accounts,
    group: (name) => groups.get(name) ?? { id: "", members: [] },
    connect: async () =>
      killable(await connector.open(configuration(ports.faulty), environment()), faults),
  };
}

function statesOf({ accounts, nameAttribute }: PlanTarget, { text }: Shape): States {
  return new Map(
    [...accounts.values()]
      .map(({ attributes, active, rights }) => {
        const state = {
          text: attributes[text]?.[0] ?? "",
          active: active ?? true,
          rights: rights.toSorted(),
        };
        return [attributes[nameAttribute]?.[0] ?? "", state] as const;
      })
      .toSorted(([one], [other]) => (one < other ? -1 : 1)),
  );
}

function randomStates(random: Random): States {
  const found = NAMES.flatMap((name) => {
    if (random.next() < 0.3) return [];
    const state = {
      text: TEXTS[Math.floor(random.next() * TEXTS.length)] ?? "",
      active: random.next() < 0.7,
      rights: RIGHTS.filter(() => random.next() < 0.5),
    };
    return [[name, state] as const];
  });
  return new Map(found);
}

function changesOf(shape: Shape, now: States, later: States): PlannedChange[] {
  const { nameAttribute, text, required } = shape;
  const content = (more: Partial<ObjectContent>) => ({ ...EMPTY, ...more });
  return [...new Set([...now.keys(), ...later.keys()])].flatMap((account): PlannedChange[] => {
    const [old, wanted] = [now.get(account), later.get(account)];
    const attributesOf = (state: State) => ({ [nameAttribute]: [account], [text]: [state.text] });
    if (!old && wanted) {
      const attributes = { ...required(account), ...attributesOf(wanted) };
      const active = wanted.active ? null : false;
      const after = content({ attributes, active, entitlements: [...wanted.rights] });
      return [{ kind: "create", account, before: null, after }];
    }
    if (old && !wanted) {
      const { active } = old;
      const before = content({
        attributes: attributesOf(old),
        active,
        entitlements: [...old.rights],
      });
      return [{ kind: "remove", account, before, after: null }];
    }
    if (!old || !wanted) return [];
    const pair = (kind: PlannedChange["kind"], of: (state: State) => Partial<ObjectContent>) => ({
      kind,
      account,
      before: content(of(old)),
      after: content(of(wanted)),
    });
    const gained = wanted.rights.filter((right) => !old.rights.includes(right));
    const lost = old.rights.filter((right) => !wanted.rights.includes(right));
    return [
      ...(old.active === wanted.active
        ? []
        : [pair(wanted.active ? "enable" : "disable", ({ active }) => ({ active }))]),
      ...(old.text === wanted.text
        ? []
        : [pair("change", (state) => ({ attributes: { [text]: [state.text] } }))]),
      ...(gained.length > 0
        ? [
            {
              kind: "grant" as const,
              account,
              before: EMPTY,
              after: content({ entitlements: gained }),
            },
          ]
        : []),
      ...(lost.length > 0
        ? [
            {
              kind: "revoke" as const,
              account,
              before: content({ entitlements: lost }),
              after: EMPTY,
            },
          ]
        : []),
    ];
  });
}

oneDatabase((database) => {
  /** Plans until enough has failed. */
  const runPlans = async (shape: Shape, port: number) => {
    const random = new Random(SEED);
    const faults = new Faults(random);
    const gate: FaultyGate = await startFaultyGate(port, faults.network);
    const ports = { direct: port, faulty: gate.port };
    try {
      let target = await readTarget(shape, ports, faults);
      while (faults.total < FAULTS) {
        faults.begin();
        const later = randomStates(random);
        const changes = changesOf(shape, statesOf(target, shape), later);
        const plan = await approvedPlan(database.current.db, target, changes);
        expect(await plan.finish()).toMatchObject({ status: "done", problem: null });
        const ended = await plan.changes();
        expect(ended.filter(({ state }) => state !== "applied")).toEqual([]);
        target = await readTarget(shape, ports, faults);
        expect(statesOf(target, shape)).toEqual(later);
        const inDirectory = (await plan.accounts()).map(
          ({ name, active, rights, content: { attributes } }) =>
            [
              name,
              { text: attributes[shape.text]?.[0] ?? "", active: active ?? true, rights },
            ] as const,
        );
        expect(new Map(inDirectory)).toEqual(later);
        expect(await plan.audits()).toHaveLength(changes.length);
      }
    } finally {
      gate.close();
    }
  };

  describe.skipIf(!hasSlapd())("OpenLDAP", () => {
    let slapd: Slapd;
    beforeAll(async () => {
      slapd = await startSlapd(
        [
          treeLdif(["people", "groups"]),
          ...RIGHTS.map(
            (name) =>
              `dn: cn=${name},ou=groups,${SUFFIX}\nobjectClass: groupOfNames\ncn: ${name}\nmember: cn=nobody,${SUFFIX}\n\n`,
          ),
        ].join(""),
      );
    });
    afterAll(() => slapd.stop());

    test("has what each plan says", { timeout: TIMEOUT }, async () => {
      await runPlans(
        {
          connector: ldapConnector,
          accountClass: "inetOrgPerson",
          groupClass: "groupOfNames",
          nameAttribute: "uid",
          text: "description",
          required: (name) => ({ cn: [name], sn: [name] }),
          configuration: (port) => configurationOf({ port }, ROOT),
        },
        slapd.port,
      );
    });
  });

  describe("a SCIM service (SCIMMY)", () => {
    let scimmy: Awaited<ReturnType<typeof openScimmy>>;
    beforeAll(async () => {
      scimmy = await openScimmy();
      for (const displayName of RIGHTS) {
        await fetch(`${scimmy.url}/Groups`, {
          method: "POST",
          headers: {
            authorization: `Bearer ${TOKEN}`,
            "content-type": "application/scim+json",
          },
          body: JSON.stringify({
            schemas: ["urn:ietf:params:scim:schemas:core:2.0:Group"],
            displayName,
          }),
        });
      }
    });
    afterAll(() => scimmy.close());

    test("has what each plan says", { timeout: TIMEOUT }, async () => {
      await runPlans(
        {
          connector: scimConnector,
          accountClass: "User",
          groupClass: "Group",
          nameAttribute: "userName",
          text: "displayName",
          required: () => ({}),
          configuration: (port) => ({
            url: `http://127.0.0.1:${port}/scim/v2`,
            profile: "GENERIC",
            memberSource: "LIST",
            authentication: "BEARER",
            token: TOKEN,
          }),
        },
        Number(new URL(scimmy.url).port),
      );
    });
  });
});
