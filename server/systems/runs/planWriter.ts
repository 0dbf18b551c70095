/** Compares what a system contains with what the last applied run found, and stores the differences as the entries of a plan. */
import { createHash } from "node:crypto";
import { sql, type Kysely } from "kysely";
import {
  NO_COUNTS,
  type ObjectContent,
  type RunChange,
  type RunCounts,
} from "#events/entities/systemRun.ts";
import { normalizeForFilter } from "#events/rules/filterText.ts";
import { DAY_MS } from "#events/rules/time.ts";
import { listedRows } from "../../db/listedKeys.ts";
import type { Database } from "../../db/schema.ts";
import { inTransaction } from "../../db/transaction.ts";
import { Batch } from "../../import/batch.ts";
import { contentHash, contentText, objectKey } from "./content.ts";
import type { KnownObject, KnownObjects } from "./knownObjects.ts";
import { holdOwnRun, type RunJob } from "./leases.ts";

/** Of one transaction, so that other requests get their turn. */
const ROWS_WRITTEN = 1000;
const ROWS_DROPPED = 2000;

/** An object that is known without the attributes that the connector reads now. */
interface CompletedRow {
  readonly objectClass: string;
  readonly id: string;
  readonly text: string;
  readonly hash: Buffer;
  readonly former: Buffer;
}

interface EntryRow {
  readonly no: number;
  readonly objectClass: string;
  readonly id: string;
  readonly name: string;
  readonly change: RunChange;
  readonly after: string | null;
  readonly hash: Buffer | null;
}

export interface ReadObject {
  readonly objectClass: string;
  readonly id: string;
  readonly name: string;
  readonly content: ObjectContent;
}

export class PlanWriter {
  readonly #known: KnownObjects;
  readonly #entries: Batch<EntryRow>;
  readonly #completed: Batch<CompletedRow>;
  readonly #addedAttributes: readonly string[];
  readonly #hash = createHash("sha256");
  /** Ids of new objects, to notice repeats. */
  readonly #added = new Set<string>();
  #no = 0;
  /** Objects that the system returned twice with different contents. */
  conflicts = 0;
  /** Objects whose id or name cannot be stored. */
  unusable = 0;
  /** Entitlements that known objects lost, at least. */
  lost = 0;
  /** Accounts that were read and that the settings leave out. */
  excluded = 0;
  readonly counts: RunCounts = { ...NO_COUNTS };

  /** @param addedAttributes see `Connection`. */
  constructor(
    db: Kysely<Database>,
    job: RunJob,
    known: KnownObjects,
    addedAttributes: readonly string[] = [],
  ) {
    this.#known = known;
    this.#addedAttributes = addedAttributes;
    const writeWith =
      <Row>(write: (tx: Kysely<Database>, place: RunJob, rows: readonly Row[]) => Promise<void>) =>
      (rows: readonly Row[]) =>
        inTransaction(db, async (tx) => {
          // The worker that took the run over counts its own entries only.
          await holdOwnRun(tx, job, "share");
          await write(tx, job, rows);
        });
    this.#entries = new Batch(writeWith(insertEntries), ROWS_WRITTEN);
    this.#completed = new Batch(writeWith(completeObjects), ROWS_WRITTEN);
  }

