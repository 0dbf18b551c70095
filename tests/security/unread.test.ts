/** Clients that request large answers and never read them: others are not affected, and the held memory is released. */
import { once } from "node:events";
import { connect, type AddressInfo, type Socket } from "node:net";
import { sql } from "kysely";
import { afterEach, beforeAll, expect, test } from "vitest";
import { SESSION_COOKIE } from "#events/rules/session.ts";
import { type Browser, createApi, type TestApi } from "../server/support/api.ts";
import { oneDatabase } from "../server/support/databases.ts";
import { fillDirectory } from "../server/support/directory.ts";
import { expectError } from "../server/support/errors.ts";

/** Timeout for a very busy machine. */
const PATIENCE = { timeout: 20_000 };
/** 5 MB of text, more than socket buffers hold. */
const ROLES = 120_000;
/** More requests than a user may have, and exactly as many. */
const [TOO_MANY, AT_ONCE] = [10, 8];

oneDatabase((database) => {
  let api: TestApi;
  let port: number;
  let path: string;
  const sockets: Socket[] = [];

  beforeAll(async () => {
    const directory = await fillDirectory(database.current.db);
    path = `/api/clients/${directory.clientId}/mp-orgs/${directory.orgs.Ops}/inducements/role-oids`;
    await sql`
      insert into inducements (client_id, id, org_oid, role_oid, created_at)
      select ${directory.clientId}, gen_random_uuid(), ${directory.orgs.Ops}, gen_random_uuid(), now()
      from generate_series(1, ${ROLES}::int)
    `.execute(database.current.db);
    api = await createApi(database.current);
    await api.app.listen({ port: 0, host: "127.0.0.1" });
    ({ port } = api.app.server.address() as AddressInfo);
    return () => api.app.close();
  });
  afterEach(async () => {
    for (const socket of sockets.splice(0)) socket.destroy();
    await expect.poll(() => openAnswers(), PATIENCE).toBe(0);
  });

  /** Connections that the server has not closed yet. */
  const openAnswers = () =>
    new Promise<number>((resolve, reject) => {
      api.app.server.getConnections((error, count) => (error ? reject(error) : resolve(count)));
    });

  /** Sends a request and reads only the head of the answer. @returns its status. */
  async function ask({ cookie }: Browser): Promise<{ status: number; socket: Socket }> {
    const socket = connect(port, "127.0.0.1");
    sockets.push(socket);
    socket.on("error", () => {});
    socket.write(
      `GET ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\ncookie: ${SESSION_COOKIE}=${cookie}\r\n\r\n`,
    );
    const [head] = (await once(socket, "data")) as [Buffer];
    socket.pause();
    return { status: Number(head.toString("latin1").slice(9, 12)), socket };
  }

  test("a user with several large answers in progress is refused more until one has ended", async () => {
    const owner = await api.signIn("owner");
    const mapper = await api.signIn("mapper");
    const answers = [];
    for (let times = 0; times < TOO_MANY; times += 1) answers.push(await ask(owner));
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(AT_ONCE);
    expect(statuses.filter((status) => status === 429)).toHaveLength(TOO_MANY - AT_ONCE);
    const refused = await owner.get(path);
    expect(expectError(refused, "ETOOMANYREQUESTS").message).toBe(
      "Too many large transfers at once; wait until one has ended",
    );
    expect(refused.headers["retry-after"]).toBe("5");
    expect((await owner.get(path.replace("/role-oids", ""))).statusCode).toBe(200);
    expect((await ask(mapper)).status).toBe(200);
    answers[0]?.socket.destroy();
    await expect.poll(async () => (await ask(owner)).status, PATIENCE).toBe(200);
  });

  test("sequential requests count no longer than their connection", async () => {
    const mapper = await api.signIn("mapper");
    const socket = connect(port, "127.0.0.1");
    sockets.push(socket);
    const head = `GET ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\ncookie: ${SESSION_COOKIE}=${mapper.cookie}\r\n\r\n`;
    socket.write(head.repeat(AT_ONCE));
    await once(socket, "data");
    socket.pause();
    await expect.poll(async () => (await ask(mapper)).status, PATIENCE).toBe(429);
    for (const one of sockets.splice(0)) one.destroy();
    await expect.poll(async () => (await ask(mapper)).status, PATIENCE).toBe(200);
  });

  test("the server abandons an answer that the client does not read", async () => {
    // Two minutes, for which no test waits.
    expect(api.app.server.timeout).toBe(120_000);
    const connection = once(api.app.server, "connection") as Promise<[Socket]>;
    const { socket } = await ask(await api.signIn("owner"));
    (await connection)[0].setTimeout(200);
    await expect.poll(() => openAnswers(), PATIENCE).toBe(0);
    expect(socket.bytesRead).toBeLessThan(ROLES * 39);
  });
});
