/** A system that Provision cannot reach: a person does the work and attests it. It has no fields and reads nothing. */
import { emptyRead, type Connection, type Connector } from "../contract.ts";

const connection: Connection = {
  test: async () => [],
  discoverSchema: async () => [],
  search: emptyRead,
  sync: null,
  writer: null,
  close: async () => {},
};

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
