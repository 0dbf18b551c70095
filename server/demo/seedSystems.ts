/**
 * Connected systems of the demo bank: an HR system and an application that read uploaded files, a directory that is not
 * set up yet, a key cabinet that people fill by hand, and a terminal whose accounts Provision writes to a file. The
 * server makes their first imports, like any other.
 */
import { randomUUID } from "node:crypto";
import { join } from "node:path";
import type { Transaction } from "kysely";
import type { MappingDraft } from "#events/entities/mapping.ts";
import { DEFAULT_SETTINGS, type SystemSettings } from "#events/entities/system.ts";
import { DEFAULT_ACTIVATION } from "#events/entities/systemConfiguration.ts";
import type { Database } from "../db/schema.ts";
import { storeCounts } from "../directory/queries.ts";
import { mappingOf } from "../mappings/commands.ts";
import { BADGE_COLUMNS, BADGES, LAST_OPENED, makeBadgeFile } from "./badgeFile.ts";
import type { BankDirectory } from "./bankDirectory.ts";
import { writeDemoFile } from "./demoFolder.ts";
import { HR_COLUMNS, makeHrFiles } from "./hrFiles.ts";
import { reviewBadges } from "./reviewBadges.ts";
import { addHistory } from "./seedHistory.ts";
import { addKeyTasks } from "./seedKeyTasks.ts";
import { grantPackages } from "./seedTerminal.ts";
import {
  BADGE_RULES,
  DIRECTORY_MAPPINGS,
  HR_DRAFT,
  HR_MAPPINGS,
  KEY_MAPPINGS,
  TERMINAL_MAPPINGS,
} from "./systemMappings.ts";
import {
  addFile,
  addResource,
  addRule,
  addSystem,
  CSV,
  importOnce,
  previewMappings,
  READABLE,
  type Place,
} from "./systemRows.ts";
import { makeTerminalFile, TERMINAL, TERMINAL_COLUMNS, TERMINAL_FILE } from "./terminalFile.ts";

const LDAP = 2;
const MANUAL = 5;

export async function seedSystems(
  tx: Transaction<Database>,
  {
    clientId,
    now,
    bank,
    folder,
  }: Omit<Place, "tx"> & {
    readonly bank: BankDirectory;
    /** The directory for the demo's table file. Without it, the demo leaves out the terminal. */
    readonly folder: string | null;
  },
): Promise<void> {
  const place = { tx, clientId, now };
  await addPeopleRecords(place, bank);
  await addBuildingAccess(place, bank);
  await addBranchDirectory(place);
  if (folder !== null) await addTerminal(place, bank, folder);
  const cabinet = await addKeyCabinet(place);
  await addHistory(tx, { clientId, now, people: bank.people });
  await addKeyTasks(tx, { clientId, resourceId: cabinet, now, people: bank.people });
  await storeCounts(tx, clientId);
}

async function addPeopleRecords(place: Place, { people }: BankDirectory): Promise<void> {
  const resourceId = await addResource(place, "People Records", "hr");
  const files = makeHrFiles(people);
  const imported = randomUUID();
  const waiting = randomUUID();
  const settingsWith = (file: string, drafts: readonly MappingDraft[]): SystemSettings => ({
    ...DEFAULT_SETTINGS,
    configuration: tableConfiguration(file, "Employee no"),
    mappings: drafts.map((draft) => mappingOf(draft, resourceId, randomUUID())),
  });
  const published = settingsWith(imported, HR_MAPPINGS);
  const [addition] = settingsWith(waiting, [HR_DRAFT]).mappings;
  if (!addition) throw new Error("The draft is a mapping");
  const settings: SystemSettings = {
    ...published,
    configuration: tableConfiguration(waiting, "Employee no"),
    mappings: [...published.mappings, addition],
    maxGonePercent: 5,
  };
  await addSystem(place, {
    resourceId,
    connectorId: CSV,
    kind: "hr",
    description: "Export of the HR system: it decides who works here, and where.",
    published,
    settings,
    columns: HR_COLUMNS,
    test: READABLE,
  });
  await addFile(place, {
    resourceId,
    id: imported,
    name: "people-october.csv",
    body: files.imported,
  });
  await addFile(place, {
    resourceId,
    id: waiting,
    name: "people-november.csv",
    body: files.waiting,
  });
  await importOnce(place, resourceId);
  await previewMappings(place, resourceId, "inbound", settings);
}

