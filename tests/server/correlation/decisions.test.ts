/** Decisions about accounts that match nobody or several people, and their undo. */
import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import type { Correlation, Simulation, StoredDecision } from "#events/entities/correlation.ts";
import { oneDatabase } from "../support/databases.ts";
import { expectError } from "../support/errors.ts";
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

    test("decisions about unknown accounts and people are refused", async () => {
      expectError(await decide("twin", "link", null), "EINVALID");
      expectError(await decide("nobody", "none", null), "ENOTFOUND");
    });
  });
});
