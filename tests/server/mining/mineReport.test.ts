import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { mineReport, type MiningTools } from "#server/mining/mineReport.ts";
import type { MiningMethods } from "#server/mining/miningThread.ts";
import { remote, type Remote } from "#server/threads/remote.ts";
import { startThread } from "#server/threads/startThread.ts";
import {
  mineByReference,
  writeDirectory,
  type AccessDirectory,
} from "../support/accessDirectory.ts";
import { eachDatabase } from "../support/databases.ts";
import { reportText } from "../support/reportText.ts";

const NOW = new Date("2026-11-21T12:00:00.000Z");

let thread: Remote<MiningMethods>;
beforeAll(() => {
  const module = new URL("../../../server/mining/miningThread.ts", import.meta.url);
  thread = remote<MiningMethods>(startThread(module, null));
});
afterAll(() => thread.end());

const name = fc.string({
  unit: fc.constantFrom("a", "B", "b", "é", "_", '"', "😀", "\uffee", " "),
  maxLength: 4,
});

const directories: fc.Arbitrary<AccessDirectory> = fc
  .record({
    parents: fc.array(fc.nat(20), { maxLength: 60 }),
    identities: fc.array(fc.array(fc.nat(100), { maxLength: 3 }), { maxLength: 60 }),
    resources: fc.uniqueArray(name, { minLength: 1, maxLength: 4 }),
    entitlementNames: fc.uniqueArray(name, { minLength: 1, maxLength: 12 }),
    accounts: fc.array(
      fc.tuple(fc.nat(100), fc.option(fc.nat(100)), fc.array(fc.nat(100), { maxLength: 6 })),
      {
        maxLength: 60,
      },
    ),
  })
  .map(({ parents, identities, resources, entitlementNames, accounts }) => {
    const orgs = [null, ...parents].map((parent, i) => ({
      name: `org ${i}`,
      parent: parent === null ? null : parent % i,
    }));
    const entitlements = resources.flatMap((_, resource) =>
      entitlementNames.map((entitlementName) => ({ resource, name: entitlementName })),
    );
    const perResource = entitlementNames.length;
    return {
      orgs,
      identities: identities.map((of) => ({
        orgs: [...new Set(of.map((org) => org % orgs.length))],
      })),
      resources,
      entitlements,
      accounts: accounts.map(([resourceDraw, identity, held]) => {
        const resource = resourceDraw % resources.length;
        return {
          resource,
          identity:
            identity === null || identities.length === 0 ? null : identity % identities.length,
          entitlements: [
            ...new Set(held.map((draw) => resource * perResource + (draw % perResource))),
          ],
        };
      }),
    };
  });

eachDatabase((database) => {
  async function mine(
    request: { clientId: string; orgOid: string; resourceId: string | null },
    tools: Partial<MiningTools> = {},
  ): Promise<unknown> {
    const parts: Uint8Array[] = [];
    await mineReport(request, {
      background: database.current.background,
      thread,
      clock: () => NOW,
      signal: new AbortController().signal,
      savePart: async (part, body) => {
        expect(part).toBe(parts.push(body) - 1);
      },
      ...tools,
    });
    return JSON.parse(await reportText(parts));
  }

  test("[RPT-2] a report equals the reference's, for every org and every scope", async () => {
    const draw = fc.record({
      directory: directories,
      org: fc.nat(100),
      resource: fc.option(fc.nat(100)),
    });
    await fc.assert(
      fc.asyncProperty(draw, async ({ directory, ...drawn }) => {
        const written = await writeDirectory(database.current.db, directory);
        const org = drawn.org % directory.orgs.length;
        const resource =
          drawn.resource === null ? null : drawn.resource % directory.resources.length;
        const report = await mine({
          clientId: written.clientId,
          orgOid: written.orgOids[org] ?? "",
          resourceId: resource === null ? null : (written.resourceIds[resource] ?? ""),
        });
        const expected = mineByReference(directory, written, org, resource);
        expect(report).toEqual({ ...expected, reportDate: NOW.toISOString() });
      }),
      { seed: 4, numRuns: 120 },
    );
  });

  test("[RPT-2] members beyond the orgs and pages of one query are all counted", async () => {
    const count = 9000;
    const orgsOf = (i: number): number[] => (i % 2 === 0 ? [1] : [1 + (i % 90), 2 + (i % 7)]);
    const directory: AccessDirectory = {
      orgs: [
        { name: "root", parent: null },
        ...Array.from({ length: 90 }, (_, i) => ({ name: `${i}`, parent: 0 })),
      ],
      identities: Array.from({ length: count }, (_, i) => ({ orgs: [...new Set(orgsOf(i))] })),
      resources: ["r"],
      entitlements: Array.from({ length: 2500 }, (_, i) => ({ resource: 0, name: `e${i}` })),
      accounts: Array.from({ length: count }, (_, i) => ({
        resource: 0,
        identity: i,
        entitlements: [i % 2500],
      })),
    };
    const written = await writeDirectory(database.current.db, directory);
    const report = await mine({
      clientId: written.clientId,
      orgOid: written.orgOids[0] ?? "",
      resourceId: null,
    });
    expect(report).toEqual({
      ...mineByReference(directory, written, 0, null),
      reportDate: NOW.toISOString(),
    });
  });

  test("[RPT-2] an org without members and an unknown org give an empty report", async () => {
    const written = await writeDirectory(database.current.db, {
      orgs: [{ name: "root", parent: null }],
      identities: [],
      resources: ["r"],
      entitlements: [{ resource: 0, name: "e" }],
      accounts: [{ resource: 0, identity: null, entitlements: [0] }],
    });
    for (const orgOid of [written.orgOids[0] ?? "", randomUUID()]) {
      expect(await mine({ clientId: written.clientId, orgOid, resourceId: null })).toEqual({
        orgOid,
        reportDate: NOW.toISOString(),
        totalUsers: 0,
        totalShadows: 0,
        resourceInsights: [],
      });
    }
  });

  test("cancelled mining ends with the reason", async () => {
    const request = { clientId: randomUUID(), orgOid: randomUUID(), resourceId: null };
    const signal = AbortSignal.abort(new Error("not wanted"));
    const member = {
      client_id: request.clientId,
      org_oid: request.orgOid,
      identity_oid: randomUUID(),
    };
    const org = { client_id: request.clientId, oid: request.orgOid, type: "locations" as const };
    const { db } = database.current;
    await db
      .insertInto("orgs")
      .values({ ...org, name: "o", display_name: "o", search_key: "o" })
      .execute();
    await db.insertInto("identity_orgs").values(member).execute();
    await expect(mine(request, { signal })).rejects.toThrow("not wanted");
  });
});
