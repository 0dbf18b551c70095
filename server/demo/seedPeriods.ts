/** Periods of entitlements in a policy of the demo bank: one is over, one ends soon, and one begins later. */
import type { Transaction } from "kysely";
import { DAY_MS, dayOf } from "#events/rules/time.ts";
import type { Database } from "../db/schema.ts";
import { insertChange } from "./insertChange.ts";

const HOUR_MS = 3_600_000;

/** When each was set, in hours before now, and its first and last day, in days from now. */
const PERIODS: readonly {
  readonly hours: number;
  readonly from: number | null;
  readonly until: number;
}[] = [
  { hours: 50, from: null, until: -1 },
  { hours: 30, from: null, until: 11 },
  { hours: 20, from: 14, until: 104 },
];

/** Limits the first entitlements of a policy by name. */
export async function seedPeriods(
  tx: Transaction<Database>,
  clientId: string,
  orgOid: string,
  now: Date,
): Promise<void> {
  const grants = await tx
    .selectFrom("inducements as i")
    .innerJoin("entitlements as e", (join) =>
      join.onRef("e.client_id", "=", "i.client_id").onRef("e.role_oid", "=", "i.role_oid"),
    )
    .select("i.role_oid")
    .where("i.client_id", "=", clientId)
    .where("i.org_oid", "=", orgOid)
    .orderBy("e.name")
    .orderBy("i.role_oid")
    .limit(PERIODS.length)
    .execute();
  const today = Date.parse(dayOf(now));
  const startOf = (days: number) => new Date(today + days * DAY_MS);
  for (const [place, { role_oid: roleOid }] of grants.entries()) {
    const period = PERIODS[place];
    if (!period) continue;
    const { hours, from, until } = period;
    const bounds = {
      valid_from: from === null ? null : startOf(from),
      valid_until: startOf(until + 1),
    };
    await tx
      .updateTable("inducements")
      .set(bounds)
      .where("client_id", "=", clientId)
      .where("org_oid", "=", orgOid)
      .where("role_oid", "=", roleOid)
      .execute();
    await insertChange(tx, clientId, orgOid, {
      at: new Date(now.getTime() - hours * HOUR_MS),
      kind: "period",
      threshold: null,
      added: [],
      removed: [],
      periods: { [roleOid]: [null, null, bounds.valid_from, bounds.valid_until] },
    });
  }
}
