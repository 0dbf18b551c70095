/** Adds a run that a worker will take. */
import { randomUUID } from "node:crypto";
import { sql, type Kysely } from "kysely";
import type { RunKind } from "#events/entities/systemRun.ts";
import type { SystemPlace } from "../../connectors/contract.ts";
import type { Database } from "../../db/schema.ts";

export interface NewRun extends SystemPlace {
  readonly kind: RunKind;
  readonly at: Date;
  readonly actor: { readonly id: string | null; readonly username: string };
  readonly isScheduled: boolean;
  /** Whether its plan waits for a decision in any case. */
  readonly waits?: boolean;
  /** Of a run that a watched file started: the state of the file. */
  readonly fileState?: string;
  /** Of an undo: the run that it takes back. */
  readonly undoes?: string;
}

/** The plan of an undo is known, so that it needs no reading. @returns the run's oid; null if another run is open. */
export async function insertRun(tx: Kysely<Database>, run: NewRun): Promise<string | null> {
  const { clientId, resourceId, kind, at, actor, isScheduled } = run;
  const { waits = false, fileState = null, undoes = null } = run;
  const oid = randomUUID();
  const { rows } = await sql<{ oid: string }>`
    insert into system_runs (
      client_id, resource_id, oid, no, kind, status, scheduled, actor_id, actor, created_at, due_at, complete, undoes,
      waits, token_after
    )
    select ${clientId}::uuid, ${resourceId}::uuid, ${oid}::uuid,
      coalesce((select max(no) from system_runs where client_id = ${clientId} and resource_id = ${resourceId}), 0) + 1,
      ${kind}, ${kind === "undo" ? "applying" : "waiting"}, ${isScheduled}, ${actor.id}::uuid, ${actor.username},
      ${at}, ${at}, ${kind === "undo" ? true : null}::boolean, ${undoes}::uuid, ${waits}, ${fileState}
    on conflict do nothing
    returning oid
  `.execute(tx);
  return rows[0]?.oid ?? null;
}
