import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { importDirectory } from "#server/import/importDirectory.ts";
import { eachDatabase } from "../support/databases.ts";
import { openRealSet, REAL_SETS } from "../support/realSets.ts";

describe("real assignments", () => {
  eachDatabase((database) => {
    test.each(REAL_SETS)(
      "$name is imported completely, and importing again changes nothing",
      async (set) => {
        const { db } = database.current;
        const run = async () =>
          importDirectory(db, { client: set.name, ...(await openRealSet(set.name)) });
        const result = await run();
        expect(result).toMatchObject({
          identities: { added: set.identities },
          resources: { added: set.resources },
          entitlements: { added: set.entitlements },
          assignments: { added: set.assignments },
          rejectedRows: [],
          warnings: [],
        });
        const stored = await sql<object>`
        select
          (select count(*) from identities where client_id = ${result.client.id}) as identities,
          (select count(*) from entitlements where client_id = ${result.client.id}) as entitlements,
          (select count(*) from accounts where client_id = ${result.client.id}) as accounts,
          (select sum(cardinality(entitlement_nos)) from accounts where client_id = ${result.client.id}) as assignments
      `.execute(db);
        expect(stored.rows).toEqual([
          {
            identities: set.identities,
            entitlements: set.entitlements,
            accounts: result.accounts.added,
            assignments: set.assignments,
          },
        ]);
        const again = await run();
        expect(again).toMatchObject({
          changed: false,
          assignments: { unchanged: set.assignments },
        });
      },
    );

    test("every member of the Kubernetes teams has an account, with or without teams", async () => {
      const { db } = database.current;
      const set = await openRealSet("kubernetes-teams");
      let alone = 0;
      for await (const batch of set.access.batches) {
        alone += batch.filter(({ values }) => values[3] === "").length;
      }
      expect(alone).toBe(2_666);
      const unlinked = await sql<{ count: number }>`
        select count(*) as count from accounts join clients on clients.id = accounts.client_id
        where clients.name = 'kubernetes-teams' and identity_oid is null
      `.execute(db);
      expect(unlinked.rows).toEqual([{ count: 0 }]);
    });
  });
});
