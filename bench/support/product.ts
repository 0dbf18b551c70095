/** The built product, started like `npm start`, on its own directory and a free loopback port. */
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { Cleanup } from "../harness/cleanup.ts";
import { PACKAGE } from "../harness/machine.ts";
import type { WatchedProcess } from "./watchProcess.ts";

export const PASSWORD = "only-for-the-bench-1";

export interface Product {
  readonly url: string;
  readonly pid: number;
  /** Stops it; it also stops with the case. */
  readonly stop: () => Promise<void>;
}

export interface WatchedProduct extends Product {
  /** The process's figures since the previous call or its start. */
  readonly watched: () => Promise<WatchedProcess>;
}

const WATCH = fileURLToPath(new URL("./watchedProduct.mjs", import.meta.url));

/** Nothing of the caller's own configuration. */
export function productEnvironment(own: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  const foreign = /^(?:PROVISION_|DATABASE_URL$|HOST$|PORT$|npm_|INIT_CWD$)/;
  const inherited = Object.entries(process.env).filter(([name]) => !foreign.test(name));
  return { ...Object.fromEntries(inherited), ...own };
}

/** Resolves when the server is ready; builds the client first if it is out of date. */
export async function startProduct(
  dataDir: string,
  cleanup: Cleanup,
  environment: Readonly<Record<string, string>> = {},
): Promise<Product> {
  return start([], "ignore", dataDir, cleanup, environment);
}

/** Like `startProduct`, with a probe of its event loop that costs some microseconds every 5 ms. */
export async function startWatchedProduct(
  ...[dataDir, cleanup, environment = {}]: Parameters<typeof startProduct>
): Promise<WatchedProduct> {
  const product = await start(["--import", WATCH], "ipc", dataDir, cleanup, environment);
  return {
    ...product,
    watched: async () => {
      const answered = once(product.child, "message");
      product.child.send("watched");
      const [watched] = (await answered) as [WatchedProcess];
      return watched;
    },
  };
}

async function start(
  nodeOptions: readonly string[],
  channel: "ipc" | "ignore",
  dataDir: string,
  cleanup: Cleanup,
  environment: Readonly<Record<string, string>>,
): Promise<Product & { readonly child: ChildProcess }> {
  const child = spawn(process.execPath, [...nodeOptions, "server/start.mjs"], {
    cwd: PACKAGE,
    env: productEnvironment({
      PORT: "0",
      PROVISION_DEMO: "0",
      PROVISION_DATA_DIR: dataDir,
      PROVISION_ADMIN_PASSWORD: PASSWORD,
      ...environment,
    }),
    stdio: ["ignore", "pipe", "inherit", channel],
  });
  const stop = cleanup.add(() => endProcess(child));
  return { url: await readAddress(child), pid: child.pid ?? 0, stop, child };
}

/** Stops a process, and kills it after 15 seconds. */
export async function endProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
  const exited = once(child, "exit");
  child.kill("SIGTERM");
  const force = setTimeout(() => child.kill("SIGKILL"), 15_000);
  await exited;
  clearTimeout(force);
}

function readAddress(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = "";
    child.stdout?.on("data", (bytes: Buffer) => {
      text += bytes.toString();
      const address = /Provision is ready at (\S+)/.exec(text)?.[1];
      if (address) resolve(address);
    });
    child.once("error", reject);
    child.once("exit", () => reject(new Error(`The server ended before it was ready:\n${text}`)));
  });
}
