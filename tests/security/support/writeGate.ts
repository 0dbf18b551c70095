/** A proxy on loopback before a service, which reports each write before and after the service performs it. */
import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import type { Moment } from "./killGate.ts";

/** A message, or bytes that belong to none. */
export interface Part {
  readonly bytes: Buffer;
  /** Of the client: the service performs a write when it gets the message. Of the service: it has performed one. */
  readonly isWrite: boolean;
}

/** Splits what both sides of a connection send into messages. Bytes of incomplete messages are kept. */
export interface Conversation {
  sent(bytes: Buffer): readonly Part[];
  answered(bytes: Buffer): readonly Part[];
}

export interface WriteGate {
  readonly port: number;
  close(): void;
}

/**
 * @param converse is called for each connection
 * @param onMoment is called for each moment of each write. @returns whether the client is gone.
 */
export async function startWriteGate(
  port: number,
  converse: () => Conversation,
  onMoment: (moment: Moment) => Promise<boolean>,
): Promise<WriteGate> {
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const service = connect(port, "127.0.0.1");
    const conversation = converse();
    const end = () => {
      client.destroy();
      service.destroy();
    };
    for (const socket of [client, service]) {
      sockets.add(socket);
      // A client that was killed breaks its connection.
      socket.on("error", end).on("close", () => {
        sockets.delete(socket);
        end();
      });
    }
    /** Passes messages on one after the other, with a pause at each moment. */
    const pass = (
      from: Socket,
      to: Socket,
      split: (bytes: Buffer) => readonly Part[],
      moments: { readonly first: Moment; readonly last?: Moment },
    ) => {
      let turn = Promise.resolve();
      const passOne = async ({ bytes, isWrite }: Part) => {
        if (isWrite && (await onMoment(moments.first))) return end();
        if (!to.destroyed) to.write(bytes);
        if (isWrite && moments.last && (await onMoment(moments.last))) end();
      };
      from.on("data", (bytes) => {
        for (const part of split(bytes)) turn = turn.then(() => passOne(part));
      });
    };
    pass(client, service, (bytes) => conversation.sent(bytes), { first: "before" });
    pass(service, client, (bytes) => conversation.answered(bytes), {
      first: "after",
      last: "answered",
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  return {
    port: typeof address === "object" && address !== null ? address.port : 0,
    close: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

/** Collects bytes until messages are complete. */
export class Messages {
  readonly #lengthOf: (bytes: Buffer) => number | null;
  #rest = Buffer.alloc(0);

  /** @param lengthOf the length of the first message; null if its beginning does not say so yet */
  constructor(lengthOf: (bytes: Buffer) => number | null) {
    this.#lengthOf = lengthOf;
  }

  /** @returns the messages that are complete now. */
  take(bytes: Buffer): readonly Buffer[] {
    this.#rest = Buffer.concat([this.#rest, bytes]);
    const messages: Buffer[] = [];
    for (;;) {
      const length = this.#lengthOf(this.#rest);
      if (length === null || this.#rest.length < length) return messages;
      messages.push(this.#rest.subarray(0, length));
      this.#rest = this.#rest.subarray(length);
    }
  }
}
