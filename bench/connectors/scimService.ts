/**
 * A SCIM service on loopback in a process of its own. It generates users on request, because storing them would take most
 * of the time and memory of the benchmark.
 */
import { fork } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import { fileURLToPath } from "node:url";

const MAX_PAGE_SIZE = 1_000;

export async function startScimService(users: number): Promise<{
  readonly url: string;
  stop(): Promise<void>;
}> {
  const child = fork(fileURLToPath(import.meta.url), [String(users)]);
  const [port] = (await once(child, "message")) as [number];
  return {
    url: `http://127.0.0.1:${port}`,
    stop: async () => {
      if (child.exitCode !== null) return;
      child.kill();
      await once(child, "exit");
    },
  };
}

function user(at: number): object {
  return {
    schemas: ["urn:ietf:params:scim:schemas:core:2.0:User"],
    id: String(at),
    userName: `user${at}`,
    active: true,
    name: { givenName: `Given ${at % 500}`, familyName: `Family ${at}` },
    emails: [{ value: `user${at}@example.com`, type: "work", primary: true }],
  };
}

async function serve(users: number): Promise<void> {
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://127.0.0.1");
    const start = Math.max(1, Number(searchParams.get("startIndex") ?? 1));
    const count = Math.min(MAX_PAGE_SIZE, Number(searchParams.get("count") ?? MAX_PAGE_SIZE));
    const length = Math.max(0, Math.min(count, users - start + 1));
    const isUsers = pathname === "/Users";
    response.writeHead(isUsers || pathname === "/Groups" ? 200 : 404, {
      "content-type": "application/scim+json",
    });
    response.end(
      JSON.stringify({
        totalResults: isUsers ? users : 0,
        startIndex: start,
        Resources: isUsers ? Array.from({ length }, (_, at) => user(start + at)) : [],
      }),
    );
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  process.send?.(typeof address === "object" && address !== null ? address.port : 0);
}

if (process.send !== undefined && process.argv[1] === fileURLToPath(import.meta.url)) {
  await serve(Number(process.argv[2]));
}
