/** Finds the people whom objects of an HR system describe: by the mapping of the id, or else by an attribute. */
import type { SystemSettings } from "#events/entities/system.ts";
import { identifies } from "#events/rules/mappings/fields.ts";
import { parseContent } from "../systems/runs/content.ts";
import { openEvaluator, type EvaluatorLimits } from "./evaluator.ts";
import { externalIdOf } from "./population.ts";
import { accountSource } from "./records.ts";

export interface DescribingObject {
  readonly objectClass: string;
  readonly id: string;
  /** JSON text of an `ObjectContent`. */
  readonly content: string;
}

interface PersonIds {
  /**
   * External ids in the order of the objects; undefined for an object that describes nobody.
   *
   * @throws MappingTimeError, or the reason of the signal.
   */
  of(objects: readonly DescribingObject[]): Promise<readonly (string | undefined)[]>;
  close(): Promise<void>;
}

export function openPersonIds(
  { mappings, identity: { externalId } }: Pick<SystemSettings, "mappings" | "identity">,
  limits: EvaluatorLimits = {},
): PersonIds {
  const identifying = mappings.filter(identifies);
  if (identifying.length === 0) {
    const idOf = ({ content }: DescribingObject) =>
      externalId === undefined ? undefined : parseContent(content).attributes[externalId]?.[0];
    return { of: async (objects) => objects.map(idOf), close: async () => {} };
  }
  const evaluator = openEvaluator(
    { mappings: identifying, direction: "inbound", multiple: [], held: {} },
    limits,
  );
  return {
    of: async (objects) => {
      const inputs = objects.map(({ objectClass, id, content }) => ({
        key: `${objectClass}/${id}`,
        now: accountSource(objectClass, parseContent(content)),
        before: null,
        target: {},
      }));
      return (await evaluator.evaluate(inputs)).map(externalIdOf);
    },
    close: () => evaluator.close(),
  };
}
