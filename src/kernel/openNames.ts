/** Names of the things that the address of the open screen identifies. Breadcrumbs show them. */
import type { Store } from "effector";

const names = new Map<string, Store<string | null>>();

/**
 * Declares what names the thing that a parameter of paths identifies.
 *
 * @param $name null while the name is not known
 */
export function nameParam(param: string, $name: Store<string | null>): void {
  names.set(param, $name);
}

/** null where no loaded model names the parameter. */
export function nameOfParam(param: string): Store<string | null> | null {
  return names.get(param) ?? null;
}
