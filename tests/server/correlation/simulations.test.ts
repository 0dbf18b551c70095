/** Simulations and decisions: what they find, change, and undo. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  DEFAULT_SIMULATION,
  type Correlation,
  type CorrelationResult,
  type Simulation,
  type StoredDecision,
} from "#events/entities/correlation.ts";
import { appliedSimulation, loadImportOwners } from "#server/correlation/importOwners.ts";
import { simulate } from "#server/correlation/simulate.ts";
import { contentText } from "#server/systems/runs/content.ts";
import { createApi, type Browser, type TestApi } from "../support/api.ts";
import { oneDatabase } from "../support/databases.ts";
import { fillDirectory, type TestDirectory } from "../support/directory.ts";
import { expectError } from "../support/errors.ts";
import { addSystem, pathOf } from "../systems/support.ts";
import { addRule, ruleOf } from "./support.ts";

const PEOPLE = [
  ["Q1", "Robert", "Müller", "robert@a.example"],
  ["Q2", "Anna", "Schmidt", "anna@a.example"],
  ["Q3", "Zoë", "Twin", "zoe1@a.example"],
  ["Q4", "Zoë", "Twin", "zoe2@a.example"],
  ["Q5", "Mia", "Weber", "mia@a.example"],
] as const;

/** By name: the owner now, given and family name, and email. */
const ACCOUNTS = [
  ["exact", null, "Anna", "Schmidt", "anna@a.example"],
  ["nickname", null, "Bob", "Mueller", "robert@a.example"],
  ["twin", null, "Zoë", "Twin", ""],
  ["stranger", null, "Quentin", "Quux", "q@b.example"],
  ["moved", "Q2", "Mia", "Weber", "mia@a.example"],
] as const;

