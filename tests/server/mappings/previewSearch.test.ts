/** A search for single objects in the immediate preview of a mapping. */
import { beforeEach, describe, expect, test } from "vitest";
import type { MappingDraft, MappingPreview } from "#events/entities/mapping.ts";
import { oneDatabase } from "../support/databases.ts";
import { useCsvRuns } from "../systems/runs/csvRuns.ts";
import { addSystem, MANUAL_ID, pathOf } from "../systems/support.ts";
import { inboundDraft, outboundDraft } from "./support.ts";

oneDatabase((database) => {
  const on = useCsvRuns(database);

  const preview = async (path: string, mapping: MappingDraft, contains: string) => {
    const body = { direction: mapping.direction, mapping, mappingId: null, contains };
    const answer = await on.owner.post(`${path}/mapping-preview`, body);
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json<MappingPreview>();
  };
  /** The names and new values of the objects that a preview shows. */
  const shown = ({ previewCount, previewObjects }: MappingPreview) => {
    expect(previewCount).toBe(previewObjects.length);
    return previewObjects.map(({ name, values }) => [name, values[0]?.after]);
  };

  test("[MAP-18] an account is found by a part of its name or id", async () => {
    await on.provide(["10,ann,read", "20,bob_b,read", "31,bobby,write"]);
    expect((await on.run()).status).toBe("done");
    const found = async (contains: string) => {
      const mapping = inboundDraft("account/login", "department");
      const result = await preview(on.path, mapping, contains);
      // The search does not change how many objects the mapping concerns.
      expect(result.totalCount).toBe(3);
      return shown(result);
    };
    expect(await found("OBBY")).toEqual([["bobby", ["bobby"]]]);
    expect(await found("20")).toEqual([["bob_b", ["bob_b"]]]);
    // A literal text, although it is a wildcard of SQL.
    expect(await found("_")).toEqual([["bob_b", ["bob_b"]]]);
    expect(await found("bob")).toHaveLength(2);
    expect(await found("nobody")).toEqual([]);
  });

  describe("of people", () => {
    let path: string;

    beforeEach(async () => {
      const { clientId } = on.directory;
      const manual = { connectorId: MANUAL_ID, kind: "manual" };
      path = pathOf(clientId, (await addSystem(on.owner, clientId, manual)).resourceId);
      await on.db
        .updateTable("identities")
        .set({ given_name: "Zoë", family_name: "O'Neil-Quux", username: "zquux" })
        .where("client_id", "=", clientId)
        .where("external_id", "=", "P1")
        .execute();
    });

    test.each(["zoë", "NEIL-Q", "zqu"])("[MAP-18] one is found by %s", async (contains) => {
      const mapping = outboundDraft("externalId", "account/login");
      const all = await preview(path, mapping, "");
      expect(all.previewCount).toBeGreaterThan(1);
      const one = await preview(path, mapping, contains);
      expect(shown(one).map(([, after]) => after)).toEqual([["P1"]]);
      expect(one.totalCount).toBe(all.totalCount);
    });
  });
});
