/** What connectors use of the server: uploaded files, and the addresses of allowed hosts. */
import { Readable } from "node:stream";
import type { Kysely } from "kysely";
import type { Milliseconds } from "#events/entities/common.ts";
import { isUuid } from "#events/rules/uuid.ts";
import type { Config } from "../config.ts";
import type { Database } from "../db/schema.ts";
import {
  ConnectorError,
  type ConnectorEnvironment,
  type OpenFile,
  type SystemPlace,
} from "./contract.ts";
import { AllowedHosts, resolveAllowed, resolveByDns, type Resolve } from "./hosts.ts";

/** @param signal ends every operation. */
export function createEnvironment(
  db: Kysely<Database>,
  { connectorHosts, connectorFolder }: Pick<Config, "connectorHosts" | "connectorFolder">,
  place: SystemPlace,
  {
    signal,
    answerTime,
    maxAnswer,
    resolve = resolveByDns,
    fileState = null,
    storeSecrets,
  }: {
    readonly signal: AbortSignal;
    readonly answerTime: Milliseconds;
    readonly maxAnswer?: number;
    readonly resolve?: Resolve;
    readonly fileState?: string | null;
    readonly storeSecrets?: NonNullable<ConnectorEnvironment["storeSecrets"]>;
  },
): ConnectorEnvironment {
  const allowed = new AllowedHosts(connectorHosts);
  return {
    signal,
    answerTime,
    ...(maxAnswer !== undefined && { maxAnswer }),
    openFile: (id) => openFile(db, place, id),
    ...(connectorFolder !== null && { folder: { root: connectorFolder, ...place } }),
    ...(fileState !== null && { fileState }),
    ...(storeSecrets && { storeSecrets }),
    resolveHost: (host) =>
      withinTime(resolveAllowed(allowed, resolve, host), { host, signal, answerTime }),
  };
}

/** The system's own resolver has no time limit that it accepts from callers. */
async function withinTime<Result>(
  work: Promise<Result>,
  {
    host,
    signal,
    answerTime,
  }: { readonly host: string; readonly signal: AbortSignal; readonly answerTime: Milliseconds },
): Promise<Result> {
  const late = () => new ConnectorError("timedOut", "resolve", `No address of ${host} in time`);
  const limit = AbortSignal.any([signal, AbortSignal.timeout(answerTime)]);
  let stop = () => {};
  try {
    return await Promise.race([
      work,
      new Promise<never>((_resolve, reject) => {
        stop = () => reject(late());
        if (limit.aborted) stop();
        else limit.addEventListener("abort", stop, { once: true });
      }),
    ]);
  } finally {
    limit.removeEventListener("abort", stop);
  }
}

/** @throws ConnectorError fileMissing */
async function openFile(
  db: Kysely<Database>,
  { clientId, resourceId }: SystemPlace,
  id: string,
): Promise<OpenFile> {
  const file = isUuid(id)
    ? await db
        .selectFrom("system_files")
        .select(["name", "size", "complete"])
        .where("client_id", "=", clientId)
        .where("resource_id", "=", resourceId)
        .where("id", "=", id)
        .executeTakeFirst()
    : undefined;
  if (!file?.complete) {
    throw new ConnectorError("fileMissing", "find", "The file was removed or is incomplete");
  }
  return {
    name: file.name,
    size: file.size,
    content: Readable.from(partsOf(db, { clientId, resourceId }, id, file.size), {
      objectMode: false,
    }),
  };
}

/** Reads one part at a time, so that memory does not grow with the file. */
async function* partsOf(
  db: Kysely<Database>,
  { clientId, resourceId }: SystemPlace,
  id: string,
  size: number,
): AsyncGenerator<Buffer, void, undefined> {
  let sent = 0;
  for (let part = 0; ; part++) {
    const row = await db
      .selectFrom("system_file_parts")
      .select("body")
      .where("client_id", "=", clientId)
      .where("resource_id", "=", resourceId)
      .where("file_id", "=", id)
      .where("part", "=", part)
      .executeTakeFirst();
    if (!row && sent === size) return;
    if (!row) throw new ConnectorError("contentDamaged", "read", "A part of the file is missing");
    sent += row.body.length;
    yield row.body;
  }
}
