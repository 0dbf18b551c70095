/** Who owns an account by an attribute, and which accounts of a run look for their owners again. */
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { DEFAULT_SETTINGS, type SystemSettings } from "#events/entities/system.ts";
import type { SystemPlace } from "#server/connectors/contract.ts";
import { contentText } from "#server/systems/runs/content.ts";
import { KnownObjects } from "#server/systems/runs/knownObjects.ts";
import { loadOwners, PlanOwners } from "#server/systems/runs/owners.ts";
import { PlanWriter } from "#server/systems/runs/planWriter.ts";
import { takeLinkable } from "#server/systems/runs/unlinkedAccounts.ts";
import { takeUnmapped } from "#server/systems/runs/unmappedAccounts.ts";
import { oneDatabase } from "../../support/databases.ts";
import {
  keyOf,
  NOW,
  storeManyObjects,
  storeObjects,
  storeOwnRun,
  storeRun,
  storeSystem,
} from "./storedRuns.ts";

type Field = NonNullable<SystemSettings["owner"]>["field"];
type Person = Readonly<{ id: string; username?: string | null; email?: string | null }>;

const settingsOf = (field: Field): SystemSettings => ({
  ...DEFAULT_SETTINGS,
  owner: { attribute: "owner", field },
});

oneDatabase((database) => {
  const db = () => database.current.db;

  const addPeople = async ({ clientId }: SystemPlace, people: readonly Person[]) => {
    await db()
      .insertInto("identities")
      .values(
        people.map(({ id, ...fields }) => ({
          client_id: clientId,
          oid: randomUUID(),
          external_id: id,
          search_key: id,
          ...fields,
        })),
      )
      .execute();
  };
  const addManyPeople = ({ clientId }: SystemPlace, many: number) =>
    sql`
      insert into identities (client_id, oid, external_id, username, search_key)
      select ${clientId}::uuid, gen_random_uuid(), id, 'u' || id, id
      from (select lpad(no::text, 6, '0') as id from generate_series(1, ${many}::integer) as no) as item
    `.execute(db());
  const account = { objectClass: "account", id: "1" };
  const contentOf = (...owner: string[]) => ({
    attributes: { owner },
    active: null,
    entitlements: [],
  });

  test.each<[Field, Person[], (string | undefined)[]]>([
    [
      "externalId",
      [{ id: "Ann" }, { id: "bob" }, { id: "BOB" }],
      ["Ann", undefined, "bob", undefined],
    ],
    [
      "username",
      [
        { id: "1", username: "Ann" },
        { id: "2", username: "bob" },
        { id: "3", username: "BOB" },
        { id: "4", username: null },
      ],
      ["1", "1", undefined, undefined],
    ],
    [
      "email",
      [
        { id: "1", email: "ANN" },
        { id: "2", email: "bob" },
        { id: "3", username: "cyd" },
      ],
      ["1", "1", "2", undefined],
    ],
  ])("an attribute names people by their %s", async (field, people, owners) => {
    const place = await storeSystem(db());
    await addPeople(place, people);
    await addPeople(await storeSystem(db()), [{ id: "cyd", username: "cyd", email: "cyd" }]);
    const found = await loadOwners(db(), place, settingsOf(field), null);
    expect(found?.isByRules).toBe(false);
    const ownerOf = (...values: string[]) => found?.ownerOf(account, contentOf(...values), null);
    expect(["Ann", "ann", "bob", "cyd"].map((value) => ownerOf(value))).toEqual(owners);
    expect(ownerOf()).toBeUndefined();
    expect(ownerOf("Ann", "bob")).toBe(owners[0]);
    expect(found?.ownerOf(account, { ...contentOf("Ann"), attributes: {} }, "x")).toBeUndefined();
  });

  test("without an attribute and rules, nothing tells the owners", async () => {
    const place = await storeSystem(db());
    expect(await loadOwners(db(), place, DEFAULT_SETTINGS, null)).toBeNull();
  });

  test.each([10_000, 10_001])("owners are found among %i people", async (many) => {
    const place = await storeSystem(db());
    await addManyPeople(place, many);
    const found = await loadOwners(db(), place, settingsOf("username"), null);
    const idOf = (no: number) => String(no).padStart(6, "0");
    const ownerOf = (no: number) => found?.ownerOf(account, contentOf(`U${idOf(no)}`), null);
    expect([1, 9_999, 10_000, many, many + 1].map(ownerOf)).toEqual([
      idOf(1),
      idOf(9_999),
      idOf(10_000),
      idOf(many),
      undefined,
    ]);
  });

  const linkable = async (place: SystemPlace, settings = settingsOf("externalId"), no = 1) => {
    const job = await storeOwnRun(db(), place, { status: "reading", kind: "full" }, no);
    const known = new KnownObjects();
    const plan = new PlanWriter(db(), job, known);
    const owners = new PlanOwners(db(), job, settings);
    const basis = await takeLinkable(db(), plan, { job, settings, known, owners });
    await plan.finish();
    const entries = await db()
      .selectFrom("system_run_entries")
      .select(["object_id", "change"])
      .where("run_oid", "=", job.oid)
      .orderBy("no")
      .execute();
    await db()
      .updateTable("system_runs")
      .set({ status: "done", people_basis: basis })
      .where("oid", "=", job.oid)
      .execute();
    return { basis, taken: entries.map(({ object_id: id, change }) => `${change} ${id}`) };
  };
  const addAccounts = async (
    place: SystemPlace,
    accounts: readonly { id: string; owner?: string; identity?: string; goneAt?: Date }[],
  ) => {
    await storeObjects(
      db(),
      place,
      accounts.map(({ id, owner, goneAt = null }) => ({
        object_id: id,
        account_name: id,
        content: contentText(contentOf(...(owner === undefined ? [] : [owner]))),
        gone_at: goneAt,
      })),
    );
    await db()
      .insertInto("accounts")
      .values(
        accounts.map(({ id, identity = null }) => ({
          ...keyOf(place),
          id: randomUUID(),
          name: id,
          identity_oid: identity,
        })),
      )
      .execute();
  };

  test("a run takes unchanged accounts without an owner that have one now, once for the same people", async () => {
    const place = await storeSystem(db());
    await addPeople(place, [{ id: "p1" }]);
    await addAccounts(place, [
      { id: "a", owner: "p1" },
      { id: "b", owner: "p2" },
      { id: "c" },
      { id: "gone", owner: "p1", goneAt: NOW },
      { id: "owned", owner: "p1", identity: randomUUID() },
    ]);
    const first = await linkable(place);
    expect(first.taken).toEqual(["changed a"]);
    expect(first.basis).not.toBeNull();
    // Nobody has changed since, so that nothing is looked up again.
    const second = await linkable(place, settingsOf("externalId"), 2);
    expect(second).toEqual({ basis: first.basis, taken: [] });
    // Undos look for no owners: their rows have no basis.
    await storeRun(db(), place, { no: 3, kind: "undo" });
    await storeRun(db(), place, { no: 4, status: "failed" });
    expect((await linkable(place, settingsOf("externalId"), 5)).taken).toEqual([]);
    await addPeople(place, [{ id: "p2" }]);
    const later = await linkable(place, settingsOf("externalId"), 6);
    expect(later.basis).not.toBe(first.basis);
    expect(later.taken).toEqual(["changed a", "changed b"]);
  });

  test("an account that was linked since the last run is taken, although a read of changes does not name it", async () => {
    const place = await storeSystem(db());
    const [linked, unlinked] = ["p1", "p2"];
    await addPeople(place, [{ id: linked }, { id: unlinked }]);
    const { oid: identity } = await db()
      .selectFrom("identities")
      .select("oid")
      .where("client_id", "=", place.clientId)
      .where("external_id", "=", linked)
      .executeTakeFirstOrThrow();
    await addAccounts(place, [
      { id: "a", owner: linked, identity },
      { id: "b", owner: unlinked },
    ]);
    const job = await storeOwnRun(db(), place, { status: "reading", kind: "changes" });
    const known = new KnownObjects();
    const plan = new PlanWriter(db(), job, known);
    const settings = settingsOf("externalId");
    const owners = new PlanOwners(db(), job, settings);
    await takeUnmapped(db(), plan, { job, settings, known, owners });
    await plan.finish();
    const entries = await db()
      .selectFrom("system_run_entries")
      .select(["object_id", "change"])
      .where("run_oid", "=", job.oid)
      .execute();
    expect(entries).toEqual([{ object_id: "a", change: "changed" }]);
  });

  test("a person's decision stays, also that an account belongs to somebody else", async () => {
    const place = await storeSystem(db());
    await addPeople(place, [{ id: "p1" }]);
    await addAccounts(place, [
      { id: "none", owner: "p1" },
      { id: "different", owner: "p1" },
      { id: "open", owner: "p1" },
    ]);
    const { oid } = await db()
      .selectFrom("identities")
      .select("oid")
      .where("client_id", "=", place.clientId)
      .executeTakeFirstOrThrow();
    await db()
      .insertInto("correlation_decisions")
      .values(
        (["none", "different"] as const).map((decision) => ({
          ...keyOf(place),
          id: randomUUID(),
          object_class: "account",
          object_id: decision,
          name: decision,
          decision,
          identity_oid: decision === "none" ? null : oid,
          decided_by: "ann",
          decided_at: NOW,
        })),
      )
      .execute();
    expect((await linkable(place)).taken).toEqual(["changed open"]);
  });

  test("without anything that tells owners, the state of the people is still noted", async () => {
    const place = await storeSystem(db());
    await addAccounts(place, [{ id: "a", owner: "p1" }]);
    const { basis, taken } = await linkable(place, DEFAULT_SETTINGS);
    expect(basis).not.toBeNull();
    expect(taken).toEqual([]);
  });

  test("if every account has an owner and none is added, nothing is noted", async () => {
    const place = await storeSystem(db());
    await addAccounts(place, [{ id: "a", owner: "p1", identity: randomUUID() }]);
    expect(await linkable(place)).toEqual({ basis: null, taken: [] });
  });

  test.each([2000, 2001])("owners are looked for page by page among %i accounts", async (many) => {
    const place = await storeSystem(db());
    await addPeople(place, [{ id: "p1" }]);
    const content = contentText(contentOf("p1"));
    await storeManyObjects(db(), place, { many, content });
    await sql`
      insert into accounts (client_id, id, resource_id, name)
      select client_id, gen_random_uuid(), resource_id, account_name from system_objects
      where resource_id = ${place.resourceId}
    `.execute(db());
    expect((await linkable(place)).taken).toHaveLength(many);
  });
});
