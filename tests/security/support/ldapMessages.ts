/** LDAP messages of a connection without encryption: which of them write. RFC 4511, section 4.2 and 5.1. */
import { Messages, type Conversation } from "./writeGate.ts";

/** Tags of the requests to modify, add, delete and rename an entry. */
const REQUESTS: ReadonlySet<number> = new Set([0x66, 0x68, 0x4a, 0x6c]);
/** Tags of their responses. */
const RESPONSES: ReadonlySet<number> = new Set([0x67, 0x69, 0x6b, 0x6d]);

interface Element {
  readonly tag: number;
  /** Where its content begins, and where it ends. */
  readonly start: number;
  readonly end: number;
}

/** @returns the BER element at the place; null if its length is not known yet. */
function elementAt(bytes: Buffer, at: number): Element | null {
  const [tag, first] = [bytes[at], bytes[at + 1]];
  if (tag === undefined || first === undefined) return null;
  if (first < 0x80) return { tag, start: at + 2, end: at + 2 + first };
  const size = first & 0x7f;
  if (bytes.length < at + 2 + size) return null;
  const start = at + 2 + size;
  return { tag, start, end: start + bytes.readUIntBE(at + 2, size) };
}

/** The operation of a complete message: the element after its number. */
function operationOf(message: Buffer): Element | null {
  const envelope = elementAt(message, 0);
  const number = envelope && elementAt(message, envelope.start);
  return number && elementAt(message, number.end);
}

/** @param onPerformed is called with the DN of each entry that the directory has written. */
export function ldapConversation(onPerformed: (dn: string) => void): Conversation {
  const lengthOf = (bytes: Buffer) => elementAt(bytes, 0)?.end ?? null;
  const [requests, responses] = [new Messages(lengthOf), new Messages(lengthOf)];
  /** Of the writes without an answer, in their order. */
  const open: string[] = [];
  return {
    sent: (sent) =>
      requests.take(sent).map((bytes) => {
        const operation = operationOf(bytes);
        const isWrite = operation !== null && REQUESTS.has(operation.tag);
        if (isWrite) open.push(dnOf(bytes, operation));
        return { bytes, isWrite };
      }),
    answered: (answered) =>
      responses.take(answered).map((bytes) => {
        const operation = operationOf(bytes);
        const isWrite = operation !== null && RESPONSES.has(operation.tag);
        if (isWrite) {
          const code = elementAt(bytes, operation.start);
          const dn = open.shift() ?? "";
          onPerformed(bytes[code?.start ?? 0] === 0 ? dn : `failed: ${dn}`);
        }
        return { bytes, isWrite };
      }),
  };
}

/** A request to delete consists of the DN. Others begin with it. */
function dnOf(bytes: Buffer, operation: Element): string {
  const { start, end } =
    (operation.tag === 0x4a ? operation : elementAt(bytes, operation.start)) ?? operation;
  return bytes.toString("utf8", start, end);
}
