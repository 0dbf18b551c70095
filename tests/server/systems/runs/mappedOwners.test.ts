/** For which owners the inbound mappings were evaluated with accounts, and which accounts a run evaluates again. */
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { DEFAULT_SETTINGS } from "#events/entities/system.ts";
import type { SystemPlace } from "#server/connectors/contract.ts";
import { inTransaction } from "#server/db/transaction.ts";
import { contentText } from "#server/systems/runs/content.ts";
import { KnownObjects } from "#server/systems/runs/knownObjects.ts";
import { forgetMapped, markMapped } from "#server/systems/runs/mappedOwners.ts";
import { PlanOwners } from "#server/systems/runs/owners.ts";
import { storedBasis } from "#server/systems/runs/peopleBasis.ts";
import { PlanWriter } from "#server/systems/runs/planWriter.ts";
import { takeUnmapped } from "#server/systems/runs/unmappedAccounts.ts";
import { eachDatabase } from "../../support/databases.ts";
import {
  EMPTY_TEXT,
  keyOf,
  NOW,
  storeEntries,
  storeManyEntries,
  storeManyObjects,
  storeObjects,
  storeOwnRun,
  storeRun,
  storeSystem,
} from "./storedRuns.ts";

/** Oids of people by the ids of objects. */
type Owners = Readonly<Record<string, string>>;

