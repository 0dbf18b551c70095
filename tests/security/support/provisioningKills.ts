/**
 * Kills a server while it writes approved changes to a system: before a write, between the write and its audit entry, and
 * after both. After the next start, the system has what the plan says, each change was written once, and each is audited
 * once with the values before and after. `PROVISION_KILLS=200` kills it that often on each database.
 */
import { setTimeout } from "node:timers/promises";
import { expect } from "vitest";
import type { MappingDraft } from "#events/entities/mapping.ts";
import type { ProvisionPreview } from "#events/entities/provisioning.ts";
import type { ConnectedSystem } from "#events/entities/system.ts";
import { openDatabase, type DatabaseSource } from "#server/db/open.ts";
import { Random } from "#server/demo/random.ts";
import { importDirectory } from "#server/import/importDirectory.ts";
import { rowsTable } from "#server/import/rowsTable.ts";
import { outboundDraft } from "../../server/mappings/support.ts";
import type { SystemPlan } from "../../server/provisioning/liveSystem.ts";
import { startServer, type ServerProcess } from "../../server/support/servers.ts";
import { connectSystem, post, waitForEntries } from "./connectedFile.ts";
import { MOMENTS, type Moment } from "./killGate.ts";
import {
  ENVIRONMENT,
  get,
  send,
  signIn,
  testOnEachDatabase,
  withServer,
  type Place,
} from "./kills.ts";

/** By default, a plan that adds accounts is interrupted at each moment. The second plan changes them. */
const KILLS = Number(process.env["PROVISION_KILLS"] ?? MOMENTS.length);
/** In one plan. */
const MAX_KILLS = 3;
const PEOPLE = 12;
const SEED = 20_261;
const TIMEOUT = 120_000 + KILLS * 30_000;
/** Milliseconds from the answer to a write until the server is killed. */
const MAX_DELAY = 40;

/** A system behind a gate. */
export interface KillTarget {
  /** As Provision reaches it. The mappings set the username and the given name. */
  readonly system: Omit<SystemPlan, "owner">;
  /** That has the given name of a person. */
  readonly nameAttribute: string;
  /** The username for each write that the system has performed, in any order. A failed write is another text. */
  writes(): Promise<readonly string[]>;
  /** The username and the given name of each account, in any order. */
  accounts(): Promise<readonly (readonly [username: string, givenName: string])[]>;
  close(): Promise<void>;
}

/** @param onMoment see the gates. */
export type OpenTarget = (onMoment: (moment: Moment) => Promise<boolean>) => Promise<KillTarget>;

const usernameOf = (at: number) => `user${at}`;
const nameOf = (at: number, round: number) => `Name ${at} of round ${round}`;
const numbers = Array.from({ length: PEOPLE }, (_, at) => at);

/** Each round gives everybody another name. */
async function nameAll(source: DatabaseSource, round: number): Promise<void> {
  const { db, close } = await openDatabase(source);
  const rows = numbers.map((at) => [`p${at}`, usernameOf(at), nameOf(at, round)]);
  const identities = rowsTable("identities", ["id", "username", "givenName"], rows);
  await importDirectory(db, { client: "Bank", identities });
  await db.updateTable("clients").set({ limit_api: null }).execute();
  await close();
}

/** Everybody has an account. */
const EXISTENCE: MappingDraft = outboundDraft("", "", {
  resourceSchemaId: null,
  mappingType: "CUSTOM",
  customCode: "true",
  attributes: [],
  config: { target: "existence", kind: "Basic", separator: "", template: "", dn: null },
});

/** @returns the path of a published and confirmed system in which everybody has an account. */
async function connect(source: DatabaseSource, target: KillTarget): Promise<string> {
  const path = await withServer(source, async (place) => {
    const { connectorId, kind, values, secrets, mappings } = target.system;
    const system = await connectSystem(place, { connectorId, kind });
    const version = async () => (await get<ConnectedSystem>(place, `${system}/system`)).version;
    const fields = (of: object) =>
      Object.entries(of).map(([fieldId, value]) => ({ fieldId, value: value as unknown }));
    await send(place, "PUT", `${system}/configuration`, {
      values: fields(values),
      secrets: fields(secrets),
      version: await version(),
    });
    for (const mapping of [EXISTENCE, ...mappings]) {
      await post(place, `${system}/mappings`, { mapping, version: await version() });
    }
    await post(place, `${system}/publication`, { version: await version() });
    const run = await post<{ importTaskOid: string }>(place, `${system}/runs`, { kind: "full" });
    await waitForEntries(place, `${system}/runs/${run.importTaskOid}`, Infinity);
    return system;
  });
  const { db, close } = await openDatabase(source);
  const activation = { onLeave: "keep", afterDays: 0, automaticPreviews: false };
  await db
    .updateTable("connected_systems")
    .set({ confirmed: true, activation: JSON.stringify(activation) })
    .execute();
  await close();
  return path;
}

async function settled(place: Place, path: string): Promise<ProvisionPreview> {
  for (;;) {
    const { preview } = await get<{ preview: ProvisionPreview }>(place, `${path}/previews/latest`);
    if (!["waiting", "computing", "applying"].includes(preview.status)) return preview;
    await setTimeout(50);
  }
}

/** Defines a test for each kind of database. @param name of the system */
export function testKillsWhileProvisioning(name: string, open: OpenTarget): void {
  testOnEachDatabase(
    `a plan ends as it was approved, though the server is killed ${KILLS} times while it writes to ${name}`,
    (source) => killWhileProvisioning(source, open),
    TIMEOUT,
  );
}

