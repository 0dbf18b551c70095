/** The built server as a separate process, and an HTTP client for it. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { CSRF_HEADER } from "#events/rules/session.ts";
import type { DatabaseSource } from "#server/db/open.ts";
import { SHORT_LIVED } from "../../support/shortLived.ts";

const MAIN = fileURLToPath(new URL("../../../dist/server/main.js", import.meta.url));

/** As on most systems: files are readable by all users of the host. */
const WITH_USUAL_UMASK = 'umask 022; exec "$0" "$@"';

export interface ServerProcess {
  readonly process: ChildProcess;
  /** Its output so far, on both channels. */
  output(): string;
  /** The address that it prints when it is ready; fails if it ends before. */
  ready(): Promise<string>;
  /** Its exit code, or the signal that ended it. */
  ended(): Promise<number | string>;
}

/** @param environment overrides PORT=0, no demo, and a fixed admin password. */
export function startServer(
  source: DatabaseSource,
  environment: Readonly<Record<string, string>> = {},
): ServerProcess {
  const place =
    "url" in source ? { DATABASE_URL: source.url } : { PROVISION_DATA_DIR: source.dataDir };
  const command = [process.execPath, ...SHORT_LIVED, "--enable-source-maps", MAIN];
  const child = spawn("sh", ["-c", WITH_USUAL_UMASK, ...command], {
    env: {
      PATH: process.env["PATH"],
      PORT: "0",
      PROVISION_DEMO: "0",
      PROVISION_ADMIN_PASSWORD: "a set password",
      ...place,
      ...environment,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  const listeners = new Set<() => void>();
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (bytes: Buffer) => {
      output += bytes.toString();
      for (const listener of listeners) listener();
    });
  }
  const ended = once(child, "close").then(
    ([code, signal]: (number | string | null)[]) => code ?? signal ?? "",
  );
  return {
    process: child,
    output: () => output,
    ended: () => ended,
    ready: async () => {
      const address = () => /Provision is ready at (\S+)/.exec(output)?.[1];
      const printed = new Promise<void>((resolve) => {
        const look = () => {
          if (address()) resolve();
        };
        listeners.add(look);
        look();
      });
      await Promise.race([printed, ended]);
      const found = address();
      if (!found) throw new Error(`The server ended: ${output}`);
      return found;
    },
  };
}

/** What a browser keeps of a server. */
interface Kept {
  cookie: string;
  token: string;
}

export interface HttpClient {
  readonly kept: Kept;
  /** @throws TypeError if the server is gone. */
  send(method: string, path: string, body?: unknown): Promise<{ status: number; body: unknown }>;
}

/**
 * A visitor of a running server, with cookie and token.
 *
 * @param former whose session goes on, at another address of the same server
 */
export async function visit(address: string, former?: HttpClient): Promise<HttpClient> {
  const kept: Kept = { cookie: "", token: "", ...former?.kept };
  const send = async (method: string, path: string, body?: unknown) => {
    const response = await fetch(address + path, {
      method,
      headers: {
        cookie: kept.cookie,
        [CSRF_HEADER]: kept.token,
        ...(body !== undefined && { "content-type": "application/json" }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    kept.token = response.headers.get(CSRF_HEADER) ?? kept.token;
    const [set] = response.headers.getSetCookie();
    if (set) kept.cookie = set.slice(0, set.indexOf(";"));
    return { status: response.status, body: (await response.json()) as unknown };
  };
  await send("GET", "/api/public/info");
  return { kept, send };
}
