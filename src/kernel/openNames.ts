/** Names of the things in the open screen's address, for breadcrumbs. */
import type { Store } from "effector";

const names = new Map<string, Store<string | null>>();

/**
 * Declares the name of the thing that a path parameter identifies.
 *
 * @param $name null while the name is not known
 */
export function nameParam(param: string, $name: Store<string | null>): void {
  names.set(param, $name);
}

/** null if no loaded model names the parameter. */
export function nameOfParam(param: string): Store<string | null> | null {
  return names.get(param) ?? null;
}
