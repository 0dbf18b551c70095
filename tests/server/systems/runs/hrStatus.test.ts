/** An HR system whose objects have an employment status. */
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { expect, test } from "vitest";
import type { ImportSettings } from "#events/entities/systemConfiguration.ts";
import type { AffectedDepartment, SystemRun } from "#events/entities/systemRun.ts";
import { migrate } from "#server/db/migrate.ts";
import { importDirectory } from "#server/import/importDirectory.ts";
import { rowsTable } from "#server/import/rowsTable.ts";
import { eachDatabase } from "../../support/databases.ts";
import { useCsvRuns } from "./csvRuns.ts";

const HEADER = "id,login,right,number,given,department,status";
const STATUS = { activeColumn: "status", inactiveValues: "left, retired" };

eachDatabase((database) => {
  const on = useCsvRuns(database, "hr");

  const provide = (people: readonly string[], configuration = STATUS) =>
    on.provide(people, HEADER, configuration);
  /** Uploads the first file and reads it. */
  const begin = async (
    people: readonly string[],
    change: Partial<ImportSettings> = { maxGonePercent: 100 },
    configuration: Partial<typeof STATUS> = STATUS,
  ) => {
    const identity = { externalId: "number", givenName: "given", department: "department" };
    await on.changeImportSettings({ identity, ...change });
    await on.provide(people, HEADER, configuration);
    return on.run();
  };
  const personOf = (externalId: string) =>
    on.db
      .selectFrom("identities")
      .selectAll()
      .where("client_id", "=", on.directory.clientId)
      .where("external_id", "=", externalId)
      .executeTakeFirst();
  const orgsOf = async (externalId: string) => {
    const { rows } = await sql<{ name: string }>`
      select org.name from identities person
      join identity_orgs member on member.client_id = person.client_id and member.identity_oid = person.oid
      join orgs org on org.client_id = member.client_id and org.oid = member.org_oid
      where person.client_id = ${on.directory.clientId} and person.external_id = ${externalId}
    `.execute(on.db);
    return rows.map(({ name }) => name);
  };
  const historyOf = async (externalId: string) => {
    const rows = await on.db
      .selectFrom("person_history")
      .innerJoin("identities", "identities.oid", "person_history.identity_oid")
      .select("kind")
      .where("identities.client_id", "=", on.directory.clientId)
      .where("identities.external_id", "=", externalId)
      .orderBy("at")
      .execute();
    return rows.map(({ kind }) => kind);
  };
  const undo = async (oid: string) => {
    const started = await on.owner.post(`${on.path}/runs/${oid}/undo`);
    expect(started.statusCode, started.body).toBe(202);
    return on.settled(started.json<SystemRun>().oid);
  };

  test("a person whose status says that they left is ended at once, and returns with the status", async () => {
    await begin(["1,ann,,S1,Ann,Sales,employed", "2,bob,,S2,Bob,Sales,employed"]);
    await provide(["1,ann,,S1,Ann,Sales,employed", "2,bob,,S2,Bob,Sales,left"]);
    expect(await on.run()).toMatchObject({
      status: "done",
      counts: { changed: 1, unchanged: 1, gone: 0, leaving: 1 },
    });
    expect(await personOf("S1")).toMatchObject({ ended_at: null, department: "Sales" });
    expect(await personOf("S2")).toMatchObject({ given_name: "Bob", department: null });
    expect((await personOf("S2"))?.ended_at).toBeInstanceOf(Date);
    expect(await orgsOf("S2")).toEqual([]);

    // Other changes of people who have left change nothing.
    await provide(["1,ann,,S1,Ann,Sales,employed", "2,bob,,S2,Robert,IT,retired"]);
    expect(await on.run()).toMatchObject({ counts: { changed: 1, leaving: 0 } });
    expect(await personOf("S2")).toMatchObject({ given_name: "Bob", department: null });

    await provide(["1,ann,,S1,Ann,Sales,employed", "2,bob,,S2,Robert,IT,employed"]);
    expect(await on.run()).toMatchObject({ counts: { changed: 1, leaving: 0 } });
    expect(await personOf("S2")).toMatchObject({
      given_name: "Robert",
      department: "IT",
      ended_at: null,
    });
    expect(await orgsOf("S2")).toEqual(["IT"]);
    expect((await historyOf("S2")).filter((kind) => kind !== "joined")).toEqual([
      "left",
      "returned",
    ]);
  });

  test("people who had left before the first run are not added", async () => {
    const done = await begin(["1,ann,,S3,Ann,Sales,employed", "2,bob,,S4,Bob,Old,left"]);
    expect(done).toMatchObject({ status: "done", counts: { added: 2, leaving: 0 } });
    expect(await personOf("S3")).toBeDefined();
    expect(await personOf("S4")).toBeUndefined();
    await provide(["1,ann,,S3,Ann,Sales,employed", "2,bob,,S4,Bob,New,employed"]);
    await on.run();
    expect(await personOf("S4")).toMatchObject({ given_name: "Bob", department: "New" });
  });

  test("a person stays while another object describes them as employed", async () => {
    await begin(["1,ann,,S5,Ann,Sales,employed", "2,ann2,,S5,Ann,Sales,employed"]);
    await provide(["1,ann,,S5,Ann,Sales,left", "2,ann2,,S5,Ann,Sales,employed"]);
    expect(await on.run()).toMatchObject({ counts: { changed: 1, leaving: 0 } });
    expect(await personOf("S5")).toMatchObject({ ended_at: null, department: "Sales" });
    // The last active object is missing: the person stays for the grace period.
    await provide(["1,ann,,S5,Ann,Sales,left"]);
    expect(await on.run()).toMatchObject({ counts: { gone: 1, leaving: 0 } });
    expect(await personOf("S5")).toMatchObject({ ended_at: null });
    await provide(["1,ann,,S5,Ann,Sales,left", "2,ann2,,S5,Ann,Sales,left"]);
    expect(await on.run()).toMatchObject({ counts: { returned: 1, leaving: 1 } });
    expect((await personOf("S5"))?.ended_at).toBeInstanceOf(Date);
  });

  test("a plan waits if too many people leave, and shows who", async () => {
    const people = ["1,a,,G1,Ann,Sales", "2,b,,G2,Bob,Sales", "3,c,,G3,Cyd,IT", "4,d,,G4,Dan,IT"];
    const withStatus = (left: readonly string[]) =>
      people.map((row) => `${row},${left.includes(row) ? "left" : "employed"}`);
    await begin(withStatus([]), { maxGonePercent: 25 });
    await provide(withStatus(people.slice(0, 1)));
    // One of four people is within the limit of a quarter.
    expect(await on.run()).toMatchObject({ status: "done", counts: { leaving: 1 } });
    await provide(withStatus(people.slice(0, 2)));
    const planned = await on.run();
    expect(planned).toMatchObject({
      status: "planned",
      gates: ["manyLeaving"],
      counts: { changed: 1, leaving: 1 },
      compared: { employed: 3, maxGonePercent: 25 },
    });
    expect(await personOf("G2")).toMatchObject({ ended_at: null });
    const entries = await on.entries(planned.oid, "?change=leaving");
    expect(entries).toMatchObject([{ person: "Bob", change: "changed", leaves: true }]);
    const affected = await on.owner.get(`${on.path}/runs/${planned.oid}/departments`);
    expect(affected.json<{ departments: AffectedDepartment[] }>().departments).toEqual([
      { department: "Sales", people: 1, losing: 1 },
    ]);
    const approved = await on.owner.post(`${on.path}/runs/${planned.oid}/approve`, {
      hash: planned.hash,
    });
    expect(approved.statusCode, approved.body).toBe(200);
    expect(await on.settled(planned.oid)).toMatchObject({ status: "done" });
    expect((await personOf("G2"))?.ended_at).toBeInstanceOf(Date);
  });

  test("an undo brings back people who left, with their access roles", async () => {
    await begin(["1,ann,,S6,Ann,Sales,employed", "2,bob,,S7,Bob,Sales,employed"]);
    const bob = await personOf("S7");
    const roleId = randomUUID();
    await on.db
      .insertInto("access_role_assignments")
      .values({
        client_id: on.directory.clientId,
        id: roleId,
        access_role_oid: randomUUID(),
        identity_oid: bob?.oid ?? "",
        created_at: new Date(),
        created_by: "test",
      })
      .execute();
    await provide(["1,ann,,S6,Ann,Sales,employed", "2,bob,,S7,Bob,Sales,left"]);
    const done = await on.run();
    const untilOf = async () =>
      (
        await on.db
          .selectFrom("access_role_assignments")
          .select("valid_until")
          .where("id", "=", roleId)
          .executeTakeFirst()
      )?.valid_until;
    expect(await untilOf()).toBeInstanceOf(Date);
    expect(await undo(done.oid)).toMatchObject({ status: "done", counts: { leaving: 0 } });
    expect(await personOf("S7")).toMatchObject({ ended_at: null, department: "Sales" });
    expect(await orgsOf("S7")).toEqual(["Sales"]);
    expect(await untilOf()).toBeNull();
    // The next run ends the person again.
    expect(await on.run()).toMatchObject({ counts: { leaving: 1 } });
  });

  test("a file does not bring back a person who has left according to the HR system", async () => {
    await begin(["1,ann,,S8,Ann,Sales,employed", "2,bob,,S9,Bob,Sales,employed"]);
    await provide(["1,ann,,S8,Ann,Sales,employed", "2,bob,,S9,Bob,Sales,left"]);
    await on.run();
    const result = await importDirectory(on.db, {
      clientId: on.directory.clientId,
      identities: rowsTable(
        "people.csv",
        ["id", "familyName", "location"],
        [
          ["S8", "Lee", "Bern"],
          ["S9", "Moss", "Bern"],
        ],
      ),
    });
    expect(result.warnings).toMatchObject([
      { code: "import.keptForHr", params: { count: 1, person: "S9" } },
    ]);
    expect(await personOf("S8")).toMatchObject({ family_name: "Lee", location: "Bern" });
    expect(await personOf("S9")).toMatchObject({ family_name: "Moss", location: null });
    expect((await personOf("S9"))?.ended_at).toBeInstanceOf(Date);
    expect(await orgsOf("S9")).toEqual([]);
  });

  test("an update ends the people who had left before it with the next run", async () => {
    // Before the update, the status had no effect: the person is as after a run without the column.
    await begin(["1,ann,,M1,Ann,Sales,employed", "2,bob,,M2,Bob,Sales,left"], {}, {});
    const { rows } = await sql<{ content: string }>`
      update system_objects set content = replace(content, '"active":null', '"active":false')
      where resource_id = ${on.resourceId} and object_id = '2' returning content
    `.execute(on.db);
    expect(rows[0]?.content).toContain('"active":false');
    await sql`delete from schema_migrations where name = '0096_leavingPeople'`.execute(on.db);
    await sql`alter table system_run_entries drop column leaves`.execute(on.db);
    await migrate(on.db);
    await provide(["1,ann,,M1,Ann,Sales,employed", "2,bob,,M2,Bob,Sales,left"]);
    const planned = await on.run();
    expect(planned).toMatchObject({ gates: ["manyLeaving"], counts: { leaving: 1 } });
    expect(await on.entries(planned.oid, "?change=leaving")).toMatchObject([{ objectId: "2" }]);
  });
});
