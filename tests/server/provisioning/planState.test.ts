/** What makes a preview stale, whatever the order in which transactions end. */
import { randomUUID } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import { DEFAULT_SETTINGS } from "#events/entities/system.ts";
import { readPlanState } from "#server/provisioning/planState.ts";
import { eachDatabase } from "../support/databases.ts";
import { insertClientWithSystem } from "../systems/ownClient.ts";

const NOW = new Date("2026-03-02T09:00:00Z");
const MINUTE = 60_000;

const minutesAgo = (minutes: number) => new Date(NOW.getTime() - minutes * MINUTE);

eachDatabase((database) => {
  let place: { readonly clientId: string; readonly resourceId: string };
  beforeEach(async () => {
    place = { clientId: randomUUID(), resourceId: randomUUID() };
    await insertClientWithSystem(database.current.db, place, {
      name: "Badges",
      connector_id: 1,
      kind: "manual",
      settings: DEFAULT_SETTINGS,
      at: NOW,
    });
  });

  const stateNow = () => readPlanState(database.current.db, place, { since: NOW, now: NOW });

  test("a change of policies that was requested before another, and stored after it", async () => {
    const change = (at: Date) =>
      database.current.db
        .insertInto("policy_changes")
        .values({
          client_id: place.clientId,
          id: randomUUID(),
          at,
          actor: "Ann",
          kind: "bulk",
          org_count: 1,
          added_count: 1,
          removed_count: 0,
        })
        .execute();
    await change(minutesAgo(1));
    const before = await stateNow();
    await change(minutesAgo(2));
    expect(await stateNow()).not.toBe(before);
  });

  test("a change of an access role that was requested before one of another, and stored after it", async () => {
    const oids = [randomUUID(), randomUUID()];
    const change = async (oid: string, version: number, changed_at: Date) => {
      await database.current.db
        .insertInto("access_roles")
        .values({
          client_id: place.clientId,
          oid,
          name: oid,
          search_key: oid,
          version,
          created_at: changed_at,
          changed_at,
        })
        .onConflict((on) => on.columns(["client_id", "oid"]).doUpdateSet({ version, changed_at }))
        .execute();
    };
    const [late = "", early = ""] = oids;
    await change(early, 1, minutesAgo(3));
    await change(late, 1, minutesAgo(1));
    const before = await stateNow();
    await change(early, 2, minutesAgo(2));
    expect(await stateNow()).not.toBe(before);
  });
});
