/** Connections to a service that answers as a test says. */
import { onTestFinished } from "vitest";
import type { ObjectClass } from "#events/entities/objectClass.ts";
import type {
  Configuration,
  Connection,
  ConnectorEnvironment,
} from "#server/connectors/contract.ts";
import { scimConnector } from "#server/connectors/scim/index.ts";
import { readAll, environment } from "../support/environment.ts";
import { startServer, user, withoutDiscovery, type Call, type Response } from "./hostileServer.ts";

export const USER: ObjectClass = {
  name: "User",
  role: "account",
  idAttribute: "id",
  nameAttribute: "userName",
  memberAttribute: null,
  attributes: [],
};
export const GROUP: ObjectClass = {
  ...USER,
  name: "Group",
  role: "entitlement",
  memberAttribute: "members",
};

export async function connect(
  answer: (call: Call) => Response,
  more: Configuration = {},
  around: ConnectorEnvironment = environment({ answerTime: 400 }),
): Promise<{ connection: Connection; calls: Call[]; url: string; port: number }> {
  const server = await startServer(withoutDiscovery(answer));
  const configuration = {
    url: server.url,
    authentication: "BEARER",
    token: "secret-token",
    ...more,
  };
  const connection = await scimConnector.open(configuration, around);
  onTestFinished(() => connection.close());
  return { ...server, connection };
}

export async function search(
  answer: (call: Call) => Response,
  more: Configuration = {},
  pageSize = 10,
) {
  const { connection, calls } = await connect(answer, more);
  const { all, pages, end } = await readAll(connection.search(USER, pageSize));
  return {
    ids: all.map(({ id }) => Number(id)),
    pages,
    end,
    lists: calls.filter(({ path }) => path === "Users"),
  };
}

export const list = (Resources: unknown[], totalResults: number, more: object = {}) => ({
  body: { totalResults, Resources, ...more },
});
export const users = (from: number, to: number) =>
  Array.from({ length: Math.max(0, to - from + 1) }, (_, at) => user(from + at));
export const start = ({ query }: Call) => Number(query.get("startIndex"));
