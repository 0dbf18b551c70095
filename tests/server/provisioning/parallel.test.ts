/** Changes are written to several systems at the same time. */
import { once } from "node:events";
import { connect as connectTo, createServer, type Socket } from "node:net";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { openScimmy } from "../connectors/scim/scimmy.ts";
import { outboundDraft } from "../mappings/support.ts";
import { oneDatabase } from "../support/databases.ts";
import { scimmySystem } from "./liveServices.ts";
import { useLiveSystems } from "./liveSystem.ts";

/** Forwards connections to a port, until it accepts them without an answer. */
async function startGate(port: number) {
  const sockets = new Set<Socket>();
  const gate = { hangs: false, held: 0, port: 0, close: () => {} };
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
    if (gate.hangs) gate.held++;
    else socket.pipe(connectTo(port, "127.0.0.1").on("error", () => {})).pipe(socket);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  gate.port = typeof address === "object" && address !== null ? address.port : 0;
  gate.close = () => {
    for (const socket of sockets) socket.destroy();
    server.close();
  };
  return gate;
}

oneDatabase((database) => {
  let scimmy: Awaited<ReturnType<typeof openScimmy>>;
  let gate: Awaited<ReturnType<typeof startGate>>;
  const live = useLiveSystems(database);
  beforeAll(async () => {
    scimmy = await openScimmy({ users: 1, groups: 1 });
    gate = await startGate(Number(new URL(scimmy.url).port));
  });
  afterAll(() => {
    gate.close();
    scimmy.close();
  });

  const begin = async (url: string) => {
    const system = await live.connect({
      ...scimmySystem(url),
      mappings: [outboundDraft("username", "User/userName")],
    });
    expect(await system.runImport()).toMatchObject({ status: "done" });
    await system.grant("group1", "Engineer");
    return system;
  };

  test("a system that hangs delays only its own changes", async () => {
    const url = new URL(scimmy.url);
    url.port = String(gate.port);
    const slow = await begin(url.href);
    const found = await slow.preview();
    gate.hangs = true;
    await slow.approved(found);
    await vi.waitFor(() => expect(gate.held).toBeGreaterThan(0), { timeout: 30_000 });
    const fast = await begin(scimmy.url);
    await fast.approved(await fast.preview());
    expect(await fast.settled()).toMatchObject({ status: "done", problem: null });
    expect(await slow.latest()).toMatchObject({ status: "applying" });
  }, 90_000);
});
