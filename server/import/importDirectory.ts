/**
 * Imports a directory: reads both tables completely into compact columns, then looks up, decides and writes in one
 * transaction, which is written completely or not at all.
 */
import { randomUUID } from "node:crypto";
import type { Kysely, Transaction } from "kysely";
import { message } from "#events/messages/message.ts";
import { closedImportGates } from "#events/rules/importGates.ts";
import { shareLock } from "../db/advisoryLocks.ts";
import type { Database } from "../db/schema.ts";
import { inTransaction } from "../db/transaction.ts";
import { importAccounts } from "./accountStage.ts";
import {
  createClient,
  findClient,
  findClientById,
  holdImports,
  nameClient,
} from "./clientStage.ts";
import { findGranted, grantAccess } from "./accessGrants.ts";
import { CsvError, ImportError, WaitingPlanError } from "./errors.ts";
import {
  repeatedUsernames,
  takenValues,
  unknownManagers,
  unlikelyEmails,
} from "./identityWarnings.ts";
import { findHrAuthority, type HrAuthority } from "./hrAuthority.ts";
import { importIdentities, type IdentityOids } from "./identityStage.ts";
import { findIdentityOids } from "./identityTable.ts";
import { importOrgs } from "./orgStage.ts";
import { checkAccessHeader, readAccess, type AccessTable } from "./readAccess.ts";
import { checkIdentityHeader, readIdentities, type IdentityTable } from "./readIdentities.ts";
import { ChangeLog } from "./history/changeLog.ts";
import { recordHistory } from "./history/recordHistory.ts";
import type { HistoryOrigin } from "./personHistory.ts";
import { PlanDigest } from "./planDigest.ts";
import { recordImport } from "./recordImport.ts";
import { connectedResources, importEntitlements, importResources } from "./resourceStage.ts";
import { resolveAccess, type ResolvedAccess } from "./resolveAccess.ts";
import type { Stage } from "./stage.ts";
import {
  COUNTED,
  noChanges,
  type ImportMode,
  type ImportResult,
  type TableSource,
} from "./types.ts";

/** Which plans may be written: all, those within the safety gates, or only the one with this hash. */
export type AllowedPlan = "any" | "withinGates" | { readonly hash: string };

export interface ImportRequest {
  /** Name of the client, created if missing. Default: the directory's first client, created if there is none. */
  readonly client?: string | undefined;
  /** The id of an existing client, instead of its name. */
  readonly clientId?: string;
  /** At least one of the two tables. */
  readonly identities?: TableSource | undefined;
  readonly access?: TableSource | undefined;
  /** Default: merge. */
  readonly mode?: ImportMode;
  /** Counts everything and writes nothing. */
  readonly dryRun?: boolean;
  /** Omits rejected records instead of refusing the import. In a replace they count as missing from the file. */
  readonly skipRejected?: boolean;
  /** Default: any. */
  readonly allowedPlan?: AllowedPlan;
  /** Usernames of users who get access to the client besides the first account. */
  readonly grant?: readonly string[];
  /** The actor in the audit row: a user of the operating system. */
  readonly runBy?: string;
  /** The actor in the audit row: a user of Provision. */
  readonly actor?: { readonly id: string; readonly username: string };
  /** Called as the import proceeds, with its finished and all steps. A retried transaction starts again. */
  readonly onStep?: (done: number, all: number) => void;
  /** Runs last in the transaction of the import. */
  readonly finish?: (tx: Transaction<Database>, result: ImportResult) => Promise<void>;
}

/** The data of both tables, independent of any database. */
export interface ImportTables {
  readonly identities: IdentityTable | null;
  readonly access: AccessTable | null;
}

/**
 * @returns the changes; only the rejections if there are any and `skipRejected` is not set.
 * @throws ImportError if a table as a whole is invalid; WaitingPlanError; DiskFullError and other errors of the database. Nothing was
 * written then.
 */
export async function importDirectory(
  db: Kysely<Database>,
  request: ImportRequest,
): Promise<ImportResult> {
  const tables = await readTables(request);
  return importTables(db, tables, request);
}

/** Checks only the headers. @throws ImportError if a table is missing or a header is invalid. */
export function checkTables({ identities, access, mode }: ImportRequest): void {
  if (!identities && !access) {
    throw new ImportError(
      "EUSAGE",
      "There is nothing to import. Give --identities, --access or both.",
    );
  }
  if (identities) checkIdentityHeader(identities);
  if (access) checkAccessHeader(access);
  if (mode !== "replace") return;
  if (!access) {
    throw new ImportError("EUSAGE", "A replace replaces access: it needs --access.");
  }
  if (!access.columns.includes("entitlement")) {
    throw new CsvError(
      "EMISSINGCOLUMN",
      message("import.replaceNeedsEntitlement", { file: access.name }),
    );
  }
}

