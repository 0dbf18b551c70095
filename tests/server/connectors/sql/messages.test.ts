import { once } from "node:events";
import { createServer, type Socket } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import type { Connection } from "#server/connectors/contract.ts";
import { sqlConnector } from "#server/connectors/sql/index.ts";
import { environment, problemOf } from "../support/environment.ts";

/** A message of https://www.postgresql.org/docs/current/protocol-message-formats.html */
function message(code: string, body: Buffer | string = "", length?: number): Buffer {
  const content = Buffer.from(body);
  const header = Buffer.alloc(5);
  header.write(code);
  header.writeUInt32BE(length ?? content.length + 4, 1);
  return Buffer.concat([header, content]);
}

function int16(...values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 2);
  values.forEach((value, at) => bytes.writeInt16BE(value, at * 2));
  return bytes;
}

const READY = message("Z", "I");
const SIGNED_IN = Buffer.concat([message("R", Buffer.alloc(4)), READY]);
const COLUMN = Buffer.concat([Buffer.from("id\0"), int16(0, 0, 0, 0, 25, -1, -1, -1, 0)]);
const COLUMNS = message("T", Buffer.concat([int16(1), COLUMN]));
const VALUE = Buffer.concat([int16(0, 1), Buffer.from("x")]);
const ROW = message("D", Buffer.concat([int16(1), VALUE]));

/** A server that accepts the sign-in with one answer and every later message with another. */
async function serve(signIn: Buffer, answer: (socket: Socket) => void): Promise<Connection> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    let received = 0;
    socket.on("error", () => {});
    socket.on("data", () => (received++ === 0 ? socket.write(signIn) : answer(socket)));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const address = server.address();
  const connection = await sqlConnector.open(
    {
      host: "127.0.0.1",
      port: typeof address === "object" && address !== null ? address.port : 0,
      database: "d",
      user: "u",
      password: "p",
      tls: "NONE",
      ca: "",
      accounts: "select 1 as id",
      idColumn: "id",
    },
    environment({ answerTime: 60_000 }),
  );
  onTestFinished(() => connection.close());
  return connection;
}

const DAMAGED: readonly (readonly [string, Buffer])[] = [
  ["is empty", message("R")],
  ["announces columns that are missing", message("T", int16(30_000))],
  ["announces fewer than no values", message("D", int16(-1))],
  ["announces a value that is missing", message("D", int16(1, 0, 100))],
  ["has a value of negative length", message("D", int16(1, -1, -2))],
  ["has no length", message("1", "", 0)],
  ["has an unknown code", message("?", "x")],
  ["is an error without an end", message("E", "Mx\0")],
  ["is a notice without an end", message("N")],
];

test.each(DAMAGED)("a message that %s ends the sign-in", async (_name, damaged) => {
  const connection = await serve(damaged, () => {});
  expect(await problemOf(connection.test())).toMatchObject({
    remedy: "contentDamaged",
    step: "signIn",
  });
});

test.each(DAMAGED)("a message that %s ends a query", async (_name, damaged) => {
  const connection = await serve(SIGNED_IN, (socket) => socket.write(damaged));
  expect(await problemOf(connection.test())).toMatchObject({ remedy: "contentDamaged" });
});

test.each(DAMAGED)("a message that %s ends the rows before it", async (_name, damaged) => {
  const rows = Buffer.concat([COLUMNS, ROW, ROW, damaged]);
  const connection = await serve(SIGNED_IN, (socket) => socket.write(rows));
  expect(await problemOf(connection.test())).toMatchObject({ remedy: "contentDamaged" });
});

test("a value that is too long is refused before it arrives", async () => {
  const connection = await serve(SIGNED_IN, (socket) =>
    socket.write(Buffer.concat([COLUMNS, message("D", "", 300 * 1024 * 1024)])),
  );
  expect(await problemOf(connection.test())).toMatchObject({ remedy: "limitReached" });
});

test("rows without end are refused", async () => {
  const rows = Buffer.concat(
    Array.from({ length: 16 }, () =>
      message("D", Buffer.concat([int16(1), int16(0x10, 0), Buffer.alloc(1 << 20)])),
    ),
  );
  const connection = await serve(SIGNED_IN, (socket) => {
    socket.write(COLUMNS);
    const write = (): void => {
      while (!socket.destroyed && socket.write(rows));
      socket.once("drain", write);
    };
    write();
  });
  expect(await problemOf(connection.test())).toMatchObject({ remedy: "limitReached" });
}, 60_000);

test("messages may arrive byte by byte", async () => {
  const failure = message("E", "SERROR\0C42501\0Mforbidden\0\0");
  const connection = await serve(SIGNED_IN, (socket) => {
    socket.setNoDelay(true);
    void (async () => {
      for (const byte of failure) {
        socket.write(Buffer.of(byte));
        await new Promise(setImmediate);
      }
    })();
  });
  expect(await problemOf(connection.test())).toMatchObject({ remedy: "notAllowed" });
});
