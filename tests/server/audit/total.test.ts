import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { recordAudits } from "#server/audit/audit.ts";
import { countEntries } from "#server/audit/total.ts";
import { eachDatabase } from "../support/databases.ts";

const NOON = Date.UTC(2026, 5, 1, 12);
const MINUTE_MS = 60_000;

eachDatabase((database) => {
  test("counts old and new changes of a client and of a kind, each time as they are", async () => {
    const { db } = database.current;
    const clientId = randomUUID();
    const record = (call: string, at: number) =>
      recordAudits(db, [{ at: new Date(at), actor: null, clientId, call }]);
    const counts = async (at: number) => [
      await countEntries(db, clientId, null, new Date(at)),
      await countEntries(db, clientId, "users", new Date(at)),
    ];
    expect(await counts(NOON)).toEqual([0, 0]);
    await record("users/createUser", NOON - 300 * MINUTE_MS);
    await record("orgs/induce", NOON - 200 * MINUTE_MS);
    const other = randomUUID();
    expect(await countEntries(db, other, null, new Date(NOON))).toBe(0);
    // What is more than an hour old was counted already, and stays counted.
    expect(await counts(NOON)).toEqual([0, 0]);

    await record("users/updateUser", NOON - 50 * MINUTE_MS);
    await record("users/updateUser", NOON);
    expect(await counts(NOON)).toEqual([2, 2]);
    expect(await counts(NOON + 30 * MINUTE_MS)).toEqual([2, 2]);
    expect(await counts(NOON + 90 * MINUTE_MS)).toEqual([2, 2]);
    await record("orgs/induce", NOON + 90 * MINUTE_MS);
    expect(await counts(NOON + 90 * MINUTE_MS)).toEqual([3, 2]);
    expect(await counts(NOON + 900 * MINUTE_MS)).toEqual([3, 2]);
  });
});
