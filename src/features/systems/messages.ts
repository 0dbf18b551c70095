import { createCatalogue } from "../../ui/language/catalogue.ts";
import { formatsOf } from "../../ui/language/formats.ts";

const { count } = formatsOf("en");

const english = {
  systems: "Systems",
  context: "Everything that Provision reads accounts and entitlements from",
  add: "Add resource",
  search: "Search systems",
  anyKind: "Any kind",
  kind: "Kind",
  kinds: {
    export: "Export",
    api: "API",
    manual: "Self-certified",
    hr: "HR",
    files: "Imported files",
  },
  kindHints: {
    export: "Read from a directory, a database or a file",
    api: "Read through the API of a service",
    manual: "People do the work and attest it",
    hr: "The source of people",
  },
  anyState: "Any state",
  state: "State",
  states: {
    Live: "Live",
    "Unpublished Updates": "Unpublished Updates",
    Onboarding: "Onboarding",
  },
  detection: "Detection",
  detections: { Ready: "Ready", Pending: "Pending", "Not Detected": "Not Detected" },
  columns: {
    name: "Name",
    connector: "Connector",
    accounts: "Accounts",
    nextRun: "Next import",
  },
  noSchedule: "No schedule",
  pausedShort: "Paused",
  runningNow: "Running",
  planWaits: "Plan waits",
  noSystems: "No systems yet",
  noSystemsWhy: "Add a resource to read its accounts and entitlements.",
  summary: (kind: string, state: string) => `${kind} · ${state}`,

  catalogue: "Add Resource",
  catalogueContext: "Choose how Provision connects to the resource",
  connectors: "Connectors",
  searchConnectors: "Search connectors",
  allKinds: "All",
  tag: "Technology",
  anyTag: "Any technology",
  tags: {
    api: "API",
    database: "Database",
    directory: "Directory",
    file: "File",
    hr: "HR",
    manual: "Self-certified",
  },
  withCount: (label: string, number: number) => `${label} (${count(number)})`,
  limits: "What your plan allows",
  limit: (used: number, limit: number | null) =>
    limit === null ? `${count(used)}, no limit` : `${count(used)} of ${count(limit)}`,
  limitReached: "Limit reached",
  choose: "Add",
  chooseOne: (name: string) => `Add ${name}`,
  allReached: "The limit of every kind that this connector offers is reached.",
  someReached: (kinds: string) => `Limit reached: ${kinds}.`,
  writes: "Reads and writes",
  readsOnly: "Reads only",
  writesFolder: "Reads files, and writes those in the folder of the server",
  readsUploads: "Reads files. This server has no folder for files that Provision writes.",
  mayNotCreate: "You cannot add resources",
  mayNotCreateWhy: "Ask an administrator who manages all resources to add it.",
  catalogueFailed: "The connectors could not be loaded",
  newSystem: (connector: string) => `Add a resource with ${connector}`,
  newSystemNext: "You set up the connection next. Nothing is read before you publish it.",
  create: "Add resource",
  notCreated: "The resource was not added",

  fields: { name: "Name", description: "Description", owner: "Owner", kind: "Kind" },
  ownerHint: "The user who answers for this resource",
  ownerLocked: "Only the owner and users who may update all resources can change this.",
  nobody: "Nobody",

  titles: {
    setup: "Name Resource",
    configuration: "Set Up Integration",
    activation: "Activation Settings",
    confirm: "Confirm Integration",
    preview: "Preview and Approve",
    tasks: "Tasks",
  },
  loading: "Loading the system",
  systemFailed: "The system could not be loaded",
  missing: "Not a connected system",
  missingWhy:
    "This resource was deleted, or it was imported from files and is not connected to a system.",
  back: "Back to the systems",
  fromFiles:
    "This resource was imported from files. Add a connected resource to read a system directly.",
  openRoleMapping: "Open Role Mapping",
  readOnly: "You can view this system but not change it.",
  setupWhat: "How people find this resource, and who answers for it",
  setupNotSaved: "The name was not saved",
};

export type SystemMessages = typeof english;
export const systemMessages = createCatalogue(english, {
  de: async () => (await import("./messages.de.ts")).german,
});
