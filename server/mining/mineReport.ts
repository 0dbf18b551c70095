/**
 * Mines one report: finds the members, reads their accounts in short background queries, and lets the mining thread
 * count, sort and write. The next chunk is read while the thread counts the current one.
 */
import type { Kysely } from "kysely";
import type { Database } from "../db/schema.ts";
import type { Remote } from "../threads/remote.ts";
import { OID_BYTES } from "./memberSet.ts";
import { accountsOf, entitlementPages, memberPages, orgTree } from "./memberQueries.ts";
import type { MiningMethods } from "./miningThread.ts";

export interface MiningRequest {
  clientId: string;
  orgOid: string;
  /** Null for all resources. */
  resourceId: string | null;
}

export interface MinedReport {
  reportDate: Date;
  totalUsers: number;
  totalShadows: number;
}

export interface MiningTools {
  background: Kysely<Database>;
  thread: Remote<MiningMethods>;
  clock: () => Date;
  /** Aborted when the report is no longer wanted. Mining then ends with its reason between two queries. */
  signal: AbortSignal;
  /** Stores a part of the report. Called in the order of the parts, numbered from 0. */
  savePart: (part: number, body: Uint8Array<ArrayBuffer>) => Promise<void>;
}

/** Target duration of a query in milliseconds, which is also how long others may have to wait for it. */
const CHUNK_TIME = 15;
const FIRST_CHUNK = 100;
const LARGEST_CHUNK = 4000;

export async function mineReport(request: MiningRequest, tools: MiningTools): Promise<MinedReport> {
  const { background, thread, signal } = tools;
  const { clientId, orgOid, resourceId } = request;

  const resources = await background
    .selectFrom("resources")
    .select(["id", "name"])
    .where("client_id", "=", clientId)
    .execute();
  await thread.call(
    "begin",
    resources.map(({ id, name }) => [id, name] as const),
  );

  const orgOids = await orgTree(background, clientId, orgOid);
  for await (const page of memberPages(background, clientId, orgOids)) {
    signal.throwIfAborted();
    await thread.call("addMembers", page);
  }
  const members = Buffer.from(await thread.call("members"));
  await countAccounts(request, members, tools);
  for await (const page of entitlementPages(background, clientId, resourceId)) {
    signal.throwIfAborted();
    await thread.call("addEntitlements", page);
  }

  const reportDate = tools.clock();
  const totalUsers = members.length / OID_BYTES;
  const head = { orgOid, reportDate: reportDate.toISOString(), totalUsers };
  const totalShadows = await thread.call("finish", head);
  for (let part = 0; ; part += 1) {
    const body = await thread.call("nextPart");
    if (body === null) break;
    signal.throwIfAborted();
    await tools.savePart(part, body);
  }
  return { reportDate, totalUsers, totalShadows };
}

/** The chunk size adapts to the database's response time. */
async function countAccounts(
  { clientId, resourceId }: MiningRequest,
  members: Buffer,
  { background, thread, signal }: MiningTools,
): Promise<void> {
  const count = members.length / OID_BYTES;
  let size = FIRST_CHUNK;
  let counting: Promise<void> = Promise.resolve();
  for (let first = 0; first < count;) {
    signal.throwIfAborted();
    const end = Math.min(first + size, count);
    const oids: string[] = [];
    for (let i = first; i < end; i += 1) {
      oids.push(members.toString("hex", i * OID_BYTES, (i + 1) * OID_BYTES));
    }
    first = end;
    // Measures the time on the connection without the wait for it.
    const { text, time } = await background.connection().execute(async (connection) => {
      const start = performance.now();
      const numbers = await accountsOf(connection, clientId, resourceId, oids);
      return { text: numbers, time: performance.now() - start };
    });
    await counting;
    counting = text === null ? Promise.resolve() : thread.call("addAccounts", text);
    // The next await is on the database, so a failure of the thread shows after it.
    counting.catch(() => {});
    size = nextSize(size, time);
  }
  await counting;
}

function nextSize(size: number, time: number): number {
  const factor = Math.min(2, Math.max(0.5, CHUNK_TIME / Math.max(time, 1)));
  return Math.min(LARGEST_CHUNK, Math.max(1, Math.round(size * factor)));
}
