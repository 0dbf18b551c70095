/** An HR system in memory. */
import type { ObjectClass } from "#events/entities/objectClass.ts";
import type { Connection, SystemObject } from "#server/connectors/contract.ts";
import type { HrObject } from "./hrModel.ts";

const PERSON: ObjectClass = {
  name: "person",
  role: "account",
  idAttribute: "id",
  nameAttribute: "name",
  memberAttribute: null,
  attributes: [],
};

export function connectionTo(system: ReadonlyMap<string, HrObject>): Connection {
  const objects = [...system].map(([number, one]): SystemObject => ({
    id: number,
    name: `p${number}`,
    objectClass: PERSON.name,
    attributes: {
      number: [number],
      given: [one.given],
      department: one.department === "" ? [] : [one.department],
    },
    active: one.active,
    entitlements: [],
    members: null,
    version: null,
  }));
  const read = async function* () {
    if (objects.length > 0) yield objects;
    return { complete: true, token: null, problem: null };
  };
  return {
    test: async () => ["connect", "read"],
    discoverSchema: async () => [PERSON],
    search: read,
    sync: () => {
      throw new Error("It reads everything");
    },
    writer: null,
    close: async () => {},
  };
}
