/** LDAP directories, such as OpenLDAP and Active Directory. */
import type { Connection, Connector } from "../contract.ts";
import { DN_ATTRIBUTE } from "./entryName.ts";
import { fields } from "./fields.ts";
import { readObjects } from "./read.ts";
import { readSettings } from "./settings.ts";
import { readChanges } from "./sync.ts";
import { createSystem } from "./system.ts";
import { testSystem } from "./testSystem.ts";
import { createWriter } from "./writer.ts";

export const ldapConnector: Connector = {
  id: 2,
  key: "ldap",
  kinds: ["export", "hr"],
  tags: ["directory", "hr"],
  available: true,
  capabilities: { paging: true, sync: true, write: true, activation: true, associations: true },
  fields,
  authorization: null,
  open: async (configuration, environment): Promise<Connection> => {
    const system = createSystem(readSettings(configuration), environment);
    return {
      test: () => testSystem(system),
      discoverSchema: () => system.classes(),
      addedAttributes: [DN_ATTRIBUTE],
      search: (objectClass, pageSize) => readObjects(system, objectClass, pageSize),
      sync: (classes, token) => readChanges(system, classes, token),
      writer: createWriter(system),
      close: () => system.close(),
    };
  },
};
