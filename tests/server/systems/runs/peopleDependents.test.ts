/** Which uses of the people and orgs of an HR run prevent its undo. */
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { beforeEach, expect, test } from "vitest";
import type { message } from "#events/messages/message.ts";
import type { SystemPlace } from "#server/connectors/contract.ts";
import { inTransaction } from "#server/db/transaction.ts";
import { PERSON_STATE } from "#server/import/personState.ts";
import { requireIndependentPeople } from "#server/systems/runs/peopleDependents.ts";
import { oneDatabase } from "../../support/databases.ts";
import { keyOf, NOW, runOf, storeRun, storeSystem } from "./storedRuns.ts";

oneDatabase((database) => {
  const db = () => database.current.db;
  let place: SystemPlace;
  let run: string;
  /** The run added one person and changed another one. It does not contain the third. */
  let added: string;
  let changed: string;
  let other: string;
  /** Added by the run. */
  let org: string;

  const insert = (table: string, row: Readonly<Record<string, unknown>>) => {
    const names = Object.keys(row).map((name) => sql.ref(name));
    return sql`
      insert into ${sql.table(table)} (client_id, ${sql.join(names)})
      values (${place.clientId}, ${sql.join(Object.values(row))})
    `.execute(db());
  };
  const addPerson = async (id: string): Promise<string> => {
    const oid = randomUUID();
    await insert("identities", { oid, external_id: id, username: id, search_key: id });
    return oid;
  };
  const addOrg = async (name: string, parent: string | null = null): Promise<string> => {
    const oid = randomUUID();
    const names = { name, display_name: name, search_key: name };
    await insert("orgs", { oid, type: "departments", parent_oid: parent, ...names });
    return oid;
  };
  const join = (identity_oid: string, org_oid: string) =>
    insert("identity_orgs", { identity_oid, org_oid });
  const addRole = async (): Promise<string> => {
    const oid = randomUUID();
    const dates = { created_at: NOW, changed_at: NOW };
    await insert("access_roles", { oid, name: "Role", search_key: "role", ...dates });
    return oid;
  };
  const former = (id: string, orgs: readonly string[] = []) =>
    JSON.stringify({
      externalId: id,
      fields: {},
      attributes: {},
      byHand: false,
      endedAt: null,
      orgs,
    });
  const keep = (runOid: string, oid: string, before: string | null) =>
    sql`
      insert into system_run_people (client_id, resource_id, run_oid, identity_oid, former, written)
      select client_id, ${place.resourceId}::uuid, ${runOid}::uuid, oid, ${before}::jsonb, md5(${PERSON_STATE}::text)
      from identities person where client_id = ${place.clientId} and oid = ${oid}
    `.execute(db());

  /** The people of the run are as it wrote them. */
  const noteWritten = () =>
    sql`
      update system_run_people kept set written = md5(${PERSON_STATE}::text)
      from identities person where person.client_id = kept.client_id and person.oid = kept.identity_oid
        and kept.run_oid = ${run}
    `.execute(db());

  beforeEach(async () => {
    place = await storeSystem(db(), { kind: "hr" });
    run = await storeRun(db(), place, { no: 2, keeps_people: true });
    [added, changed, other] = [await addPerson("p1"), await addPerson("p2"), await addPerson("p3")];
    org = await addOrg("Sales", await addOrg("Departments"));
    await join(added, org);
    await keep(run, added, null);
    await keep(run, changed, former("p2"));
    await db()
      .insertInto("system_run_orgs")
      .values({ ...keyOf(place), run_oid: run, org_oid: org })
      .execute();
  });

  const refusal = async () => {
    const row = await runOf(db(), run);
    const refused: unknown = await inTransaction(db(), (tx) =>
      requireIndependentPeople(tx, row),
    ).catch((error: unknown) => error);
    return refused;
  };
  const conflict = (code: string, params: object) =>
    expect.objectContaining({ code: "ECONFLICT", reason: { code, params } });
  const used = (use: Parameters<typeof message>[0]) =>
    conflict("systemRuns.peopleUsed", { count: 1, name: "p1", use: { code: use } });
  const update = (oid: string) =>
    db()
      .updateTable("identities")
      .set({ email: "other@example.com" })
      .where("client_id", "=", place.clientId)
      .where("oid", "=", oid)
      .execute();

  test("what the run itself wrote and changes of other people do not prevent the undo", async () => {
    expect(await refusal()).toBeUndefined();
    await update(other);
    await db()
      .updateTable("identities")
      .set({ manager: "p3" })
      .where("client_id", "=", place.clientId)
      .execute();
    await noteWritten();
    // Uses of people whom the run only changed.
    const account = { id: randomUUID(), resource_id: place.resourceId, name: "account" };
    await insert("accounts", { ...account, identity_oid: changed });
    expect(await refusal()).toBeUndefined();
  });

  test("the message counts the people who have changed since, and names the first one", async () => {
    await update(changed);
    expect(await refusal()).toEqual(conflict("systemRuns.peopleChanged", { count: 1, name: "p2" }));
    await update(added);
    const [first] = [added, changed].toSorted();
    const name = first === added ? "p1" : "p2";
    expect(await refusal()).toEqual(conflict("systemRuns.peopleChanged", { count: 2, name }));
  });

  test.each([
    ["changed", "p2"],
    ["added", "–"],
  ] as const)(
    "if a person whom the run %s was deleted, the message names %s",
    async (which, name) => {
      await db().deleteFrom("identity_orgs").where("client_id", "=", place.clientId).execute();
      await noteWritten();
      await db()
        .deleteFrom("identities")
        .where("client_id", "=", place.clientId)
        .where("oid", "=", which === "added" ? added : changed)
        .execute();
      expect(await refusal()).toEqual(conflict("systemRuns.peopleChanged", { count: 1, name }));
    },
  );

  test("an account, a role, a case or a report of an added person prevents the undo", async () => {
    const id = randomUUID();
    await db()
      .updateTable("identities")
      .set({ manager: "p1" })
      .where("client_id", "=", place.clientId)
      .where("oid", "=", other)
      .execute();
    expect(await refusal()).toEqual(used("systemRuns.usedAsManagers"));
    const names = { subject: "p1", resource_name: "System", search_key: "p1" };
    const times = { created_at: NOW, created_by: "mia", changed_at: NOW };
    const of = { kind: "outsidePolicy", identity_oid: added, role_oid: randomUUID() };
    await insert("cases", { id, state: "open", ...of, ...names, ...times });
    expect(await refusal()).toEqual(used("systemRuns.usedByOthers"));
    await insert("access_role_owners", { access_role_oid: await addRole(), identity_oid: added });
    expect(await refusal()).toEqual(used("systemRuns.usedByRoles"));
    const account = { id, resource_id: place.resourceId, name: "account" };
    await insert("accounts", { ...account, identity_oid: added });
    expect(await refusal()).toEqual(used("systemRuns.usedByAccounts"));
  });

  test("a manager among the people of the run does not prevent the undo", async () => {
    await db()
      .updateTable("identities")
      .set({ manager: "p1" })
      .where("client_id", "=", place.clientId)
      .where("oid", "=", changed)
      .execute();
    await noteWritten();
    expect(await refusal()).toBeUndefined();
  });

  const orgUsed = () => conflict("systemRuns.orgsUsed", { count: 1, name: "Sales" });
  const later = async (no: number, status: "done" | "undone") => {
    const oid = await storeRun(db(), place, { no, status, keeps_people: true });
    await keep(oid, other, former("p3", [randomUUID(), org]));
  };

  test.each<[string, () => Promise<unknown>]>([
    ["other people belong", () => join(other, org)],
    ["an org is below", () => addOrg("Below", org)],
    [
      "a policy belongs",
      () =>
        insert("inducements", {
          id: randomUUID(),
          org_oid: org,
          role_oid: randomUUID(),
          created_at: NOW,
        }),
    ],
    [
      "a change belongs",
      () => db().updateTable("orgs").set({ version: 2 }).where("oid", "=", org).execute(),
    ],
    ["the undo of a later run returns people", () => later(3, "done")],
  ])("an org to which %s prevents the undo", async (_use, use) => {
    await use();
    expect(await refusal()).toEqual(orgUsed());
  });

  test("an org that an earlier or an undone run left does not prevent the undo", async () => {
    await later(1, "done");
    await later(3, "undone");
    expect(await refusal()).toBeUndefined();
  });
});
