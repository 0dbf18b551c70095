/**
 * A server that is killed while it writes approved changes to a SCIM service: before a write, between the write and its
 * audit entry, and after both. After the next start, the service has what the plan says, no change was written twice, and
 * each is audited once. `PROVISION_KILLS=200` kills it that often on each database.
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
import { openScimmy, TOKEN } from "../server/connectors/scim/scimmy.ts";
import { outboundDraft } from "../server/mappings/support.ts";
import { scimmySystem } from "../server/provisioning/liveServices.ts";
import { startServer, type ServerProcess } from "../server/support/servers.ts";
import { connectSystem, post, waitForEntries } from "./support/connectedFile.ts";
import { MOMENTS, startKillGate, type Moment } from "./support/killGate.ts";
import {
  ENVIRONMENT,
  get,
  send,
  signIn,
  testOnEachDatabase,
  withServer,
  type Place,
} from "./support/kills.ts";

const KILLS = Number(process.env["PROVISION_KILLS"] ?? MOMENTS.length);
/** In one plan. */
const MAX_KILLS = 3;
const PEOPLE = 12;
const SEED = 20_261;
const TIMEOUT = 120_000 + KILLS * 30_000;
/** Milliseconds from the answer to a write until the server is killed. */
const MAX_DELAY = 40;

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

const MAPPINGS: readonly MappingDraft[] = [
  outboundDraft("", "", {
    resourceSchemaId: null,
    mappingType: "CUSTOM",
    customCode: "true",
    attributes: [],
    config: { target: "existence", kind: "Basic", separator: "", template: "", dn: null },
  }),
  outboundDraft("username", "User/userName"),
  outboundDraft("givenName", "User/displayName"),
];

/** @returns the path of a published and confirmed system in which everybody has an account. */
async function connect(source: DatabaseSource, url: string): Promise<string> {
  const path = await withServer(source, async (place) => {
    const { connectorId, kind, values, secrets } = scimmySystem(url);
    const system = await connectSystem(place, { connectorId, kind });
    const version = async () => (await get<ConnectedSystem>(place, `${system}/system`)).version;
    const fields = (of: object) =>
      Object.entries(of).map(([fieldId, value]) => ({ fieldId, value: value as unknown }));
    await send(place, "PUT", `${system}/configuration`, {
      values: fields(values),
      secrets: fields(secrets),
      version: await version(),
    });
    for (const mapping of MAPPINGS) {
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

testOnEachDatabase(
  `a plan ends as it was approved, though the server is killed ${KILLS} times while it writes to the system`,
  async (source) => {
    const scimmy = await openScimmy();
    const random = new Random(SEED);
    let kills = 0;
    let killsInPlan = 0;
    let running: ServerProcess | undefined;
    /** The next kill: after how many further writes, and at which moment of the write. */
    let next: { writes: number; readonly moment: Moment } | null = null;
    const kill = () => running?.process.kill("SIGKILL");
    const gate = await startKillGate(scimmy.url, async (moment) => {
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
    let changes = 0;
    try {
      await nameAll(source, 0);
      const path = await connect(source, gate.url);
      for (let round = 0; kills < KILLS; round++) {
        if (round > 0) await nameAll(source, round);
        killsInPlan = 0;
        const written = gate.writes.length;
        expect(await apply(path, round + 1)).toMatchObject({ status: "done", problem: null });
        await end();
        // A write that was sent before a kill is performed by then.
        const own = gate.writes.slice(written);
        const users = await usersOf(scimmy.url);
        expect(users.map(({ userName, displayName }) => [userName, displayName])).toEqual(
          numbers.map((at) => [usernameOf(at), nameOf(at, round)]),
        );
        expect(own.filter(({ status }) => status >= 300)).toEqual([]);
        if (round === 0) {
          expect(own.map(({ method }) => method)).toEqual(numbers.map(() => "POST"));
        } else {
          const changed = own.map(({ path: of }) => decodeURIComponent(of.split("/").at(-1) ?? ""));
          expect(changed.toSorted()).toEqual(users.map(({ id }) => id).toSorted());
        }
        changes += PEOPLE;
      }
    } finally {
      await end();
      gate.close();
      scimmy.close();
    }
    const { db, close } = await openDatabase(source);
    const audited = await db
      .selectFrom("audit")
      .select("id")
      .where("call", "=", "provisioning/applied")
      .execute();
    await close();
    expect(audited).toHaveLength(changes);
    expect(kills).toBe(KILLS);
  },
  TIMEOUT,
);

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

interface User {
  readonly id: string;
  readonly userName: string;
  readonly displayName?: string;
}

/** In the order of their numbers. */
async function usersOf(url: string): Promise<readonly User[]> {
  const answer = await fetch(`${url}/Users?count=100`, {
    headers: { authorization: `Bearer ${TOKEN}` },
  });
  const { Resources } = (await answer.json()) as { Resources: readonly User[] };
  return Resources.toSorted((one, other) =>
    one.userName.localeCompare(other.userName, "en", { numeric: true }),
  );
}
