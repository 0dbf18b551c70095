/** What forms and server derive from the object classes of a connected system. */
import type { ObjectClass } from "../entities/objectClass.ts";

export function classNames(
  classes: readonly ObjectClass[],
  role: ObjectClass["role"],
): readonly string[] {
  return classes.filter((one) => one.role === role).map(({ name }) => name);
}

/** The distinct attributes of accounts, in the order of the system. */
export function accountAttributes(classes: readonly ObjectClass[]): readonly string[] {
  const accounts = classes.filter(({ role }) => role === "account");
  return [...new Set(accounts.flatMap(({ attributes }) => attributes.map(({ name }) => name)))];
}
