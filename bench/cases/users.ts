/** The list of users over the wire: its first rows, its middle, and searches, common and rare. */
import { openDatabase } from "#server/db/open.ts";
import type { BenchCase } from "../harness/case.ts";
import type { Measurement } from "../harness/figures.ts";
import { ApiClient } from "../support/apiClient.ts";
import { startProduct } from "../support/product.ts";
import { generateUsers } from "../support/users.ts";

const ROUNDS = 20;

/** Requests by figure; each answer is a page of at most 100 users. */
const REQUESTS: Readonly<Record<string, string>> = {
  "first rows": "size=100",
  "first rows by e-mail address, falling": "size=100&sort=email,desc",
  "rows of the middle": "size=100&page=1000",
  "search of a common text": "size=100&contains=given7",
  "search of a text that some have": "size=100&contains=user1234",
  "search of a rare text": "size=100&contains=user123456@",
  "search without a match": "size=100&contains=nobody",
};

export const usersCase: BenchCase = {
  describes: "the list of so many users: first rows, middle and searches",
  takes: "3 min",
  options: { rows: 200_000, runs: 1, seed: 0 },
  goals: () =>
    Object.keys(REQUESTS).map((figure) => ({
      figure,
      statistic: "p95",
      atMost: figure.startsWith("search") ? 150 : 300,
    })),
  async open({ rows }, cleanup) {
    const dataDir = cleanup.directory("users");
    // The first start creates the client and its administrator.
    await (await startProduct(dataDir, cleanup)).stop();
    const { db, close } = await openDatabase({ dataDir });
    await generateUsers(db, rows);
    await close();
    return {
      async run() {
        const before = performance.now();
        const { url, stop } = await startProduct(dataDir, cleanup);
        const started = performance.now() - before;
        const api = await ApiClient.signIn(url);
        const first = await api.call("GET", "/users");
        const figures: Measurement[] = [];
        for (const [figure, query] of Object.entries(REQUESTS)) {
          const samples: number[] = [];
          for (let round = 0; round < ROUNDS; round += 1) {
            const { status, lastByte } = await api.call("GET", `/users?${query}`);
            if (status !== 200) throw new Error(`${figure} was answered with ${status}`);
            samples.push(lastByte);
          }
          figures.push({ figure, unit: "ms", samples });
        }
        await stop();
        return [
          { figure: "start, which makes all keys", unit: "ms", samples: [started] },
          { figure: "first list", unit: "ms", samples: [first.lastByte] },
          ...figures,
        ];
      },
    };
  },
};
