/** Reads what changed in a system since the last run. Changed entitlement objects change the accounts that they name. */
import { sql, type Kysely } from "kysely";
import type { ObjectClass } from "#events/entities/objectClass.ts";
import type { ObjectContent } from "#events/entities/systemRun.ts";
import { classNames } from "#events/rules/objectClasses.ts";
import {
  ConnectorError,
  type Change,
  type Connection,
  type ReadEnd,
  type SystemObject,
} from "../../connectors/contract.ts";
import type { Database } from "../../db/schema.ts";
import { listedRows } from "../../db/listedKeys.ts";
import { chunksOf } from "../../import/batch.ts";
import { markExcluded, type ExclusionOf } from "../accountExclusions.ts";
import { entitlementList, objectKey, parseContent, type ObjectKey } from "./content.ts";
import type { KnownObjects } from "./knownObjects.ts";
import { loadKnownOf } from "./loadKnown.ts";
import type { RunPlace } from "./leases.ts";
import type { PlanWriter } from "./planWriter.ts";
import {
  copyOf,
  EntitlementNames,
  entitlementObject,
  ReadLimit,
  type ReadRequest,
} from "./reading.ts";

interface Reading {
  readonly objectClasses: readonly ObjectClass[];
  /** Has the objects of entitlement classes. Others are added when they are read. */
  readonly known: KnownObjects;
  readonly plan: PlanWriter;
  readonly token: string;
  readonly request: ReadRequest;
}

/** Names of entitlements that an account gained and lost because their objects changed. */
interface MembershipChange {
  readonly gained: Set<string>;
  readonly lost: Set<string>;
}

export async function readChanges(
  db: Kysely<Database>,
  connection: Connection,
  { objectClasses, known, plan, token, request }: Reading,
): Promise<ReadEnd> {
  const { job, isExcluded, exclusionOf, maxSize, onProgress } = request;
  const isEntitlement = new Set(classNames(objectClasses, "entitlement"));
  /** Accounts without entitlements of their own wait until all changes of memberships are known. */
  const waiting = new Map<string, SystemObject>();
  const memberships = new Map<string, MembershipChange>();
  /** Objects that the system has removed, by key. They count once all changes are read. */
  const removed = new Map<string, ObjectKey>();
  const names = new EntitlementNames();
  for (const objectClass of isEntitlement) names.keep(known.of(objectClass));
  let read = 0;

  const takeEntitlements = async (objects: readonly SystemObject[]): Promise<void> => {
    const stored = await storedObjects(db, job, objects);
    for (const object of objects) {
      const before = stored.get(objectKey(object));
      const name = names.of(object);
      const membersBefore = new Set(before && !before.isGone ? before.content.entitlements : []);
      const membersAfter = new Set(object.members ?? []);
      for (const id of membersAfter) {
        if (!membersBefore.has(id)) changeOf(memberships, id).gained.add(name);
      }
      for (const id of membersBefore) {
        if (!membersAfter.has(id)) changeOf(memberships, id).lost.add(name);
      }
      await plan.take(entitlementObject(object, name));
    }
  };

  const takeRemoved = async (objects: readonly ObjectKey[]) => {
    await loadKnownOf(db, job, known, objects);
    const stored = await storedObjects(db, job, objects);
    for (const { objectClass, id } of objects) {
      const before = stored.get(objectKey({ objectClass, id }));
      if (isEntitlement.has(objectClass) && before) {
        for (const member of before.content.entitlements) {
          changeOf(memberships, member).lost.add(before.name);
        }
      }
      waiting.delete(objectKey({ objectClass, id }));
      await plan.takeRemoved(objectClass, id);
    }
  };

  const takePage = async (page: readonly Change[]): Promise<void> => {
    const stored = page.flatMap((change) => (change.type === "stored" ? [change.object] : []));
    await loadKnownOf(db, job, known, stored);
    await takeEntitlements(stored.filter(({ objectClass }) => isEntitlement.has(objectClass)));
    for (const account of stored) {
      if (isEntitlement.has(account.objectClass)) continue;
      if (account.entitlements === null) waiting.set(objectKey(account), account);
      else {
        await plan.take({
          ...identityOf(account),
          content: contentOf(
            account,
            entitlementList(account.entitlements, isExcluded),
            exclusionOf,
          ),
        });
      }
    }
    for (const change of page) {
      if (change.type === "removed") removed.set(objectKey(change), change);
      else removed.delete(objectKey(change.object));
    }
  };

  const end = await readPages();
  const classes = classNames(objectClasses, "account");
  // Changes that were not read may have brought objects back.
  const isComplete = end.complete && plan.conflicts + plan.unusable === 0;
  if (isComplete) for (const chunk of chunksOf([...removed.values()])) await takeRemoved(chunk);
  await takeWaiting();
  return end;

  async function readPages(): Promise<ReadEnd> {
    const pages = connection.sync?.(objectClasses, token);
    if (!pages) throw new Error("The connector reads no changes");
    const limit = new ReadLimit(maxSize);
    try {
      for (;;) {
        const { done, value } = await pages.next();
        if (done) return value;
        read += value.length;
        onProgress(read);
        limit.add(value.flatMap((change) => (change.type === "stored" ? [change.object] : [])));
        await takePage(value);
      }
    } catch (error) {
      if (!(error instanceof ConnectorError) || read === 0) throw error;
      const end = { complete: false, token: null, problem: error };
      await pages.return(end);
      return end;
    }
  }

  /** Changed accounts, and accounts whose memberships changed. */
  async function takeWaiting(): Promise<void> {
    const others = [...memberships.keys()].flatMap((id) =>
      classes.map((objectClass) => ({ objectClass, id })),
    );
    const wanted = [...waiting.values(), ...others.filter((one) => !waiting.has(objectKey(one)))];
    for (const chunk of chunksOf(wanted)) {
      await loadKnownOf(db, job, known, chunk);
      const stored = await storedObjects(db, job, chunk);
      for (const one of chunk) {
        const before = stored.get(objectKey(one));
        const account = waiting.get(objectKey(one));
        if (!account && (!before || before.isGone)) continue;
        const change = memberships.get(one.id);
        const held = new Set(before?.content.entitlements ?? []);
        for (const name of change?.lost ?? []) held.delete(name);
        for (const name of change?.gained ?? []) held.add(name);
        const entitlements = entitlementList([...held], isExcluded);
        if (account) {
          await plan.take({
            ...identityOf(account),
            content: contentOf(account, entitlements, exclusionOf),
          });
        } else if (before) {
          const content = markExcluded(
            { ...before.content, entitlements },
            before.name,
            exclusionOf,
          );
          await plan.take({ ...one, name: before.name, content });
        }
      }
    }
  }
}