/** The first half of an import. @throws ImportError */
export async function readTables(request: ImportRequest): Promise<ImportTables> {
  checkTables(request);
  return {
    identities: request.identities ? await readIdentities(request.identities) : null,
    access: request.access ? await readAccess(request.access) : null,
  };
}

/** The second half of an import, with the tables of the first half. */
export function importTables(
  db: Kysely<Database>,
  tables: ImportTables,
  request: Omit<ImportRequest, "identities" | "access">,
): Promise<ImportResult> {
  return inTransaction(db, async (tx) => {
    const result = await importInto(tx, request, tables);
    await request.finish?.(tx, result);
    return result;
  });
}

async function importInto(
  tx: Transaction<Database>,
  request: Omit<ImportRequest, "identities" | "access">,
  tables: ImportTables,
): Promise<ImportResult> {
  const { dryRun = false, runBy = null, actor = null } = request;
  if (!dryRun) await holdImports(tx);
  const userIds = await findGranted(tx, request.grant ?? []);
  const origin = { at: new Date(), actor: actor?.username ?? "system", run: null };
  const importId = randomUUID();
  const written = await writeTables(tx, { ...request, origin, importId }, tables);
  const { client } = written;
  if (!dryRun && !isAllowed(written, request.allowedPlan)) throw new WaitingPlanError();
  let importNo: number | null = null;
  if (!dryRun && client.id !== null) {
    const past = {
      clientId: client.id,
      importId,
      at: origin.at,
      actor: actor?.username ?? runBy ?? "system",
      byCommand: actor === null,
    };
    importNo = await recordHistory(tx, past, written);
  }
  const result = { ...written, changed: importNo !== null, importNo };
  if (result.changed && client.id !== null) {
    await recordImport(tx, client.id, { runBy, actor }, result);
  }
  const isRefused = result.rejectedRows.length > 0 && !request.skipRejected;
  const isGranting = !isRefused && !dryRun && (client.created || userIds.length > 0);
  if (!isGranting || client.id === null) return { ...result, accessGranted: [] };
  // Runs last, because it locks rows for which sign-ins wait.
  const accessGranted = await grantAccess(tx, client.id, { userIds, runBy });
  return { ...result, changed: result.changed || accessGranted.length > 0, accessGranted };
}

function isAllowed(
  result: Omit<ImportResult, "accessGranted" | "importNo">,
  allowed: AllowedPlan = "any",
): boolean {
  if (allowed === "any") return true;
  if (allowed === "withinGates") return closedImportGates(result).length === 0;
  return result.planHash === allowed.hash;
}

