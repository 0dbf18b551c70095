/** Reads a connected system into the entries of a plan. */
import { join } from "node:path";
import type { Kysely } from "kysely";
import type { ObjectClass } from "#events/entities/objectClass.ts";
import type { GateFigures, RunCounts } from "#events/entities/systemRun.ts";
import { classNames } from "#events/rules/objectClasses.ts";
import {
  ConnectorError,
  UnusableTokenError,
  type Connection,
  type ReadEnd,
  type SystemObject,
} from "../../connectors/contract.ts";
import type { Database } from "../../db/schema.ts";
import { MAX_ATTEMPTS } from "../../jobs/leases.ts";
import { fillingMappings } from "../../mappings/precedence/sources.ts";
import { hasReturned, requirePersonIds } from "../../mappings/missingAttributes.ts";
import { markExcluded } from "../accountExclusions.ts";
import { AccountSpool, Memberships } from "./accountSpool.ts";
import { entitlementList } from "./content.ts";
import { KnownObjects } from "./knownObjects.ts";
import { lastImport } from "./lastImport.ts";
import { countKnown, loadKnown } from "./loadKnown.ts";
import { storedBasis } from "./peopleBasis.ts";
import { PlanWriter } from "./planWriter.ts";
import { readChanges } from "./readChanges.ts";
import {
  copyOf,
  EntitlementNames,
  entitlementObject,
  ReadLimit,
  type ReadRequest,
} from "./reading.ts";
import { pauseAfter } from "./transientErrors.ts";
import { takeLinkable } from "./unlinkedAccounts.ts";
import { takeUnmapped } from "./unmappedAccounts.ts";

const PAGE_SIZE = 1000;

export interface StoredPlan {
  readonly counts: RunCounts;
  readonly compared: GateFigures;
  readonly hash: string;
  readonly complete: boolean;
  readonly token: string | null;
  /** Why it is incomplete. */
  readonly problem: ConnectorError | null;
  readonly objectClasses: readonly ObjectClass[];
  /** The people among whom owners of accounts were looked for; null: none were. */
  readonly peopleBasis: string | null;
}

/**
 * @throws ConnectorError if nothing could be read, and for a transient error unless this is the last attempt. A read that
 *   fails otherwise is incomplete: nothing counts as missing then.
 */
export async function readPlan(
  db: Kysely<Database>,
  connection: Connection,
  request: ReadRequest,
): Promise<StoredPlan> {
  const { job, isHr, settings, owners, now, token } = request;
  const { maxGonePercent, maxRenamedPercent, excludedAccounts = [] } = settings;
  const hasExclusions = !isHr && excludedAccounts.length > 0;
  const objectClasses = await connection.discoverSchema();
  if (isHr) requirePersonIds(settings, objectClasses);
  // An object whose content is the same may clear a field, which kept its value while the system lacked the attribute.
  const last = await lastImport(db, job).select("object_classes").executeTakeFirst();
  const readsAnew = hasReturned(settings, last?.object_classes ?? null, objectClasses);
  const known = new KnownObjects({ forgetsContents: readsAnew });
  const plan = new PlanWriter(db, job, known, connection.addedAttributes);
  const reading = { objectClasses, known, plan, request };
  const changes =
    token !== null && connection.sync !== null && !readsAnew
      ? await readSince(db, connection, { ...reading, token })
      : null;
  const isChanges = changes !== null;
  if (!isChanges) await loadKnown(db, job, known);
  const before = isChanges
    ? await countKnown(db, job)
    : { present: known.present, held: known.held };
  const end = changes ?? (await readAll(connection, reading));
  const { problem } = end;
  if (problem && pauseAfter(problem) !== null && job.attempt < MAX_ATTEMPTS) throw problem;
  const complete = end.complete && plan.conflicts + plan.unusable === 0;
  if (complete && !isChanges) await plan.takeMissing();
  // A read of changes does not see objects that returned unchanged.
  if (complete && !isChanges) await plan.takeExpired(now, settings.graceDays);
  await plan.completeKnown();
  const linking = { job, settings, known, owners };
  const linkable = isHr ? null : await takeLinkable(db, plan, linking);
  const isFilling = !isHr && fillingMappings(settings).length > 0;
  const unmapped = isFilling ? await takeUnmapped(db, plan, linking) : null;
  const hash = await plan.finish();
  return {
    counts: hasExclusions ? { ...plan.counts, excluded: plan.excluded } : plan.counts,
    compared: {
      known: before.present,
      held: before.held,
      lost: plan.lost,
      maxGonePercent,
      maxRenamedPercent,
    },
    hash,
    complete,
    // An incomplete read is repeated from where the last complete one ended.
    token: complete ? end.token : token,
    problem: complete ? null : (problem ?? unusableProblem(plan)),
    objectClasses,
    peopleBasis: storedBasis({ linkable, unmapped }),
  };
}