oneDatabase((database) => {
  let directory: TestDirectory;
  let api: TestApi;
  let owner: Browser;
  let path: string;
  let resourceId: string;
  const oids = new Map<string, string>();

  beforeAll(async () => {
    directory = await fillDirectory(database.current.db);
    api = await createApi(database.current);
    owner = await api.signIn("owner");
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
    for (const [name, ownerId, given, family, mail] of ACCOUNTS) {
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
    }
    await addRule(owner, path, ruleOf("email", "mail", { method: "levenshtein" }));
    await addRule(
      owner,
      path,
      ruleOf("givenName", "givenName", { method: "normalised", nicknames: true }),
    );
    await addRule(owner, path, ruleOf("familyName", "sn", { method: "levenshtein" }));
  });

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

  describe("correlation", () => {
    test("a simulation counts what would change and changes nothing", async () => {
      const simulation = await run();
      expect(simulation).toMatchObject({
        status: "done",
        outdated: false,
        counts: { accounts: 5, matched: 3, several: 1, none: 1, linked: 2, moved: 1, orphaned: 0 },
      });
      expect(simulation.weights).toHaveLength(3);
      expect(simulation.blocking.length).toBeGreaterThan(0);
      expect(await ownerOf("exact")).toBe(null);
      const results = await resultsOf(simulation);
      expect(Object.fromEntries(results.map(({ name, kind }) => [name, kind]))).toEqual({
        exact: "linked",
        nickname: "linked",
        twin: "several",
        stranger: "none",
        moved: "moved",
      });
      const nickname = results.find(({ name }) => name === "nickname")?.candidates[0];
      expect(nickname).toMatchObject({
        name: "Robert Müller",
        username: "q1",
        jobTitle: null,
        department: "Sales",
      });
      expect(nickname?.fields.map(({ agreement }) => agreement)).toEqual([
        "same",
        "similar",
        "same",
      ]);
      expect(await resultsOf(simulation, "?kind=moved")).toMatchObject([
        { name: "moved", owner: "Anna Schmidt" },
      ]);
    });

    test("the results are a CSV file", async () => {
      const { oid } = await run();
      const file = await owner.get(`${path}/correlation/simulations/${oid}/results.csv`);
      expect(file.headers["content-type"]).toContain("text/csv");
      expect(file.body).toContain("nickname,linked");
    });

    test("links are applied once, audited and undone", async () => {
      const { oid } = await run();
      const at = `${path}/correlation/simulations/${oid}`;
      const applied = await owner.post(`${at}/apply`, {});
      expect(applied.json(), applied.body).toMatchObject({ status: "applied", undoable: true });
      expect(await ownerOf("nickname")).toBe("Q1");
      expect(await ownerOf("moved")).toBe("Q5");
      expect(await ownerOf("twin")).toBe(null);
      expectError(await owner.post(`${at}/apply`, {}), "ECONFLICT");
      const entry = await database.current.db
        .selectFrom("audit")
        .selectAll()
        .where("target", "=", resourceId)
        .where("call", "=", "correlation/applySimulation")
        .executeTakeFirstOrThrow();
      expect(entry.after).toMatchObject({ simulation: oid, accounts: 3 });
      const undone = await owner.post(`${at}/undo`, {});
      expect(undone.json(), undone.body).toMatchObject({ status: "undone" });
      expect(await ownerOf("nickname")).toBe(null);
      expect(await ownerOf("moved")).toBe("Q2");
    });

    test("imports find owners by applied rules, and respect decisions", async () => {
      const { oid } = await run();
      const { db } = database.current;
      const place = { clientId: directory.clientId, resourceId };
      expect(await appliedSimulation(db, place)).toBe(null);
      expect(await loadImportOwners(db, place, null)).toBe(null);
      await owner.post(`${path}/correlation/simulations/${oid}/apply`, {});
      await decide("twin", "link", "Q4");
      expect(await appliedSimulation(db, place)).toBe(oid);
      const ownerOf = await loadImportOwners(db, place, oid);
      const found = (id: string, givenName: string, sn: string, mail: string) =>
        ownerOf?.(
          { objectClass: "user", id },
          {
            attributes: { givenName: [givenName], sn: [sn], mail: [mail] },
            active: true,
            entitlements: [],
          },
        );
      expect(found("new", "Bob", "Muller", "robert@a.example")).toBe("Q1");
      expect(found("twin", "Zoë", "Twin", "")).toBe("Q4");
      expect(found("unknown", "Quentin", "Quux", "q@b.example")).toBe(undefined);
      // It matches nobody now, but keeps its owner.
      expect(found("nickname", "X", "Y", "z@b.example")).toBe("Q1");
    });

    test("the rules of an import stay for its undo after they were taken back", async () => {
      const { oid } = await run();
      const { db } = database.current;
      const place = { clientId: directory.clientId, resourceId };
      const at = `${path}/correlation/simulations/${oid}`;
      await owner.post(`${at}/apply`, {});
      await db
        .insertInto("system_runs")
        .values({
          client_id: directory.clientId,
          resource_id: resourceId,
          oid: randomUUID(),
          no: 1,
          kind: "full",
          status: "done",
          scheduled: false,
          actor: "owner",
          created_at: api.clock.now,
          due_at: api.clock.now,
          simulation_oid: oid,
        })
        .execute();
      await owner.post(`${at}/undo`, {});
      await run();
      expect(await appliedSimulation(db, place)).toBe(null);
      const ownerOf = await loadImportOwners(db, place, oid);
      const content = {
        attributes: { givenName: ["Bob"], sn: ["Muller"], mail: ["robert@a.example"] },
        active: true,
        entitlements: [],
      };
      expect(ownerOf?.({ objectClass: "user", id: "new" }, content)).toBe("Q1");
    });

    test("a simulation with other limits is not applied, and the next one has them", async () => {
      const { oid } = await run();
      const settings = `${path}/correlation/settings`;
      const crossed = { linkFrom: 0.6, reviewFrom: 0.7 };
      expectError(await owner.send("PUT", settings, { body: crossed }), "EINVALID");
      const started = await owner.post(`${path}/correlation/simulations`, crossed);
      expect(expectError(started, "EINVALID").fields).toMatchObject([{ path: "/body/reviewFrom" }]);
      const limits = { linkFrom: 0.9, reviewFrom: 0.3 };
      const saved = await owner.send("PUT", settings, { body: limits });
      expect(saved.json(), saved.body).toEqual(limits);
      const state = (await owner.get(`${path}/correlation`)).json<Correlation>();
      expect(state).toMatchObject({ settings: limits, simulation: { outdated: true } });
      const apply = `${path}/correlation/simulations/${oid}/apply`;
      expectError(await owner.post(apply, {}), "ECONFLICT");
    });

    test("a person is created for an account, and ended when that is taken back", async () => {
      await run();
      const externalId = `N-${randomUUID()}`;
      const newIdentity = {
        externalId,
        givenName: "Quentin",
        familyName: "Quux",
        username: "",
        email: "",
        jobTitle: "",
        department: "",
        location: "",
        manager: "",
      };
      const body = { objectClass: "user", objectId: "stranger", identityOid: null };
      const where = `${path}/correlation/decisions`;
      expectError(await owner.post(where, { ...body, decision: "create" }), "EINVALID");
      const created = await owner.post(where, { ...body, decision: "create", newIdentity });
      expect(created.json(), created.body).toMatchObject({
        decision: "create",
        identity: "Quentin Quux",
      });
      const { id, identityOid } = created.json<StoredDecision>();
      expect(await ownerOf("stranger")).toBe(identityOid);
      const other = { ...body, objectId: "twin", decision: "create", newIdentity };
      expectError(await owner.post(where, other), "ECONFLICT");
      expect((await owner.send("DELETE", `${where}/${id}`)).statusCode).toBe(200);
      expect(await ownerOf("stranger")).toBe(null);
      const { ended_at: endedAt } = await database.current.db
        .selectFrom("identities")
        .select("ended_at")
        .where("external_id", "=", externalId)
        .executeTakeFirstOrThrow();
      expect(endedAt).not.toBeNull();
    });

    test("a simulation of other rules is not applied", async () => {
      const { oid } = await run();
      await addRule(owner, path, ruleOf("username", "mail"));
      expectError(
        await owner.post(`${path}/correlation/simulations/${oid}/apply`, {}),
        "ECONFLICT",
      );
    });

    test("one simulation runs at a time, and it can be cancelled", async () => {
      const { oid } = await start();
      const again = await owner.post(`${path}/correlation/simulations`, DEFAULT_SIMULATION);
      expectError(again, "ECONFLICT");
      const cancelled = await owner.post(`${path}/correlation/simulations/${oid}/cancel`, {});
      expect(cancelled.json()).toMatchObject({ status: "cancelled" });
      expectError(
        await owner.post(`${path}/correlation/simulations/${oid}/apply`, {}),
        "ECONFLICT",
      );
    });

    test("a decision links the account, is never asked again, and can be undone", async () => {
      const simulation = await run();
      const decided = await decide("twin", "link", "Q4");
      expect(decided.statusCode, decided.body).toBe(201);
      const decision = decided.json() as StoredDecision;
      expect(decision).toMatchObject({
        name: "twin",
        decision: "link",
        identity: "Zoë Twin",
        username: "q4",
      });
      expect(await ownerOf("twin")).toBe("Q4");
      expectError(await decide("twin", "none", null), "ECONFLICT");
      const state = (await owner.get(`${path}/correlation`)).json<Correlation>();
      expect(state.decidedSince).toEqual({ matched: 0, probable: 0, several: 1, none: 0 });
      expect((await resultsOf(simulation)).map(({ name }) => name)).not.toContain("twin");
      expect((await run()).counts).toMatchObject({ decided: 1, several: 0 });

      const undone = await owner.send("DELETE", `${path}/correlation/decisions/${decision.id}`);
      expect(undone.statusCode, undone.body).toBe(200);
      expect(await ownerOf("twin")).toBe(null);
      expect((await run()).counts).toMatchObject({ decided: 0, several: 1 });
    });

    test("a person who is not the owner is no candidate again", async () => {
      const simulation = await run();
      const twin = async (of: Simulation) =>
        (await resultsOf(of)).find(({ name }) => name === "twin");
      expect((await twin(simulation))?.candidates).toHaveLength(2);
      expect((await decide("twin", "different", "Q3")).statusCode).toBe(201);
      expect((await twin(simulation))?.candidates).toMatchObject([{ identityOid: oids.get("Q4") }]);
      const again = await twin(await run());
      expect(again?.candidates.map(({ identityOid }) => identityOid)).not.toContain(oids.get("Q3"));
    });

    test("decisions about unknown accounts and people are refused", async () => {
      expectError(await decide("twin", "link", null), "EINVALID");
      expectError(await decide("nobody", "none", null), "ENOTFOUND");
    });
  });
});
