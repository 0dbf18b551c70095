/** A system with rules and five accounts, the people that they may belong to, and the calls about them. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect } from "vitest";
import {
  DEFAULT_SIMULATION,
  type Correlation,
  type CorrelationResult,
  type Simulation,
} from "#events/entities/correlation.ts";
import { simulate } from "#server/correlation/simulate.ts";
import { contentText } from "#server/systems/runs/content.ts";
import type { Browser, TestApi } from "../support/api.ts";
import type { TestDatabase } from "../support/databases.ts";
import type { TestDirectory } from "../support/directory.ts";
import { openFilledApi } from "../support/filledApi.ts";
import { addSystem, pathOf } from "../systems/support.ts";
import { addRule, ruleOf } from "./support.ts";

const PEOPLE = [
  ["Q1", "Robert", "Müller", "robert@a.example"],
  ["Q2", "Anna", "Schmidt", "anna@a.example"],
  ["Q3", "Zoë", "Twin", "zoe1@a.example"],
  ["Q4", "Zoë", "Twin", "zoe2@a.example"],
  ["Q5", "Mia", "Weber", "mia@a.example"],
] as const;

type AccountRow = readonly [
  name: string,
  owner: string | null,
  given: string,
  family: string,
  email: string,
];

const ACCOUNTS: readonly AccountRow[] = [
  ["exact", null, "Anna", "Schmidt", "anna@a.example"],
  ["nickname", null, "Bob", "Mueller", "robert@a.example"],
  ["twin", null, "Zoë", "Twin", ""],
  ["stranger", null, "Quentin", "Quux", "q@b.example"],
  ["moved", "Q2", "Mia", "Weber", "mia@a.example"],
];

/** Call it once in a block of tests. */
export function useCorrelatedSystem(database: TestDatabase) {
  let directory: TestDirectory;
  let api: TestApi;
  let owner: Browser;
  let path: string;
  let resourceId: string;
  const oids = new Map<string, string>();

  beforeAll(async () => {
    ({ directory, api, browser: owner } = await openFilledApi(database.current, "owner"));
    for (const [id, given, family, email] of PEOPLE) {
      oids.set(id, randomUUID());
      await database.current.db
        .insertInto("identities")
        .values({
          client_id: directory.clientId,
          oid: oids.get(id) ?? "",
          external_id: id,
          given_name: given,
          family_name: family,
          email,
          username: id.toLowerCase(),
          department: "Sales",
          attributes: "{}",
          search_key: id,
        })
        .execute();
    }
  });
  afterAll(() => api.app.close());

  beforeEach(async () => {
    const { clientId } = directory;
    const { db } = database.current;
    ({ resourceId } = await addSystem(owner, clientId));
    path = pathOf(clientId, resourceId);
    const attributes = ["givenName", "sn", "mail"].map((name) => ({
      name,
      type: "string",
      required: false,
      multiple: false,
    }));
    await db
      .updateTable("connected_systems")
      .set({ object_classes: JSON.stringify([{ name: "user", role: "account", attributes }]) })
      .where("resource_id", "=", resourceId)
      .execute();
    for (const account of ACCOUNTS) await addAccount(account);
    await addRule(owner, path, ruleOf("email", "mail", { method: "levenshtein" }));
    await addRule(
      owner,
      path,
      ruleOf("givenName", "givenName", { method: "normalised", nicknames: true }),
    );
    await addRule(owner, path, ruleOf("familyName", "sn", { method: "levenshtein" }));
  });

  const addAccount = async ([name, ownerId, given, family, mail]: AccountRow): Promise<void> => {
    const { clientId } = directory;
    const { db } = database.current;
    const content = contentText({
      attributes: { givenName: [given], sn: [family], mail: mail === "" ? [] : [mail] },
      active: true,
      entitlements: [],
    });
    await db
      .insertInto("system_objects")
      .values({
        client_id: clientId,
        resource_id: resourceId,
        object_class: "user",
        object_id: name,
        name,
        account_name: name,
        hash: Buffer.alloc(16),
        content,
        held: 0,
      })
      .execute();
    await db
      .insertInto("accounts")
      .values({
        client_id: clientId,
        id: randomUUID(),
        resource_id: resourceId,
        name,
        identity_oid: ownerId && (oids.get(ownerId) ?? null),
      })
      .execute();
  };

  const start = async (): Promise<Simulation> => {
    const started = await owner.post(`${path}/correlation/simulations`, DEFAULT_SIMULATION);
    expect(started.statusCode, started.body).toBe(201);
    return started.json() as Simulation;
  };

  /** The simulation's job, without its thread. */
  const run = async (): Promise<Simulation> => {
    const { oid } = await start();
    const workerId = randomUUID();
    const { db } = database.current;
    await db
      .updateTable("correlation_simulations")
      .set({ status: "running", lease_owner: workerId })
      .where("oid", "=", oid)
      .execute();
    const job = { clientId: directory.clientId, resourceId, id: oid, workerId, attempt: 1 };
    await simulate(db, job, { now: new Date(), onProgress: () => {} });
    const { simulation } = (await owner.get(`${path}/correlation`)).json() as Correlation;
    if (!simulation) throw new Error("There is no simulation");
    return simulation;
  };

  const resultsOf = async ({ oid }: Simulation, query = ""): Promise<CorrelationResult[]> => {
    const listed = await owner.get(`${path}/correlation/simulations/${oid}/results${query}`);
    expect(listed.statusCode, listed.body).toBe(200);
    return (listed.json() as { _embedded: { results: CorrelationResult[] } })._embedded.results;
  };

  const ownerOf = async (name: string): Promise<string | null> => {
    const { identity_oid: oid } = await database.current.db
      .selectFrom("accounts")
      .select("identity_oid")
      .where("resource_id", "=", resourceId)
      .where("name", "=", name)
      .executeTakeFirstOrThrow();
    return [...oids].find(([, one]) => one === oid)?.[0] ?? oid;
  };

  const decide = (objectId: string, decision: string, id: string | null) =>
    owner.post(`${path}/correlation/decisions`, {
      objectClass: "user",
      objectId,
      decision,
      identityOid: id && oids.get(id),
    });

  return {
    get directory() {
      return directory;
    },
    get api() {
      return api;
    },
    get owner() {
      return owner;
    },
    get path() {
      return path;
    },
    get resourceId() {
      return resourceId;
    },
    oids,
    addAccount,
    start,
    run,
    resultsOf,
    ownerOf,
    decide,
  };
}
