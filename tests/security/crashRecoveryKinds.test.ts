/**
 * A server that is killed while it writes profiles, clients and requests for support: what it acknowledged is there, and
 * at most what was sent last besides. `PROVISION_KILLS=200` kills that often for each kind of database.
 */
import { sql } from "kysely";
import { openDatabase, type DatabaseSource } from "#server/db/open.ts";
import { get, send, testKillsWhileWriting, type Place, type WriteKind } from "./support/kills.ts";

const numberIn = (text: unknown): number => Number(/\d+$/.exec(String(text))?.[0] ?? 0);
const current = (place: Place) =>
  get<{ jobTitle: string; client: { city: string } }>(place, "/api/users/current");

const KINDS: readonly WriteKind[] = [
  {
    call: "users/updateProfile",
    write: (place, n) =>
      send(place, "PATCH", "/api/users/current", [
        { op: "add", path: "/jobTitle", value: `Title ${n}` },
      ]),
    read: async (place) => numberIn((await current(place)).jobTitle),
  },
  {
    call: "clients/patchClient",
    write: (place, n) =>
      send(place, "PATCH", place.base, [{ op: "add", path: "/city", value: `City ${n}` }]),
    read: async (place) => numberIn((await current(place)).client.city),
  },
  {
    call: "support/requestSupport",
    write: (place, n) =>
      send(place, "POST", `${place.base}/support-requests`, {
        topic: "question",
        subject: `Subject ${n}`,
        message: "What happened",
      }),
    read: async (place) => {
      const list = await get<{ page: { totalElements: number } }>(
        place,
        `${place.base}/support-requests?size=1`,
      );
      return list.page.totalElements;
    },
  },
];

testKillsWhileWriting(
  "profiles, clients and requests for support are whole and audited",
  async (source) => {
    await ageSupportRequests(source);
    return KINDS;
  },
);

/**
 * Makes the database store each request as sent two hours earlier: a user may send only 20 per hour, and a kill follows
 * the other within seconds. The server's writes, and its starts after a kill, stay as they are.
 */
async function ageSupportRequests(source: DatabaseSource): Promise<void> {
  const { db, close } = await openDatabase(source);
  await sql`
    create function age_request() returns trigger language plpgsql as
    'begin new.created_at := new.created_at - interval ''2 hours''; return new; end'`.execute(db);
  await sql`
    create trigger age_request before insert on support_requests
    for each row execute function age_request()`.execute(db);
  await close();
}