/** @returns null if the system cannot continue at the token: everything must be read. */
async function readSince(
  ...[db, connection, reading]: Parameters<typeof readChanges>
): Promise<ReadEnd | null> {
  const { known, objectClasses, request } = reading;
  try {
    await loadKnown(db, request.job, known, classNames(objectClasses, "entitlement"));
    return await readChanges(db, connection, reading);
  } catch (error) {
    if (error instanceof UnusableTokenError) return null;
    throw error;
  }
}

function unusableProblem({ conflicts, unusable }: PlanWriter): ConnectorError {
  return new ConnectorError(
    "contentDamaged",
    "read",
    `Objects that appeared twice with different contents: ${conflicts}. Objects whose id or name is empty, too long or contains a NUL: ${unusable}.`,
  );
}

interface Reading {
  readonly objectClasses: readonly ObjectClass[];
  readonly known: KnownObjects;
  readonly plan: PlanWriter;
  readonly request: ReadRequest;
}

async function readAll(
  connection: Connection,
  { objectClasses, known, plan, request }: Reading,
): Promise<ReadEnd> {
  const { isExcluded, exclusionOf, directory, maxSize, onProgress } = request;
  const ofRole = (role: ObjectClass["role"]) => objectClasses.filter((one) => one.role === role);
  const ends: ReadEnd[] = [];
  const spool = new AccountSpool(join(directory, "accounts"));
  const limit = new ReadLimit(maxSize);
  let read = 0;

  /** Objects page by page; a problem in the middle ends the class. */
  async function* pagesOf(objectClass: ObjectClass) {
    const pages = connection.search(objectClass, PAGE_SIZE);
    try {
      for (;;) {
        const { done, value } = await pages.next();
        if (done) {
          ends.push(value);
          return;
        }
        read += value.length;
        onProgress(read);
        limit.add(value);
        yield value;
      }
    } catch (error) {
      if (!(error instanceof ConnectorError) || read === 0) throw error;
      const end = { complete: false, token: null, problem: error };
      ends.push(end);
      await pages.return(end);
    }
  }

  const takeAccount = (account: SystemObject, entitlements: readonly string[]) =>
    plan.take({
      objectClass: account.objectClass,
      id: account.id,
      name: account.name,
      content: markExcluded(
        {
          attributes: copyOf(account.attributes),
          active: account.active,
          entitlements: entitlementList(entitlements, isExcluded),
        },
        account.name,
        exclusionOf,
      ),
    });

  for (const objectClass of ofRole("account")) {
    for await (const page of pagesOf(objectClass)) {
      const waiting: SystemObject[] = [];
      for (const account of page) {
        if (account.entitlements === null) waiting.push(account);
        else await takeAccount(account, account.entitlements);
      }
      if (waiting.length > 0) await spool.add(waiting);
    }
  }
  const memberships = new Memberships();
  const names = new EntitlementNames();
  for (const objectClass of ofRole("entitlement")) {
    names.keep(known.of(objectClass.name));
    for await (const page of pagesOf(objectClass)) {
      for (const object of page) {
        const name = names.of(object);
        await plan.take(entitlementObject(object, name));
        memberships.add(name, placesOf(object.members ?? [], spool));
      }
    }
  }
  // Without all entitlement objects, accounts would seem to have lost what was not read.
  if (spool.size > 0 && ends.every((end) => end.complete)) {
    const heldBy = memberships.byAccount(spool.size);
    for await (const account of spool.read()) {
      await takeAccount(account, heldBy(spool.placeOf(account.id) ?? 0));
    }
  }
  const failed = ends.find((end) => !end.complete);
  const token = ends.find((end) => end.token !== null)?.token ?? null;
  return failed ?? { complete: true, token, problem: null };
}

function* placesOf(members: readonly string[], spool: AccountSpool): Generator<number> {
  for (const id of members) {
    const place = spool.placeOf(id);
    if (place !== undefined) yield place;
  }
}