eachDatabase((database) => {
  const db = () => database.current.db;

  const addPerson = async ({ clientId }: SystemPlace, id: string, endedAt: Date | null = null) => {
    const oid = randomUUID();
    const person = { oid, external_id: id, search_key: id, ended_at: endedAt };
    await db()
      .insertInto("identities")
      .values({ client_id: clientId, ...person })
      .execute();
    return oid;
  };
  const link = (
    place: SystemPlace,
    name: string,
    owner: string | null,
    mappedOwner: string | null = null,
  ) =>
    db()
      .insertInto("accounts")
      .values({
        ...keyOf(place),
        id: randomUUID(),
        name,
        identity_oid: owner,
        mapped_owner: mappedOwner,
      })
      .execute();
  const textOf = (owner: string) =>
    contentText({ attributes: { owner: [owner] }, active: null, entitlements: [] });
  const addAccount = async (place: SystemPlace, id: string, named: string, owner: string) => {
    await storeObjects(db(), place, [{ object_id: id, account_name: id, content: textOf(named) }]);
    await link(place, id, owner);
  };
  const mapped = async (place: SystemPlace) => {
    const rows = await db()
      .selectFrom("accounts")
      .select(["name", "mapped_owner"])
      .where("resource_id", "=", place.resourceId)
      .execute();
    return new Map(rows.map((row) => [row.name, row.mapped_owner]));
  };

  test("an account that would get another owner is left out, and looked at again when something has changed", async () => {
    const place = await storeSystem(db());
    const settings = {
      ...DEFAULT_SETTINGS,
      owner: { attribute: "owner", field: "externalId" as const },
    };
    const ann = await addPerson(place, "ann");
    await addPerson(place, "bob");
    await addAccount(place, "a", "bob", ann);
    let no = 0;
    const run = async () => {
      const job = await storeOwnRun(db(), place, { status: "reading", kind: "full" }, ++no);
      const known = new KnownObjects();
      const plan = new PlanWriter(db(), job, known);
      const owners = new PlanOwners(db(), job, settings);
      const unmapped = await takeUnmapped(db(), plan, { job, settings, known, owners });
      await plan.finish();
      const basis = storedBasis({ linkable: null, unmapped });
      await db()
        .updateTable("system_runs")
        .set({ status: "done", people_basis: basis })
        .where("oid", "=", job.oid)
        .execute();
      const entries = await db()
        .selectFrom("system_run_entries")
        .select("object_id")
        .where("run_oid", "=", job.oid)
        .orderBy("no")
        .execute();
      return { basis, taken: entries.map(({ object_id: id }) => id) };
    };
    const first = await run();
    expect(first.taken).toEqual([]);
    expect(first.basis).not.toBeNull();
    const setContent = (named: string) =>
      db()
        .updateTable("system_objects")
        .set({ content: textOf(named) })
        .where("resource_id", "=", place.resourceId)
        .where("object_id", "=", "a")
        .execute();
    // Runs do not look at the account while nothing has changed, so that they do not see this.
    await setContent("ann");
    expect(await run()).toEqual(first);
    await setContent("bob");
    await addAccount(place, "b", "ann", ann);
    const withAnother = await run();
    expect(withAnother.taken).toEqual(["b"]);
    expect(withAnother.basis).toBe(first.basis);
    await setContent("ann");
    await addPerson(place, "cyd");
    expect(await run()).toEqual({ basis: null, taken: ["a", "b"] });
  });

  /** @param planned ids of objects; the plan removes the object `removed`. */
  const mark = async (place: SystemPlace, planned: readonly string[], evaluated: Owners) => {
    const oid = await storeRun(db(), place);
    await storeEntries(
      db(),
      place,
      oid,
      planned.map((id) => ({ object_id: id, after: id === "removed" ? null : EMPTY_TEXT })),
    );
    const owners = planned.flatMap((id, at) => {
      const owner = evaluated[id];
      return owner === undefined ? [] : [[at + 1, owner] as const];
    });
    await inTransaction(db(), (tx) => markMapped(tx, { ...place, oid }, new Map(owners)));
    return { ...place, oid };
  };

  test("the accounts of a plan are marked with their owners, and forgotten", async () => {
    const place = await storeSystem(db());
    const ann = await addPerson(place, "ann");
    const left = await addPerson(place, "left", NOW);
    const former = randomUUID();
    const ids = ["owned", "left", "free", "removed", "other", "without account"];
    await storeObjects(
      db(),
      place,
      ids.map((id) => ({ object_id: id, account_name: id })),
    );
    await link(place, "owned", ann, former);
    await link(place, "left", left, former);
    await link(place, "free", null, former);
    await link(place, "removed", ann, former);
    await link(place, "other", ann, former);
    const planned = ["owned", "left", "free", "removed", "without account", "gone"];
    const run = await mark(place, planned, { owned: ann, "without account": ann });
    expect(Object.fromEntries(await mapped(place))).toEqual({
      owned: ann,
      // Nobody was evaluated.
      left: null,
      free: null,
      removed: former,
      other: former,
    });
    await inTransaction(db(), (tx) => forgetMapped(tx, run));
    expect(Object.fromEntries(await mapped(place))).toEqual({
      owned: null,
      left: null,
      free: null,
      removed: null,
      other: former,
    });
  });

  test("an account whose owner changes after its evaluation is evaluated by the next run", async () => {
    const place = await storeSystem(db());
    const ann = await addPerson(place, "ann");
    const bob = await addPerson(place, "bob");
    for (const id of ["a", "b"]) await addAccount(place, id, id, ann);
    await db()
      .updateTable("accounts")
      .set({ identity_oid: bob })
      .where("resource_id", "=", place.resourceId)
      .where("name", "=", "b")
      .execute();
    await mark(place, ["a", "b"], { a: ann, b: ann });
    const job = await storeOwnRun(db(), place, { status: "reading", kind: "full" }, 2);
    const known = new KnownObjects();
    const writer = new PlanWriter(db(), job, known);
    const owners = new PlanOwners(db(), job, DEFAULT_SETTINGS);
    await takeUnmapped(db(), writer, { job, settings: DEFAULT_SETTINGS, known, owners });
    await writer.finish();
    const taken = await db()
      .selectFrom("system_run_entries")
      .select("object_id")
      .where("run_oid", "=", job.oid)
      .execute();
    expect(taken).toEqual([{ object_id: "b" }]);
  });

  test.each([2000, 2001])("all of %i accounts are marked", async (many) => {
    const place = await storeSystem(db());
    const ann = await addPerson(place, "ann");
    await storeManyObjects(db(), place, { many });
    await sql`
      insert into accounts (client_id, id, resource_id, name, identity_oid)
      select client_id, gen_random_uuid(), resource_id, account_name, ${ann}::uuid from system_objects
      where resource_id = ${place.resourceId}
    `.execute(db());
    const oid = await storeRun(db(), place);
    await storeManyEntries(db(), place, oid, { many, change: "changed", before: EMPTY_TEXT });
    await db()
      .updateTable("system_run_entries")
      .set({ after: EMPTY_TEXT })
      .where("run_oid", "=", oid)
      .execute();
    const evaluated = new Map(Array.from({ length: many }, (_none, at) => [at + 1, ann]));
    await inTransaction(db(), (tx) => markMapped(tx, { ...place, oid }, evaluated));
    const owners = [...(await mapped(place)).values()];
    expect(owners).toHaveLength(many);
    expect(new Set(owners)).toEqual(new Set([ann]));
  });
});
