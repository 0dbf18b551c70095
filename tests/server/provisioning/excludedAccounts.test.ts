/** Accounts that the import settings leave out are never written. */
import { expect, test } from "vitest";
import type { AccountExclusion, ConnectedSystem } from "#events/entities/system.ts";
import type { ImportSettings } from "#events/entities/systemConfiguration.ts";
import { oneDatabase } from "../support/databases.ts";
import { givenNamePlan, useLiveTables } from "./liveTable.ts";

const TABLE = `login;given;right;note
bob;Old name;Audit;typed by hand
eve;Old;Audit;service
gus;Gus;Sign;keep
`;

oneDatabase((database) => {
  const { live, read, write } = useLiveTables(database);

  const begin = async (name: string, excludedAccounts: readonly AccountExclusion[]) => {
    write(name, TABLE);
    const system = await live.connect(givenNamePlan(name));
    expect(await system.runImport()).toMatchObject({ status: "done" });
    const saved = await live.owner.get(`${system.path}/import-settings`);
    const { settings, version } = saved.json<{ settings: ImportSettings; version: number }>();
    const changed = await live.owner.send("PUT", `${system.path}/import-settings`, {
      body: { settings: { ...settings, excludedAccounts }, version },
    });
    expect(changed.statusCode, changed.body).toBe(200);
    const shown = (await live.owner.get(`${system.path}/system`)).json<ConnectedSystem>();
    const published = await live.owner.post(`${system.path}/publication`, {
      version: shown.version,
    });
    expect(published.statusCode, published.body).toBe(200);
    return system;
  };

  test.each([true, false])(
    "a preview changes no excluded account and adds none (imported since: %s)",
    async (isImported) => {
      const name = `excluded-${isImported}.csv`;
      const system = await begin(name, [
        { attribute: null, pattern: "B*" },
        { attribute: "note", pattern: "service" },
      ]);
      if (isImported) {
        expect(await system.runImport()).toMatchObject({
          status: "done",
          counts: { gone: 0, excluded: 2 },
        });
      }
      await system.grant("Sign", "Engineer");
      const found = await system.preview();
      const objects = await system.objectsOf(found);
      // The people with excluded accounts have none: an account of an excluded name is not added.
      expect(
        objects.filter((one) => one.name === "bob").map((one) => [one.kind, one.problem?.code]),
      ).toEqual([["create", "accountExcluded"]]);
      expect(objects.filter(({ kind }) => kind !== "create")).toEqual([]);
      await system.approved(found);
      await system.settled();
      const [, bob, eve] = TABLE.split("\n");
      const lines = read(name).split("\n");
      expect(lines.filter((line) => line.startsWith("bob;"))).toEqual([bob]);
      expect(lines.filter((line) => line.startsWith("eve;"))).toEqual([eve]);
      expect(lines).toContain("ann;ANN;Sign;");
    },
  );

  test("an account that became an excluded one in the system since the preview is not written", async () => {
    const system = await begin("later.csv", [{ attribute: "note", pattern: "robot" }]);
    await system.runImport();
    const found = await system.preview();
    expect((await system.objectsOf(found)).map(({ name }) => name)).toContain("bob");
    const changed = TABLE.replace("typed by hand", "robot");
    write("later.csv", changed);
    await system.approved(found);
    const done = await system.settled();
    const failed = (await system.objectsOf(done)).filter(({ state }) => state === "failed");
    expect(failed.map(({ name, problem }) => [name, problem?.code])).toContainEqual([
      "bob",
      "accountExcluded",
    ]);
    expect(read("later.csv")).toContain("bob;Old name;Audit;robot\n");
  });
});
