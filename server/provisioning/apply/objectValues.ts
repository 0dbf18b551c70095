/** Values of objects as plans store them: without secrets. */
import { HIDDEN_VALUE, isSecretAttribute } from "#events/rules/provisioning.ts";
import type { Attributes, SystemObject } from "../../connectors/contract.ts";

export function valuesOf({ attributes }: SystemObject, name: string): readonly string[] {
  return attributes[name] ?? [];
}

/** Without secrets. */
export function plainValues(
  object: SystemObject,
  names: readonly string[],
): Record<string, string[]> {
  return Object.fromEntries(
    names
      .filter((name) => !isSecretAttribute(name))
      .map((name) => [name, [...valuesOf(object, name)]]),
  );
}

/** Whether the plan does not contain the values. */
export function isHidden(values: readonly string[]): boolean {
  return values.length > 0 && values.every((one) => one === HIDDEN_VALUE);
}

/** The attributes whose values the plan contains. */
export function withoutHidden(attributes: Attributes): Attributes {
  return Object.fromEntries(Object.entries(attributes).filter(([, values]) => !isHidden(values)));
}
