import { expect, test } from "vitest";
import {
  addressKey,
  findExceeded,
  refundAttempt,
  reserveAttempt,
} from "#server/auth/throttle/failureCounters.ts";
import { removeExpired } from "#server/auth/maintenance.ts";
import { createApi } from "../support/api.ts";
import { eachDatabase } from "../support/databases.ts";
import { expectError } from "../support/errors.ts";
import { fillDirectory, PASSWORD } from "../support/directory.ts";

const NOW = new Date("2026-03-02T09:00:00Z");
const after = (milliseconds: number) => new Date(NOW.getTime() + milliseconds);
const limit = (key: string, max: number) => ({ key, max, window: 60_000 });

eachDatabase((database) => {
  test("concurrent attempts pass up to the limit, and refusals are not counted", async () => {
    const { db } = database.current;
    const wide = limit("wide", 100);
    const outcomes = await Promise.all(
      Array.from({ length: 12 }, () => reserveAttempt(db, [limit("narrow", 5), wide], NOW)),
    );
    const refused = outcomes.flatMap((outcome) => ("endsAt" in outcome ? [outcome] : []));
    expect(refused).toEqual(Array(7).fill({ key: "narrow", endsAt: after(60_000) }));
    const next = await reserveAttempt(db, [wide], NOW);
    expect(next).toEqual(new Map([["wide", 5]]));
  });

  test("a refund returns an attempt, and an ended window counts no more", async () => {
    const { db } = database.current;
    const one = limit("one", 1);
    expect(await reserveAttempt(db, [one], NOW)).toEqual(new Map([["one", 0]]));
    expect(await findExceeded(db, one, NOW)).toEqual(after(60_000));
    await refundAttempt(db, [one]);
    expect(await findExceeded(db, one, NOW)).toBeNull();
    await reserveAttempt(db, [one], NOW);
    expect(await findExceeded(db, one, after(60_000))).toBeNull();
    expect(await reserveAttempt(db, [one], after(60_000))).toEqual(new Map([["one", 0]]));
    expect(await findExceeded(db, one, after(60_000))).toEqual(after(120_000));
  });

  test("maintenance removes exactly the counters of ended windows", async () => {
    const { db } = database.current;
    await db.deleteFrom("login_failures").execute();
    await reserveAttempt(db, [limit("old", 9)], NOW);
    await reserveAttempt(db, [limit("young", 9)], after(1));
    await removeExpired(db, after(60_000));
    const left = await db.selectFrom("login_failures").select("ends_at").execute();
    expect(left).toEqual([{ ends_at: after(60_001) }]);
  });

  test("servers on one database share the counters", async () => {
    await fillDirectory(database.current.db);
    const servers = [await createApi(database.current), await createApi(database.current)];
    for (let attempt = 0; attempt < 10; attempt += 1) {
      const answer = await servers[attempt % 2]?.visitor().signIn("mapper", "wrong");
      if (answer) expectError(answer, "EBADCREDENTIALS");
    }
    for (const server of servers) {
      expectError(await server.visitor().signIn("mapper", PASSWORD), "ETOOMANYREQUESTS");
      await server.app.close();
    }
  });
});

test.each([
  ["192.0.2.7", "192.0.2.7"],
  ["::ffff:192.0.2.7", "192.0.2.7"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2"],
  ["2001:0DB8:0001:2::9", "2001:db8:1:2"],
  ["2001:db8::1", "2001:db8:0:0"],
  ["2001:db8::3:4:5:6:7", "2001:db8:0:3"],
  ["::1", "0:0:0:0"],
  ["0.0.0.0", "0.0.0.0"],
  ["unknown", "unknown"],
])("the address %s counts as %s", (address, key) => {
  expect(addressKey(address)).toBe(key);
});
