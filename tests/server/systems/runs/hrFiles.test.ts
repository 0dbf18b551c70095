/** Files of identities, for people whom an HR system describes. */
import { sql } from "kysely";
import { expect, test } from "vitest";
import { message } from "#events/messages/message.ts";
import type { SystemRun } from "#events/entities/systemRun.ts";
import { migrate } from "#server/db/migrate.ts";
import { importDirectory } from "#server/import/importDirectory.ts";
import { rowsTable } from "#server/import/rowsTable.ts";
import { eachDatabase } from "../../support/databases.ts";
import { useCsvRuns } from "./csvRuns.ts";

const HEADER = "id,login,right,number,given,department";

eachDatabase((database) => {
  const on = useCsvRuns(database, "hr");

  const begin = async (people: readonly string[]) => {
    const identity = { externalId: "number", givenName: "given", department: "department" };
    await on.changeImportSettings({ identity });
    await on.provide(people, HEADER);
    expect(await on.run()).toMatchObject({ status: "done" });
  };
  const importFile = (rows: readonly (readonly string[])[]) =>
    importDirectory(on.db, {
      clientId: on.directory.clientId,
      identities: rowsTable(
        "people.csv",
        ["id", "givenName", "familyName", "department", "badge"],
        rows,
      ),
    });
  const people = async () => {
    const rows = await on.db
      .selectFrom("identities")
      .select(["external_id", "given_name", "family_name", "department", "attributes"])
      .where("client_id", "=", on.directory.clientId)
      .where("external_id", "like", "H%")
      .orderBy("external_id")
      .execute();
    return rows.map((row) => [
      row.external_id,
      row.given_name,
      row.family_name,
      row.department,
      row.attributes["badge"],
    ]);
  };

  test("a file keeps what the HR system sets, adds the rest, and says whose values it kept", async () => {
    await begin(["1,ann,,H1,Ann,Sales", "2,bob,,H2,Bob,IT"]);
    const { name } = await on.db
      .selectFrom("resources")
      .select("name")
      .where("id", "=", on.resourceId)
      .executeTakeFirstOrThrow();
    const result = await importFile([
      ["H1", "Anna", "Lee", "Sales", "7"],
      ["H2", "Bob", "Moss", "IT", "8"],
      ["H3", "Cyd", "Own", "Sales", "9"],
    ]);
    expect(result).toMatchObject({ changed: true, identities: { added: 1, updated: 2 } });
    expect(result.warnings).toContainEqual(
      message("import.keptForHr", { count: 1, person: "H1", system: name }),
    );
    expect(await people()).toEqual([
      ["H1", "Ann", "Lee", "Sales", "7"],
      ["H2", "Bob", "Moss", "IT", "8"],
      ["H3", "Cyd", "Own", "Sales", "9"],
    ]);
    // Nobody would be in the departments that the HR system overrules.
    const moved = await importFile([
      ["H1", "Ann", "Lee", "Marketing", "7"],
      ["H4", "Dan", "New", "Legal", "1"],
    ]);
    expect(moved).toMatchObject({ orgs: { added: 1 }, identities: { added: 1, unchanged: 1 } });
    expect(moved.warnings.map(({ code }) => code)).toContain("import.keptForHr");
    expect((await people()).map(([id, , , department]) => [id, department])).toEqual([
      ["H1", "Sales"],
      ["H2", "IT"],
      ["H3", "Sales"],
      ["H4", "Legal"],
    ]);
    const again = await importFile([["H3", "Cynthia", "Own", "", "9"]]);
    expect(again.warnings.map(({ code }) => code)).not.toContain("import.keptForHr");
    expect((await people()).at(2)).toEqual(["H3", "Cynthia", "Own", null, "9"]);
  });

  test("a file may change a person whom the HR system lacks by now", async () => {
    await begin(["1,ann,,H8,Ann,Sales", "2,bob,,H9,Bob,IT"]);
    await on.db
      .updateTable("system_objects")
      .set({ gone_at: on.api.clock.now })
      .where("resource_id", "=", on.resourceId)
      .where("object_id", "=", "1")
      .execute();
    await importFile([["H8", "Anna", "Lee", "Sales", ""]]);
    expect((await people()).find(([id]) => id === "H8")?.[1]).toBe("Anna");
  });

  test("a file keeps the person whom an object describes again after an undo", async () => {
    await begin(["1,ann,,H10,Ann,Sales"]);
    await on.provide(["1,ann,,H11,Ann,Sales"], HEADER);
    const done = await on.run();
    expect(done).toMatchObject({ status: "done", counts: { changed: 1 } });
    const started = await on.owner.post(`${on.path}/runs/${done.oid}/undo`);
    expect(started.statusCode, started.body).toBe(202);
    const undone = await on.settled(started.json<SystemRun>().oid);
    expect(undone).toMatchObject({ status: "done", counts: { changed: 1 } });
    const result = await importFile([["H10", "Anna", "Lee", "Sales", ""]]);
    expect(result.warnings.map(({ code }) => code)).toContain("import.keptForHr");
    expect((await people()).find(([id]) => id === "H10")?.[1]).toBe("Ann");
  });

  test("objects of an earlier version get the people whom they describe", async () => {
    await begin(["1,ann,,H6,Ann,Sales", "2,bob,,H7,Bob,IT", "3,cid,,H5,Cid,IT"]);
    // Text that JSON of the database does not have must not stop the upgrade.
    await sql`update system_objects set content = replace(content, 'Cid', ${"\\ud800\\u0000"})
      where resource_id = ${on.resourceId}`.execute(on.db);
    await sql`alter table system_objects drop column person_id`.execute(on.db);
    await sql`alter table system_runs drop column keeps_people`.execute(on.db);
    await sql`drop table system_run_people, system_run_orgs`.execute(on.db);
    await sql`delete from schema_migrations where name = '0079_hrPeople'`.execute(on.db);
    expect(await migrate(on.db)).toEqual(["0079_hrPeople"]);
    const described = await on.db
      .selectFrom("system_objects")
      .select(["object_id", "person_id"])
      .where("resource_id", "=", on.resourceId)
      .orderBy("object_id")
      .execute();
    expect(described).toEqual([
      { object_id: "1", person_id: "H6" },
      { object_id: "2", person_id: "H7" },
      { object_id: "3", person_id: null },
    ]);
  });
});