async function addBuildingAccess(place: Place, { people, accounts }: BankDirectory): Promise<void> {
  const { tx, clientId } = place;
  const { id: resourceId } = await tx
    .selectFrom("resources")
    .select("id")
    .where("client_id", "=", clientId)
    .where("name", "=", BADGES)
    .executeTakeFirstOrThrow();
  const file = randomUUID();
  const published: SystemSettings = {
    ...DEFAULT_SETTINGS,
    configuration: {
      ...tableConfiguration(file, "Badge"),
      activeColumn: "Status",
      inactiveValues: "blocked",
      entitlementColumn: "Zone",
    },
    owner: { attribute: "Employee no", field: "externalId" },
  };
  await addSystem(place, {
    resourceId,
    connectorId: CSV,
    kind: "export",
    description: "Badges and the zones that they open, typed by the guards of each building.",
    published,
    settings: {
      ...published,
      graceDays: 14,
    },
    columns: BADGE_COLUMNS.filter((column) => column !== "Zone"),
    activation: { ...DEFAULT_ACTIVATION, activityAttribute: LAST_OPENED },
    test: READABLE,
  });
  await addFile(place, {
    resourceId,
    id: file,
    name: "badges.csv",
    body: makeBadgeFile(people, accounts, place.now),
  });
  for (const [at, rule] of BADGE_RULES.entries()) await addRule(place, resourceId, at + 1, rule);
  await reviewBadges(tx, { clientId, resourceId });
  await importOnce(place, resourceId);
}

/** A system that nobody has reached yet. */
async function addBranchDirectory(place: Place): Promise<void> {
  const resourceId = await addResource(place, "Branch Directory", null);
  await addSystem(place, {
    resourceId,
    connectorId: LDAP,
    kind: "export",
    description: "LDAP directory of the branches. Its network is not open yet.",
    published: null,
    settings: {
      ...DEFAULT_SETTINGS,
      configuration: {
        vendor: "OPENLDAP",
        host: "ldap.harborvale.example",
        security: "LDAPS",
        baseDn: "dc=harborvale,dc=example",
        readGroups: true,
        pageSize: 500,
      },
      mappings: DIRECTORY_MAPPINGS.map((draft) => mappingOf(draft, resourceId, randomUUID())),
    },
    columns: null,
    test: {
      passed: [],
      failure: {
        step: "resolve",
        remedy: "hostUnknown",
        detail: "ldap.harborvale.example has no address",
      },
    },
  });
}

async function addKeyCabinet(place: Place): Promise<string> {
  const resourceId = await addResource(place, "Key Cabinet", null);
  const published: SystemSettings = {
    ...DEFAULT_SETTINGS,
    mappings: KEY_MAPPINGS.map((draft) => mappingOf(draft, resourceId, randomUUID())),
  };
  await addSystem(place, {
    resourceId,
    connectorId: MANUAL,
    kind: "manual",
    description: "Keys of the branches. A person hands them out and takes them back.",
    published,
    settings: published,
    columns: null,
    test: null,
  });
  return resourceId;
}

/** The file differs from what mappings and policies require, so that the first preview has changes of most kinds. */
async function addTerminal(place: Place, { people }: BankDirectory, folder: string): Promise<void> {
  const { tx, clientId, now } = place;
  const resourceId = await addResource(place, TERMINAL, null);
  const [idColumn] = TERMINAL_COLUMNS;
  const published: SystemSettings = {
    ...DEFAULT_SETTINGS,
    configuration: {
      source: "FOLDER",
      path: TERMINAL_FILE,
      delimiter: "AUTO",
      encoding: "AUTO",
      idColumn,
      activeColumn: "Status",
      inactiveValues: "blocked",
      entitlementColumn: "Package",
      entitlementLayout: "ONE_PER_ROW",
      writable: true,
      activeValue: "active",
    },
    owner: { attribute: "Employee no", field: "externalId" },
    mappings: TERMINAL_MAPPINGS.map((draft) => mappingOf(draft, resourceId, randomUUID())),
  };
  writeDemoFile(join(folder, clientId), TERMINAL_FILE, makeTerminalFile(people));
  await addSystem(place, {
    resourceId,
    connectorId: CSV,
    kind: "export",
    description: "Accounts of the treasury's terminal, in a file that Provision reads and writes.",
    published,
    settings: published,
    columns: TERMINAL_COLUMNS.filter((column) => column !== "Package"),
    writable: true,
    activation: { ...DEFAULT_ACTIVATION, onLeave: "disable" },
    test: READABLE,
  });
  await grantPackages(tx, { clientId, resourceId, now });
  await importOnce(place, resourceId);
  await previewMappings(place, resourceId, "outbound", published);
}

function tableConfiguration(file: string, idColumn: string): SystemSettings["configuration"] {
  return {
    source: "UPLOAD",
    file,
    delimiter: "AUTO",
    encoding: "AUTO",
    idColumn,
    inactiveValues: "0, false, no, inactive, disabled",
    entitlementLayout: "ONE_PER_ROW",
  };
}
