/** A table file of the server's folder as a published and confirmed system, set up by calls. */
import { expect } from "@playwright/test";
import type { MappingDraft } from "#events/entities/mapping.ts";
import type { SystemSettings } from "#events/entities/system.ts";
import type { SystemRun } from "#events/entities/systemRun.ts";
import type { Api } from "./test.ts";

const CSV_CONNECTOR = 1;

interface Versioned {
  readonly version: number;
}

interface TableSystem {
  readonly name: string;
  /** Path in the directory of the client. Accounts have their id and their owner's username in the column login. */
  readonly path: string;
  readonly mappings: readonly MappingDraft[];
  /** An account with several entitlements has a row for each. */
  readonly entitlementColumn?: string;
  /** Of an HR system: the column of each field of people. Default: a system whose accounts Provision writes. */
  readonly people?: SystemSettings["identity"];
}

/** Imports the accounts. @returns the id of the system. */
export async function connectTable(
  api: Api,
  { name, path, mappings, entitlementColumn, people }: TableSystem,
): Promise<string> {
  const client = `/api/clients/${await api.client()}`;
  const send = async <Body>(
    method: "GET" | "POST" | "PUT",
    where: string,
    data?: unknown,
  ): Promise<Body> => {
    const reply = await api.call(method, where, data);
    expect(reply.ok(), await reply.text()).toBe(true);
    return (await reply.json()) as Body;
  };
  const { id } = await send<{ readonly id: string }>("POST", `${client}/systems`, {
    name,
    description: "",
    ownerId: null,
    connectorId: CSV_CONNECTOR,
    kind: people ? "hr" : "export",
  });
  const resource = `${client}/resources/${id}`;
  const version = async () => (await send<Versioned>("GET", `${resource}/system`)).version;
  const values = {
    source: "FOLDER",
    path,
    idColumn: "login",
    writable: !people,
    ...(entitlementColumn !== undefined && { entitlementColumn }),
  };
  await send("PUT", `${resource}/configuration`, {
    values: Object.entries(values).map(([fieldId, value]) => ({ fieldId, value })),
    secrets: [],
    version: await version(),
  });
  const { settings } = await send<{ readonly settings: object }>(
    "GET",
    `${resource}/import-settings`,
  );
  await send("PUT", `${resource}/import-settings`, {
    settings: {
      ...settings,
      ...(people ? { identity: people } : { owner: { attribute: "login", field: "username" } }),
    },
    version: await version(),
  });
  await send("POST", `${resource}/test`);
  for (const mapping of mappings) {
    await send("POST", `${resource}/mappings`, { mapping, version: await version() });
  }
  await send("POST", `${resource}/publication`, { version: await version() });
  const { importTaskOid } = await send<{ readonly importTaskOid: string }>(
    "POST",
    `${resource}/runs`,
    { kind: "full" },
  );
  const status = async () =>
    (await send<SystemRun>("GET", `${resource}/runs/${importTaskOid}`)).status;
  await expect.poll(status, { timeout: 30_000 }).toBe("done");
  await send("POST", `${resource}/confirmation`, { version: await version() });
  return id;
}
