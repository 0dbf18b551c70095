/** A read that ends in the middle is repeated if its problem may pass. */
import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { DEFAULT_SETTINGS } from "#events/entities/system.ts";
import { closedGates } from "#events/rules/runGates.ts";
import {
  ConnectorError,
  UnusableTokenError,
  type Change,
  type Connection,
  type Pages,
  type ReadEnd,
} from "#server/connectors/contract.ts";
import { exclusionsOf } from "#server/systems/accountExclusions.ts";
import { insertRun } from "#server/systems/runs/insertRun.ts";
import { takeRun, type RunJob } from "#server/systems/runs/leases.ts";
import { pauseAfter } from "#server/systems/runs/transientErrors.ts";
import { PlanOwners } from "#server/systems/runs/owners.ts";
import { readPlan } from "#server/systems/runs/readPlan.ts";
import { oneDatabase } from "../../support/databases.ts";
import { fillDirectory } from "../../support/directory.ts";
import { ModelSystem } from "./modelSystem.ts";

const NOW = new Date("2026-03-02T09:00:00Z");
const LAST_ATTEMPT = 3;
/** The gates with which the plan waits. */
const gatesOf = ({ counts, compared, complete }: Awaited<ReturnType<typeof readPlan>>) =>
  closedGates({ ...compared, complete, counts });
const LIMITED = new ConnectorError("rateLimited", "read", "Slow down", { retryAfter: 5_000 });

function system(): ModelSystem {
  const model = new ModelSystem(false);
  const account = { owner: "", active: true, entitlements: ["read"] };
  for (const id of ["1", "2", "3", "4"]) model.put(id, { ...account, name: `user${id}` });
  return model;
}

oneDatabase((database) => {
  const directory = mkdtempSync(join(tmpdir(), "interrupted-"));
  afterAll(() => rmSync(directory, { recursive: true, force: true }));
  let job: RunJob;

  beforeAll(async () => {
    const { db } = database.current;
    const { clientId, resources } = await fillDirectory(db);
    const place = { clientId, resourceId: resources.crm };
    await db
      .insertInto("connected_systems")
      .values({
        client_id: clientId,
        resource_id: resources.crm,
        connector_id: 1,
        kind: "export",
        settings: JSON.stringify(DEFAULT_SETTINGS),
        created_at: NOW,
      })
      .execute();
    const actor = { id: null, username: "test" };
    await insertRun(db, { ...place, kind: "changes", at: NOW, actor, isScheduled: false });
    const taken = await takeRun(db, { workerId: randomUUID(), now: NOW, maxOfClient: 1 });
    if (!taken) throw new Error("No run is due");
    job = taken;
  });

  const read = async (connection: Connection, token: string | null, attempt = 1) => {
    const { db } = database.current;
    const { oid } = job;
    await db.deleteFrom("system_run_entries").where("run_oid", "=", oid).execute();
    return readPlan(db, connection, {
      job: { ...job, attempt },
      isHr: false,
      settings: DEFAULT_SETTINGS,
      isExcluded: () => false,
      exclusionOf: exclusionsOf([]),
      owners: new PlanOwners(db, job, DEFAULT_SETTINGS),
      token,
      now: NOW,
      directory,
      maxSize: Infinity,
      onProgress: () => {},
    });
  };

  /** The first page, and then the problem, which is thrown or returned. */
  const broken = (problem: ConnectorError, isThrown: boolean): Connection => {
    const whole = system().connect("none");
    const end: ReadEnd = { complete: false, token: null, problem };
    return {
      ...whole,
      search: async function* (objectClass, pageSize): Pages {
        const { value } = await whole.search(objectClass, pageSize).next();
        if (Array.isArray(value)) yield value;
        if (isThrown) throw problem;
        return end;
      },
      sync: async function* (): AsyncGenerator<readonly Change[], ReadEnd, void> {
        yield [{ type: "removed", objectClass: "account", id: "9" }];
        if (isThrown) throw problem;
        return end;
      },
    };
  };

  test.each([
    ["a full read that throws", null, true],
    ["a full read that ends", null, false],
    ["a read of changes that throws", "t", true],
    ["a read of changes that ends", "t", false],
  ])(
    "%s is repeated until the last attempt, which gives a plan",
    async (_title, token, isThrown) => {
      const connection = broken(LIMITED, isThrown);
      await expect(read(connection, token)).rejects.toBe(LIMITED);
      const plan = await read(connection, token, LAST_ATTEMPT);
      expect(plan).toMatchObject({ complete: false, token, problem: LIMITED });
      expect(gatesOf(plan)).toEqual(["incomplete"]);
    },
  );

  test("a problem that does not pass gives an incomplete plan at the first attempt", async () => {
    const problem = new ConnectorError("contentDamaged", "read", "Half an object");
    const plan = await read(broken(problem, true), null);
    expect(plan).toMatchObject({ complete: false, problem });
    expect(gatesOf(plan)).toEqual(["incomplete"]);
  });

  test("a token that the system cannot continue leads to a read of everything", async () => {
    const connection: Connection = {
      ...system().connect("none"),
      sync: async function* (): AsyncGenerator<readonly Change[], ReadEnd, void> {
        yield* [];
        throw new UnusableTokenError("Another server");
      },
    };
    const plan = await read(connection, "t");
    expect(plan).toMatchObject({ complete: true, problem: null, counts: { read: 4, added: 4 } });
    expect(plan.token).not.toBe("t");
  });

  test("a run is repeated after the time that the system names, or a minute", () => {
    const named = (retryAfter: number) =>
      new ConnectorError("timedOut", "read", "", { retryAfter });
    expect(pauseAfter(named(5_000))).toBe(5_000);
    expect(pauseAfter(named(1e9))).toBe(3_600_000);
    for (const remedy of [
      "timedOut",
      "connectionRefused",
      "fileChanging",
      "rateLimited",
      "systemFailed",
    ] as const) {
      expect(pauseAfter(new ConnectorError(remedy, "read", ""))).toBe(60_000);
    }
    expect(pauseAfter(new ConnectorError("credentialsRefused", "signIn", ""))).toBeNull();
  });
});
