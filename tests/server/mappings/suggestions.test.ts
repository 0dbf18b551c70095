/** Suggestions compare accounts whose owners are known, wherever they are in the system. */
import { expect, test } from "vitest";
import type { MappingSuggestion } from "#events/entities/mapping.ts";
import { oneDatabase } from "../support/databases.ts";
import { useCsvRuns } from "../systems/runs/csvRuns.ts";

oneDatabase((database) => {
  const on = useCsvRuns(database);

  test("accounts with an owner are compared, however many have none", async () => {
    const people = ["ann", "bob", "cyd", "dan"];
    await on.provide([
      ...Array.from({ length: 1000 }, (_none, at) => `${1000 + at},unowned${at},`),
      ...people.map((name, at) => `${9000 + at},${name},`),
    ]);
    expect((await on.run()).status).toBe("done");
    for (const name of people) {
      await on.db
        .updateTable("accounts")
        .set((of) => ({
          identity_oid: of
            .selectFrom("identities")
            .select("oid")
            .where("client_id", "=", on.directory.clientId)
            .where("username", "=", name),
        }))
        .where("resource_id", "=", on.resourceId)
        .where("name", "=", name)
        .execute();
    }
    const answer = await on.owner.get(`${on.path}/mapping-suggestions?direction=inbound`);
    expect(answer.statusCode, answer.body).toBe(200);
    const { suggestions, sampled } = answer.json<{
      suggestions: MappingSuggestion[];
      sampled: number;
    }>();
    expect(sampled).toBe(4);
    expect(
      suggestions.map(({ mapping, matched }) => [mapping.midpointUserFieldId, matched]),
    ).toContainEqual(["username", 4]);
  });
});
