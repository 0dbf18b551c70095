/** Steps that tests of connected systems share. */
import type { Kysely } from "kysely";
import { expect } from "vitest";
import type { ConnectedSystem } from "#events/entities/system.ts";
import type { SystemConfiguration } from "#events/entities/systemConfiguration.ts";
import { IMPORT_PART_BYTES } from "#events/rules/directoryImport.ts";
import type { OpenDatabase } from "#server/db/open.ts";
import type { Database } from "#server/db/schema.ts";
import type { Browser } from "../support/api.ts";
import { openFilledApi, type FilledApi } from "../support/filledApi.ts";

export const CSV_ID = 1;
export const MANUAL_ID = 5;

export interface NewSystem {
  readonly name?: string;
  readonly description?: string;
  readonly ownerId?: string | null;
  readonly connectorId?: number;
  readonly kind?: string;
}

let created = 0;

export function newSystem(more: NewSystem = {}) {
  return {
    name: `System ${++created}`,
    description: "",
    ownerId: null,
    connectorId: CSV_ID,
    kind: "export",
    ...more,
  };
}

export async function addSystem(
  browser: Browser,
  clientId: string,
  more: NewSystem = {},
): Promise<ConnectedSystem> {
  const response = await browser.post(`/api/clients/${clientId}/systems`, newSystem(more));
  expect(response.statusCode, response.body).toBe(201);
  return response.json() as ConnectedSystem;
}

/** An API in which the client may have any number of self-certified systems. */
export async function openSelfCertifiedApi(database: OpenDatabase): Promise<FilledApi> {
  const opened = await openFilledApi(database, "owner");
  await database.db.updateTable("clients").set({ limit_self_certified: null }).execute();
  return opened;
}

export const pathOf = (clientId: string, resourceId: string) =>
  `/api/clients/${clientId}/resources/${resourceId}`;

/** @returns the id of the file. */
export async function upload(browser: Browser, path: string, content: Buffer): Promise<string> {
  const body = { name: "people.csv", size: content.length };
  const announced = await browser.post(`${path}/files`, body);
  expect(announced.statusCode, announced.body).toBe(201);
  const { id } = announced.json() as { id: string };
  for (let part = 0; part * IMPORT_PART_BYTES < content.length; part++) {
    const bytes = content.subarray(part * IMPORT_PART_BYTES, (part + 1) * IMPORT_PART_BYTES);
    const sent = await browser.send("PUT", `${path}/files/${id}/parts`, {
      body: { part, content: bytes.toString("base64") },
    });
    expect(sent.statusCode, sent.body).toBe(200);
  }
  return id;
}

export const PEOPLE = Buffer.from("id,login,mail,role\n1,ann,ann@a.example,Read\n2,bob,,Write\n");

/** Uploads a file and saves a configuration of the CSV connector that reads it. */
export async function configureCsv(
  browser: Browser,
  path: string,
  content = PEOPLE,
): Promise<SystemConfiguration> {
  const file = await upload(browser, path, content);
  const { version } = (await browser.get(`${path}/configuration`)).json() as SystemConfiguration;
  const saved = await browser.send("PUT", `${path}/configuration`, {
    body: {
      values: [
        { fieldId: "file", value: file },
        { fieldId: "idColumn", value: "id" },
        { fieldId: "nameColumn", value: "login" },
        { fieldId: "entitlementColumn", value: "role" },
      ],
      secrets: [],
      version,
    },
  });
  expect(saved.statusCode, saved.body).toBe(200);
  return saved.json() as SystemConfiguration;
}

/** Sorted names of the entitlements that each account of the resource holds, by the account's name. */
export async function heldEntitlements(
  db: Kysely<Database>,
  resourceId: string,
): Promise<Record<string, string[]>> {
  const named = await db
    .selectFrom("entitlements")
    .select(["no", "name"])
    .where("resource_id", "=", resourceId)
    .execute();
  const names = new Map(named.map(({ no, name }) => [no, name]));
  const rows = await db
    .selectFrom("accounts")
    .select(["name", "entitlement_nos"])
    .where("resource_id", "=", resourceId)
    .execute();
  return Object.fromEntries(
    rows.map((row) => [row.name, row.entitlement_nos.map((no) => names.get(no) ?? "?").sort()]),
  );
}
