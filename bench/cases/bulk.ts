/** One administrator checks and applies a file of users, while others' response times are measured. */
import { setTimeout as sleep } from "node:timers/promises";
import type { BulkChange } from "#events/entities/bulkChange.ts";
import { openDatabase, type DatabaseSource } from "#server/db/open.ts";
import type { BenchCase } from "../harness/case.ts";
import type { Cleanup } from "../harness/cleanup.ts";
import type { Goal, Measurement } from "../harness/figures.ts";
import { ApiClient } from "../support/apiClient.ts";
import { openSources, type DatabaseKind } from "../support/databaseSources.ts";
import { processorSeconds } from "../support/processor.ts";
import { startProduct, startWatchedProduct } from "../support/product.ts";
import { generateUsers } from "../support/users.ts";

/** Number of existing users. */
const USERS = 200_000;
/** Milliseconds between two requests of others. */
const LOOK_EVERY = 50;
const PATH = "/user-bulk-changes";
const KINDS: readonly DatabaseKind[] = ["embedded", "PostgreSQL"];
const STEPS = ["check", "apply"] as const;

export const bulkCase: BenchCase = {
  describes: `a file of so many users, half of them new, is checked and applied among ${USERS.toLocaleString("en")}, on both databases`,
  takes: "10 min",
  options: { rows: 100_000, runs: 1 },
  goals: () =>
    KINDS.flatMap((kind) =>
      STEPS.flatMap((step): Goal[] => [
        { figure: blockOf(kind, step), statistic: "value", atMost: 50 },
        { figure: listOf(kind, step), statistic: "p99", atMost: 300 },
      ]),
    ),
  async open({ rows }, cleanup) {
    const notes: string[] = [];
    const sources = await openSources("bulk", cleanup, notes);
    const content = fileOf(rows).toString("base64");
    return {
      notes,
      async run() {
        const figures: Measurement[] = [];
        for (const [kind, source] of sources) {
          figures.push(...(await measure(kind, source, content, cleanup)));
        }
        return figures;
      },
    };
  },
};

const blockOf = (kind: DatabaseKind, step: string) =>
  `${kind}: longest block of the server during the ${step}, processor time`;
const listOf = (kind: DatabaseKind, step: string) => `${kind}: list of users during the ${step}`;

/** Every other line changes the name of an existing user. */
function fileOf(lines: number): Buffer {
  const rows = Array.from({ length: lines }, (_, at) => {
    const name = at % 2 === 0 ? `new${at}` : `user${at}`;
    return `${name},Given${at % 1000},Member${at},${name}@example.com,Clerk`;
  });
  return Buffer.from(["username,givenName,familyName,email,jobTitle", ...rows].join("\n"));
}

async function measure(
  kind: DatabaseKind,
  source: DatabaseSource,
  content: string,
  cleanup: Cleanup,
) {
  const place = "url" in source ? cleanup.directory("unused") : source.dataDir;
  const environment: Readonly<Record<string, string>> =
    "url" in source ? { DATABASE_URL: source.url } : {};
  // The first start creates the client and its administrator.
  await (await startProduct(place, cleanup, environment)).stop();
  const { db, close } = await openDatabase(source);
  await generateUsers(db, USERS);
  await close();
  const product = await startWatchedProduct(place, cleanup, environment);
  const { url, pid, watched, stop } = product;
  const [administrator, other] = [await ApiClient.signIn(url), await ApiClient.signIn(url)];
  // Creates the keys of all users.
  await other.call("GET", "/users");
  let id = "";
  const steps: number[] = [];
  const work: Readonly<Record<(typeof STEPS)[number], () => Promise<void>>> = {
    check: async () => {
      const body = { fileName: "users.csv", content };
      ({ id } = await administrator.json<BulkChange>("POST", PATH, body));
    },
    apply: async () => {
      for (let left = 1; left > 0;) {
        const begun = performance.now();
        const path = `${PATH}/${id}/apply`;
        ({ left } = await administrator.json<BulkChange>("POST", path, { sendEmails: false }));
        steps.push(performance.now() - begun);
      }
    },
  };
  const figures: Measurement[] = [];
  for (const step of STEPS) {
    const worked = processorSeconds(pid);
    await watched();
    const begun = performance.now();
    const looks = await lookWhile(work[step](), url, other);
    const seconds = (performance.now() - begun) / 1000;
    const { longestStall, longestWork } = await watched();
    const processor = processorSeconds(pid) - worked;
    figures.push(
      { figure: `${kind}: ${step} of the file`, unit: "s", samples: [seconds] },
      { figure: `${kind}: ${step}, processor time of the server`, unit: "s", samples: [processor] },
      { figure: blockOf(kind, step), unit: "ms", samples: [longestWork] },
      { figure: `${kind}: the same by the clock, ${step}`, unit: "ms", samples: [longestStall] },
      {
        figure: `${kind}: answer without the database during the ${step}`,
        unit: "ms",
        samples: looks.bare,
      },
      { figure: listOf(kind, step), unit: "ms", samples: looks.list },
    );
  }
  const tenth = Math.ceil(steps.length / 10);
  figures.push(
    {
      figure: `${kind}: first tenth of the calls that apply`,
      unit: "ms",
      samples: steps.slice(0, tenth),
    },
    { figure: `${kind}: last tenth`, unit: "ms", samples: steps.slice(-tenth) },
  );
  await stop();
  return figures;
}

/** Milliseconds of another user's sequential requests until the work is done. */
async function lookWhile(work: Promise<void>, url: string, other: ApiClient) {
  const bare: number[] = [];
  const list: number[] = [];
  let isDone = false;
  const looking = (async () => {
    while (!isDone) {
      const start = performance.now();
      await (await fetch(`${url}/healthz`)).arrayBuffer();
      bare.push(performance.now() - start);
      const { status, lastByte } = await other.call("GET", "/users?size=100");
      if (status !== 200) throw new Error(`The list of users was answered with ${status}`);
      list.push(lastByte);
      await sleep(LOOK_EVERY);
    }
  })();
  try {
    await Promise.race([work, looking]);
    await work;
  } finally {
    isDone = true;
  }
  await looking;
  return { bare, list };
}
