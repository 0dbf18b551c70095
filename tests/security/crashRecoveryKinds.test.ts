/**
 * A server that is killed while it writes profiles, clients, second factors and requests for support: what it acknowledged
 * is there, and at most what was sent last besides. `PROVISION_KILLS=200` kills that often for each kind of database.
 */
import { randomUUID } from "node:crypto";
import { hash } from "@node-rs/argon2";
import { sql } from "kysely";
import { expect } from "vitest";
import { openDatabase, type DatabaseSource } from "#server/db/open.ts";
import { codeAt } from "../server/auth/factors/support.ts";
import { type HttpClient, visit } from "../server/support/servers.ts";
import {
  get,
  PASSWORD,
  send,
  testKillsWhileWriting,
  withServer,
  type Place,
  type WriteKind,
} from "./support/kills.ts";

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

/** A user without permissions, whose second factors are written: the sign-in of the administrator needs none. */
const HOLDER = "holder";

interface Factors {
  readonly factors: readonly { readonly id: string; readonly name: string }[];
  readonly recoveryCodesLeft: number;
}

/** Each write replaces the only factor of the user by the next one. */
function secondFactors(): WriteKind {
  let session: HttpClient | undefined;
  let address = "";
  /** The user signs in once: their session goes on after a kill. */
  const holderOf = async (place: Place) => {
    if (session && address === place.address) return { http: session };
    const isFirst = session === undefined;
    session = await visit(place.address, session);
    address = place.address;
    if (isFirst) {
      const identified = { username: HOLDER, password: PASSWORD };
      await send({ http: session }, "POST", "/api/login", identified);
    } else {
      await send({ http: session }, "POST", "/api/session/confirm", { password: PASSWORD });
    }
    return { http: session };
  };
  const factorsOf = async (holder: Pick<Place, "http">) => {
    const { factors, recoveryCodesLeft } = await get<Factors>(holder, "/api/factors");
    // Recovery codes come with the first factor and go with the last one.
    expect([factors.length, recoveryCodesLeft].join()).toMatch(/^(?:0,0|1,10)$/);
    return factors[0];
  };
  return {
    call: "factors/confirmTotp",
    write: async (place, n) => {
      const holder = await holderOf(place);
      const former = await factorsOf(holder);
      if (former) await send(holder, "DELETE", `/api/factors/${former.id}`, undefined);
      const { secret } = await send<{ secret: string }>(holder, "POST", "/api/factors/totp", {});
      const code = codeAt(secret, new Date());
      await send(holder, "PUT", "/api/factors/totp", { code, name: `App ${n}` });
    },
    read: async (place, known) => {
      const factor = await factorsOf(await holderOf(place));
      // The former one was removed, and the next one not added.
      return factor ? numberIn(factor.name) : known;
    },
  };
}

testKillsWhileWriting(
  "profiles, clients, second factors and requests for support are whole and audited",
  async (source) => {
    await ageSupportRequests(source);
    await addHolder(source);
    return [...KINDS, secondFactors()];
  },
);

async function addHolder(source: DatabaseSource): Promise<void> {
  // A first start adds the administrator only to a database without users.
  await withServer(source, async () => {});
  const { db, close } = await openDatabase(source);
  await db
    .insertInto("users")
    .values({
      id: randomUUID(),
      username: HOLDER,
      username_key: HOLDER,
      given_name: "Given",
      family_name: "Family",
      email: null,
      phone_number: null,
      phone_extension: null,
      job_title: null,
      password_hash: await hash(PASSWORD),
      created_at: new Date(),
    })
    .execute();
  await close();
}

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
