/** Answers the page's requests for a mining report instead of the server, as far and as fast as a test decides. */
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page } from "@playwright/test";

/** One request for the report that waits for the test. */
export interface HeldAnswer {
  /** Sends the head of a 200 and `bytes`; the rest follows later. */
  readonly begin: (bytes: Uint8Array, size: number) => Promise<void>;
  /** Sends the rest of a started body. */
  readonly finish: (bytes: Uint8Array) => void;
  /** Like a server that dies in the middle of it. */
  readonly breakOff: () => void;
  /** Answers that the report is still being mined. */
  readonly pending: () => void;
  /** Resolves when the connection closed before the answer was complete. */
  readonly abandoned: Promise<void>;
}

export class HeldReport {
  readonly #server = createServer((request, response) => {
    request.resume();
    this.#arrive(hold(response));
  });
  readonly #held: HeldAnswer[] = [];
  #arrive: (answer: HeldAnswer) => void = (answer) => {
    this.#held.push(answer);
  };
  requests = 0;

  /** Intercepts the page's later requests for a report. */
  static async of(page: Page): Promise<HeldReport> {
    const held = new HeldReport();
    await new Promise<void>((resolve) => {
      held.#server.listen(0, "127.0.0.1", resolve);
    });
    const { port } = held.#server.address() as AddressInfo;
    await page.route("**/entitlement-mining-report", async (route) => {
      if (route.request().method() !== "POST") return route.continue();
      held.requests += 1;
      return route.continue({ url: `http://127.0.0.1:${port}/` });
    });
    return held;
  }

  /** The next unanswered request. */
  async next(): Promise<HeldAnswer> {
    const first = this.#held.shift();
    if (first) return first;
    const keep = this.#arrive;
    const arrived = await new Promise<HeldAnswer>((resolve) => {
      this.#arrive = resolve;
    });
    this.#arrive = keep;
    return arrived;
  }

  close(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }
}

function hold(response: ServerResponse): HeldAnswer {
  return {
    begin: (bytes, size) => {
      response.writeHead(200, { "content-type": "application/json", "content-length": size });
      return new Promise((resolve) => {
        response.write(bytes, () => resolve());
      });
    },
    finish: (bytes) => {
      response.end(bytes);
    },
    breakOff: () => {
      response.destroy();
    },
    pending: () => {
      response.writeHead(202, { "content-type": "application/json" });
      response.end('{"state":"pending"}');
    },
    abandoned: new Promise((resolve) => {
      response.once("close", () => {
        if (!response.writableFinished) resolve();
      });
    }),
  };
}
