/** An HR system and two other systems of one client in memory, and runs that read them. */
import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { expect } from "vitest";
import type { Mapping } from "#events/entities/mapping.ts";
import type { ObjectClass, SchemaAttribute } from "#events/entities/objectClass.ts";
import { DEFAULT_SETTINGS, type SystemSettings } from "#events/entities/system.ts";
import type { Connection, SystemObject } from "#server/connectors/contract.ts";
import { inTransaction } from "#server/db/transaction.ts";
import { insertRun } from "#server/systems/runs/insertRun.ts";
import { insertUndo } from "#server/systems/runs/insertUndo.ts";
import { takeRun } from "#server/systems/runs/leases.ts";
import { PartSize } from "#server/systems/runs/partSize.ts";
import { performRun } from "#server/systems/runs/performRun.ts";
import { inboundOf } from "../../events/rules/mappings/randomMappings.ts";
import type { Fields } from "../../events/rules/mappings/reference.ts";
import { mappingOf, sourceOf } from "../../events/rules/mappings/support.ts";
import type { TestDatabase } from "../support/databases.ts";
import { readPlannedPeople } from "../systems/runs/peopleOfRun.ts";
import { CLASS } from "./randomSets.ts";

export const SYSTEMS = ["hr", "first", "second"] as const;
export type SystemName = (typeof SYSTEMS)[number];
export const PEOPLE = ["P1", "P2", "P3"];
export const TARGETS = ["email", "jobTitle", "extension/phone"];

export interface Account {
  readonly fields: Fields;
  /** The id of the person; empty: none. */
  readonly number: string;
}

/** The values of a person by target; empty: none. */
export type Values = Readonly<Record<string, string>>;

const ACTOR = { id: null, username: "test" };
const IDENTIFIES = inboundOf(
  mappingOf({
    resourceSchemaId: "externalId",
    attributes: [sourceOf({ midpointUserFieldId: "number" })],
  }),
  CLASS,
);

