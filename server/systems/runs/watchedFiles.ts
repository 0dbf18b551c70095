/** Looks for new versions of watched files and starts their runs. */
import { setTimeout as sleep } from "node:timers/promises";
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
import { startJobLoop, type JobLoop, type WorkerOptions } from "../../jobs/jobLoop.ts";
import { problemState, startWatchedRun } from "./watchedRun.ts";

/** A file that has not changed for this long counts as complete. */
export const SETTLE_TIME: Milliseconds = 10_000;
/** Interval at which a server checks whether a failed run must be repeated. */
export const REPEAT_LOOK_TIME: Milliseconds = 60_000;
/** After this time without an answer, the server looks at other systems. */
const ANSWER_TIME: Milliseconds = 5000;
/** Maximum number of directories without an answer. Each of them blocks one of Node's four threads for file access. */
const MAX_UNANSWERED = 2;

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
  // A network directory that does not answer must not keep the server from stopping.
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
  /** When the server last compared it with the runs; null: it is not handled yet. */
  readonly handledAt: Milliseconds | null;
  /** The state that was handled before. */
  readonly previous: string | null;
}

/** The last state that was handled; null: none. */
function handledBefore(seen: Seen | undefined): string | null {
  if (!seen) return null;
  return seen.handledAt === null ? seen.previous : seen.state;
}

/**
 * Remembers what one server has seen of the watched files. Each server looks at them. The database has the state of the last
 * run, so only one server starts a run for a state. A server handles each state once. After that, it only repeats the run of
 * the state, so that servers whose directories differ do not start runs in turns.
 */
export class FileWatcher {
  readonly #connectors: ReadonlyMap<number, Connector>;
  readonly #root: string;
  readonly #onError: (error: unknown) => void;
  readonly #answerTime: Milliseconds;
  /** By resource. */
  readonly #seen = new Map<string, Seen>();
  /** The clients whose directories have not answered yet. */
  readonly #unanswered = new Set<string>();

  constructor(
    connectors: readonly Connector[],
    root: string,
    onError: (error: unknown) => void,
    answerTime = ANSWER_TIME,
  ) {
    this.#connectors = new Map(
      connectors.filter(({ watchedState }) => watchedState).map((one) => [one.id, one]),
    );
    this.#root = root;
    this.#onError = onError;
    this.#answerTime = answerTime;
  }

  /** Looks at one file after the other. @returns whether a run was added, or a waiting run got a newer state. */
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
      const { clientId, resourceId } = system;
      const state = await this.#answerOf(system);
      if (isStopped()) break;
      if (state === undefined) continue;
      const now = clock();
      const seen = this.#settled(resourceId, state, now.getTime());
      if (seen === null) continue;
      const isHandled = seen.handledAt !== null;
      const outcome = await startWatchedRun(
        db,
        { clientId, resourceId, state: seen.state, isHandled, previous: seen.previous },
        now,
      );
      if (outcome !== "later") this.#seen.set(resourceId, { ...seen, handledAt: now.getTime() });
      if (outcome === "started") hasStarted = true;
    }
    return hasStarted;
  }

  /** @returns the state if it may start or repeat a run now. */
  #settled(id: string, state: string | null, now: Milliseconds): Seen | null {
    const seen = this.#seen.get(id);
    if (state === null) {
      this.#seen.delete(id);
      return null;
    }
    if (seen?.state !== state) {
      const previous = handledBefore(seen);
      this.#seen.set(id, { state, since: now, handledAt: null, previous });
      return null;
    }
    const isDue =
      seen.handledAt === null
        ? now - seen.since >= SETTLE_TIME
        : now - seen.handledAt >= REPEAT_LOOK_TIME;
    return isDue ? seen : null;
  }

  /** Systems that Provision may import without a user. */
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
   * Systems of one client share a directory. While it does not answer, the server looks at none of them.
   *
   * @returns undefined if the directory does not answer in time.
   */
  async #answerOf(system: WatchedSystem): Promise<string | null | undefined> {
    const { clientId } = system;
    if (this.#unanswered.has(clientId) || this.#unanswered.size >= MAX_UNANSWERED) return undefined;
    this.#unanswered.add(clientId);
    const answer = this.#stateOf(system).finally(() => this.#unanswered.delete(clientId));
    const ended = new AbortController();
    const late = sleep(this.#answerTime, undefined, { signal: ended.signal, ref: false });
    try {
      return await Promise.race([answer, late]);
    } finally {
      ended.abort();
    }
  }

  /**
   * Null if nothing is watched or there is no file yet. Any other problem is a state, so that a run reports it to the
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
      else if (error.remedy !== "fileMissing") return problemState(error);
      return null;
    }
  }
}
