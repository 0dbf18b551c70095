/** What the plan of an HR system says about people, against what applying it does. */
import { expect, test, vi } from "vitest";
import type { ImportSettings } from "#events/entities/systemConfiguration.ts";
import type { PlannedPerson, SystemRun } from "#events/entities/systemRun.ts";
import { WAIT } from "../runningServer.ts";
import { attributeSource, inboundDraft } from "../../mappings/support.ts";
import { eachDatabase } from "../../support/databases.ts";
import { useCsvRuns } from "./csvRuns.ts";
import { readHistory, readPlannedPeople } from "./peopleOfRun.ts";

const HEADER = "id,login,right,number,given,department,status,badge,password";
const STATUS = { activeColumn: "status", inactiveValues: "left" };

eachDatabase((database) => {
  const on = useCsvRuns(database, "hr");

  const provide = (people: readonly string[]) => on.provide(people, HEADER, STATUS);
  /** Uploads the first file and reads it. */
  const begin = async (people: readonly string[], change: Partial<ImportSettings> = {}) => {
    const identity = { externalId: "number", givenName: "given", department: "department" };
    await on.changeImportSettings({ identity, maxGonePercent: 100, ...change });
    await provide(people);
    await on.run();
  };
  const preview = () => on.run({ kind: "full", waits: true });
  const planned = async ({ oid }: SystemRun, query = "") => {
    const answer = await on.owner.get(`${on.path}/runs/${oid}/people${query}`);
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json<{ _embedded: { people: PlannedPerson[] } }>()._embedded.people;
  };
  const approve = async ({ oid, hash }: SystemRun) => {
    const approved = await on.owner.post(`${on.path}/runs/${oid}/approve`, { hash });
    expect(approved.statusCode, approved.body).toBe(200);
    expect(await on.settled(oid)).toMatchObject({ status: "done" });
  };
  const stateOf = () =>
    on.db
      .selectFrom("identities")
      .selectAll()
      .where("client_id", "=", on.directory.clientId)
      .orderBy("oid")
      .execute();

  test("[MAP-25] a preview of an HR system shows who joins, moves, changes, leaves and returns, and changes nothing", async () => {
    await begin([
      "1,ann,,N1,Ann,Sales,employed,,",
      "2,bob,,N2,Bob,Sales,employed,,",
      "3,cyd,,N3,Cyd,IT,employed,,",
      "4,dan,,N4,Dan,IT,employed,,",
      "5,eve,,N5,Eve,IT,left,,",
      "6,flo,,N6,Flo,IT,employed,,",
    ]);
    await provide([
      "1,ann,,N1,Ann,Sales,employed,,",
      "2,bob,,N2,Bob,IT,employed,,",
      "3,cyd,,N3,Cynthia,IT,employed,,",
      "4,dan,,N4,Dan,IT,left,,",
      "5,eve,,N5,Eve,IT,left,,",
      "6,flo,,N6,Flo,IT,left,,",
      "7,gil,,N7,Gil,Sales,employed,,",
    ]);
    const before = await stateOf();
    const run = await preview();
    expect(run).toMatchObject({
      status: "planned",
      gates: [],
      plannedPeople: { joined: 1, moved: 1, changed: 1, left: 2, returned: 0 },
    });
    expect(await stateOf()).toEqual(before);
    const people = await planned(run);
    expect(people).toMatchObject([
      { kind: "left", externalId: "N4", name: "Dan", before: { department: "IT" }, after: {} },
      { kind: "left", externalId: "N6", name: "Flo", before: { department: "IT" }, after: {} },
      {
        kind: "moved",
        externalId: "N2",
        name: "Bob",
        before: { department: "Sales" },
        after: { department: "IT" },
      },
      {
        kind: "changed",
        externalId: "N3",
        name: "Cynthia",
        before: { givenName: "Cyd" },
        after: { givenName: "Cynthia" },
      },
      {
        kind: "joined",
        externalId: "N7",
        name: "Gil",
        before: {},
        after: { givenName: "Gil", department: "Sales" },
      },
    ]);
    expect(await planned(run, "?kind=left&contains=flo")).toMatchObject([{ externalId: "N6" }]);

    await approve(run);
    expect(await readHistory(on.db, run.oid)).toEqual(await readPlannedPeople(on.db, run.oid));

    await provide([
      "1,ann,,N1,Ann,Sales,employed,,",
      "2,bob,,N2,Bob,IT,employed,,",
      "3,cyd,,N3,Cynthia,IT,employed,,",
      "4,dan,,N4,Dan,Sales,employed,,",
      "6,flo,,N6,Flo,IT,left,,",
      "7,gil,,N7,Gil,Sales,employed,,",
    ]);
    expect(await planned(await preview())).toMatchObject([
      { kind: "returned", externalId: "N4", after: { department: "Sales" } },
    ]);
  });

  test("[MAP-25] a preview shows what mappings give people, without secret values", async () => {
    await begin(["1,ann,,Q1,ann,Sales,employed,7,x", "2,bob,,Q2,bob,IT,employed,8,y"]);
    const map = async (
      field: string,
      attribute: string,
      transforms: readonly "TITLE_CASE"[] = [],
    ) => {
      const formats = transforms.map((transform) => ({ transform }));
      const mapping = inboundDraft(attribute, field, {
        attributes: [attributeSource(`account/${attribute}`, { formats })],
      });
      const answer = await on.owner.post(`${on.path}/mappings`, {
        mapping,
        version: await on.version(),
      });
      expect(answer.statusCode, answer.body).toBe(201);
    };
    await map("externalId", "number");
    await map("givenName", "given", ["TITLE_CASE"]);
    await map("extension/badge", "badge");
    await map("extension/password", "password");
    await on.publish();
    const run = await preview();
    expect(run).toMatchObject({ plannedPeople: { changed: 2, joined: 0, left: 0 } });
    expect(await planned(run)).toMatchObject([
      {
        externalId: "Q1",
        before: { givenName: "ann" },
        after: { givenName: "Ann", "extension/badge": "7" },
      },
      {
        externalId: "Q2",
        before: { givenName: "bob" },
        after: { givenName: "Bob", "extension/badge": "8" },
      },
    ]);
    expect(JSON.stringify(await planned(run))).not.toContain("password");
    await approve(run);
    const stored = await on.db
      .selectFrom("identities")
      .select(["given_name", "attributes"])
      .where("external_id", "in", ["Q1", "Q2"])
      .where("client_id", "=", on.directory.clientId)
      .orderBy("external_id")
      .execute();
    expect(stored).toEqual([
      { given_name: "Ann", attributes: { badge: "7", password: "x" } },
      { given_name: "Bob", attributes: { badge: "8", password: "y" } },
    ]);
  });

  test("a plan that is applied shows its people, as does one that waits for its gates", async () => {
    const people = ["1,ann,,G1,Ann,Sales", "2,bob,,G2,Bob,Sales"];
    const withStatus = (status: string) => people.map((row) => `${row},${status},,`);
    await begin(withStatus("employed"), { maxGonePercent: 10 });
    const [first] = (await on.owner.get(`${on.path}/runs`)).json<{
      _embedded: { runs: SystemRun[] };
    }>()._embedded.runs;
    expect(first).toMatchObject({ status: "done", plannedPeople: { joined: 2, left: 0 } });
    if (!first) throw new Error("There is no run");
    expect(await planned(first)).toMatchObject([
      { kind: "joined", externalId: "G1", name: "Ann", after: { department: "Sales" } },
      { kind: "joined", externalId: "G2", name: "Bob" },
    ]);
    await provide(withStatus("left"));
    const run = await on.run();
    expect(run).toMatchObject({ status: "planned", gates: ["manyLeaving"] });
    expect((await planned(run)).map(({ kind }) => kind)).toEqual(["left", "left"]);
  });

  test("a scheduled import takes the place of a preview that waits only because a user wanted it", async () => {
    await begin(["1,ann,,S1,Ann,Sales,employed,,"], { everyMinutes: 60 });
    await provide(["1,ann,,S1,Ann,IT,employed,,"]);
    const run = await preview();
    expect(run.status).toBe("planned");
    const refused = await on.owner.post(`${on.path}/runs`, { kind: "full" });
    expect(refused.statusCode).toBe(409);
    await on.db
      .updateTable("connected_systems")
      .set({ next_run_at: on.api.clock.now, confirmed: true })
      .where("resource_id", "=", on.resourceId)
      .execute();
    on.poke();
    await vi.waitFor(async () => {
      const runs = await on.db
        .selectFrom("system_runs")
        .select(["status", "scheduled"])
        .where("resource_id", "=", on.resourceId)
        .orderBy("no", "desc")
        .limit(2)
        .execute();
      expect(runs).toEqual([
        { status: "done", scheduled: true },
        { status: "cancelled", scheduled: false },
      ]);
    }, WAIT);
  });
});
