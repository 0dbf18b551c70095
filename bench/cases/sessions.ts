/** Many users sign in, each from their own address, and then read lists concurrently, on both databases. */
import { cpus } from "node:os";
import { sql, type Kysely } from "kysely";
import { prepareStart } from "#server/auth/firstStart.ts";
import { hashPassword, verifyPassword } from "#server/auth/password/hashing.ts";
import { openDatabase, type DatabaseSource } from "#server/db/open.ts";
import type { Database } from "#server/db/schema.ts";
import type { BenchCase } from "../harness/case.ts";
import type { Cleanup } from "../harness/cleanup.ts";
import type { Goal, Measurement } from "../harness/figures.ts";
import { ApiClient } from "../support/apiClient.ts";
import { openSources } from "../support/databaseSources.ts";
import { generateDirectory } from "../support/directory.ts";
import { processorSeconds } from "../support/processor.ts";
import { PASSWORD, startProduct } from "../support/product.ts";
import { requestSteadily } from "../support/steadily.ts";

const DIRECTORY = { identities: 20_000, assignments: 100_000, resources: 40, entitlements: 4000 };
/** Number of users who sign in concurrently. */
const AT_ONCE = 4;
/** 200 requests per second for half a minute. */
const LOAD = { every: 5, requests: 6000 };
const LISTS = {
  "list of users": "/users?size=100",
  "list of orgs": "/mp-orgs?orgType=departments",
  "list of resources": "/resources",
} as const;
/** p99 in milliseconds. */
const GOALS = { embedded: 250, PostgreSQL: 100 } as const;
/** Number of list requests without a list as the answer. */
const FAILED = "failed requests";
const HASHES = 40;
/** Sessions that read each list alone. */
const ALONE = 100;

export const sessionsCase: BenchCase = {
  describes: "so many people sign in, and then read lists, 200 a second in all, on both databases",
  takes: "3 min",
  options: { rows: 1000, runs: 1 },
  goals: () =>
    Object.entries(GOALS).flatMap(([kind, atMost]): Goal[] => [
      ...Object.keys(LISTS).map((list): Goal => ({
        figure: `${kind}: ${list}`,
        statistic: "p99",
        atMost,
      })),
      { figure: `${kind}: ${FAILED}`, statistic: "value", atMost: 0 },
    ]),
  async open({ rows }, cleanup) {
    const notes: string[] = [];
    const sources = await openSources("sessions", cleanup, notes);
    for (const source of sources.values()) await fill(source, rows);
    return {
      notes,
      async run() {
        const hash = await measureHash();
        const figures: Measurement[] = [
          { figure: "hash of a password, processor time", unit: "ms", samples: [hash] },
        ];
        for (const [kind, source] of sources) {
          const { signIn, list: ofList, times, failures } = await measure(source, rows, cleanup);
          const name = "sign-in, processor time of the server";
          figures.push({ figure: `${kind}: ${name}`, unit: "ms", samples: [signIn] });
          const shared = "any list, processor time of the server";
          figures.push({ figure: `${kind}: ${shared}`, unit: "ms", samples: [ofList] });
          for (const [list, samples] of times) {
            figures.push({ figure: `${kind}: ${list}`, unit: "ms", samples });
          }
          figures.push({ figure: `${kind}: ${FAILED}`, unit: "count", samples: [failures.length] });
          if (failures[0] !== undefined) notes.push(`${kind}: ${failures[0]}`);
          notes.push(
            `${kind}: ${(1000 / signIn).toFixed(1)} sign-ins a second per core; hashes alone ${(1000 / hash).toFixed(1)}; of ${cpus().length} cores.`,
          );
        }
        return figures;
      },
    };
  },
};

const nameOf = (at: number): string => `user${at}`;

async function fill(source: DatabaseSource, people: number): Promise<void> {
  const { db, close } = await openDatabase(source);
  await generateDirectory(db, DIRECTORY);
  await prepareStart(db, {
    adminName: "admin",
    adminPassword: PASSWORD,
    adminEmail: null,
    isEmailSignOn: false,
    now: () => new Date(),
    seed: null,
  });
  await addPeople(db, people);
  await close();
}

/** All with one hash, which is verified at its full cost. */
async function addPeople(db: Kysely<Database>, count: number): Promise<void> {
  const passwordHash = await hashPassword(PASSWORD);
  await sql`
    insert into users (id, username, username_key, given_name, family_name, email, password_hash,
      onboarded, created_at)
    select gen_random_uuid(), 'user' || n, 'user' || n, 'Given' || n, 'Family' || n,
      'user' || n || '@example.com', ${passwordHash}, true, 'epoch'
    from generate_series(0, ${count - 1}::int4) n
  `.execute(db);
  await sql`
    insert into user_clients (user_id, client_id, position)
    select users.id, clients.id, 1 from users, clients on conflict do nothing
  `.execute(db);
  await sql`
    insert into user_roles (user_id, role_id) select users.id, roles.id from users, roles
    on conflict do nothing
  `.execute(db);
  await sql`vacuum (analyze)`.execute(db);
}

/** Milliseconds of one core. */
async function measureHash(): Promise<number> {
  const stored = await hashPassword(PASSWORD);
  const before = process.cpuUsage();
  for (let at = 0; at < HASHES; at += 1) await verifyPassword(stored, PASSWORD);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / HASHES;
}

async function measure(source: DatabaseSource, people: number, cleanup: Cleanup) {
  const place = "url" in source ? cleanup.directory("unused") : source.dataDir;
  const { url, pid, stop } = await startProduct(place, cleanup, {
    PROVISION_TRUST_PROXY: "1",
    ...("url" in source && { DATABASE_URL: source.url }),
  });
  const before = processorSeconds(pid);
  const sessions = await signInAll(url, people);
  const signIn = ((processorSeconds(pid) - before) * 1000) / people;
  await eachAlone(sessions);
  const afterSignIn = processorSeconds(pid);
  await eachAlone(sessions);
  const list = ((processorSeconds(pid) - afterSignIn) * 1000) / (ALONE * Object.keys(LISTS).length);
  const { times, failures } = await requestSteadily(
    Object.fromEntries(
      Object.entries(LISTS).map(([name, path]) => [
        name,
        (request: number) => (sessions[request % people] as ApiClient).call("GET", path),
      ]),
    ),
    LOAD,
  );
  await stop();
  return { signIn, list, times, failures };
}

/** Sequential requests of each list: their CPU time, independent of other load on the machine. */
async function eachAlone(sessions: readonly ApiClient[]): Promise<void> {
  for (const path of Object.values(LISTS)) {
    for (const session of sessions.slice(0, ALONE)) await session.call("GET", path);
  }
}

/** Each from its own address, because one address is limited. */
async function signInAll(url: string, people: number): Promise<readonly ApiClient[]> {
  const sessions: ApiClient[] = [];
  let next = 0;
  const signInNext = async (): Promise<void> => {
    while (next < people) {
      const at = next++;
      const address = `10.0.${at >> 8}.${at & 255}`;
      sessions[at] = await ApiClient.signIn(url, { username: nameOf(at), address });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, signInNext));
  return sessions;
}
