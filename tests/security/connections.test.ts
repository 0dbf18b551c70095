/** Connections that ask for little and hold on for long, and bodies that are small only until they are unpacked. */
import { once } from "node:events";
import { connect, type AddressInfo, type Socket } from "node:net";
import { gzipSync } from "node:zlib";
import { beforeAll, expect, test } from "vitest";
import { createApi, type TestApi } from "../server/support/api.ts";
import { oneDatabase } from "../server/support/databases.ts";
import { fillDirectory } from "../server/support/directory.ts";
import { expectError } from "../server/support/errors.ts";

const HALF_OPEN = 600;
/** Bytes of a body once it is unpacked: many times what any call takes. */
const UNPACKED = 256 * 1024 * 1024;

oneDatabase((database) => {
  let api: TestApi;
  let port: number;
  beforeAll(async () => {
    await fillDirectory(database.current.db);
    api = await createApi(database.current);
    await api.app.listen({ port: 0, host: "127.0.0.1" });
    ({ port } = api.app.server.address() as AddressInfo);
    return () => api.app.close();
  });

  async function open(text: string): Promise<Socket> {
    const socket = connect(port, "127.0.0.1");
    socket.on("error", () => {});
    await once(socket, "connect");
    socket.write(text);
    return socket;
  }

  test(`${HALF_OPEN} connections that each send half a request keep nobody from an answer`, async () => {
    const halves = [
      "",
      "POST /api/login HTTP/1.1\r\nHost: x\r\n",
      "POST /api/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{",
    ];
    const sockets = await Promise.all(
      Array.from({ length: HALF_OPEN }, (_, at) => open(halves[at % halves.length] ?? "")),
    );
    for (let at = 0; at < 20; at += 1) {
      const answer = await fetch(`http://127.0.0.1:${port}/api/public/info`);
      expect(answer.status).toBe(200);
      await answer.arrayBuffer();
    }
    expect((await api.signIn("owner")).token).not.toBeNull();
    for (const socket of sockets) socket.destroy();
  });

  test("half a request is waited for a minute, and a whole one two", () => {
    const { server } = api.app;
    expect(server.headersTimeout).toBeGreaterThan(0);
    expect(server.headersTimeout).toBeLessThanOrEqual(60_000);
    expect(server.requestTimeout).toBe(120_000);
  });

  test("a packed body is not unpacked, however much would come of it", async () => {
    const bomb = gzipSync(Buffer.alloc(UNPACKED, " "), { level: 9 });
    const owner = await api.signIn("owner");
    const visitor = api.visitor();
    await visitor.get("/api/public/info");
    const before = process.memoryUsage().rss;
    for (const encoding of ["gzip", "br", "deflate"]) {
      const headers = { "content-encoding": encoding };
      const sent = { payload: bomb, headers };
      expect((await visitor.send("POST", "/api/login", sent)).statusCode).toBe(413);
      const own = await owner.send("PATCH", "/api/users/current", sent);
      expect([400, 413]).toContain(own.statusCode);
    }
    const small = { payload: gzipSync("{}"), headers: { "content-encoding": "gzip" } };
    expectError(await visitor.send("POST", "/api/login", small), "EINVALID");
    expect(process.memoryUsage().rss - before).toBeLessThan(UNPACKED / 2);
  });
});
