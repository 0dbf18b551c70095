/** Names of the things in the open screen's address, for breadcrumbs. */
import { combine, type Store } from "effector";

const names = new Map<string, Store<string | null>>();

/**
 * Declares the name of the thing that a path parameter identifies. Several models may name it, each on its own screens.
 *
 * @param $name null while the name is not known, and on other screens
 */
export function nameParam(param: string, $name: Store<string | null>): void {
  const $other = names.get(param);
  names.set(param, $other ? combine($other, $name, (other, name) => other ?? name) : $name);
}

/** null if no loaded model names the parameter. */
export function nameOfParam(param: string): Store<string | null> | null {
  return names.get(param) ?? null;
}
