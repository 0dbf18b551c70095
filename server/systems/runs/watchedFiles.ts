/** Starts the runs of new versions of watched files. */
import { sql, type Kysely } from "kysely";
import type { Milliseconds } from "#events/entities/common.ts";
import { completeConfiguration } from "#events/rules/systems.ts";
import {
  ConnectorError,
  type Configuration,
  type Connector,
  type SystemPlace,
} from "../../connectors/contract.ts";
import type { Config } from "../../config.ts";
import type { Database } from "../../db/schema.ts";
import { inTransaction } from "../../db/transaction.ts";
import { startJobLoop, type JobLoop, type WorkerOptions } from "../../jobs/jobLoop.ts";
import { startAutomaticRun } from "./automaticRun.ts";
import { WATCHED_FILE } from "./queries.ts";

/** A file that did not change for this long is complete. */
export const SETTLE_TIME: Milliseconds = 10_000;

interface WatcherOptions extends Omit<WorkerOptions, "workerId"> {
  readonly connectors: readonly Connector[];
  readonly config: Pick<Config, "connectorFolder">;
  /** Called after a run was added. */
  readonly onStarted: () => void;
}

export function startFileWatcher(options: WatcherOptions): JobLoop {
  const { database, disk, clock, onError, connectors, config, onStarted } = options;
  const { connectorFolder: root } = config;
  const watcher = root === null ? null : new FileWatcher(connectors, root, onError);
  let stop = (): void => {};
  // A directory of another host may not answer, and the server stops nevertheless.
  const stopped = new Promise<void>((resolve) => {
    stop = resolve;
  });
  return startJobLoop({
    database,
    disk,
    onError,
    endLeases: async () => {},
    interrupt: stop,
    workOff: async (isStopped) => {
      const look = watcher?.look(database.background, clock, isStopped);
      if ((await Promise.race([look, stopped])) === true) onStarted();
    },
  });
}

interface WatchedSystem extends SystemPlace {
  readonly connectorId: number;
  readonly configuration: Configuration;
}

interface Seen {
  readonly state: string;
  readonly since: Milliseconds;
  /** Whether it has had its run. */
  readonly isHandled: boolean;
}

/**
 * What one server has seen of the watched files. Each server looks at them. The state of the last run, in the database, keeps
 * other servers from starting it again. A server handles each state that it sees once, so that servers whose directories
 * differ do not start runs in turns.
 */
export class FileWatcher {
  readonly #connectors: ReadonlyMap<number, Connector>;
  readonly #root: string;
  readonly #onError: (error: unknown) => void;
  /** By resource. */
  readonly #seen = new Map<string, Seen>();

  constructor(connectors: readonly Connector[], root: string, onError: (error: unknown) => void) {
    this.#connectors = new Map(
      connectors.filter(({ watchedState }) => watchedState).map((one) => [one.id, one]),
    );
    this.#root = root;
    this.#onError = onError;
  }

  /** Looks at one file after the other, so that a directory that does not answer takes one thread. @returns whether a run was added. */
  async look(
    db: Kysely<Database>,
    clock: () => Date,
    isStopped: () => boolean = () => false,
  ): Promise<boolean> {
    const systems = await this.#watchedSystems(db);
    const present = new Set(systems.map(({ resourceId }) => resourceId));
    for (const id of this.#seen.keys()) if (!present.has(id)) this.#seen.delete(id);
    let hasStarted = false;
    for (const system of systems) {
      const state = await this.#stateOf(system);
      if (isStopped()) break;
      const seen = this.#settled(system.resourceId, state, clock().getTime());
      if (seen === null) continue;
      const outcome = await startRun(db, system, seen.state, clock());
      if (outcome !== "later") this.#seen.set(system.resourceId, { ...seen, isHandled: true });
      if (outcome === "started") hasStarted = true;
    }
    return hasStarted;
  }

  /** @returns what may start a run. */
  #settled(id: string, state: string | null, now: Milliseconds): Seen | null {
    const seen = this.#seen.get(id);
    if (state === null) this.#seen.delete(id);
    else if (seen?.state !== state) this.#seen.set(id, { state, since: now, isHandled: false });
    else if (!seen.isHandled && now - seen.since >= SETTLE_TIME) return seen;
    return null;
  }

  /** Systems that may be imported without a user. */
  async #watchedSystems(db: Kysely<Database>): Promise<readonly WatchedSystem[]> {
    const ids = [...this.#connectors.keys()];
    if (ids.length === 0) return [];
    const { rows } = await sql<WatchedSystem>`
      select client_id as "clientId", resource_id as "resourceId", connector_id as "connectorId",
        published_settings -> 'configuration' as configuration
      from connected_systems
      where connector_id = any(${ids}::int[]) and confirmed and not paused and published_at is not null
        and secrets_version = published_secrets_version
      order by client_id, resource_id
    `.execute(db);
    return rows;
  }

  /**
   * Null if nothing is watched or there is no file yet. Another problem is a state as well: its run tells the
   * administrators.
   */
  async #stateOf({ connectorId, configuration, ...place }: WatchedSystem): Promise<string | null> {
    const connector = this.#connectors.get(connectorId);
    try {
      const { fields = [], watchedState } = connector ?? {};
      const values = completeConfiguration(fields, configuration);
      return (await watchedState?.(values, { root: this.#root, ...place })) ?? null;
    } catch (error) {
      if (!(error instanceof ConnectorError)) this.#onError(error);
      else if (error.remedy !== "fileMissing") return `${error.remedy}: ${error.message}`;
      return null;
    }
  }
}

/** @returns later: another server has the system, or its last run is open or waits for a decision. */
function startRun(
  db: Kysely<Database>,
  { clientId, resourceId }: SystemPlace,
  state: string,
  now: Date,
): Promise<"started" | "known" | "later"> {
  return inTransaction(db, async (tx) => {
    const system = await tx
      .selectFrom("connected_systems")
      .select("resource_id")
      .where("client_id", "=", clientId)
      .where("resource_id", "=", resourceId)
      .where("paused", "=", false)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst();
    if (!system) return "later";
    // That of an undo is missing: the same file is not imported again.
    const last = await tx
      .selectFrom("system_runs")
      .select("token_after")
      .where("client_id", "=", clientId)
      .where("resource_id", "=", resourceId)
      .where("token_after", "is not", null)
      .orderBy("no", "desc")
      .limit(1)
      .executeTakeFirst();
    if (last?.token_after === state) return "known";
    const isStarted = await startAutomaticRun(tx, {
      clientId,
      resourceId,
      kind: "full",
      at: now,
      actor: { id: null, username: WATCHED_FILE },
      isScheduled: false,
      fileState: state,
    });
    return isStarted ? "started" : "later";
  });
}
