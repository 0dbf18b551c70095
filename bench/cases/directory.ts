/**
 * A large directory on both databases while others use it: opening the tree, the first people, the report of a person, a
 * change of all policies with its preview, and counting who has access outside policy.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { openDatabase, type DatabaseSource } from "#server/db/open.ts";
import { countOutsideAccess } from "#server/identities/outsideAccess.ts";
import type { BenchCase } from "../harness/case.ts";
import type { Cleanup } from "../harness/cleanup.ts";
import type { Goal, Measurement } from "../harness/figures.ts";
import { AnswerError, ApiClient } from "../support/apiClient.ts";
import { openSources, type DatabaseKind } from "../support/databaseSources.ts";
import { CHANGED_NAME, changedOf, fillLargeDirectory, sizeOf } from "../support/largeDirectory.ts";
import { startProduct } from "../support/product.ts";

const KINDS: readonly DatabaseKind[] = ["embedded", "PostgreSQL"];
const ROUNDS = 20;
/** Milliseconds between two requests of others. */
const LOOK_EVERY = 50;

const REQUESTS: Readonly<Record<string, string>> = {
  "open the tree": "/mp-orgs/groups?orgType=job-titles&size=200",
  "first people": "/identities?size=100&sort=name",
  "report of a person": "/identities/{person}",
  "access of a person": "/identities/{person}/entitlements?size=20&sort=name",
};

const OTHERS = "requests of others";
const PREVIEW = "preview a change of all policies";
const APPLY = "apply the change";
const RECOUNT = "count access outside policy";
const figureOf = (kind: DatabaseKind, what: string) => `${kind}: ${what}`;

export const directoryCase: BenchCase = {
  describes:
    "so many people with 50 entitlements each, in orgs of 20, on both databases, while others use them",
  takes: "20 min",
  options: { rows: 200_000, runs: 1 },
  goals: () =>
    KINDS.flatMap((kind): Goal[] => [
      ...Object.keys(REQUESTS).map((what) => ({
        figure: figureOf(kind, what),
        statistic: "p95" as const,
        atMost: 300,
      })),
      { figure: figureOf(kind, PREVIEW), statistic: "value", atMost: 2 },
      { figure: figureOf(kind, APPLY), statistic: "value", atMost: 30 },
      { figure: figureOf(kind, OTHERS), statistic: "p99", atMost: 250 },
    ]),
  async open({ rows }, cleanup) {
    const notes: string[] = [];
    const sources = await openSources("directory", cleanup, notes);
    const [orgs, changed] = [sizeOf(rows), changedOf(rows)].map((count) =>
      count.toLocaleString("en"),
    );
    notes.push(`The change adds ${changed} entitlements to the policies of ${orgs} orgs.`);
    return {
      notes,
      async run() {
        const figures: Measurement[] = [];
        for (const [kind, source] of sources) {
          for (const measured of await measure(source, rows, cleanup)) {
            figures.push({ ...measured, figure: figureOf(kind, measured.figure) });
          }
        }
        return figures;
      },
    };
  },
};

async function measure(
  source: DatabaseSource,
  people: number,
  cleanup: Cleanup,
): Promise<Measurement[]> {
  const place = "url" in source ? cleanup.directory("unused") : source.dataDir;
  const environment: Readonly<Record<string, string>> =
    "url" in source ? { DATABASE_URL: source.url } : {};
  // The first start creates the client and its administrator.
  await (await startProduct(place, cleanup, environment)).stop();
  const { person, recount } = await fill(source, people);
  const { url, stop } = await startProduct(place, cleanup, environment);
  const [administrator, other] = [await ApiClient.signIn(url), await ApiClient.signIn(url)];
  const figures: Measurement[] = [{ figure: RECOUNT, unit: "s", samples: [recount] }];
  let isDone = false;
  const looking = lookUntil(() => isDone, other);
  try {
    await Promise.race([work(administrator, person, figures), looking]);
  } finally {
    isDone = true;
  }
  figures.push({ figure: OTHERS, unit: "ms", samples: await looking });
  await stop();
  return figures;
}

/** @returns a person, and how many seconds it takes to count the access outside policy of everybody. */
async function fill(source: DatabaseSource, people: number) {
  const { db, close } = await openDatabase(source);
  const { person } = await fillLargeDirectory(db, people);
  const begun = performance.now();
  await countOutsideAccess(db, { now: () => new Date(), isEnding: () => false });
  const recount = (performance.now() - begun) / 1000;
  await close();
  return { person, recount };
}

async function work(api: ApiClient, person: string, figures: Measurement[]): Promise<void> {
  for (const [figure, path] of Object.entries(REQUESTS)) {
    const samples: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const { status, lastByte } = await api.call("GET", path.replace("{person}", person));
      if (status !== 200) throw new Error(`${figure} was answered with ${status}`);
      samples.push(lastByte);
    }
    figures.push({ figure, unit: "ms", samples });
  }
  const change = {
    orgs: { all: true, oids: [], orgType: "job-titles" },
    operation: "add",
    roles: { all: true, oids: [], contains: CHANGED_NAME },
  };
  const timed = async <Body>(figure: string, path: string, body: object): Promise<Body> => {
    const begun = performance.now();
    const answer = await withPatience(() => api.json<Body>("POST", path, body));
    figures.push({ figure, unit: "s", samples: [(performance.now() - begun) / 1000] });
    return answer;
  };
  const path = "/mp-orgs/bulk-update";
  const { changeId: id, fingerprint } = await timed<{ changeId: string; fingerprint: string }>(
    PREVIEW,
    `${path}/preview`,
    change,
  );
  await timed(APPLY, path, { ...change, id, fingerprint });
}

/**
 * The server closes connections that are still for long, and gives up requests that wait behind long work. Like the client,
 * it asks again: a change is made once.
 */
async function withPatience<Body>(send: () => Promise<Body>): Promise<Body> {
  for (;;) {
    try {
      return await send();
    } catch (error) {
      const isBusy = error instanceof AnswerError && error.status === 503;
      if (!isBusy && !(error instanceof TypeError)) throw error;
    }
  }
}

/**
 * Milliseconds of another user's requests, one after the other. A request that the server gives up, because long work holds
 * the only connection of the embedded database, counts with the time until then.
 */
async function lookUntil(isDone: () => boolean, other: ApiClient): Promise<number[]> {
  const samples: number[] = [];
  while (!isDone()) {
    const { status, lastByte } = await withPatience(() =>
      other.call("GET", "/identities?size=20&sort=name"),
    );
    if (status !== 200 && status !== 503) throw new Error(`The list was answered with ${status}`);
    samples.push(lastByte);
    await sleep(LOOK_EVERY);
  }
  return samples;
}
