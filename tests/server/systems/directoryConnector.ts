/** A connector with a secret, whose connections can hang and complain. */
import { ConnectorError, emptyRead, type Connector } from "#server/connectors/contract.ts";
import { oauthConnector } from "../support/oauthConnector.ts";

export const SECRET = "s3cret-of-the-test";

const field = {
  group: "connection",
  required: true,
  initial: null,
  options: [],
  minimum: null,
  maximum: null,
  multiline: false,
  when: null,
};

/** How the next connection of the server behaves. */
export const behaviour = {
  hangs: false,
  connected: [] as unknown[],
  whileTested: async () => {},
};

export const directoryConnector: Connector = {
  ...oauthConnector,
  id: 9002,
  key: "directory",
  kinds: ["export", "hr"],
  authorization: null,
  fields: [
    { ...field, id: "host", type: "TEXT" },
    { ...field, id: "port", type: "INT", minimum: 1, maximum: 65_535, initial: 636 },
    { ...field, id: "secret", type: "SECRET" },
    { ...field, id: "secure", type: "BOOL", required: false, initial: true },
    {
      ...field,
      id: "certificate",
      type: "FILE",
      required: false,
      when: { field: "secure", isOneOf: [true] },
    },
  ],
  open: async (configuration, environment) => {
    behaviour.connected.push(configuration);
    if (behaviour.hangs) return new Promise(() => {});
    return {
      test: async () => {
        await behaviour.whileTested();
        const { host } = configuration;
        if (host === "rotates") await environment.storeSecrets?.({ secret: "the next secret" });
        if (host === "broken") throw new TypeError(`broken by ${String(configuration["secret"])}`);
        if (host === "wrong") {
          const said = `Bind as ${String(configuration["secret"])} failed`;
          throw new ConnectorError("credentialsRefused", "signIn", said);
        }
        if (host === "169.254.169.254") await environment.resolveHost(host, 80);
        return ["resolve", "connect", "secure", "signIn", "find", "read"];
      },
      discoverSchema: async () => [
        {
          name: "person",
          role: "account",
          idAttribute: "uid",
          nameAttribute: "uid",
          memberAttribute: null,
          attributes: ["uid", "mail"].map((name) => ({
            name,
            multiple: false,
            required: false,
            writable: false,
          })),
        },
      ],
      search: emptyRead,
      sync: null,
      writer: null,
      close: async () => {},
    };
  },
};

export function resetBehaviour(): void {
  Object.assign(behaviour, { hangs: false, connected: [], whileTested: async () => {} });
}
