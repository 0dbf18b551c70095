/** A connector that is granted access by OAuth 2, without a system or a provider behind it. */
import { ConnectorError, emptyRead, type Connector } from "#server/connectors/contract.ts";

export const OAUTH_ID = 9001;
export const GOOD_CODE = "a good code";

const plain = {
  group: "connection",
  required: false,
  initial: null,
  options: [],
  minimum: null,
  maximum: null,
  multiline: false,
  when: null,
};

/** The verifiers and addresses that codes were redeemed with. */
export const redeemed: { readonly verifier: string; readonly redirectUri: string }[] = [];

export const oauthConnector: Connector = {
  id: OAUTH_ID,
  key: "oauth",
  kinds: ["api"],
  tags: ["api"],
  available: true,
  capabilities: { paging: false, sync: false, write: false, activation: true, associations: false },
  fields: [
    { ...plain, id: "tenant", type: "TEXT", initial: "acme" },
    { ...plain, id: "refreshToken", type: "SECRET" },
  ],
  authorization: {
    secretField: "refreshToken",
    authorizeUrl: async ({ tenant }, { redirectUri, state, challenge }) => {
      const query = new URLSearchParams({ state, challenge, redirectUri });
      return `https://provider.example/${String(tenant)}?${query.toString()}`;
    },
    redeem: async (_configuration, { code, verifier, redirectUri }) => {
      if (code !== GOOD_CODE) throw new ConnectorError("credentialsRefused", "signIn", "Bad code");
      redeemed.push({ verifier, redirectUri });
      return { refreshToken: "a refreshed secret" };
    },
  },
  open: async (configuration) => ({
    test: async () => {
      const { refreshToken: token } = configuration;
      if (token !== undefined) return ["signIn"];
      throw new ConnectorError("credentialsRefused", "signIn", "There is no token");
    },
    discoverSchema: async () => [],
    search: emptyRead,
    sync: null,
    writer: null,
    close: async () => {},
  }),
};
