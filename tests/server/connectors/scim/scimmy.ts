/** A real SCIM 2.0 service on loopback (SCIMMY), with its resources in memory. */
import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import express from "express";
import SCIMMY from "scimmy";
import SCIMMYRouters from "scimmy-routers";

export const TOKEN = "a-token.of_the/service+1=";

interface Stored {
  readonly id: string;
  readonly meta: { readonly created: Date; readonly lastModified: Date };
  readonly [attribute: string]: unknown;
}

type Store = Map<string, Stored>;
const users: Store = new Map();
const groups: Store = new Map();
let nextId = 1;

/** SCIMMY leaves filters on what it does not store to its user. */
function list(
  store: Store,
  id: string | undefined,
  filter: { match(values: Stored[]): unknown } | undefined,
): Stored | Stored[] {
  if (id === undefined) {
    const all = [...store.values()];
    return filter === undefined ? all : (filter.match(all) as Stored[]);
  }
  const found = store.get(id);
  if (found === undefined) throw new SCIMMY.Types.Error(404, "", `Resource ${id} not found`);
  return found;
}

function keep(store: Store, id: string | undefined, unique: string, data: object): Stored {
  const value = (one: object): unknown => Object.entries(one).find(([key]) => key === unique)?.[1];
  const other = [...store.values()].find((one) => one.id !== id && value(one) === value(data));
  if (other !== undefined) throw new SCIMMY.Types.Error(409, "uniqueness", `${unique} is taken`);
  const now = new Date();
  const old = id === undefined ? undefined : store.get(id);
  const stored: Stored = {
    ...JSON.parse(JSON.stringify(data)),
    id: id ?? `id ${nextId++}`,
    meta: { created: old?.meta.created ?? now, lastModified: now },
  };
  store.set(stored.id, stored);
  return stored;
}

function drop(store: Store, id: string | undefined): void {
  if (id === undefined || !store.delete(id)) throw new SCIMMY.Types.Error(404, "", "Not found");
}

SCIMMY.Resources.declare(SCIMMY.Resources.User)
  .egress(({ id, filter }) => list(users, id, filter) as never)
  .ingress(({ id }, data) => keep(users, id, "userName", data) as never)
  .degress(({ id }) => drop(users, id));
SCIMMY.Resources.declare(SCIMMY.Resources.Group)
  .egress(({ id, filter }) => list(groups, id, filter) as never)
  .ingress(({ id }, data) => keep(groups, id, "displayName", data) as never)
  .degress(({ id }) => drop(groups, id));
SCIMMY.Resources.User.extend(SCIMMY.Schemas.EnterpriseUser, false);

/** @param seed numbers of users and groups to begin with; each group has every user */
export async function openScimmy(
  seed: { users?: number; groups?: number } = {},
): Promise<{ url: string; requests: string[]; close(): void }> {
  users.clear();
  groups.clear();
  nextId = 1;
  for (let at = 1; at <= (seed.users ?? 0); at++) {
    keep(users, undefined, "userName", { userName: `user${at}`, active: at % 2 === 1 });
  }
  for (let at = 1; at <= (seed.groups ?? 0); at++) {
    keep(groups, undefined, "displayName", {
      displayName: `group${at}`,
      members: [...users.keys()].map((value) => ({ value, type: "User" })),
    });
  }
  const app = express();
  const requests: string[] = [];
  app.use((request, _response, next) => {
    requests.push(`${request.method} ${request.originalUrl}`);
    next();
  });
  app.use(
    "/scim/v2",
    new SCIMMYRouters({
      type: "bearer",
      handler: (request) => {
        if (request.header("authorization") !== `Bearer ${TOKEN}`) throw new Error("Not signed in");
        return "client";
      },
    }),
  );
  const server = createServer(
    (request: IncomingMessage, response) => void app(request as never, response as never),
  );
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}/scim/v2`,
    requests,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