  async take({ objectClass, id, name, content }: ReadObject): Promise<void> {
    if (!isStorable(id) || !isStorable(name)) {
      this.unusable += 1;
      return;
    }
    const text = contentText(content);
    const hash = contentHash(name, text);
    const known = this.#known.find(objectClass, id);
    const excluded = content.excluded === true ? 1 : 0;
    if (known === null) {
      const key = objectKey({ objectClass, id });
      if (this.#added.has(key)) {
        this.conflicts += 1;
        return;
      }
      this.#added.add(key);
      this.counts.read += 1;
      this.excluded += excluded;
      return this.#write("added", { objectClass, id, name }, { text, hash });
    }
    if (this.#known.isSeen(known.index)) {
      if (!known.hash.equals(hash)) this.conflicts += 1;
      return;
    }
    this.#known.markSeen(known.index);
    this.counts.read += 1;
    this.excluded += excluded;
    const change = changeOf(known, name, hash);
    if (known.goneAt === 0) this.lost += Math.max(0, known.held - content.entitlements.length);
    if (change === null) this.counts.unchanged += 1;
    else if (change === "changed" && this.#gainsOnlyAdded(known, content)) {
      this.counts.unchanged += 1;
      const former = Buffer.from(known.hash);
      await this.#completed.add({ objectClass, id, text, hash, former }, text.length + 100);
    } else await this.#writeKnown(change, known, { name, text, hash });
  }

  /** Of an object with the same name. */
  #gainsOnlyAdded({ name, hash }: KnownObject, content: ObjectContent): boolean {
    const added = this.#addedAttributes;
    if (!added.some((attribute) => Object.hasOwn(content.attributes, attribute))) return false;
    const attributes = Object.fromEntries(
      Object.entries(content.attributes).filter(([attribute]) => !added.includes(attribute)),
    );
    return hash.equals(contentHash(name, contentText({ ...content, attributes })));
  }

  /** Stores the attributes of unchanged objects that were not read before. */
  completeKnown(): Promise<void> {
    return this.#completed.flush();
  }

  /** A known object that changes nothing but its account's owner. One that is in the plan already stays as it is there. */
  async takeUnchanged({ objectClass, id, name, content }: ReadObject): Promise<void> {
    const known = this.#known.find(objectClass, id);
    if (known === null || known.goneAt !== 0 || this.#known.isWritten(known.index)) return;
    if (this.#known.isSeen(known.index)) this.counts.unchanged -= 1;
    const text = contentText(content);
    await this.#writeKnown("changed", known, { name, text, hash: contentHash(name, text) });
  }

  /** Whether the plan has an entry of the object, or the object is unknown. */
  has(objectClass: string, id: string): boolean {
    const known = this.#known.find(objectClass, id);
    return known === null || this.#known.isWritten(known.index);
  }

  /** Of a read of changes: the system says that the object was removed. */
  async takeRemoved(objectClass: string, id: string): Promise<void> {
    const known = this.#known.find(objectClass, id);
    if (known === null || known.goneAt !== 0 || this.#known.isSeen(known.index)) return;
    await this.#writeKnown("gone", known, null);
  }

  /** Call it after a complete read only: every object that was not read is gone. */
  async takeMissing(): Promise<void> {
    for (const known of this.#known.unseen()) {
      if (known.goneAt === 0) await this.#writeKnown("gone", known, null);
    }
  }

  /** Objects that were missing for longer than the grace period. */
  async takeExpired(now: Date, graceDays: number): Promise<void> {
    for (const known of this.#known.unseen()) {
      if (known.goneAt === 0 || now.getTime() - known.goneAt < graceDays * DAY_MS) continue;
      await this.#writeKnown("removed", known, null);
    }
  }

  #writeKnown(
    change: RunChange,
    { index, objectClass, id, name }: KnownObject,
    after: { readonly name: string; readonly text: string; readonly hash: Buffer } | null,
  ): Promise<void> {
    this.#known.markWritten(index);
    return this.#write(change, { objectClass, id, name: after?.name ?? name }, after);
  }

  async #write(
    change: RunChange,
    { objectClass, id, name }: Pick<KnownObject, "objectClass" | "id" | "name">,
    after: { readonly text: string; readonly hash: Buffer } | null,
  ): Promise<void> {
    this.#no += 1;
    this.counts[change] += 1;
    this.#hash.update(JSON.stringify([objectClass, id, change])).update(after?.hash ?? "");
    const row = {
      no: this.#no,
      objectClass,
      id,
      name,
      change,
      after: after?.text ?? null,
      hash: after?.hash ?? null,
    };
    await this.#entries.add(row, (after?.text.length ?? 0) + 100);
  }

  /** @returns the plan's hash, in hexadecimal. */
  async finish(): Promise<string> {
    await this.#entries.flush();
    return this.#hash.digest("hex");
  }
}

