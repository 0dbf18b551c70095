/**
 * Random changes of an HR system, of people by hand, and undos of random runs: the directory equals a plain model, and an
 * undo is refused exactly if something depends on its run.
 */
import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { DEFAULT_SETTINGS, type SystemSettings } from "#events/entities/system.ts";
import { inTransaction } from "#server/db/transaction.ts";
import { ApiError } from "#server/plugins/errors.ts";
import { insertRun } from "#server/systems/runs/insertRun.ts";
import { insertUndo } from "#server/systems/runs/insertUndo.ts";
import { takeRun } from "#server/systems/runs/leases.ts";
import { PartSize } from "#server/systems/runs/partSize.ts";
import { performRun } from "#server/systems/runs/performRun.ts";
import { eachDatabase, type TestDatabase } from "../../support/databases.ts";
import { insertClientWithSystem } from "../ownClient.ts";
import { connectionTo } from "./hrConnection.ts";
import { HrModel, type HrObject, type ModelPerson } from "./hrModel.ts";
import { readHistory, readPlannedPeople } from "./peopleOfRun.ts";

const SEQUENCES = Number(process.env["PROVISION_RUN_SEQUENCES"] ?? 10);
const SEED = Number(process.env["PROVISION_RUN_SEED"] ?? 20_261);
const DAY = 86_400_000;
const GRACE_DAYS = 2;
const ACTOR = { id: null, username: "test" };

const SETTINGS: SystemSettings = {
  ...DEFAULT_SETTINGS,
  identity: { externalId: "number", givenName: "given", department: "department" },
  graceDays: GRACE_DAYS,
};

type Step =
  | { readonly type: "put"; readonly id: string; readonly object: HrObject }
  | { readonly type: "remove" | "role" | "account"; readonly id: string }
  | { readonly type: "rename"; readonly id: string; readonly given: string }
  | { readonly type: "status"; readonly id: string; readonly active: boolean }
  | { readonly type: "wait"; readonly number: number }
  | { readonly type: "undo"; readonly number: number }
  | { readonly type: "run" };

const id = fc.constantFrom("1", "2", "3", "4", "5");
const given = fc.constantFrom("Ann", "Bob", "Zoë", 'D"e', "{e}");
const department = fc.constantFrom("", "Sales", "IT", "R&D");
const of = <Type extends string>(type: Type) => fc.constant(type);
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      type: of("put"),
      id,
      object: fc.record({ given, department, active: fc.constantFrom(true, true, true, false) }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ type: of("status"), id, active: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ type: of("remove"), id }) },
  { weight: 1, arbitrary: fc.record({ type: of("role"), id }) },
  { weight: 1, arbitrary: fc.record({ type: of("account"), id }) },
  { weight: 2, arbitrary: fc.record({ type: of("rename"), id, given }) },
  { weight: 1, arbitrary: fc.record({ type: of("wait"), number: fc.nat({ max: 3 }) }) },
  { weight: 4, arbitrary: fc.record({ type: of("run") }) },
  { weight: 4, arbitrary: fc.record({ type: of("undo"), number: fc.nat({ max: 20 }) }) },
);

class HrHarness {
  readonly #database: TestDatabase;
  readonly #directory = mkdtempSync(join(tmpdir(), "hr-runs-"));
  readonly clientId = randomUUID();
  readonly resourceId = randomUUID();
  readonly #roleOid = randomUUID();
  readonly system = new Map<string, HrObject>();
  now = Date.parse("2026-03-01T00:00:00Z");
  #waits = false;

  constructor(database: TestDatabase) {
    this.#database = database;
  }

  get db() {
    return this.#database.current.db;
  }

  async begin(): Promise<void> {
    await insertClientWithSystem(this.db, this, {
      name: "HR",
      connector_id: 1,
      kind: "hr",
      settings: SETTINGS,
      at: new Date(this.now),
    });
  }

