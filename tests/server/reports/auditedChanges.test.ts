/** The report about changes against entries of the audit trail. */
import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import type { JsonValue } from "#server/db/columns.ts";
import { recordAudits } from "#server/audit/audit.ts";
import { writeDirectory } from "../support/accessDirectory.ts";
import { oneDatabase } from "../support/databases.ts";
import { compute } from "./compute.ts";

oneDatabase((database) => {
  test("[IDN-2] changes are those of the audit trail between the days, with their object and values", async () => {
    const { db } = database.current;
    const { clientId, orgOids } = await writeDirectory(db, {
      orgs: [{ name: "root", parent: null }],
      identities: [],
      resources: [],
      entitlements: [],
      accounts: [],
    });
    const entry = (
      at: string,
      call: string,
      change: { readonly target?: string; readonly before?: JsonValue; readonly after?: JsonValue },
    ) => ({
      at: new Date(at),
      actor: { id: randomUUID(), username: "ann" },
      clientId,
      call,
      ...change,
    });
    const [root = ""] = orgOids;
    await recordAudits(db, [
      entry("2026-02-27T23:59:59.999Z", "accessRoles/createRole", { after: { name: "early" } }),
      entry("2026-02-28T00:00:00Z", "groupings/saveGroup", {
        target: root,
        before: { members: [] },
        after: { members: [root] },
      }),
      entry("2026-02-28T10:00:00Z", "systems/saveConfiguration", {
        target: "x",
        before: { host: "a" },
        after: { host: "b" },
      }),
      entry("2026-02-28T11:00:00Z", "users/updateUser", { after: { email: "ann@example.com" } }),
      entry("2026-02-28T11:00:00Z", "session/signedIn", {}),
      entry("2026-03-01T23:59:59.999Z", "identities/createIdentity", {
        target: "gone",
        after: { givenName: "Ann", familyName: "Lee" },
      }),
      entry("2026-03-02T00:00:00Z", "cases/assignCase", { after: { owner: "late" } }),
    ]);
    const period = { from: "2026-02-28", until: "2026-03-01" };
    const { rows, chart } = await compute(db, { clientId }, "auditedChanges", period);
    expect(rows).toEqual([
      [
        Date.parse("2026-03-01T23:59:59.999Z"),
        "ann",
        "identities",
        "identities/createIdentity",
        "gone",
        "givenName, familyName",
        "– → Ann; – → Lee",
      ],
      // Values of settings are for those who may see the system.
      [
        Date.parse("2026-02-28T10:00:00Z"),
        "ann",
        "systems",
        "systems/saveConfiguration",
        "x",
        "host",
        null,
      ],
      [
        Date.parse("2026-02-28T00:00:00Z"),
        "ann",
        "groupings",
        "groupings/saveGroup",
        "root",
        "members",
        "– → root",
      ],
    ]);
    expect(chart.bars).toEqual([
      { label: "2026-02-28", values: [2] },
      { label: "2026-03-01", values: [1] },
    ]);
  });

  test("values are read without the form of JSON: names in lists, and fields of objects", async () => {
    const { db } = database.current;
    const { clientId, orgOids } = await writeDirectory(db, {
      orgs: [
        { name: "root", parent: null },
        { name: "Tellers", parent: 0 },
      ],
      identities: [],
      resources: [],
      entitlements: [],
      accounts: [],
    });
    const many = Array.from({ length: 51 }, (_, no) => `e${no}`);
    const after = {
      inducementCount: 2,
      added: [...orgOids],
      period: { from: "2026-01-01", until: null },
      names: many,
      // Somebody typed it.
      name: "[draft",
    };
    await recordAudits(db, [
      {
        at: new Date("2026-02-28T00:00:00Z"),
        actor: null,
        clientId,
        call: "orgs/induce",
        before: { inducementCount: 0 },
        after,
      },
    ]);
    const period = { from: "2026-02-28", until: "2026-02-28" };
    const { rows } = await compute(db, { clientId }, "auditedChanges", period);
    expect(rows.map((row) => row.at(-1))).toEqual([
      [
        // By the length of the field's name, as the database keeps them.
        "0 → 2",
        "– → [draft",
        "– → root, Tellers",
        `– → ${many.slice(0, 50).join(", ")}, …`,
        "– → from: 2026-01-01, until: –",
      ].join("; "),
    ]);
  });

  test("[IDN-2] each page of many changes follows the one before", async () => {
    const { db } = database.current;
    const clientId = randomUUID();
    const start = Date.parse("2026-02-01T00:00:00Z");
    const ids = Array.from({ length: 2500 }, (_, no) => `thing ${no}`);
    await recordAudits(
      db,
      ids.map((target, no) => ({
        // Several at the same instant.
        at: new Date(start + 1000 * Math.floor(no / 7)),
        actor: null,
        clientId,
        call: "accessRoles/updateRole",
        target,
      })),
    );
    const { rows } = await compute(db, { clientId }, "auditedChanges", {
      from: "2026-02-01",
      until: "2026-02-28",
    });
    expect(rows.map(([, , , , target]) => String(target)).toSorted()).toEqual(ids.toSorted());
    const times = rows.map(([at]) => Number(at));
    expect(times).toEqual(times.toSorted((a, b) => b - a));
  });
});
