import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { importDirectory } from "#server/import/importDirectory.ts";
import { mineReport } from "#server/mining/mineReport.ts";
import type { MiningMethods } from "#server/mining/miningThread.ts";
import { remote, type Remote } from "#server/threads/remote.ts";
import { startThread } from "#server/threads/startThread.ts";
import { eachDatabase } from "../support/databases.ts";
import { openRealSet, REAL_SETS } from "../support/realSets.ts";
import { reportText } from "../support/reportText.ts";

interface Report {
  totalUsers: number;
  totalShadows: number;
  resourceInsights: { entitlementInsights: { percentOfUsers: number }[] }[];
}

describe("real assignments", () => {
  let thread: Remote<MiningMethods>;
  beforeAll(() => {
    const module = new URL("../../../server/mining/miningThread.ts", import.meta.url);
    thread = remote<MiningMethods>(startThread(module, null));
  });
  afterAll(() => thread?.end());

  eachDatabase((database) => {
    async function mine(clientId: string, orgOid: string): Promise<Report> {
      const parts: Uint8Array[] = [];
      await mineReport(
        { clientId, orgOid, resourceId: null },
        {
          background: database.current.background,
          thread,
          clock: () => new Date(0),
          signal: new AbortController().signal,
          savePart: async (_, body) => void parts.push(body),
        },
      );
      return JSON.parse(await reportText(parts));
    }

    const mined = REAL_SETS.flatMap((set) => (set.mined ? [{ ...set, mined: set.mined }] : []));
    test.each(mined)(
      "[RPT-2] $name, imported and mined, gives its published percentages",
      async (set) => {
        const { db } = database.current;
        const { client } = await importDirectory(db, {
          client: set.name,
          ...(await openRealSet(set.name)),
        });
        // Every identity of a set has the same job title.
        const { oid } = await db
          .selectFrom("orgs")
          .select("oid")
          .where("client_id", "=", client.id ?? "")
          .where("type", "=", "job-titles")
          .where("parent_oid", "is not", null)
          .executeTakeFirstOrThrow();
        const report = await mine(client.id ?? "", oid);
        const percentages = report.resourceInsights.flatMap(({ entitlementInsights }) =>
          entitlementInsights.map(({ percentOfUsers }) => percentOfUsers),
        );
        const heldBy = (percent: number) => percentages.filter((held) => held >= percent).length;
        expect({
          users: report.totalUsers,
          shadows: report.totalShadows,
          entitlements: percentages.length,
          heldBy: [heldBy(30), heldBy(60), heldBy(90)],
          highest: Math.max(...percentages).toFixed(4),
        }).toEqual({
          users: set.identities,
          shadows: set.identities,
          entitlements: set.entitlements,
          heldBy: set.mined.heldBy,
          highest: set.mined.highest.toFixed(4),
        });
      },
    );
  });
});
