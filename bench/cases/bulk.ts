/** A file of new users is checked and applied by one administrator, and what others notice of it meanwhile. */
import { setTimeout as sleep } from "node:timers/promises";
import type { BulkChange } from "#events/entities/bulkChange.ts";
import type { BenchCase } from "../harness/case.ts";
import type { Measurement } from "../harness/figures.ts";
import { ApiClient } from "../support/apiClient.ts";
import { startProduct } from "../support/product.ts";

/** Milliseconds between two looks of others. */
const LOOK_EVERY = 50;
const PATH = "/user-bulk-changes";

export const bulkCase: BenchCase = {
  describes: "a file of so many new users is checked and applied, and what others notice of it",
  options: { rows: 100_000, runs: 1 },
  goals: () =>
    ["check", "apply"].map((step) => ({
      figure: `answer without the database during the ${step}`,
      statistic: "max",
      atMost: 100,
    })),
  async open({ rows }, cleanup) {
    return {
      async run() {
        const { url, stop } = await startProduct(cleanup.directory("bulk"), cleanup);
        const [administrator, other] = [await ApiClient.signIn(url), await ApiClient.signIn(url)];
        const content = fileOf(rows).toString("base64");
        let id = "";
        const check = async () => {
          const body = { fileName: "users.csv", content };
          ({ id } = await administrator.json<BulkChange>("POST", PATH, body));
        };
        const apply = async () => {
          const step = () =>
            administrator.json<BulkChange>("POST", `${PATH}/${id}/apply`, { sendEmails: false });
          while ((await step()).left > 0);
        };
        const figures: Measurement[] = [];
        for (const [name, work] of Object.entries({ check, apply })) {
          const begun = performance.now();
          const looks = await lookWhile(work(), url, other);
          const seconds = (performance.now() - begun) / 1000;
          figures.push(
            { figure: `${name} of the file`, unit: "s", samples: [seconds] },
            {
              figure: `answer without the database during the ${name}`,
              unit: "ms",
              samples: looks.bare,
            },
            { figure: `list of roles during the ${name}`, unit: "ms", samples: looks.list },
          );
        }
        await stop();
        return figures;
      },
    };
  },
};

function fileOf(lines: number): Buffer {
  const rows = Array.from(
    { length: lines },
    (_, at) => `user${at},Given${at % 1000},Family${at},user${at}@example.com,Clerk`,
  );
  return Buffer.from(["username,givenName,familyName,email,jobTitle", ...rows].join("\n"));
}

/** Milliseconds of what another asks for, one after the other, until the work is done. */
async function lookWhile(work: Promise<void>, url: string, other: ApiClient) {
  const bare: number[] = [];
  const list: number[] = [];
  let isDone = false;
  const looking = (async () => {
    while (!isDone) {
      const start = performance.now();
      await (await fetch(`${url}/healthz`)).arrayBuffer();
      bare.push(performance.now() - start);
      const { status, lastByte } = await other.call("GET", "/user-roles");
      if (status !== 200) throw new Error(`The list of roles was answered with ${status}`);
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
