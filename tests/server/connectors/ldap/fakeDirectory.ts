/** A directory on loopback that answers what the test says, for what a real server cannot be made to do. */
import { createServer, type Socket } from "node:net";
import {
  Attribute,
  BerReader,
  BerWriter,
  Control,
  ModifyDNRequest,
  ModifyRequest,
  PagedResultsControl,
  PresenceFilter,
  ProtocolOperation,
  SearchRequest,
} from "ldapts";
import { onTestFinished } from "vitest";

export const SHOW_DELETED = "1.2.840.113556.1.4.417";

export interface AskedSearch {
  readonly base: string;
  readonly filter: string;
  readonly attributes: readonly string[];
  /** The cookie of the page; null without paging. */
  readonly cookie: string | null;
  /** With the control of Active Directory. */
  readonly showsDeleted: boolean;
}

export interface FakeEntry {
  readonly dn: string;
  readonly attributes: Readonly<Record<string, readonly (string | Buffer)[]>>;
}

/** Ends the answer. */
export interface Done {
  readonly code?: number;
  readonly text?: string;
  readonly cookie?: string;
  /** The value of the paging control as it is. */
  readonly paging?: Buffer;
}

/** What a search answers, in order: entries, the end, bytes as they are, or nothing more. */
export type Reply = FakeEntry | Done | Buffer | "hang" | "disconnect";

export interface FakeDirectory {
  readonly port: number;
  readonly searches: readonly AskedSearch[];
  /** Such as `add cn Ann`, and `rename cn=Ann` with the new name. */
  readonly modifications: readonly string[];
  connections(): number;
  /** Sets the answer to StartTLS, sent in one packet. */
  startTls(replies: readonly (Done | Buffer)[]): void;
}

const SEQUENCE = 0x30;
const OCTETS = 0x04;
const MODIFY = ProtocolOperation.LDAP_REQ_MODIFY;
const RENAME = ProtocolOperation.LDAP_REQ_MODRDN;
const EXTENDED = ProtocolOperation.LDAP_REQ_EXTENSION;
const SEARCH = ProtocolOperation.LDAP_REQ_SEARCH;
/** The responses to requests that the test does not answer itself. */
const RESPONSES: Readonly<Record<number, number>> = {
  [ProtocolOperation.LDAP_REQ_BIND]: ProtocolOperation.LDAP_RES_BIND,
  [MODIFY]: ProtocolOperation.LDAP_RES_MODIFY,
  [RENAME]: ProtocolOperation.LDAP_RES_MODRDN,
};

/**
 * @param search answers a search.
 * @param bind answers a sign-in.
 */
