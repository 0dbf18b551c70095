/** What a first visit of the sign-in page loads: every byte of script, style and markup that crosses the wire. */
import { chromium } from "@playwright/test";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createInterface } from "node:readline";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { findChromium } from "../../tests/support/chromium.ts";

const PACKAGE = fileURLToPath(new URL("../../", import.meta.url));

export interface SignInBenchResult {
  /** Bytes over the wire by the kind of resource, headers included. */
  readonly bytes: Readonly<Record<string, number>>;
}

/** Starts the built product on an empty directory, opens the sign-in page with an empty cache and adds up. */
export async function runSignInBench(): Promise<SignInBenchResult> {
  const dataDir = mkdtempSync(join(tmpdir(), "provision-sign-in-"));
  const server = spawn(process.execPath, ["server/start.mjs"], {
    cwd: PACKAGE,
    env: {
      ...process.env,
      PORT: "0",
      PROVISION_DEMO: "0",
      PROVISION_DATA_DIR: dataDir,
      DATABASE_URL: "",
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const exited = once(server, "exit");
  const browser = await chromium.launch({
    executablePath: findChromium() ?? undefined,
    args: ["--no-sandbox"],
  });
  try {
    const page = await browser.newPage();
    const network = await page.context().newCDPSession(page);
    await network.send("Network.enable");
    const kinds = new Map<string, string>();
    const bytes: Record<string, number> = {};
    network.on("Network.responseReceived", ({ requestId, type }) => kinds.set(requestId, type));
    network.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
      const kind = kinds.get(requestId) ?? "Other";
      bytes[kind] = (bytes[kind] ?? 0) + encodedDataLength;
    });
    await page.goto(await addressOf(server.stdout));
    await page.getByLabel("Username").waitFor();
    await page.waitForLoadState("networkidle");
    console.table(
      Object.entries(bytes).map(([kind, count]) => ({
        kind,
        kilobytes: Math.round(count / 100) / 10,
      })),
    );
    return { bytes };
  } finally {
    await browser.close();
    server.kill("SIGTERM");
    await exited;
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function addressOf(stream: NodeJS.ReadableStream): Promise<string> {
  for await (const line of createInterface({ input: stream })) {
    const address = /Provision is ready at (\S+)/.exec(line)?.[1];
    if (address) return address;
  }
  throw new Error("The server ended before it was ready");
}
