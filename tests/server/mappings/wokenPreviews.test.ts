/** For which systems Provision checks after a run whether they need a preview. */
import { sql } from "kysely";
import { expect, test } from "vitest";
import { mappingOf, sourceOf } from "../../events/rules/mappings/support.ts";
import { oneDatabase } from "../support/databases.ts";
import { SeveralSystems, type SystemName } from "./severalSystems.ts";

const LATER = new Date("2030-01-01T00:00:00Z");

oneDatabase((database) => {
  test("a run makes Provision look at its own system if it changed accounts, and at all systems if it changed people", async () => {
    const { db } = database.current;
    const systems = new SeveralSystems(database);
    const toEmail = mappingOf({
      resourceSchemaId: "email",
      attributes: [sourceOf({ midpointUserFieldId: "givenName" })],
    });
    const put = (name: SystemName, givenName: string, familyName: string) =>
      systems.put(name, "P1", {
        fields: { givenName: [givenName], familyName: [familyName] },
        number: "P1",
      });
    /** @returns the names of the systems at which it makes Provision look. */
    const wokenBy = async (work: () => Promise<unknown>) => {
      await db.updateTable("automatic_previews").set({ due_at: LATER }).execute();
      await work();
      const woken = await db
        .selectFrom("automatic_previews as preview")
        .innerJoin("resources as resource", "resource.id", "preview.resource_id")
        .select("resource.name")
        .where("preview.due_at", "<", LATER)
        .orderBy("resource.name")
        .execute();
      return woken.map(({ name }) => name);
    };
    try {
      await systems.begin({ hr: [], first: [toEmail], second: [] }, false);
      await sql`
        insert into automatic_previews (client_id, resource_id, due_at)
        select client_id, resource_id, ${LATER}::timestamptz from connected_systems
      `.execute(db);
      put("hr", "", "");
      put("first", "jdoe", "Doe");
      const all = ["first", "hr", "second"];
      expect(await wokenBy(() => systems.run("hr"))).toEqual(all);
      expect(await wokenBy(() => systems.run("hr"))).toEqual([]);
      expect(await wokenBy(() => systems.run("first"))).toEqual(all);
      expect(await wokenBy(() => systems.run("first"))).toEqual([]);
      put("first", "jdoe", "Miller");
      expect(await wokenBy(() => systems.run("first"))).toEqual(["first"]);
      put("first", "jane", "Miller");
      let oid = "";
      expect(await wokenBy(async () => ({ oid } = await systems.run("first")))).toEqual(all);
      expect(await wokenBy(() => systems.undo("first", oid))).toEqual(all);
    } finally {
      systems.end();
    }
  });
});
