/** The report about dormant accounts. */
import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import type { ObjectContent } from "#events/entities/systemRun.ts";
import { DEFAULT_SETTINGS } from "#events/entities/system.ts";
import { requireFinding } from "#server/cases/findings.ts";
import { contentText } from "#server/systems/runs/content.ts";
import { writeDirectory } from "../support/accessDirectory.ts";
import { oneDatabase } from "../support/databases.ts";
import { AT, compute } from "./compute.ts";

const DAY_MS = 86_400_000;
const daysAgo = (days: number) => new Date(AT.getTime() - days * DAY_MS).toISOString();

oneDatabase((database) => {
  test("[IDN-2] dormant accounts are those without activity for the days that their system allows", async () => {
    const { db } = database.current;
    const written = await writeDirectory(db, {
      orgs: [{ name: "root", parent: null }],
      identities: [{ orgs: [0] }],
      resources: ["measured", "unmeasured"],
      entitlements: [{ resource: 0, name: "e" }],
      accounts: [
        { resource: 0, identity: 0, entitlements: [0] },
        { resource: 0, identity: null, entitlements: [] },
        { resource: 0, identity: 0, entitlements: [] },
        { resource: 0, identity: 0, entitlements: [] },
        { resource: 0, identity: 0, entitlements: [] },
        { resource: 1, identity: 0, entitlements: [] },
      ],
    });
    const { clientId: client_id, resourceIds } = written;
    for (const [at, resource_id] of resourceIds.entries()) {
      await db
        .insertInto("connected_systems")
        .values({
          client_id,
          resource_id,
          connector_id: 1,
          kind: "export",
          settings: JSON.stringify(DEFAULT_SETTINGS),
          created_at: AT,
          ...(at === 0 && {
            activation: JSON.stringify({ activityAttribute: "seen", dormantAfterDays: 30 }),
          }),
        })
        .execute();
    }
    const describe = async (account: string, attributes: ObjectContent["attributes"]) => {
      const object = { attributes, active: null, entitlements: [] };
      await db
        .insertInto("system_objects")
        .values({
          client_id,
          resource_id: resourceIds[0] ?? "",
          object_class: "account",
          object_id: randomUUID(),
          name: account,
          account_name: account,
          hash: Buffer.alloc(0),
          content: contentText(object),
          held: 0,
        })
        .execute();
    };
    // No import has read account 4. The latest value counts.
    await describe("account 0", { seen: [daysAgo(400), daysAgo(30)] });
    await describe("account 1", { seen: ["never"], other: [daysAgo(1)] });
    await describe("account 2", { seen: [daysAgo(29.9)] });
    await describe("account 3", { seen: [daysAgo(500)] });
    await db
      .updateTable("accounts")
      .set({ active: false })
      .where("client_id", "=", client_id)
      .where("name", "=", "account 3")
      .execute();
    const { rows, chart } = await compute(db, written, "dormantAccounts");
    expect(rows).toEqual([
      ["account 0", "0", "measured", Date.parse(daysAgo(30)), 30, 1],
      ["account 1", null, "measured", null, null, 0],
    ]);
    expect(chart.bars).toEqual([{ label: "measured", values: [1, 1] }]);
    const account = async (name: string) => {
      const { id } = await db
        .selectFrom("accounts")
        .select("id")
        .where("client_id", "=", client_id)
        .where("name", "=", name)
        .executeTakeFirstOrThrow();
      return { kind: "dormantAccount", accountId: id, identityOid: null, roleOid: null } as const;
    };
    const caseOf = async (name: string) =>
      requireFinding(db, client_id, AT, await account(name)).catch(({ code }) => code);
    expect(await caseOf("account 0")).toMatchObject({ subject: "account 0" });
    expect(await caseOf("account 1")).toMatchObject({ resource_name: "measured" });
    for (const name of ["account 2", "account 3", "account 4", "account 5"]) {
      expect(await caseOf(name), name).toBe("ECONFLICT");
    }
    const [, unmeasured = ""] = resourceIds;
    const other = await compute(db, written, "dormantAccounts", { resourceId: unmeasured });
    expect(other.rows).toEqual([]);
  });
});
