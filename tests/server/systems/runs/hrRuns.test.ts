/** Runs of an HR system. */
import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import type { ErrorBody } from "#events/entities/error.ts";
import type { ImportSettings } from "#events/entities/systemConfiguration.ts";
import type { SystemRun } from "#events/entities/systemRun.ts";
import { eachDatabase } from "../../support/databases.ts";
import { useCsvRuns } from "./csvRuns.ts";

const HEADER = "id,login,right,number,given,department";

eachDatabase((database) => {
  const on = useCsvRuns(database, "hr");

  const provide = (...people: readonly string[]) => on.provide(people, HEADER);
  /** Uploads the first file and says which attributes describe people. */
  const begin = async (people: readonly string[], change: Partial<ImportSettings> = {}) => {
    const identity = { externalId: "number", givenName: "given", department: "department" };
    await on.changeImportSettings({ identity, ...change });
    await provide(...people);
  };

  test("a plan names and counts the people whom its entries describe", async () => {
    await begin(["1,ann,,H1,Ann,Sales", "2,bob,,H2,Bob,Sales"]);
    expect(await on.run()).toMatchObject({ status: "done", people: 0 });
    await provide("2,bob,,H2,Robert,Sales");
    const planned = await on.run();
    expect(planned).toMatchObject({
      status: "planned",
      gates: ["manyGone"],
      people: 2,
      counts: { gone: 1, changed: 1 },
    });
    const entries = await on.entries(planned.oid);
    expect(Object.fromEntries(entries.map(({ objectId, person }) => [objectId, person]))).toEqual({
      1: "Ann",
      2: "Bob",
    });
  });

  const undo = (oid: string) => on.owner.post(`${on.path}/runs/${oid}/undo`);
  const personOf = (externalId: string) =>
    on.db
      .selectFrom("identities")
      .selectAll()
      .where("client_id", "=", on.directory.clientId)
      .where("external_id", "=", externalId)
      .executeTakeFirst();

  test("an undo gives back people and removes those that the run added, in one audit entry", async () => {
    await begin(["1,ann,,U1,Ann,Undo Sales"]);
    await on.run();
    await provide("1,ann,,U1,Anna,Undo IT", "2,bob,,U2,Bob,Undo IT");
    const done = await on.run();
    expect(done).toMatchObject({ status: "done", undoable: true });
    const started = await undo(done.oid);
    expect(started.statusCode, started.body).toBe(202);
    const { oid } = started.json<SystemRun>();
    expect(await on.settled(oid)).toMatchObject({
      status: "done",
      counts: { changed: 1, removed: 1 },
    });
    expect(await personOf("U1")).toMatchObject({ given_name: "Ann", department: "Undo Sales" });
    expect(await personOf("U2")).toBeUndefined();
    const orgs = await on.db
      .selectFrom("orgs")
      .select("name")
      .where("client_id", "=", on.directory.clientId)
      .where("name", "like", "Undo %")
      .execute();
    expect(orgs).toEqual([{ name: "Undo Sales" }]);
    const audited = await on.db
      .selectFrom("audit")
      .select("after")
      .where("call", "=", "systemRuns/applied")
      .where("target", "=", on.resourceId)
      .execute();
    expect(audited.filter(({ after }) => JSON.stringify(after).includes(oid))).toMatchObject([
      { after: { kind: "undo", peopleRestored: 1, peopleRemoved: 1, orgsRemoved: 1 } },
    ]);
    // The next run brings all of it again.
    expect(await on.run()).toMatchObject({ status: "done", counts: { added: 1, changed: 1 } });
    expect(await personOf("U2")).toMatchObject({ given_name: "Bob" });
  });

  test("an undo is refused while accounts belong to a person whom the run added", async () => {
    await begin(["1,ann,,U3,Ann,Sales"]);
    const done = await on.run();
    const person = await personOf("U3");
    await on.db
      .insertInto("accounts")
      .values({
        client_id: on.directory.clientId,
        id: randomUUID(),
        resource_id: on.directory.resources.crm,
        name: randomUUID(),
        identity_oid: person?.oid ?? null,
      })
      .execute();
    const refused = await undo(done.oid);
    expect(refused.statusCode).toBe(409);
    expect(refused.json<ErrorBody>()).toMatchObject({
      detail: {
        code: "systemRuns.peopleUsed",
        params: { count: 1, name: "Ann", use: { code: "systemRuns.usedByAccounts" } },
      },
    });
    expect(await personOf("U3")).toMatchObject({ oid: person?.oid });
  });

  test("an undo is refused while somebody has a person whom the run added as manager, by username", async () => {
    const identity = { externalId: "number", username: "login", givenName: "given" };
    await begin(["1,boss4,,U4,Ann,Sales"], { identity });
    const done = await on.run();
    const report = { client_id: on.directory.clientId, oid: randomUUID() };
    await on.db
      .insertInto("identities")
      .values({
        ...report,
        external_id: report.oid,
        search_key: "",
        attributes: "{}",
        manager: "boss4",
      })
      .execute();
    expect((await undo(done.oid)).json<ErrorBody>()).toMatchObject({
      detail: {
        code: "systemRuns.peopleUsed",
        params: { count: 1, name: "Ann", use: { code: "systemRuns.usedAsManagers" } },
      },
    });
    await on.db
      .updateTable("identities")
      .set({ manager: "boss" })
      .where("oid", "=", report.oid)
      .execute();
    expect((await undo(done.oid)).statusCode).toBe(202);
  });
});
