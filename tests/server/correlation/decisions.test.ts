/** Decisions about accounts that match nobody or several people, and their undo. */
import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import {
  DEFAULT_SIMULATION,
  type Correlation,
  type Simulation,
  type StoredDecision,
} from "#events/entities/correlation.ts";
import { readCorrelationSettings } from "#server/correlation/settings.ts";
import { oneDatabase } from "../support/databases.ts";
import { expectError } from "../support/errors.ts";
import { storeRun } from "../systems/runs/storedRuns.ts";
import { useCorrelatedSystem } from "./correlatedSystem.ts";

oneDatabase((database) => {
  const setup = useCorrelatedSystem(database);
  const { run, resultsOf, ownerOf, decide, oids } = setup;

  describe("correlation", () => {
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
      const where = `${setup.path}/correlation/decisions`;
      expectError(await setup.owner.post(where, { ...body, decision: "create" }), "EINVALID");
      const created = await setup.owner.post(where, { ...body, decision: "create", newIdentity });
      expect(created.json(), created.body).toMatchObject({
        decision: "create",
        identity: "Quux, Quentin",
      });
      const { id, identityOid } = created.json<StoredDecision>();
      expect(await ownerOf("stranger")).toBe(identityOid);
      const other = { ...body, objectId: "twin", decision: "create", newIdentity };
      expectError(await setup.owner.post(where, other), "ECONFLICT");
      expect((await setup.owner.send("DELETE", `${where}/${id}`)).statusCode).toBe(200);
      expect(await ownerOf("stranger")).toBe(null);
      const { ended_at: endedAt } = await database.current.db
        .selectFrom("identities")
        .select("ended_at")
        .where("external_id", "=", externalId)
        .executeTakeFirstOrThrow();
      expect(endedAt).not.toBeNull();
    });

    test("a decision links the account, is never asked again, and can be undone", async () => {
      const simulation = await run();
      const decided = await decide("twin", "link", "Q4");
      expect(decided.statusCode, decided.body).toBe(201);
      const decision = decided.json() as StoredDecision;
      expect(decision).toMatchObject({
        name: "twin",
        decision: "link",
        identity: "Twin, Zoë",
        username: "q4",
      });
      expect(await ownerOf("twin")).toBe("Q4");
      expectError(await decide("twin", "none", null), "ECONFLICT");
      const state = (await setup.owner.get(`${setup.path}/correlation`)).json<Correlation>();
      expect(state.decidedSince).toEqual({ matched: 0, probable: 0, several: 1, none: 0 });
      expect((await resultsOf(simulation)).map(({ name }) => name)).not.toContain("twin");
      expect((await run()).counts).toMatchObject({ decided: 1, several: 0 });

      const undone = await setup.owner.send(
        "DELETE",
        `${setup.path}/correlation/decisions/${decision.id}`,
      );
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

    const refused = (answer: { json(): unknown }, code: string) =>
      expect(answer.json()).toMatchObject({ detail: { code } });
    const decisionsPath = () => `${setup.path}/correlation/decisions`;
    const audits = async () => {
      const rows = await database.current.db
        .selectFrom("audit")
        .select(["call", "before", "after"])
        .where("target", "=", setup.resourceId)
        .where("call", "in", ["correlation/decideAccount", "correlation/undoDecision"])
        .orderBy("call")
        .execute();
      return rows.map(({ before, after }) => [before, after]);
    };

    test("decisions about unknown accounts and people are refused", async () => {
      const invalid = await decide("twin", "link", null);
      expectError(invalid, "EINVALID");
      expect(invalid.body).toContain("correlation.personRequired");
      refused(await decide("nobody", "none", null), "correlation.accountNotFound");
      const body = { objectClass: "user", objectId: "twin", decision: "link" };
      for (const identityOid of [randomUUID(), setup.directory.foreign.orgOid]) {
        const answer = await setup.owner.post(decisionsPath(), { ...body, identityOid });
        refused(answer, "correlation.personNotFound");
      }
      const unknownClass = { ...body, objectClass: "group", decision: "none", identityOid: null };
      refused(await setup.owner.post(decisionsPath(), unknownClass), "correlation.accountNotFound");
      const path = `${decisionsPath()}/${randomUUID()}`;
      refused(await setup.owner.send("DELETE", path), "correlation.decisionNotFound");
      expect(await ownerOf("twin")).toBeNull();
      expect(await audits()).toEqual([]);
    });

    test("a user who cannot create people decides, but creates nobody", async () => {
      const { directory, api } = setup;
      const keeper = await api.signIn("keeper");
      const path = `/api/clients/${directory.clientId}/resources/${directory.resources.crm}`;
      const body = { objectClass: "user", objectId: "x", identityOid: null };
      const decided = (decision: string) =>
        keeper.post(`${path}/correlation/decisions`, { ...body, decision });
      refused(await decided("none"), "systems.notFound");
      expectError(await decided("create"), "EFORBIDDEN");
    });

    test("a decision that nobody owns the account takes it from its owner, and its undo gives it back", async () => {
      const decided = await decide("moved", "none", "Q5");
      expect(decided.json()).toMatchObject({
        decision: "none",
        objectClass: "user",
        objectId: "moved",
        identityOid: null,
        identity: null,
        username: null,
        decidedBy: "owner",
        decidedAt: setup.api.clock.now.toISOString(),
      });
      expect(await ownerOf("moved")).toBeNull();
      refused(await decide("moved", "link", "Q5"), "correlation.alreadyDecided");
      const { id } = decided.json<StoredDecision>();
      const undone = await setup.owner.send("DELETE", `${decisionsPath()}/${id}`);
      expect(undone.json()).toEqual({ id });
      expect(await ownerOf("moved")).toBe("Q2");
      const former = oids.get("Q2");
      expect(await audits()).toEqual([
        [
          { account: "moved", owner: former },
          { account: "moved", decision: "none", identity: null },
        ],
        [
          { account: "moved", decision: "none", identity: null },
          { account: "moved", owner: former },
        ],
      ]);
      refused(
        await setup.owner.send("DELETE", `${decisionsPath()}/${id}`),
        "correlation.decisionNotFound",
      );
    });

    test("the undo of a decision keeps an owner that the account got since", async () => {
      const { id } = (await decide("twin", "link", "Q4")).json<StoredDecision>();
      await database.current.db
        .updateTable("accounts")
        .set({ identity_oid: oids.get("Q1") ?? null })
        .where("resource_id", "=", setup.resourceId)
        .where("name", "=", "twin")
        .execute();
      await setup.owner.send("DELETE", `${decisionsPath()}/${id}`);
      expect(await ownerOf("twin")).toBe("Q1");
    });

    test("a decision about a person who is not the owner changes no owner, nor does its undo", async () => {
      const { id } = (await decide("moved", "different", "Q2")).json<StoredDecision>();
      expect(await ownerOf("moved")).toBe("Q2");
      expect((await setup.owner.send("DELETE", `${decisionsPath()}/${id}`)).statusCode).toBe(200);
      expect(await ownerOf("moved")).toBe("Q2");
      // A repeated decision is possible after the undo.
      expect((await decide("moved", "different", "Q2")).statusCode).toBe(201);
    });

    test("a decision changes the accounts of one system, and an undo after the account's removal none", async () => {
      const { db } = database.current;
      const elsewhere = { client_id: setup.directory.clientId, name: "twin" };
      const resource_id = setup.directory.resources.crm;
      await db
        .insertInto("accounts")
        .values({ ...elsewhere, id: randomUUID(), resource_id })
        .execute();
      const { id } = (await decide("twin", "link", "Q4")).json<StoredDecision>();
      const { identity_oid: other } = await db
        .selectFrom("accounts")
        .select("identity_oid")
        .where("resource_id", "=", resource_id)
        .where("name", "=", "twin")
        .executeTakeFirstOrThrow();
      expect(other).toBeNull();
      await db
        .deleteFrom("accounts")
        .where("resource_id", "in", [resource_id, setup.resourceId])
        .where("name", "=", "twin")
        .execute();
      expect((await setup.owner.send("DELETE", `${decisionsPath()}/${id}`)).statusCode).toBe(200);
    });

    test("decisions are listed, the newest first, and those of other systems are not", async () => {
      const later = new Date(setup.api.clock.now.getTime() + 1000);
      await decide("twin", "link", "Q4");
      await decide("stranger", "none", null);
      await database.current.db
        .updateTable("correlation_decisions")
        .set({ decided_at: later })
        .where("resource_id", "=", setup.resourceId)
        .where("name", "=", "twin")
        .execute();
      const answer = await setup.owner.get(decisionsPath());
      const { _embedded: found, page } = answer.json<{
        _embedded: { decisions: StoredDecision[] };
        page: { totalElements: number };
      }>();
      expect(page.totalElements).toBe(2);
      expect(found.decisions.map(({ name, identity }) => [name, identity])).toEqual([
        ["twin", "Twin, Zoë"],
        ["stranger", null],
      ]);
    });

    test("while an import changes the accounts, nobody decides", async () => {
      const { id } = (await decide("stranger", "none", null)).json<StoredDecision>();
      await storeRun(
        database.current.db,
        { clientId: setup.directory.clientId, resourceId: setup.resourceId },
        { status: "applying" },
      );
      refused(await decide("twin", "link", "Q4"), "systems.isRunning");
      const undone = await setup.owner.send("DELETE", `${decisionsPath()}/${id}`);
      refused(undone, "systems.isRunning");
      expect(await ownerOf("twin")).toBeNull();
    });

    test("the limits of a system are saved and audited once, and belong to it", async () => {
      const path = `${setup.path}/correlation/settings`;
      const limits = { linkFrom: 0.9, reviewFrom: 0.4 };
      const save = (body: object) => setup.owner.send("PUT", path, { body });
      const saved = await save(limits);
      expect(saved.json(), saved.body).toEqual(limits);
      expect((await save(limits)).json()).toEqual(limits);
      const crossed = await save({ linkFrom: 0.4, reviewFrom: 0.5 });
      expectError(crossed, "EINVALID");
      const { db } = database.current;
      const rows = await db
        .selectFrom("audit")
        .select(["before", "after"])
        .where("target", "=", setup.resourceId)
        .where("call", "=", "correlation/saveCorrelationSettings")
        .execute();
      expect(rows).toEqual([{ before: { ...DEFAULT_SIMULATION }, after: limits }]);
      const { clientId } = setup.directory;
      const place = { clientId, resourceId: setup.resourceId };
      expect(await readCorrelationSettings(db, place)).toEqual(limits);
      const others = await db
        .selectFrom("connected_systems")
        .select("resource_id")
        .where("resource_id", "<>", setup.resourceId)
        .where("correlation", "is not", null)
        .execute();
      expect(others).toEqual([]);
      const unknown = { clientId, resourceId: randomUUID() };
      expect(await readCorrelationSettings(db, unknown)).toEqual(DEFAULT_SIMULATION);
    });
  });
});