  end(): void {
    rmSync(this.#directory, { recursive: true, force: true });
  }

  /** Every second plan waits in any case. @returns its oid. */
  async run(): Promise<string> {
    const { clientId, resourceId } = this;
    const at = new Date(this.now);
    const run = {
      clientId,
      resourceId,
      kind: "full",
      at,
      actor: ACTOR,
      isScheduled: false,
      waits: (this.#waits = !this.#waits),
    } as const;
    const isFirst = (await this.people()).size === 0;
    const oid = await insertRun(this.db, run);
    if (oid === null) throw new Error("A run is open");
    await this.#attempt();
    const planned = await readPlannedPeople(this.db, oid);
    const waited = (await this.#status(oid)) === "planned";
    if (waited) {
      await this.db
        .updateTable("system_runs")
        .set({ status: "applying" })
        .where("oid", "=", oid)
        .execute();
      await this.#attempt();
    }
    expect(await this.#status(oid)).toBe("done");
    // The history does not record the people of the first import.
    if (!isFirst) expect(planned).toEqual(await readHistory(this.db, oid));
    plannedPeople.compared += planned.length;
    return oid;
  }

  /** @returns why it is refused; null if the run was undone. */
  async undo(oid: string): Promise<string | null> {
    const place = { clientId: this.clientId, resourceId: this.resourceId, oid };
    try {
      await inTransaction(this.db, (tx) =>
        insertUndo(tx, place, { at: new Date(this.now), actor: ACTOR }),
      );
    } catch (error) {
      if (error instanceof ApiError) return error.reason.code;
      throw error;
    }
    await this.#attempt();
    expect(await this.#status(oid)).toBe("undone");
    return null;
  }

  async #attempt(): Promise<void> {
    const now = new Date(this.now);
    const job = await takeRun(this.db, { workerId: randomUUID(), now, maxOfClient: 1 });
    if (!job) throw new Error("No run is due");
    await performRun(this.db, {
      job,
      isHr: true,
      settings: SETTINGS,
      secrets: [],
      token: null,
      now,
      directory: mkdtempSync(join(this.#directory, "run-")),
      connect: async () => connectionTo(this.system),
      partSize: new PartSize(1),
      maxSize: Infinity,
      onProgress: () => {},
    });
  }

  async #status(oid: string) {
    const { status } = await this.db
      .selectFrom("system_runs")
      .select("status")
      .where("oid", "=", oid)
      .executeTakeFirstOrThrow();
    return status;
  }

  async people(): Promise<Map<string, ModelPerson>> {
    const { rows } = await sql<{
      id: string;
      given: string | null;
      department: string | null;
      orgs: string[];
      ended: boolean;
      hasRole: boolean;
      roleUntil: Date | null;
    }>`
      select person.external_id as id, person.given_name as given, person.department,
        person.ended_at is not null as ended, role.id is not null as "hasRole", role.valid_until as "roleUntil",
        array(select org.name from identity_orgs member join orgs org on org.client_id = member.client_id
          and org.oid = member.org_oid where member.client_id = person.client_id
          and member.identity_oid = person.oid) as orgs
      from identities person
      left join access_role_assignments role on role.client_id = person.client_id and role.identity_oid = person.oid
      where person.client_id = ${this.clientId}
      order by person.external_id
    `.execute(this.db);
    return new Map(
      rows.map((row) => {
        expect(row.orgs).toEqual(row.department === null ? [] : [row.department]);
        const roleUntil = row.hasRole ? (row.roleUntil?.getTime() ?? null) : undefined;
        const { ended } = row;
        return [
          row.id,
          { given: row.given ?? "", department: row.department ?? "", ended, roleUntil },
        ];
      }),
    );
  }

  async departments(): Promise<Set<string>> {
    const rows = await this.db
      .selectFrom("orgs")
      .select("name")
      .where("client_id", "=", this.clientId)
      .where("parent_oid", "is not", null)
      .execute();
    return new Set(rows.map(({ name }) => name));
  }

  async #oidOf(externalId: string): Promise<string> {
    const { oid } = await this.db
      .selectFrom("identities")
      .select("oid")
      .where("client_id", "=", this.clientId)
      .where("external_id", "=", externalId)
      .executeTakeFirstOrThrow();
    return oid;
  }

  async giveRole(externalId: string): Promise<void> {
    await this.db
      .insertInto("access_role_assignments")
      .values({
        client_id: this.clientId,
        id: randomUUID(),
        access_role_oid: this.#roleOid,
        identity_oid: await this.#oidOf(externalId),
        created_at: new Date(this.now),
        created_by: "test",
      })
      .execute();
  }

  async giveAccount(externalId: string): Promise<void> {
    await this.db
      .insertInto("accounts")
      .values({
        client_id: this.clientId,
        id: randomUUID(),
        resource_id: this.resourceId,
        name: randomUUID(),
        identity_oid: await this.#oidOf(externalId),
      })
      .execute();
  }

  async rename(externalId: string, name: string): Promise<void> {
    await this.db
      .updateTable("identities")
      .set({ given_name: name })
      .where("client_id", "=", this.clientId)
      .where("external_id", "=", externalId)
      .execute();
  }
}

const plannedPeople = { compared: 0 };
const undos = { done: 0, earlier: 0, refused: new Set<string>() };

async function take(harness: HrHarness, model: HrModel, one: Step): Promise<void> {
  const { system } = harness;
  if (one.type === "put") system.set(one.id, one.object);
  else if (one.type === "remove") system.delete(one.id);
  else if (one.type === "status") {
    const object = system.get(one.id);
    if (object) system.set(one.id, { ...object, active: one.active });
  } else if (one.type === "wait") harness.now += one.number * DAY;
  else if (one.type === "run") await run(harness, model);
  else if (one.type === "undo") await undo(harness, model, one.number);
  else await changeByHand(harness, model, one);
}

const byStatus = { left: 0, returned: 0 };

async function run(harness: HrHarness, model: HrModel): Promise<void> {
  const before = new Map(model.people);
  model.run(await harness.run(), harness.system, harness.now);
  for (const [number, { ended }] of model.people) {
    const person = before.get(number);
    if (person === undefined || person.ended === ended || !harness.system.has(number)) continue;
    byStatus[ended ? "left" : "returned"] += 1;
  }
}

async function undo(harness: HrHarness, model: HrModel, which: number): Promise<void> {
  const run = model.runs[which % model.runs.length];
  if (!run) return;
  const refused = model.dependents(run);
  const isLast = run === model.runs.at(-1);
  expect(await harness.undo(run.oid)).toBe(refused);
  if (refused !== null) {
    undos.refused.add(refused);
    return;
  }
  undos.done += 1;
  if (!isLast) undos.earlier += 1;
  model.undo(run, harness.now);
}

async function changeByHand(
  harness: HrHarness,
  model: HrModel,
  one: Extract<Step, { type: "rename" | "role" | "account" | "remove" }>,
): Promise<void> {
  const person = model.people.get(one.id);
  if (!person) return;
  if (one.type === "rename") {
    await harness.rename(one.id, one.given);
    model.people.set(one.id, { ...person, given: one.given });
  } else if (one.type === "account") {
    await harness.giveAccount(one.id);
    model.used.add(one.id);
  } else if (person.roleUntil === undefined) {
    await harness.giveRole(one.id);
    model.people.set(one.id, { ...person, roleUntil: null });
  }
}

async function play(database: TestDatabase, steps: readonly Step[]): Promise<void> {
  const harness = new HrHarness(database);
  const model = new HrModel(GRACE_DAYS * DAY);
  await harness.begin();
  try {
    for (const one of steps) {
      harness.now += 1000;
      await take(harness, model, one);
      expect(await harness.people()).toEqual(new Map(model.people));
      expect(await harness.departments()).toEqual(model.departments);
    }
  } finally {
    harness.end();
  }
}

eachDatabase((database) => {
  test("random runs and undos of an HR system change people and orgs like the model", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 40, maxLength: 60 }), (steps) =>
        play(database, steps),
      ),
      { seed: SEED, numRuns: SEQUENCES, endOnFailure: false },
    );
    expect(plannedPeople.compared).toBeGreaterThan(0);
    expect(byStatus.left).toBeGreaterThan(0);
    expect(byStatus.returned).toBeGreaterThan(0);
    expect(undos.done).toBeGreaterThan(undos.earlier);
    expect(undos.earlier).toBeGreaterThan(0);
    expect([...undos.refused].toSorted()).toEqual([
      "systemRuns.changedByRuns",
      "systemRuns.orgsUsed",
      "systemRuns.peopleChanged",
      "systemRuns.peopleUsed",
    ]);
  }, 3_600_000);
});
