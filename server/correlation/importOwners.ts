/** The owners of imported accounts by the applied rules. */
import type { Kysely } from "kysely";
import type { ObjectContent } from "#events/entities/systemRun.ts";
import type { Database } from "../db/schema.ts";
import { objectKey, type ObjectKey } from "../systems/runs/content.ts";
import type { SystemPlace } from "../systems/queries.ts";
import { exclusionOf, loadDecided, loadPeople } from "./population.ts";
import { simulationsOf } from "./queries.ts";
import { findApplied } from "./simulations.ts";
import { accountText } from "./texts.ts";

/**
 * @param present the external id of the owner so far; null if it has none.
 * @returns the external id of the account's owner; undefined if it has none.
 */
export type OwnerOf = (
  account: ObjectKey,
  content: ObjectContent,
  present: string | null,
) => string | undefined;

/** The applied simulation whose rules imports use now; null if no rules are applied. */
export async function appliedSimulation(
  db: Kysely<Database>,
  place: SystemPlace,
): Promise<string | null> {
  const applied = await findApplied(db, place);
  return applied?.model ? applied.oid : null;
}

/**
 * Decisions of people come first. An account that the rules do not match keeps its owner: only a person, or a simulation
 * that a person applied, takes it away.
 *
 * @param simulationOid the simulation whose rules find the owners: the applied one for an import, that of the undone import
 * for an undo.
 * @returns null without a simulation, and if it no longer exists.
 */
export async function loadImportOwners(
  db: Kysely<Database>,
  place: SystemPlace,
  simulationOid: string | null,
): Promise<OwnerOf | null> {
  if (simulationOid === null) return null;
  const applied = await simulationsOf(db, place)
    .where("oid", "=", simulationOid)
    .executeTakeFirst();
  if (!applied?.model) return null;
  const { rules, settings, model } = applied;
  const people = await loadPeople(db, place.clientId, rules);
  people.matcher.use(model.model, settings);
  const byOid = new Map(people.oids.map((oid, person) => [oid, people.externalIds[person]]));
  const decided = await loadDecided(db, place);
  return (account, content, present) => {
    const key = objectKey(account);
    const owner = decided.owners.get(key);
    if (owner !== undefined) return owner === null ? undefined : byOid.get(owner);
    const texts = rules.map((rule) => accountText(content, rule));
    const match = people.matcher.match(texts, exclusionOf(decided, people, key));
    const [best] = match.candidates;
    if (match.outcome === "matched" && best) return people.externalIds[best.person];
    return present ?? undefined;
  };
}
