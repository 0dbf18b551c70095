/** Systems whose files are watched, and the servers that look at them. */
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeEach, expect } from "vitest";
import type { FieldValue } from "#events/entities/connector.ts";
import { DEFAULT_SETTINGS } from "#events/entities/system.ts";
import type { SystemPlace } from "#server/connectors/contract.ts";
import { createConnectors } from "#server/connectors/registry.ts";
import { FileWatcher, SETTLE_TIME } from "#server/systems/runs/watchedFiles.ts";
import type { TestDatabase } from "../../support/databases.ts";
import { NOW, storeSystem } from "./storedRuns.ts";

export type WatchedValues = Readonly<Record<string, FieldValue>>;
export type WatchedChange = Partial<{
  kind: "hr" | "export";
  confirmed: boolean;
  paused: boolean;
  published_at: Date | null;
  secrets_version: number;
}>;

/** @returns what tests of a suite use, with one server for each test. */
export function useWatchedSystems(database: TestDatabase) {
  const db = () => database.current.db;
  const root = mkdtempSync(join(tmpdir(), "provision-watched-"));
  afterAll(() => rmSync(root, { recursive: true, force: true }));
  const connectors = createConnectors({
    connectorFolder: root,
    dataDirectory: root,
    importMegabytes: 2,
  });
  const errors: unknown[] = [];
  /** @param directory that the server has. */
  const startWatcher = (directory = root, known = connectors, answerTime?: number) =>
    new FileWatcher(known, directory, (error) => errors.push(error), answerTime);

  let now: number;
  let watcher: FileWatcher;
  beforeEach(async () => {
    await db().deleteFrom("connected_systems").execute();
    now = NOW.getTime();
    watcher = startWatcher();
    return () => expect(errors.splice(0)).toEqual([]);
  });

  const look = (by = watcher) => by.look(db(), () => new Date(now));
  /** Looks when the files seem complete to the watcher. */
  const lookLater = async (by = watcher) => {
    await look(by);
    now += SETTLE_TIME;
    return look(by);
  };

  const watchedSystem = async (
    values: WatchedValues = {},
    change: WatchedChange = {},
  ): Promise<SystemPlace> => {
    const configuration = { source: "FOLDER", path: "hr.csv", watched: true, ...values };
    const settings = { ...DEFAULT_SETTINGS, configuration };
    const place = await storeSystem(db(), {
      settings,
      published_settings: JSON.stringify(settings),
      confirmed: true,
    });
    await db()
      .updateTable("connected_systems")
      .set({ published_at: NOW, ...change })
      .where("resource_id", "=", place.resourceId)
      .execute();
    return place;
  };
  let version = 0;
  /** Each version has another time of change. */
  const drop = ({ clientId }: SystemPlace, path = "hr.csv", rows = ["1"]): string => {
    const file = join(root, clientId, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, ["id", ...rows].join("\n"));
    version += 1;
    utimesSync(file, version, version);
    return file;
  };
  const runsOf = ({ resourceId }: SystemPlace) =>
    db()
      .selectFrom("system_runs")
      .select(["no", "kind", "status", "scheduled", "actor", "actor_id"])
      .where("resource_id", "=", resourceId)
      .orderBy("no")
      .execute();
  const countRuns = async (place: SystemPlace) => (await runsOf(place)).length;
  const statesOf = async ({ resourceId }: SystemPlace) => {
    const runs = await db()
      .selectFrom("system_runs")
      .select("token_after")
      .where("resource_id", "=", resourceId)
      .orderBy("no")
      .execute();
    return runs.map(({ token_after: state }) => state);
  };
  const endRuns = ({ resourceId }: SystemPlace, status: "done" | "failed" = "done") =>
    db()
      .updateTable("system_runs")
      .set({ status, ended_at: NOW })
      .where("resource_id", "=", resourceId)
      .execute();

  return {
    root,
    connectors,
    startWatcher,
    /** Of the servers. */
    clock: {
      get now() {
        return now;
      },
      advance: (by: number) => {
        now += by;
      },
    },
    look,
    lookLater,
    watchedSystem,
    drop,
    runsOf,
    countRuns,
    statesOf,
    endRuns,
  };
}