/** An earlier attempt may have left entries. @throws LostJobError if another worker has the run. */
export async function dropOwnEntries(db: Kysely<Database>, job: RunJob): Promise<void> {
  const { clientId, resourceId, oid } = job;
  for (let dropped = ROWS_DROPPED; dropped === ROWS_DROPPED;) {
    dropped = await inTransaction(db, async (tx) => {
      await holdOwnRun(tx, job, "share");
      const { numAffectedRows } = await sql`
        delete from system_run_entries
        where client_id = ${clientId} and resource_id = ${resourceId} and run_oid = ${oid}
          and no in (
            select no from system_run_entries
            where client_id = ${clientId} and resource_id = ${resourceId} and run_oid = ${oid}
            order by no limit ${ROWS_DROPPED})
      `.execute(tx);
      return Number(numAffectedRows);
    });
  }
}

/** The most bytes of an id or a name, which indexes contain. */
const MAX_KEY = 1000;

function isStorable(text: string): boolean {
  return text !== "" && !text.includes("\0") && Buffer.byteLength(text) <= MAX_KEY;
}

function changeOf(known: KnownObject, name: string, hash: Buffer): RunChange | null {
  if (known.goneAt !== 0) return "returned";
  if (known.hash.equals(hash)) return null;
  return known.name === name ? "changed" : "renamed";
}

/** Objects that provisioning has changed since they were read stay as they are. */
async function completeObjects(
  db: Kysely<Database>,
  { clientId, resourceId }: RunJob,
  rows: readonly CompletedRow[],
): Promise<void> {
  await sql`
    update system_objects stored set content = item.content, hash = item.hash
    from ${listedRows(rows, {
      object_class: ["text", ({ objectClass }) => objectClass],
      object_id: ["text", ({ id }) => id],
      content: ["text", ({ text }) => text],
      hash: ["bytea", ({ hash }) => hash],
      former: ["bytea", ({ former }) => former],
    })}
    where stored.client_id = ${clientId} and stored.resource_id = ${resourceId}
      and stored.object_class = item.object_class and stored.object_id = item.object_id
      and stored.hash = item.former
  `.execute(db);
}

async function insertEntries(
  db: Kysely<Database>,
  { clientId, resourceId, oid }: RunJob,
  rows: readonly EntryRow[],
): Promise<void> {
  await sql`
    insert into system_run_entries (
      client_id, resource_id, run_oid, no, object_class, object_id, name, search_key, change, name_before, before,
      after, after_hash
    )
    select ${clientId}::uuid, ${resourceId}::uuid, ${oid}::uuid, item.no, item.object_class, item.object_id, item.name,
      item.search_key, item.change, stored.name, stored.content, item.after, item.after_hash
    from unnest(
      ${rows.map((row) => row.no)}::integer[],
      ${rows.map((row) => row.objectClass)}::text[],
      ${rows.map((row) => row.id)}::text[],
      ${rows.map((row) => row.name)}::text[],
      ${rows.map((row) => normalizeForFilter(row.name))}::text[],
      ${rows.map((row) => row.change)}::text[],
      ${rows.map((row) => row.after)}::text[],
      ${rows.map((row) => row.hash)}::bytea[]
    ) as item (no, object_class, object_id, name, search_key, change, after, after_hash)
    left join lateral (
      -- Looked up by key: without statistics, a join may compare every pair.
      select stored.name, stored.content from system_objects stored
      where item.change <> 'added' and stored.client_id = ${clientId} and stored.resource_id = ${resourceId}
        and stored.object_class = item.object_class and stored.object_id = item.object_id
      limit 1
    ) as stored on true
  `.execute(db);
}
