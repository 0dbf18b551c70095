/** What the files of the demo's connected systems contain, as a discovery finds it. */
import type { ObjectClass } from "#events/entities/objectClass.ts";

/** The accounts of a table file whose first column is the id and the name. */
export function tableAccounts(columns: readonly string[], writable = false): ObjectClass {
  const [id = ""] = columns;
  return {
    name: "account",
    role: "account",
    idAttribute: id,
    nameAttribute: id,
    memberAttribute: null,
    attributes: columns.map((name) => ({
      name,
      multiple: false,
      required: name === id,
      writable,
    })),
  };
}