function changeOf(changes: Map<string, MembershipChange>, id: string): MembershipChange {
  let change = changes.get(id);
  if (!change) changes.set(id, (change = { gained: new Set(), lost: new Set() }));
  return change;
}

function identityOf({ objectClass, id, name }: SystemObject) {
  return { objectClass, id, name };
}

function contentOf(
  { name, attributes, active }: SystemObject,
  entitlements: string[],
  exclusionOf: ExclusionOf,
): ObjectContent {
  return markExcluded({ attributes: copyOf(attributes), active, entitlements }, name, exclusionOf);
}

interface Stored {
  readonly name: string;
  readonly content: ObjectContent;
  readonly isGone: boolean;
}

interface StoredRow extends ObjectKey {
  readonly name: string;
  readonly content: string;
  readonly isGone: boolean;
}

async function storedObjects(
  db: Kysely<Database>,
  { clientId, resourceId }: RunPlace,
  objects: readonly ObjectKey[],
): Promise<ReadonlyMap<string, Stored>> {
  const found = new Map<string, Stored>();
  for (const chunk of chunksOf(objects)) {
    const { rows } = await sql<StoredRow>`
      select stored.* from ${listedRows(chunk, {
        class: ["text", ({ objectClass }) => objectClass],
        id: ["text", ({ id }) => id],
      })}
      cross join lateral (
        -- Looked up by key: without statistics, a join may read every object.
        select object_class as "objectClass", object_id as id, name, content, gone_at is not null as "isGone"
        from system_objects
        where client_id = ${clientId} and resource_id = ${resourceId}
          and object_class = item.class and object_id = item.id
        offset 0
      ) as stored
    `.execute(db);
    for (const { name, content, isGone, ...key } of rows) {
      found.set(objectKey(key), { name, content: parseContent(content), isGone });
    }
  }
  return found;
}
