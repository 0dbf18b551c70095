/**
 * The staff directory of the demo: accounts in a file that Provision reads and writes. A simulation of its owners and a preview of
 * what provisioning changes are requested with it. The server computes them after the first imports.
 */
import { randomUUID } from "node:crypto";
import { join } from "node:path";
import type { Transaction } from "kysely";
import { DEFAULT_SETTINGS, type SystemSettings } from "#events/entities/system.ts";
import { DEFAULT_ACTIVATION } from "#events/entities/systemConfiguration.ts";
import { readRules } from "../correlation/rules.ts";
import { readCorrelationSettings } from "../correlation/settings.ts";
import type { Database } from "../db/schema.ts";
import { mappingOf } from "../mappings/commands.ts";
import { DEMO_ACTOR } from "./demoActor.ts";
import { writeDemoFile } from "./demoFolder.ts";
import type { Person } from "./people.ts";
import { makeStaffFile, STAFF_COLUMNS, STAFF_DIRECTORY, STAFF_FILE } from "./staffDirectoryFile.ts";
import { STAFF_MAPPINGS, STAFF_RULES } from "./staffMappings.ts";
import {
  addResource,
  addRule,
  addSystem,
  CSV,
  importOnce,
  READABLE,
  type Place,
} from "./systemRows.ts";

export async function seedStaffDirectory(
  tx: Transaction<Database>,
  {
    clientId,
    now,
    people,
    folder,
  }: Omit<Place, "tx"> & {
    readonly people: readonly Person[];
    /** The directory for the demo's table files. */
    readonly folder: string;
  },
): Promise<void> {
  const place = { tx, clientId, now };
  const resourceId = await addResource(place, STAFF_DIRECTORY, null);
  const published: SystemSettings = {
    ...DEFAULT_SETTINGS,
    configuration: {
      source: "FOLDER",
      path: STAFF_FILE,
      delimiter: "AUTO",
      encoding: "AUTO",
      idColumn: "uid",
      activeColumn: "status",
      inactiveValues: "locked",
      entitlementLayout: "ONE_PER_ROW",
      writable: true,
      activeValue: "active",
    },
    owner: { attribute: "employeeNumber", field: "externalId" },
    mappings: STAFF_MAPPINGS.map((draft) => mappingOf(draft, resourceId, randomUUID())),
  };
  writeDemoFile(join(folder, clientId), STAFF_FILE, makeStaffFile(people));
  await addSystem(place, {
    resourceId,
    connectorId: CSV,
    kind: "export",
    description: "Accounts of all staff, as a directory has them, in a file that Provision writes.",
    published,
    settings: published,
    columns: STAFF_COLUMNS,
    writable: true,
    activation: { ...DEFAULT_ACTIVATION, onLeave: "disable" },
    test: READABLE,
  });
  for (const [at, rule] of STAFF_RULES.entries()) await addRule(place, resourceId, at + 1, rule);
  await importOnce(place, resourceId);
  await requestSimulation(place, resourceId);
  await requestPreview(place, resourceId);
}

async function requestSimulation({ tx, clientId, now }: Place, resourceId: string): Promise<void> {
  const system = { clientId, resourceId };
  await tx
    .insertInto("correlation_simulations")
    .values({
      client_id: clientId,
      resource_id: resourceId,
      oid: randomUUID(),
      no: 1,
      status: "waiting",
      rules: JSON.stringify(await readRules(tx, system)),
      settings: JSON.stringify(await readCorrelationSettings(tx, system)),
      actor_id: randomUUID(),
      actor: DEMO_ACTOR,
      created_at: now,
      due_at: now,
    })
    .execute();
}

async function requestPreview({ tx, clientId, now }: Place, resourceId: string): Promise<void> {
  await tx
    .insertInto("provisioning_plans")
    .values({
      client_id: clientId,
      resource_id: resourceId,
      id: randomUUID(),
      no: 1,
      status: "waiting",
      actor_id: randomUUID(),
      actor: DEMO_ACTOR,
      created_at: now,
    })
    .execute();
}
