/** A signed-in client of the API, over the wire. */
import { CSRF_HEADER } from "#events/rules/session.ts";
import { PASSWORD } from "./product.ts";

export interface Answer {
  readonly status: number;
  /** Milliseconds from the request to the first byte of the body, and to the last. */
  readonly firstByte: number;
  readonly lastByte: number;
  readonly bytes: number;
}

/** The user who signs in with `PASSWORD`, and their address. */
export interface Caller {
  readonly username: string;
  /** A network address, for a server that trusts its proxy. */
  readonly address?: string;
}

/** The server answered with a status other than success. */
export class AnswerError extends Error {
  readonly status: number;

  constructor(path: string, status: number) {
    super(`${path} was answered with ${status}`);
    this.status = status;
  }
}

export class ApiClient {
  readonly #url: string;
  readonly #address: string | undefined;
  /** Values by name: of the session, and of the known device. */
  readonly #cookies = new Map<string, string>();
  #token = "";
  #clientId = "";

  private constructor(url: string, address: string | undefined) {
    this.#url = url;
    this.#address = address;
  }

  static async signIn(url: string, caller: Caller = { username: "admin" }): Promise<ApiClient> {
    const { username, address } = caller;
    const api = new ApiClient(url, address);
    await (await api.#send("GET", "/api/public/info")).arrayBuffer();
    const credentials = { username, password: PASSWORD };
    const reply = await api.#send("POST", "/api/login", credentials);
    if (!reply.ok) throw new Error(`The sign-in was answered with ${reply.status}`);
    await reply.arrayBuffer();
    const current = await api.#send("GET", "/api/users/current");
    if (!current.ok) throw new Error(`/api/users/current was answered with ${current.status}`);
    const user = (await current.json()) as {
      readonly clients: readonly { readonly id: string }[];
    };
    api.#clientId = user.clients[0]?.id ?? "";
    return api;
  }

  get clientId(): string {
    return this.#clientId;
  }

  get #clientPath(): string {
    return `/api/clients/${this.#clientId}`;
  }

  /** A call below the client; the body of the answer is read and dropped. */
  async call(
    method: "GET" | "POST",
    path: string,
    body?: object,
    accept?: string,
  ): Promise<Answer> {
    const start = performance.now();
    const reply = await this.#send(method, `${this.#clientPath}${path}`, body, accept);
    let firstByte = Number.NaN;
    let bytes = 0;
    for await (const part of reply.body ?? []) {
      if (bytes === 0) firstByte = performance.now() - start;
      bytes += (part as Uint8Array).length;
    }
    return { status: reply.status, firstByte, lastByte: performance.now() - start, bytes };
  }

  /** Like `call`, but returns the answer. @throws AnswerError without success. */
  async json<Body>(method: "GET" | "POST" | "PUT", path: string, body?: object): Promise<Body> {
    const reply = await this.#send(method, `${this.#clientPath}${path}`, body);
    if (!reply.ok) throw new AnswerError(path, reply.status);
    return (await reply.json()) as Body;
  }

  /** The whole address of a path below the client. */
  addressOf(path: string): string {
    return `${this.#url}${this.#clientPath}${path}`;
  }

  /** What a request of this session bears. */
  headers(): Readonly<Record<string, string>> {
    return {
      cookie: [...this.#cookies].map(([name, value]) => `${name}=${value}`).join("; "),
      [CSRF_HEADER]: this.#token,
      ...(this.#address !== undefined && { "x-forwarded-for": this.#address }),
    };
  }

  async #send(method: string, path: string, body?: object, accept = "application/json") {
    const reply = await fetch(`${this.#url}${path}`, {
      method,
      headers: {
        accept,
        ...this.headers(),
        ...(body && { "content-type": "application/json" }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    this.#token = reply.headers.get(CSRF_HEADER) ?? this.#token;
    for (const cookie of reply.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (name !== undefined && value !== undefined) this.#cookies.set(name, value);
    }
    return reply;
  }
}
