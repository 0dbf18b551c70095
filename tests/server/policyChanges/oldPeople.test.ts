/** The people of old changes of policies are removed. */
import { sql } from "kysely";
import { expect, test } from "vitest";
import { inTransaction } from "#server/db/transaction.ts";
import { RETENTION } from "#server/jobs/retention.ts";
import { dropOldPeople } from "#server/policyChanges/oldPeople.ts";
import { eachDatabase } from "../support/databases.ts";
import { usePolicyChanges } from "./policyChangeCalls.ts";

const MINUTE = 60_000;

eachDatabase((database) => {
  const setup = usePolicyChanges(database);

  test("the people of a change are kept for 90 days, and the change itself stays", async () => {
    const [e1, e2] = setup.directory.roles;
    const changes = `${setup.base}/policy-changes`;
    const induce = async (role: string) => {
      const url = `${setup.base}/mp-orgs/${setup.directory.orgs.Engineer}/induce`;
      const response = await setup.mapper.post(url, [role]);
      expect(response.statusCode, response.body).toBe(200);
    };
    const listed = async () =>
      (await setup.mapper.get(changes)).json<{ _embedded: { changes: { id: string }[] } }>()
        ._embedded.changes;
    const countOf = async (id = "") =>
      (await setup.mapper.get(`${changes}/${id}/people-count`)).json().people;
    const peopleOf = async (id = "") =>
      (await setup.mapper.get(`${changes}/${id}/people`)).json()._embedded.people.length;
    const recordedChanges = async () => {
      const { db } = database.current;
      const found = new Set<string>();
      for (const table of ["policy_change_effects", "policy_change_kinds"] as const) {
        const rows = await db.selectFrom(table).select("change_id").execute();
        expect(rows.length).toBeGreaterThan(0);
        for (const { change_id } of rows) found.add(change_id);
      }
      return [...found];
    };
    const begun = setup.api.clock.now.getTime();
    const drop = (age: number, isEnding = false) =>
      dropOldPeople(database.current.db, {
        now: new Date(begun + RETENTION + age),
        isEnding: () => isEnding,
      });

    await induce(e1);
    setup.api.clock.now = new Date(begun + 2 * MINUTE);
    await induce(e2);
    const [newer, older] = await listed();
    await drop(-MINUTE);
    await drop(MINUTE, true);
    expect(await countOf(older?.id)).toEqual({ gaining: 3, losing: 0 });
    await drop(MINUTE);
    expect(await countOf(older?.id)).toBeNull();
    expect(await peopleOf(older?.id)).toBe(0);
    expect(await countOf(newer?.id)).toEqual({ gaining: 3, losing: 0 });
    expect(await peopleOf(newer?.id)).toBe(3);
    expect(await recordedChanges()).toEqual([newer?.id]);
    expect(await listed()).toHaveLength(2);
  });

  test("the oldest change with recorded people is found without reading all changes", async () => {
    const { db } = database.current;
    await inTransaction(db, async (tx) => {
      await sql`set local enable_seqscan = off`.execute(tx);
      const { rows } = await sql`
        explain select client_id, id from policy_changes
        where at < ${new Date()} and gaining is not null order by at limit 1
      `.execute(tx);
      const plan = JSON.stringify(rows);
      expect(plan).toContain("policy_changes_recorded");
      expect(plan).not.toContain("Sort");
    });
  });
});
