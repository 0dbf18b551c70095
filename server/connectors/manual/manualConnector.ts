/** A system that Provision cannot reach: a person does the work and attests it. It has no fields and reads nothing. */
import type { Connection, Connector, Pages } from "../contract.ts";

const connection: Connection = {
  test: async () => [],
  discoverSchema: async () => [],
  search: () => nothing(),
  sync: null,
  writer: null,
  close: async () => {},
};

// oxlint-disable-next-line require-yield -- there are no objects
async function* nothing(): Pages {
  return { complete: true, token: null, problem: null };
}

export const manualConnector: Connector = {
  id: 5,
  key: "manual",
  kinds: ["manual"],
  tags: ["manual"],
  available: true,
  capabilities: {
    paging: false,
    sync: false,
    write: false,
    activation: false,
    associations: false,
  },
  fields: [],
  authorization: null,
  open: async () => connection,
};