/** Writes both tables, in a transaction that holds the lock on imports. It records nothing. */
export async function writeTables(
  tx: Transaction<Database>,
  request: Pick<
    ImportRequest,
    "client" | "clientId" | "mode" | "dryRun" | "skipRejected" | "allowedPlan" | "onStep"
  > & {
    readonly origin: HistoryOrigin;
    /** The import that keeps what changes. Runs of systems keep it themselves. */
    readonly importId?: string;
    readonly activeOf?: Stage["activeOf"];
  },
  { identities, access }: ImportTables,
): Promise<Omit<ImportResult, "accessGranted" | "importNo">> {
  const { mode = "merge", dryRun = false, skipRejected = false, importId } = request;
  const isHashed = dryRun || typeof request.allowedPlan === "object";
  const digest = isHashed ? new PlanDigest() : null;
  const found = request.clientId
    ? await findClientById(tx, request.clientId)
    : await findClient(tx, request.client);
  const lookup = { tx, clientId: found.id ?? randomUUID(), isNewClient: found.id === null };
  const identityOids: IdentityOids = new Map();
  const resolved = access
    ? resolveAccess(
        access,
        await knownIdentities(lookup, access, identities, identityOids),
        await connectedResources(lookup, access, mode),
      )
    : null;

  const rejectedRows = [...(identities?.rejected ?? []), ...(resolved?.rejected ?? [])];
  const counts = noChanges();
  const refused = rejectedRows.length > 0 && !skipRejected;
  const warnings = [...(identities?.warnings ?? []), ...(access?.warnings ?? [])];
  if (identities && !refused) {
    warnings.push(...repeatedUsernames(identities), ...unlikelyEmails(identities));
    warnings.push(...(await unknownManagers(tx, lookup.clientId, identities)));
    // The warnings of a run are not shown.
    const isShown = request.origin.run === null && !lookup.isNewClient;
    if (isShown) warnings.push(...(await takenValues(tx, lookup.clientId, identities)));
  }
  let client = found;
  if (!refused) {
    if (!dryRun && found.id === null) {
      client = { ...found, id: await createClient(tx, found.name), created: true };
    }
    const clientId = client.id ?? lookup.clientId;
    const stage: Stage = {
      ...lookup,
      clientId,
      write: !dryRun,
      mode,
      origin: request.origin,
      counts,
      changes: importId === undefined || dryRun ? null : new ChangeLog(tx, clientId, importId),
      activeOf: request.activeOf ?? (() => null),
      digest,
    };
    const { onStep = () => {} } = request;
    if (stage.write && mode === "replace" && access) {
      // Changes of many policies lock no entitlements. Taken before any row of an org, which they lock as well.
      await shareLock(tx, "policies");
    }
    const hr = identities ? await findHrAuthority(stage, identities) : null;
    const tables = { identities, access, hr };
    const kept = await runStages(stage, tables, resolved, identityOids, onStep);
    // Runs last, because it locks the client's row.
    if (!dryRun && found.id !== null && found.formerName !== null) {
      await nameClient(tx, found.id, found.name);
    }
    if (kept.granted > 0) {
      warnings.push(message("import.keptForPolicy", { count: kept.granted }));
    }
    const [person] = kept.people;
    if (hr && person !== undefined) {
      const params = { count: kept.people.length, person, system: hr.name };
      warnings.push(message("import.keptForHr", params));
    }
  }
  countRejected(counts, identities, resolved);
  const isDifferent =
    client.created ||
    client.formerName !== null ||
    COUNTED.some((name) => counts[name].added + counts[name].updated + counts[name].removed > 0);
  const changed = isDifferent && !dryRun;
  const planHash = digest?.end(counts) ?? null;
  return { ...counts, client, mode, dryRun, changed, planHash, rejectedRows, warnings };
}

/** @returns by the table's identity index: 1 if the identities table or the directory has it. */
async function knownIdentities(
  lookup: Pick<Stage, "tx" | "clientId" | "isNewClient">,
  access: AccessTable,
  identities: IdentityTable | null,
  identityOids: IdentityOids,
): Promise<Uint8Array> {
  const inFile = identities?.indexes;
  const elsewhere = access.identityIds.filter((id) => !inFile?.has(id));
  if (!lookup.isNewClient) {
    const pairs = await findIdentityOids(lookup.tx, lookup.clientId, elsewhere);
    for (const [externalId, oid] of pairs) identityOids.set(externalId, oid);
  }
  return Uint8Array.from(access.identityIds, (id) =>
    inFile?.has(id) || identityOids.has(id) ? 1 : 0,
  );
}

/** Orgs, identities, resources, entitlements and accounts. */
const STEPS = 5;

interface Kept {
  /** Entitlements that a replace kept because a policy or an access role grants them. */
  readonly granted: number;
  /** External ids of people who kept values that their HR system sets. */
  readonly people: readonly string[];
}

async function runStages(
  stage: Stage,
  { identities, access, hr }: ImportTables & { readonly hr: HrAuthority | null },
  resolved: ResolvedAccess | null,
  identityOids: IdentityOids,
  onStep: (done: number, all: number) => void,
): Promise<Kept> {
  onStep(0, STEPS);
  const orgOids = await importOrgs(stage, identities, hr);
  onStep(1, STEPS);
  const people = identities
    ? await importIdentities(stage, identities, orgOids, identityOids, hr)
    : [];
  onStep(2, STEPS);
  if (!access || !resolved) return { granted: 0, people };
  const resources = await importResources(stage, access, resolved);
  onStep(3, STEPS);
  const { numbers, keptGranted } = await importEntitlements(stage, access, resolved, resources);
  onStep(4, STEPS);
  await importAccounts(stage, { access, resolved, resources, identityOids, numbers });
  onStep(5, STEPS);
  return { granted: keptGranted, people };
}

function countRejected(
  counts: ReturnType<typeof noChanges>,
  identities: IdentityTable | null,
  resolved: ResolvedAccess | null,
): void {
  counts.identities.rejected = identities?.rejected.length ?? 0;
  counts.assignments.rejected = resolved?.rejectedWithEntitlement ?? 0;
  counts.accounts.rejected = (resolved?.rejected.length ?? 0) - counts.assignments.rejected;
}