export class SeveralSystems {
  readonly #database: TestDatabase;
  readonly #directory = mkdtempSync(join(tmpdir(), "several-systems-"));
  readonly #clientId = randomUUID();
  readonly #ids = { hr: randomUUID(), first: randomUUID(), second: randomUUID() };
  readonly #settings = new Map<SystemName, SystemSettings>();
  readonly #contents = {
    hr: new Map<string, Account>(),
    first: new Map<string, Account>(),
    second: new Map<string, Account>(),
  };
  readonly #attributes = new Map<SystemName, readonly string[]>();
  #now = Date.parse("2026-03-01T00:00:00Z");

  constructor(database: TestDatabase) {
    this.#database = database;
  }

  get #db() {
    return this.#database.current.db;
  }

  /**
   * @param isReversed the second system was published before the first.
   * @param identity the attributes that the HR system uses instead of mappings.
   */
  async begin(
    sets: Readonly<Record<SystemName, readonly Mapping[]>>,
    isReversed: boolean,
    identity: SystemSettings["identity"] | null = null,
  ): Promise<void> {
    const created_at = new Date(this.#now);
    const client_id = this.#clientId;
    await this.#db
      .insertInto("clients")
      .values({ id: client_id, name: `Client ${client_id}`, slug: client_id, created_at })
      .execute();
    for (const name of SYSTEMS) {
      const isHr = name === "hr";
      const mappings = sets[name].map((one) => inboundOf(one, CLASS));
      const settings: SystemSettings = {
        ...DEFAULT_SETTINGS,
        mappings: isHr && identity === null ? [IDENTIFIES, ...mappings] : mappings,
        ...(isHr && identity && { identity }),
        owner: isHr ? null : { attribute: "number", field: "externalId" },
        maxGonePercent: 100,
        maxRenamedPercent: 100,
      };
      this.#settings.set(name, settings);
      const days = (name === "second") === isReversed ? 1 : 2;
      const published = new Date(this.#now + days * 86_400_000);
      const id = this.#ids[name];
      await this.#db.insertInto("resources").values({ client_id, id, name, created_at }).execute();
      await this.#db
        .insertInto("connected_systems")
        .values({
          client_id,
          resource_id: id,
          connector_id: 1,
          kind: isHr ? "hr" : "export",
          settings: JSON.stringify(settings),
          published_settings: JSON.stringify(settings),
          published_at: published,
          first_published_at: published,
          created_at,
        })
        .execute();
    }
  }

  end(): void {
    rmSync(this.#directory, { recursive: true, force: true });
  }

  put(name: SystemName, id: string, account: Account): void {
    this.#contents[name].set(id, account);
  }

  remove(name: SystemName, id: string): void {
    this.#contents[name].delete(id);
  }

  /** Without this, the attributes of a system's accounts are not known. */
  describe(name: SystemName, attributes: readonly string[]): void {
    this.#attributes.set(name, attributes);
  }

  accounts(name: SystemName): ReadonlyMap<string, Account> {
    return this.#contents[name];
  }

  async edit(person: string, target: string, value: string): Promise<void> {
    const current = (await this.#rows()).find((row) => row.external_id === person);
    if (!current) return;
    const stored = value === "" ? null : value;
    const { phone: _phone, ...others } = current.attributes;
    await this.#db
      .updateTable("identities")
      .set(
        target === "email"
          ? { email: stored }
          : target === "jobTitle"
            ? { job_title: stored }
            : {
                attributes: JSON.stringify(stored === null ? others : { ...others, phone: value }),
              },
      )
      .where("oid", "=", current.oid)
      .execute();
  }

  #rows() {
    return this.#db
      .selectFrom("identities")
      .select(["oid", "external_id", "email", "job_title", "attributes"])
      .where("client_id", "=", this.#clientId)
      .execute();
  }

  async people(): Promise<Record<string, Values>> {
    return Object.fromEntries(
      (await this.#rows()).map(({ external_id, email, job_title, attributes }) => [
        external_id,
        {
          email: email ?? "",
          jobTitle: job_title ?? "",
          "extension/phone": attributes["phone"] ?? "",
        },
      ]),
    );
  }

  /** @returns the people whom its plan lists, and the values that it reports; empty: none. */
  async run(name: SystemName) {
    this.#now += 1000;
    const oid = await insertRun(this.#db, {
      clientId: this.#clientId,
      resourceId: this.#ids[name],
      kind: "full",
      at: new Date(this.#now),
      actor: ACTOR,
      isScheduled: false,
    });
    if (oid === null) throw new Error("A run is open");
    await this.#attempt(name);
    const run = await this.#db
      .selectFrom("system_runs")
      .select(["status", sql<string | null>`problem ->> 'detail'`.as("problem")])
      .where("oid", "=", oid)
      .executeTakeFirstOrThrow();
    expect(run.status).toBe("done");
    const planned = (await readPlannedPeople(this.#db, oid)).map(({ id }) => id);
    return { oid, planned, problem: run.problem ?? "" };
  }

  async undo(name: SystemName, oid: string): Promise<void> {
    this.#now += 1000;
    const place = { clientId: this.#clientId, resourceId: this.#ids[name], oid };
    await inTransaction(this.#db, (tx) =>
      insertUndo(tx, place, { at: new Date(this.#now), actor: ACTOR }),
    );
    await this.#attempt(name);
  }

  async #attempt(name: SystemName): Promise<void> {
    const now = new Date(this.#now);
    const job = await takeRun(this.#db, { workerId: randomUUID(), now, maxOfClient: 1 });
    const settings = this.#settings.get(name);
    if (!job || !settings) throw new Error("No run is due");
    await performRun(this.#db, {
      job,
      isHr: name === "hr",
      settings,
      secrets: [],
      token: null,
      now,
      directory: mkdtempSync(join(this.#directory, "run-")),
      connect: async () => connectionTo(this.#contents[name], this.#attributes.get(name) ?? []),
      partSize: new PartSize(1),
      maxSize: Infinity,
      onProgress: () => {},
    });
  }
}

const ACCOUNTS: ObjectClass = {
  name: CLASS,
  role: "account",
  idAttribute: "id",
  nameAttribute: "name",
  memberAttribute: null,
  attributes: [],
};

const attributeCalled = (name: string): SchemaAttribute => ({
  name,
  multiple: true,
  required: false,
  writable: false,
});

function connectionTo(
  accounts: ReadonlyMap<string, Account>,
  attributes: readonly string[],
): Connection {
  const objects = [...accounts].map(([id, { fields, number }]): SystemObject => ({
    id,
    name: `a${id}`,
    objectClass: CLASS,
    attributes: { ...fields, number: number === "" ? [] : [number] },
    active: true,
    entitlements: [],
    members: null,
    version: null,
  }));
  return {
    test: async () => ["connect", "read"],
    discoverSchema: async () => [{ ...ACCOUNTS, attributes: attributes.map(attributeCalled) }],
    search: async function* () {
      if (objects.length > 0) yield objects;
      return { complete: true, token: null, problem: null };
    },
    sync: () => {
      throw new Error("It reads everything");
    },
    writer: null,
    close: async () => {},
  };
}
