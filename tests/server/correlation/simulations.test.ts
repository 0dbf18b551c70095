/** Simulations: what they find, change, and undo. */
import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import {
  DEFAULT_SIMULATION,
  type Correlation,
  type CorrelationRule,
} from "#events/entities/correlation.ts";
import type { RunStatus } from "#events/entities/systemRun.ts";
import { appliedSimulation, loadImportOwners } from "#server/correlation/importOwners.ts";
import { insertRun } from "#server/systems/runs/insertRun.ts";
import { oneDatabase } from "../support/databases.ts";
import { expectError } from "../support/errors.ts";
import { useCorrelatedSystem } from "./correlatedSystem.ts";
import { addRule, ruleOf } from "./support.ts";

oneDatabase((database) => {
  const setup = useCorrelatedSystem(database);
  const { start, run, resultsOf, ownerOf, decide } = setup;

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
        name: "Müller, Robert",
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
        { name: "moved", owner: "Schmidt, Anna" },
      ]);
    });

    test("an account that matches nobody loses its owner when links are applied, and has it back after undo", async () => {
      await setup.addAccount(["leaver", "Q3", "Quirin", "Zander", "leaver@b.example"]);
      const before = await run();
      expect(before.counts).toMatchObject({ accounts: 6, none: 2, moved: 1, orphaned: 1 });
      expect(await resultsOf(before, "?kind=orphaned")).toMatchObject([
        { name: "leaver", kind: "orphaned", owner: "Twin, Zoë", candidates: [] },
      ]);
      expect(await ownerOf("leaver")).toBe("Q3");
      const at = `${setup.path}/correlation/simulations`;
      const applied = await setup.owner.post(`${at}/${before.oid}/apply`, {});
      expect(applied.statusCode, applied.body).toBe(200);
      expect(await ownerOf("leaver")).toBe(null);
      await setup.owner.post(`${at}/${before.oid}/undo`, {});
      expect(await ownerOf("leaver")).toBe("Q3");
      // A person's decision keeps the owner.
      expect((await decide("leaver", "link", "Q3")).statusCode).toBe(201);
      const after = await run();
      expect(after.counts).toMatchObject({ accounts: 6, decided: 1, orphaned: 0 });
      expect(await resultsOf(after, "?kind=orphaned")).toEqual([]);
    });

    // "weber" and "webber" share 5 of their 8 trigrams: PostgreSQL's similarity() is 0.625.
    test.each([
      [0.6, "similar"],
      [0.65, "different"],
    ] as const)(
      "trigrams in common from a threshold of %d on make texts %s",
      async (threshold, agreement) => {
        await setup.addAccount(["typo", null, "Mia", "Webber", "mia@a.example"]);
        const listed = await setup.owner.get(`${setup.path}/correlation-rules`);
        const family = listed
          .json<{ _embedded: { correlationRules: CorrelationRule[] } }>()
          ._embedded.correlationRules.find((rule) => rule.midpointUserFieldId === "familyName");
        const saved = await setup.owner.send(
          "PUT",
          `${setup.path}/correlation-rules/${family?.id}`,
          {
            body: {
              ...ruleOf("familyName", "sn", { method: "trigram", threshold }),
              version: family?.version,
            },
          },
        );
        expect(saved.statusCode, saved.body).toBe(200);
        const found = (await resultsOf(await run())).find(({ name }) => name === "typo");
        const [best] = found?.candidates ?? [];
        expect(best).toMatchObject({ name: "Weber, Mia" });
        expect(best?.fields.find(({ field }) => field === "familyName")).toMatchObject({
          value: "Weber",
          agreement,
        });
      },
    );

    test("the results are a CSV file", async () => {
      const { oid } = await run();
      const file = await setup.owner.get(
        `${setup.path}/correlation/simulations/${oid}/results.csv`,
      );
      expect(file.headers["content-type"]).toContain("text/csv");
      expect(file.body).toContain("nickname,linked");
    });

    test("links are applied once, audited and undone", async () => {
      const { oid } = await run();
      const at = `${setup.path}/correlation/simulations/${oid}`;
      const applied = await setup.owner.post(`${at}/apply`, {});
      expect(applied.json(), applied.body).toMatchObject({ status: "applied", undoable: true });
      expect(await ownerOf("nickname")).toBe("Q1");
      expect(await ownerOf("moved")).toBe("Q5");
      expect(await ownerOf("twin")).toBe(null);
      expectError(await setup.owner.post(`${at}/apply`, {}), "ECONFLICT");
      const entry = await database.current.db
        .selectFrom("audit")
        .selectAll()
        .where("target", "=", setup.resourceId)
        .where("call", "=", "correlation/applySimulation")
        .executeTakeFirstOrThrow();
      expect(entry.after).toMatchObject({ simulation: oid, accounts: 3 });
      const undone = await setup.owner.post(`${at}/undo`, {});
      expect(undone.json(), undone.body).toMatchObject({ status: "undone" });
      expect(await ownerOf("nickname")).toBe(null);
      expect(await ownerOf("moved")).toBe("Q2");
    });

    test("owners are not decided while an import changes the accounts", async () => {
      const { oid } = await run();
      const { db } = database.current;
      const link = (await decide("twin", "link", "Q4")).json<{ id: string }>();
      const importOid = await insertRun(db, {
        clientId: setup.directory.clientId,
        resourceId: setup.resourceId,
        kind: "full",
        at: setup.api.clock.now,
        actor: { id: null, username: "test" },
        isScheduled: false,
      });
      const set = (status: RunStatus) =>
        db.updateTable("system_runs").set({ status }).where("oid", "=", importOid).execute();
      await set("applying");
      const at = `${setup.path}/correlation`;
      expectError(await decide("stranger", "link", "Q1"), "ECONFLICT");
      expectError(await setup.owner.send("DELETE", `${at}/decisions/${link.id}`), "ECONFLICT");
      expectError(await setup.owner.post(`${at}/simulations/${oid}/apply`, {}), "ECONFLICT");
      expect(await ownerOf("twin")).toBe("Q4");
      expect(await ownerOf("stranger")).toBe(null);
      await set("done");
      const applied = await setup.owner.post(`${at}/simulations/${oid}/apply`, {});
      expect(applied.statusCode, applied.body).toBe(200);
    });

    test("imports find owners by applied rules, and respect decisions", async () => {
      const { oid } = await run();
      const { db } = database.current;
      const place = { clientId: setup.directory.clientId, resourceId: setup.resourceId };
      expect(await appliedSimulation(db, place)).toBe(null);
      expect(await loadImportOwners(db, place, null)).toBe(null);
      await setup.owner.post(`${setup.path}/correlation/simulations/${oid}/apply`, {});
      await decide("twin", "link", "Q4");
      expect(await appliedSimulation(db, place)).toBe(oid);
      const ownerOf = await loadImportOwners(db, place, oid);
      const found = (
        id: string,
        givenName: string,
        sn: string,
        mail: string,
        present: string | null = null,
      ) =>
        ownerOf?.(
          { objectClass: "user", id },
          {
            attributes: { givenName: [givenName], sn: [sn], mail: [mail] },
            active: true,
            entitlements: [],
          },
          present,
        );
      expect(found("new", "Bob", "Muller", "robert@a.example")).toBe("Q1");
      expect(found("twin", "Zoë", "Twin", "")).toBe("Q4");
      expect(found("unknown", "Quentin", "Quux", "q@b.example")).toBe(undefined);
      // It matches nobody now, but keeps its owner.
      expect(found("nickname", "X", "Y", "z@b.example", "Q1")).toBe("Q1");
    });

    test("the rules of an import stay for its undo after they were taken back", async () => {
      const { oid } = await run();
      const { db } = database.current;
      const place = { clientId: setup.directory.clientId, resourceId: setup.resourceId };
      const at = `${setup.path}/correlation/simulations/${oid}`;
      await setup.owner.post(`${at}/apply`, {});
      await db
        .insertInto("system_runs")
        .values({
          client_id: setup.directory.clientId,
          resource_id: setup.resourceId,
          oid: randomUUID(),
          no: 1,
          kind: "full",
          status: "done",
          scheduled: false,
          actor: "owner",
          created_at: setup.api.clock.now,
          due_at: setup.api.clock.now,
          simulation_oid: oid,
        })
        .execute();
      await setup.owner.post(`${at}/undo`, {});
      await run();
      expect(await appliedSimulation(db, place)).toBe(null);
      const ownerOf = await loadImportOwners(db, place, oid);
      const content = {
        attributes: { givenName: ["Bob"], sn: ["Muller"], mail: ["robert@a.example"] },
        active: true,
        entitlements: [],
      };
      expect(ownerOf?.({ objectClass: "user", id: "new" }, content, null)).toBe("Q1");
    });

    test("a simulation with other limits is not applied, and the next one has them", async () => {
      const { oid } = await run();
      const settings = `${setup.path}/correlation/settings`;
      const crossed = { linkFrom: 0.6, reviewFrom: 0.7 };
      expectError(await setup.owner.send("PUT", settings, { body: crossed }), "EINVALID");
      const started = await setup.owner.post(`${setup.path}/correlation/simulations`, crossed);
      expect(expectError(started, "EINVALID").fields).toMatchObject([{ path: "/body/reviewFrom" }]);
      const limits = { linkFrom: 0.9, reviewFrom: 0.3 };
      const saved = await setup.owner.send("PUT", settings, { body: limits });
      expect(saved.json(), saved.body).toEqual(limits);
      const state = (await setup.owner.get(`${setup.path}/correlation`)).json<Correlation>();
      expect(state).toMatchObject({ settings: limits, simulation: { outdated: true } });
      const apply = `${setup.path}/correlation/simulations/${oid}/apply`;
      expectError(await setup.owner.post(apply, {}), "ECONFLICT");
    });

    test("a simulation of other rules is not applied", async () => {
      const { oid } = await run();
      await addRule(setup.owner, setup.path, ruleOf("username", "mail"));
      expectError(
        await setup.owner.post(`${setup.path}/correlation/simulations/${oid}/apply`, {}),
        "ECONFLICT",
      );
    });

    test("one simulation runs at a time, and it can be cancelled", async () => {
      const { oid } = await start();
      const again = await setup.owner.post(
        `${setup.path}/correlation/simulations`,
        DEFAULT_SIMULATION,
      );
      expectError(again, "ECONFLICT");
      const cancelled = await setup.owner.post(
        `${setup.path}/correlation/simulations/${oid}/cancel`,
        {},
      );
      expect(cancelled.json()).toMatchObject({ status: "cancelled" });
      expectError(
        await setup.owner.post(`${setup.path}/correlation/simulations/${oid}/apply`, {}),
        "ECONFLICT",
      );
    });
  });
});
