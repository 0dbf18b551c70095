/** Runs of an HR system that rewrite many people, as a shifted column does. */
import { expect, test } from "vitest";
import type { MappingDraft } from "#events/entities/mapping.ts";
import { importDirectory } from "#server/import/importDirectory.ts";
import { rowsTable } from "#server/import/rowsTable.ts";
import { inboundDraft } from "../../mappings/support.ts";
import { eachDatabase } from "../../support/databases.ts";
import { useCsvRuns } from "./csvRuns.ts";

const HEADER = "id,login,right,number,given,department";
const PEOPLE = 60;
const IDENTITY = { externalId: "number", givenName: "given", department: "department" };

eachDatabase((database) => {
  const on = useCsvRuns(database, "hr");

  const map = async (mapping: MappingDraft) => {
    const answer = await on.owner.post(`${on.path}/mappings`, {
      mapping,
      version: await on.version(),
    });
    expect(answer.statusCode, answer.body).toBe(201);
  };
  /** The first of the people have moved to another department. */
  const provide = (prefix: string, moved: number) =>
    on.provide(
      Array.from({ length: PEOPLE }, (_, at) => {
        const department = at < moved ? `Other ${prefix}` : `Sales ${prefix}`;
        return `${at},${prefix}${at},,${prefix}-${at},Given ${at},${department}`;
      }),
      HEADER,
    );
  const employed = async () => {
    const rows = await on.db
      .selectFrom("identities")
      .select("oid")
      .where("client_id", "=", on.directory.clientId)
      .where("ended_at", "is", null)
      .execute();
    return rows.length;
  };
  const departmentsOf = async (prefix: string) => {
    const rows = await on.db
      .selectFrom("identities")
      .select("department")
      .where("client_id", "=", on.directory.clientId)
      .where("external_id", "like", `${prefix}-%`)
      .execute();
    return rows.filter(({ department }) => department === `Other ${prefix}`).length;
  };

  test("a plan waits if it rewrites more than a tenth of all people, and shows how many", async () => {
    await on.changeImportSettings({ identity: IDENTITY });
    await provide("A", 0);
    expect(await on.run()).toMatchObject({ status: "done", counts: { rewritten: 0 } });
    const people = await employed();
    const most = Math.floor(people / 10);
    await provide("A", most);
    expect(await on.run()).toMatchObject({
      status: "done",
      gates: [],
      counts: { changed: most, rewritten: most },
      compared: { people },
    });
    expect(await departmentsOf("A")).toBe(most);
    await provide("A", 2 * most + 1);
    const planned = await on.run();
    expect(planned).toMatchObject({
      status: "planned",
      gates: ["manyRewritten"],
      counts: { changed: most + 1, rewritten: most + 1 },
      compared: { people, maxRenamedPercent: 10 },
    });
    expect(await departmentsOf("A")).toBe(most);
    const { hash } = planned;
    const approved = await on.owner.post(`${on.path}/runs/${planned.oid}/approve`, { hash });
    expect(approved.statusCode, approved.body).toBe(200);
    const done = await on.settled(planned.oid);
    expect(done).toMatchObject({ status: "done" });
    expect(await departmentsOf("A")).toBe(2 * most + 1);
    const undo = await on.owner.post(`${on.path}/runs/${done.oid}/undo`);
    expect(await on.settled(undo.json<{ oid: string }>().oid)).toMatchObject({
      status: "done",
      counts: { rewritten: 0 },
    });
  });

  test("people whom mappings rewrite count, also when only a mapping has changed", async () => {
    await map(inboundDraft("account/number", "externalId"));
    await map(inboundDraft("account/department", "department"));
    await map(inboundDraft("account/given", "givenName"));
    await provide("B", 0);
    expect(await on.run()).toMatchObject({ status: "done" });
    await map(inboundDraft("account/given", "location"));
    await on.publish();
    // A location is added and replaces nothing.
    expect(await on.run()).toMatchObject({ status: "done", counts: { rewritten: 0 } });
    await provide("B", PEOPLE);
    expect(await on.run()).toMatchObject({
      status: "planned",
      gates: ["manyRewritten"],
      counts: { rewritten: PEOPLE },
    });
    expect(await departmentsOf("B")).toBe(0);
  });

  test("the first run waits if it rewrites people of a file, and less than five never wait", async () => {
    await importDirectory(on.db, {
      clientId: on.directory.clientId,
      identities: rowsTable(
        "people.csv",
        ["id", "givenName", "department"],
        Array.from({ length: 5 }, (_, at) => [`C-${at}`, `Given ${at}`, "Sales C"]),
      ),
    });
    await on.changeImportSettings({ identity: IDENTITY, maxRenamedPercent: 0 });
    await provide("C", 5);
    const planned = await on.run();
    expect(planned).toMatchObject({ gates: ["manyRewritten"], counts: { rewritten: 5 } });
    const rejected = await on.owner.post(`${on.path}/runs/${planned.oid}/reject`, {
      hash: planned.hash,
    });
    expect(rejected.statusCode, rejected.body).toBe(200);
    await provide("C", 4);
    expect(await on.run()).toMatchObject({ status: "done", gates: [], counts: { rewritten: 4 } });
    expect(await departmentsOf("C")).toBe(4);
  });
});
