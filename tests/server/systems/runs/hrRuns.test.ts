/** Runs of an HR system. */
import { expect, test } from "vitest";
import type { ImportSettings } from "#events/entities/systemConfiguration.ts";
import { oneDatabase } from "../../support/databases.ts";
import { useCsvRuns } from "./csvRuns.ts";

const HEADER = "id,login,right,number,given,department";

oneDatabase((database) => {
  const on = useCsvRuns(database, "hr");

  const provide = (...people: readonly string[]) => on.provide(people, HEADER);
  /** Uploads the first file and says which attributes describe people. */
  const begin = async (people: readonly string[], change: Partial<ImportSettings> = {}) => {
    const saved = await on.owner.get(`${on.path}/import-settings`);
    const { settings, version } = saved.json<{ settings: ImportSettings; version: number }>();
    const identity = { externalId: "number", givenName: "given", department: "department" };
    await on.put("import-settings", {
      settings: { ...settings, identity, ...change },
      version,
    });
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
});
