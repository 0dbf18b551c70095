/** Serves the files of a directory on a free loopback port. */
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";
import type { Cleanup } from "../harness/cleanup.ts";

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".css": "text/css",
  ".wasm": "application/wasm",
};

/** @returns the address, without a trailing slash. */
export async function serveFiles(directory: string, cleanup: Cleanup): Promise<string> {
  const server = createServer((request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url ?? "/", "http://x").pathname));
    const file = join(directory, path);
    void stat(file)
      .catch(() => null)
      .then((found) => {
        const type = TYPES[extname(file)] ?? "application/octet-stream";
        if (!found?.isFile()) return response.writeHead(404).end();
        response.writeHead(200, { "content-type": type, "content-length": found.size });
        return createReadStream(file).pipe(response);
      });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  cleanup.add(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The server has no port");
  return `http://127.0.0.1:${address.port}`;
}
