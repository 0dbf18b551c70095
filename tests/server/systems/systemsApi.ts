/** The API with an owner who is signed in, for tests of connected systems. */
import type { Kysely } from "kysely";
import { afterEach, beforeAll, expect } from "vitest";
import type { ConnectedSystem } from "#events/entities/system.ts";
import type { SystemConfiguration } from "#events/entities/systemConfiguration.ts";
import { readConfig } from "#server/config.ts";
import { createConnectors } from "#server/connectors/registry.ts";
import type { Database } from "#server/db/schema.ts";
import { type Browser, createApi, type TestApi } from "../support/api.ts";
import type { TestDatabase } from "../support/databases.ts";
import { fillDirectory, type TestDirectory } from "../support/directory.ts";
import { oauthConnector } from "../support/oauthConnector.ts";
import { directoryConnector, resetBehaviour, SECRET } from "./directoryConnector.ts";
import { addSystem, pathOf } from "./support.ts";

interface Place {
  readonly db: Kysely<Database>;
  readonly directory: TestDirectory;
  readonly api: TestApi;
  readonly owner: Browser;
  readonly clientId: string;
  /** The path of the client. */
  readonly base: string;
}

/** Call it once in a block. The place is complete before the block's first test; each test starts without systems. */
export function useSystemsApi(database: TestDatabase) {
  const place = {} as Place;

  beforeAll(async () => {
    const { db } = database.current;
    const directory = await fillDirectory(db);
    const api = await createApi(database.current, {
      connectors: [...createConnectors(readConfig({})), oauthConnector, directoryConnector],
      systemTime: 300,
    });
    const owner = await api.signIn("owner");
    const { clientId } = directory;
    const base = `/api/clients/${clientId}`;
    Object.assign(place, { db, directory, api, owner, clientId, base } satisfies Place);
    return () => api.app.close();
  });

  afterEach(async () => {
    resetBehaviour();
    await place.db.deleteFrom("connected_systems").execute();
  });

  const get = async <Body>(path: string, browser = place.owner): Promise<Body> => {
    const response = await browser.get(path);
    expect(response.statusCode, response.body).toBe(200);
    return response.json() as Body;
  };
  const put = (path: string, body: unknown) => place.owner.send("PUT", path, { body });
  /** In any order: the clock of the tests stands still. */
  const auditOf = (target: string) =>
    place.db.selectFrom("audit").selectAll().where("target", "=", target).execute();
  const limits = (values: Record<string, number | null>) =>
    place.db.updateTable("clients").set(values).where("id", "=", place.clientId).execute();

  /** A system of the connector with a secret, configured. */
  const addDirectory = async (host = "ldap.example", more = {}) => {
    const { resourceId, version } = await addSystem(place.owner, place.clientId, {
      connectorId: directoryConnector.id,
      ...more,
    });
    const path = pathOf(place.clientId, resourceId);
    const saved = await put(`${path}/configuration`, {
      values: [{ fieldId: "host", value: host }],
      secrets: [{ fieldId: "secret", value: SECRET }],
      version,
    });
    expect(saved.statusCode, saved.body).toBe(200);
    return { resourceId, path, configuration: saved.json() as SystemConfiguration };
  };

  return { place, get, put, auditOf, limits, addDirectory };
}

export function done(response: { statusCode: number; body: string; json: () => unknown }) {
  expect(response.statusCode, response.body).toBeLessThan(300);
  return response.json() as ConnectedSystem;
}

export const statuses = (answers: readonly { readonly statusCode: number }[]) =>
  answers.map(({ statusCode }) => statusCode).toSorted((one, other) => one - other);