export async function startFake(
  search: (asked: AskedSearch) => readonly Reply[],
  bind: () => Done | Buffer | "hang" = () => ({}),
): Promise<FakeDirectory> {
  const searches: AskedSearch[] = [];
  const modifications: string[] = [];
  const sockets = new Set<Socket>();
  let connections = 0;
  let ofStartTls: readonly (Done | Buffer)[] = [{}];

  function answer(socket: Socket, bytes: Buffer): void {
    const reader = new BerReader(bytes);
    reader.readSequence();
    const id = reader.readInt() ?? 0;
    const operation = reader.readSequence() ?? 0;
    if (operation === SEARCH) {
      const asked = readSearch(reader, id);
      searches.push(asked);
      for (const reply of search(asked)) send(socket, id, ProtocolOperation.LDAP_RES_SEARCH, reply);
      return;
    }
    if (operation === MODIFY) {
      const request = new ModifyRequest({ messageId: id });
      request.parseMessage(reader);
      for (const { operation: kind, modification } of request.changes) {
        modifications.push(`${kind} ${modification.type} ${modification.values.join(" ")}`);
      }
    }
    if (operation === RENAME) {
      const request = new ModifyDNRequest({ messageId: id });
      request.parseMessage(reader);
      modifications.push(`rename ${request.newRdn}`);
    }
    if (operation === EXTENDED) {
      const parts = ofStartTls.map((reply) =>
        Buffer.isBuffer(reply)
          ? reply
          : encodeResult(id, ProtocolOperation.LDAP_RES_EXTENSION, reply),
      );
      socket.write(Buffer.concat(parts));
      return;
    }
    const response = RESPONSES[operation];
    if (response === undefined) return;
    send(socket, id, response, response === ProtocolOperation.LDAP_RES_BIND ? bind() : {});
  }

  const server = createServer({ noDelay: true }, (socket) => {
    connections++;
    sockets.add(socket);
    let rest = Buffer.alloc(0);
    socket.on("error", () => {});
    socket.on("data", (bytes: Buffer) => {
      rest = Buffer.concat([rest, bytes]);
      // The start of TLS is not answered.
      if (rest[0] !== SEQUENCE) return;
      for (let size = sizeOf(rest); size !== null && size <= rest.length; size = sizeOf(rest)) {
        answer(socket, rest.subarray(0, size));
        rest = rest.subarray(size);
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  const address = server.address();
  return {
    port: address && typeof address === "object" ? address.port : 0,
    searches,
    modifications,
    connections: () => connections,
    startTls: (replies) => {
      ofStartTls = replies;
    },
  };
}

function sizeOf(bytes: Buffer): number | null {
  const reader = new BerReader(bytes);
  return reader.readSequence() === null ? null : reader.offset + reader.length;
}

function readSearch(reader: BerReader, messageId: number): AskedSearch {
  const request = new SearchRequest({ messageId, filter: NO_FILTER });
  request.parse(reader, [new Control(SHOW_DELETED)]);
  const paging = request.controls?.find((control) => control instanceof PagedResultsControl);
  return {
    base: request.baseDN,
    filter: request.filter.toString(),
    attributes: request.attributes,
    cookie: paging?.value?.cookie?.toString() ?? null,
    showsDeleted: request.controls?.some(({ type }) => type === SHOW_DELETED) ?? false,
  };
}

const NO_FILTER = new PresenceFilter({ attribute: "objectClass" });

function send(socket: Socket, id: number, response: number, reply: Reply): void {
  if (reply === "hang") return;
  if (reply === "disconnect") socket.destroy();
  else if (Buffer.isBuffer(reply)) socket.write(reply);
  else socket.write("dn" in reply ? encodeEntry(id, reply) : encodeResult(id, response, reply));
}

function encode(id: number, operation: number, write: (writer: BerWriter) => void): BerWriter {
  const writer = new BerWriter();
  writer.startSequence();
  writer.writeInt(id);
  writer.startSequence(operation);
  write(writer);
  writer.endSequence();
  return writer;
}

function encodeEntry(id: number, { dn, attributes }: FakeEntry): Buffer {
  const writer = encode(id, ProtocolOperation.LDAP_RES_SEARCH_ENTRY, (entry) => {
    entry.writeString(dn);
    entry.startSequence();
    for (const [type, values] of Object.entries(attributes)) {
      const buffers = values.map((value) => Buffer.from(value));
      new Attribute({ type, values: buffers }).write(entry);
    }
    entry.endSequence();
  });
  writer.endSequence();
  return writer.buffer;
}

function encodeResult(
  id: number,
  response: number,
  { code = 0, text = "", cookie, paging }: Done,
): Buffer {
  const writer = encode(id, response, (result) => {
    result.writeEnumeration(code);
    result.writeString("");
    result.writeString(text);
  });
  if (paging !== undefined) {
    writer.startSequence(ProtocolOperation.LDAP_CONTROLS);
    writer.startSequence();
    writer.writeString(PagedResultsControl.type);
    writer.writeBuffer(paging, OCTETS);
    writer.endSequence();
    writer.endSequence();
  }
  if (cookie !== undefined) {
    writer.startSequence(ProtocolOperation.LDAP_CONTROLS);
    new PagedResultsControl({ value: { size: 0, cookie: Buffer.from(cookie) } }).write(writer);
    writer.endSequence();
  }
  writer.endSequence();
  return writer.buffer;
}
