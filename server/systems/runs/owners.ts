/** The owners of the accounts of a system. */
import type { Kysely } from "kysely";
import type { SystemSettings } from "#events/entities/system.ts";
import type { SystemPlace } from "../../connectors/contract.ts";
import {
  appliedSimulation,
  loadImportOwners,
  type OwnerOf,
} from "../../correlation/importOwners.ts";
import type { Database } from "../../db/schema.ts";
import { basisOf } from "./peopleFingerprint.ts";

export interface Owners {
  readonly ownerOf: OwnerOf;
  /** Correlation rules find the owners; otherwise an attribute names them. */
  readonly isByRules: boolean;
}

/**
 * Applied correlation rules come before the attribute that names owners.
 *
 * @param simulation the simulation whose rules find the owners; null if no rules are applied.
 * @returns null if nothing tells the owners.
 */
export async function loadOwners(
  db: Kysely<Database>,
  place: SystemPlace,
  { owner }: SystemSettings,
  simulation: string | null,
): Promise<Owners | null> {
  const byRules = await loadImportOwners(db, place, simulation);
  if (byRules !== null) return { ownerOf: byRules, isByRules: true };
  if (!owner) return null;
  return { ownerOf: await loadNamedOwners(db, place.clientId, owner), isByRules: false };
}

/** The owners of the accounts of a plan. Finding them reads all people, so they are loaded once, on first use. */
export class PlanOwners {
  readonly #db: Kysely<Database>;
  readonly #place: SystemPlace;
  readonly #settings: SystemSettings;
  #simulation: Promise<string | null> | undefined;
  #people: Promise<string> | undefined;
  #owners: Promise<Owners | null> | undefined;

  constructor(db: Kysely<Database>, place: SystemPlace, settings: SystemSettings) {
    this.#db = db;
    this.#place = place;
    this.#settings = settings;
  }

  /** @returns the simulation whose rules find the owners; null if no rules are applied. */
  simulation(): Promise<string | null> {
    return (this.#simulation ??= appliedSimulation(this.#db, this.#place));
  }

  /** The state of the people. Read it before the owners. Otherwise the next plan would miss people who are added in between. */
  people(): Promise<string> {
    return (this.#people ??= basisOf(this.#db, this.#place));
  }

  /** @returns null if nothing tells the owners. */
  load(): Promise<Owners | null> {
    return (this.#owners ??= this.simulation().then((simulation) =>
      loadOwners(this.#db, this.#place, this.#settings, simulation),
    ));
  }
}

/**
 * The identities that an attribute names, unless it names several. Case matters only for external ids.
 */
async function loadNamedOwners(
  db: Kysely<Database>,
  clientId: string,
  { field, attribute }: NonNullable<SystemSettings["owner"]>,
): Promise<OwnerOf> {
  const column = { externalId: "external_id", username: "username", email: "email" } as const;
  const fold =
    field === "externalId" ? (text: string) => text : (text: string) => text.toLowerCase();
  const found = new Map<string, string | null>();
  let after = "";
  for (;;) {
    const rows = await db
      .selectFrom("identities")
      .select(["external_id as externalId", `${column[field]} as value`])
      .where("client_id", "=", clientId)
      .where("external_id", ">", after)
      .orderBy("external_id")
      .limit(10_000)
      .execute();
    for (const { externalId, value } of rows) {
      if (value === null) continue;
      const key = fold(value);
      found.set(key, found.has(key) ? null : externalId);
    }
    const last = rows.at(-1);
    if (!last || rows.length < 10_000) break;
    after = last.externalId;
  }
  return (_account, { attributes }) => {
    const value = attributes[attribute]?.[0];
    return value === undefined ? undefined : (found.get(fold(value)) ?? undefined);
  };
}