async function killWhileProvisioning(source: DatabaseSource, open: OpenTarget): Promise<void> {
  const random = new Random(SEED);
  let kills = 0;
  let killsInPlan = 0;
  let running: ServerProcess | undefined;
  /** The next kill: after how many further writes, and at which moment of the write. */
  let next: { writes: number; readonly moment: Moment } | null = null;
  const kill = () => running?.process.kill("SIGKILL");
  const target = await open(async (moment) => {
    if (next === null) return false;
    if (moment === "before" && next.writes > 0) {
      next.writes -= 1;
      return false;
    }
    if (next.writes > 0 || moment !== next.moment) return false;
    next = null;
    if (moment === "answered") await setTimeout(random.next() * MAX_DELAY);
    kill();
    return true;
  });
  const end = async () => {
    kill();
    await running?.ended();
  };
  const planKill = () => {
    if (kills === KILLS || killsInPlan === MAX_KILLS) return;
    const moment = MOMENTS[kills % MOMENTS.length] ?? "before";
    next = { writes: Math.floor(random.next() * 3), moment };
  };
  /** Until the plan has ended, with another server after each kill. */
  const apply = async (path: string, no: number): Promise<ProvisionPreview> => {
    for (;;) {
      planKill();
      const server = startServer(source, ENVIRONMENT);
      running = server;
      const place = await signIn(await server.ready());
      try {
        return await untilDone(place, path, no);
      } catch (error) {
        // The connection broke.
        if (!(error instanceof TypeError || error instanceof SyntaxError)) throw error;
        expect(await server.ended()).toBe("SIGKILL");
        kills += 1;
        killsInPlan += 1;
        await endLeases(source);
      }
    }
  };
  try {
    await nameAll(source, 0);
    const path = await connect(source, target);
    let written = 0;
    for (let round = 0; kills < KILLS; round++) {
      if (round > 0) await nameAll(source, round);
      killsInPlan = 0;
      const preview = await apply(path, round + 1);
      expect(preview).toMatchObject({ status: "done", problem: null });
      await end();
      // A write that was sent before a kill is performed by then.
      const writes = await target.writes();
      const everybody = numbers.map(usernameOf);
      expect(inOrder(writes.slice(written), (username) => username)).toEqual(everybody);
      written = writes.length;
      expect(inOrder(await target.accounts(), ([username]) => username)).toEqual(
        numbers.map((at) => [usernameOf(at), nameOf(at, round)]),
      );
      expect(await auditedChanges(source, preview, target)).toEqual(
        numbers.map((at) => ({
          account: usernameOf(at),
          isWritten: true,
          before: round === 0 ? null : [nameOf(at, round - 1)],
          after: [nameOf(at, round)],
        })),
      );
    }
  } finally {
    await end();
    await target.close();
  }
  expect(kills).toBe(KILLS);
}

interface AuditedChange {
  readonly account: string;
  readonly isWritten: boolean;
  /** The given names; null without an account. */
  readonly before: readonly string[] | null;
  readonly after: readonly string[] | undefined;
}

interface AuditedContent {
  readonly attributes: Readonly<Record<string, readonly string[]>>;
}

/** What the audit trail says about the changes of a plan. */
async function auditedChanges(
  source: DatabaseSource,
  { id }: Pick<ProvisionPreview, "id">,
  { nameAttribute }: Pick<KillTarget, "nameAttribute">,
): Promise<readonly AuditedChange[]> {
  const { db, close } = await openDatabase(source);
  const rows = await db
    .selectFrom("audit")
    .select(["before", "after"])
    .where("call", "like", "provisioning/%")
    .execute();
  await close();
  const changes = rows.flatMap((row): AuditedChange[] => {
    const before = row.before as unknown as AuditedContent | null;
    const after = row.after as unknown as {
      readonly preview?: string;
      readonly change?: number;
      readonly account: string;
      readonly isWritten: boolean;
      readonly content: AuditedContent;
    };
    if (after.preview !== id || after.change === undefined) return [];
    const { account, isWritten, content } = after;
    return [
      {
        account,
        isWritten,
        before: before && (before.attributes[nameAttribute] ?? []),
        after: content.attributes[nameAttribute],
      },
    ];
  });
  return inOrder(changes, ({ account }) => account);
}

/** By the numbers of usernames. */
function inOrder<Item>(items: readonly Item[], usernameIn: (item: Item) => string): Item[] {
  return items.toSorted((one, other) =>
    usernameIn(one).localeCompare(usernameIn(other), "en", { numeric: true }),
  );
}

/** Generates and approves the preview with the number, unless there is one. @throws TypeError once the server is gone. */
async function untilDone(place: Place, path: string, no: number): Promise<ProvisionPreview> {
  const { preview } = await get<{ preview: ProvisionPreview | null }>(
    place,
    `${path}/previews/latest`,
  );
  if (preview?.no !== no) {
    await post(place, `${path}/previews`);
    const { id, version, gates, status } = await settled(place, path);
    expect(status).toBe("planned");
    await post(place, `${path}/previews/${id}/approve`, { version, gates });
  }
  return settled(place, path);
}

/** As after the time of the leases. */
async function endLeases(source: DatabaseSource): Promise<void> {
  const { db, close } = await openDatabase(source);
  await db.updateTable("provisioning_plans").set({ lease_until: null }).execute();
  await close();
}
