/** The 3,000 entitlements of the bank's twelve systems, each named in its system's style. */
import { BANKING_SYSTEMS } from "./bankingSystems.ts";
import type { Topic } from "./jobs.ts";
import { OFFICE_SYSTEMS } from "./officeSystems.ts";
import { PLACES } from "./places.ts";
import type { Random } from "./random.ts";
import type { System } from "./system.ts";

export interface Entitlement {
  readonly resource: string;
  readonly name: string;
  readonly topic: Topic;
  /** Minimum level of a job that has it. */
  readonly level: 1 | 2 | 3;
  /** The lowest action on its object. */
  readonly isBasic: boolean;
  /** The location, if it is for people of one place. */
  readonly place: string | null;
}

const SYSTEMS = [...BANKING_SYSTEMS, ...OFFICE_SYSTEMS];

/** @returns all entitlements, system by system. */
export function makeEntitlements(random: Random): Entitlement[] {
  return SYSTEMS.flatMap((system) => entitlementsOf(system, random));
}

function entitlementsOf(system: System, random: Random): Entitlement[] {
  const possible = topicsOf(system).flatMap(([topic, objects]) =>
    objects.split(", ").flatMap((object) =>
      system.actions.map(([action, level], at) => ({
        resource: system.name,
        name: system.style(object, action),
        topic,
        level,
        isBasic: at === 0,
        place: PLACES.find((place) => object.includes(place)) ?? null,
      })),
    ),
  );
  if (possible.length < system.size) {
    throw new Error(`${system.name} has only ${possible.length} entitlements`);
  }
  const kept = new Set(random.sample(possible, system.size));
  return possible.filter((entitlement) => kept.has(entitlement));
}

function topicsOf(system: System): [Topic, string][] {
  // The keys are those of the type, but Object.entries types them as strings.
  return Object.entries(system.objects) as [Topic, string][];
}
