/** The server without a network: requests are injected, each from a browser that keeps its cookie and token. */
import type { FastifyInstance, LightMyRequestResponse } from "fastify";
import { CSRF_HEADER, SESSION_COOKIE } from "#events/rules/session.ts";
import { buildApp } from "#server/app.ts";
import { createCsrf } from "#server/auth/csrf.ts";
import { createKnownDevices, DEVICE_COOKIE } from "#server/auth/throttle/knownDevices.ts";
import { Background } from "#server/background.ts";
import { type Config, readConfig } from "#server/config.ts";
import { createConnectors } from "#server/connectors/registry.ts";
import type { Mail } from "#server/mail/mailer.ts";
import type { OpenDatabase } from "#server/db/open.ts";
import { createSecrets } from "#server/secrets/secrets.ts";
import type { Services } from "#server/services.ts";
import { emptyDisk } from "./disks.ts";
import { PASSWORD, type UserName } from "./directory.ts";
import { oauthConnector } from "./oauthConnector.ts";

type Verb = "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE";

export interface Sending {
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent verbatim instead of `body`. */
  readonly payload?: string | Buffer;
}

export interface TestApi {
  readonly app: FastifyInstance;
  readonly clock: { now: Date };
  /** The network address of the next visitors; limits count by address. */
  readonly place: { address: string };
  /** Every sent mail. Resolves when no mail is in progress. */
  mails(): Promise<readonly Mail[]>;
  /** How long answers were delayed, in milliseconds. */
  readonly pauses: readonly number[];
  visitor(): Browser;
  signIn(name: UserName): Promise<Browser>;
}

export async function createApi(
  database: OpenDatabase,
  options: Partial<Services> & {
    settings?: Partial<Config>;
    clientDirectory?: string;
    /** Mounts calls in addition to those of the product. */
    mount?: (app: FastifyInstance) => void;
  } = {},
): Promise<TestApi> {
  const { settings, clientDirectory = null, mount, ...services } = options;
  const clock = { now: new Date("2026-03-02T09:00:00Z") };
  const place = { address: "127.0.0.1" };
  const mails: Mail[] = [];
  const pauses: number[] = [];
  const background = new Background((error) => {
    throw error;
  });
  const app = await buildApp(
    {
      db: database.db,
      config: { ...readConfig({}), logLevel: "silent", requestsPerSecond: 100_000, ...settings },
      csrf: createCsrf("a secret of tests"),
      secrets: createSecrets(Buffer.alloc(32, 7)),
      devices: createKnownDevices("a secret of tests", { behindTls: false, ...settings }),
      disk: emptyDisk(),
      miner: { poke: () => {} },
      reporter: { poke: () => {} },
      importer: { poke: () => {} },
      connectors: [...createConnectors({ ...readConfig({}), ...settings }), oauthConnector],
      systemTime: 30_000,
      runner: { poke: () => {} },
      previewer: { poke: () => {} },
      provisioner: { poke: () => {} },
      simulator: { poke: () => {} },
      mailer: { send: async (mail) => void mails.push(mail) },
      background,
      now: () => clock.now,
      pause: async (milliseconds) => void pauses.push(milliseconds),
      checkReplies: true,
      ...services,
    },
    { clientDirectory },
  );
  mount?.(app);
  await app.ready();
  const visitor = () => new Browser(app, place.address);
  return {
    app,
    clock,
    place,
    mails: async () => {
      await background.settled();
      return mails;
    },
    pauses,
    visitor,
    signIn: async (name) => {
      const browser = visitor();
      const response = await browser.signIn(name, PASSWORD);
      if (response.statusCode !== 200) throw new Error(`${name} cannot sign in: ${response.body}`);
      return browser;
    },
  };
}

export class Browser {
  cookie: string | null = null;
  token: string | null = null;
  /** The cookie of a known device. */
  device: string | null = null;
  readonly #app: FastifyInstance;

  readonly #address: string;

  constructor(app: FastifyInstance, address = "127.0.0.1") {
    this.#app = app;
    this.#address = address;
  }

  async send(method: Verb, url: string, sending: Sending = {}): Promise<LightMyRequestResponse> {
    const { body, payload, headers } = sending;
    const text = payload ?? (body === undefined ? undefined : JSON.stringify(body));
    const response = await this.#app.inject({
      method,
      url,
      remoteAddress: this.#address,
      ...(text !== undefined && { payload: text }),
      headers: {
        ...((this.cookie ?? this.device) !== null && { cookie: this.#cookies() }),
        ...(this.token && { [CSRF_HEADER]: this.token }),
        ...(text !== undefined && { "content-type": "application/json" }),
        ...headers,
      },
    });
    const token = response.headers[CSRF_HEADER];
    if (typeof token === "string") this.token = token;
    const cookie = response.cookies.find(({ name }) => name === SESSION_COOKIE);
    if (cookie) this.cookie = cookie.value;
    const device = response.cookies.find(({ name }) => name === DEVICE_COOKIE);
    if (device) this.device = device.value;
    return response;
  }

  #cookies(): string {
    const pairs = { [SESSION_COOKIE]: this.cookie, [DEVICE_COOKIE]: this.device };
    return Object.entries(pairs)
      .flatMap(([name, value]) => (value === null ? [] : [`${name}=${value}`]))
      .join("; ");
  }

  async get(url: string): Promise<LightMyRequestResponse> {
    return this.send("GET", url);
  }

  async post(url: string, body?: unknown): Promise<LightMyRequestResponse> {
    return this.send("POST", url, { body });
  }

  async signIn(username: string, password: string): Promise<LightMyRequestResponse> {
    await this.get("/api/public/info");
    return this.post("/api/login", { username, password });
  }
}
