/** Changes of who owns accounts wait for imports and for other changes of the system. */
import { expect, test } from "vitest";
import type { Transaction } from "kysely";
import { DEFAULT_SIMULATION, type StoredDecision } from "#events/entities/correlation.ts";
import type { Database } from "#server/db/schema.ts";
import { inTransaction } from "#server/db/transaction.ts";
import { holdImports } from "#server/import/clientStage.ts";
import { holdSystem } from "#server/systems/queries.ts";
import { oneDatabase, onPostgres } from "../support/databases.ts";
import { waitingForLocks } from "../support/waitingForLocks.ts";
import { useCorrelatedSystem } from "./correlatedSystem.ts";
import { ruleOf } from "./support.ts";

oneDatabase((database) => {
  const setup = useCorrelatedSystem(database);
  const db = () => database.current.db;
  const untilWaiting = waitingForLocks(db);

  const place = () => ({ clientId: setup.directory.clientId, resourceId: setup.resourceId });
  const locks = {
    imports: (tx: Transaction<Database>) => holdImports(tx),
    system: (tx: Transaction<Database>) => holdSystem(tx, place()),
  };
  /** @returns the status of a call that began while something else had the lock. */
  const statusAfter = async (
    lock: keyof typeof locks,
    call: () => Promise<{ readonly statusCode: number }>,
  ): Promise<number> => {
    const { answer } = await inTransaction(db(), async (tx) => {
      await locks[lock](tx);
      const begun = call();
      await untilWaiting(1);
      return { answer: begun };
    });
    return (await answer).statusCode;
  };

  for (const lock of ["imports", "system"] as const) {
    onPostgres(database)(`a decision and its undo wait: ${lock}`, async () => {
      expect(await statusAfter(lock, () => setup.decide("stranger", "none", null))).toBe(201);
      const { id } = (await setup.decide("twin", "link", "Q4")).json<StoredDecision>();
      const path = `${setup.path}/correlation/decisions/${id}`;
      expect(await statusAfter(lock, () => setup.owner.send("DELETE", path))).toBe(200);
    });
  }

  onPostgres(database)("limits and rules wait for a change of the system", async () => {
    const body = { ...DEFAULT_SIMULATION, linkFrom: DEFAULT_SIMULATION.linkFrom - 0.01 };
    const settings = `${setup.path}/correlation/settings`;
    expect(await statusAfter("system", () => setup.owner.send("PUT", settings, { body }))).toBe(
      200,
    );
    const rules = `${setup.path}/correlation-rules`;
    const added = await setup.owner.post(rules, ruleOf("email", "mail"));
    const { id, version } = added.json<{ id: string; version: number }>();
    const calls = [
      () => setup.owner.post(rules, ruleOf("email", "mail")),
      () =>
        setup.owner.send("PUT", `${rules}/${id}`, {
          body: { ...ruleOf("username", "mail"), version },
        }),
      () => setup.owner.send("DELETE", `${rules}/${id}?version=${version + 1}`),
    ];
    const statuses: number[] = [];
    for (const call of calls) statuses.push(await statusAfter("system", call));
    expect(statuses).toEqual([201, 200, 200]);
  });

  test("a system that does not exist has neither limits nor decisions", async () => {
    const { directory, owner } = setup;
    const path = `/api/clients/${directory.clientId}/resources/${directory.resources.erp}/correlation`;
    const body = DEFAULT_SIMULATION;
    expect((await owner.send("PUT", `${path}/settings`, { body })).statusCode).toBe(404);
    const decision = { objectClass: "user", objectId: "x", decision: "none", identityOid: null };
    expect((await owner.post(`${path}/decisions`, decision)).json()).toMatchObject({
      detail: { code: "systems.notFound" },
    });
  });
});
