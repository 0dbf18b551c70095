/**
 * Decodes the answers of a server strictly. The parser of ldapts loops forever if a length within an answer exceeds the
 * answer, and it hides cookies and the bytes of values.
 */
import { DamagedMessage } from "./frames.ts";

export interface RawAttribute {
  /** As the server spells it, with options such as `;binary`. */
  readonly name: string;
  readonly values: readonly Buffer[];
}

export interface RawEntry {
  readonly type: "entry";
  readonly dn: string;
  readonly attributes: readonly RawAttribute[];
}

/** The end of an operation. */
export interface Result {
  readonly type: "result";
  /** A result code of RFC 4511 or of an extension. */
  readonly code: number;
  /** The server's own words. May repeat what was sent. */
  readonly text: string;
  /** Values of the response controls by OID. */
  readonly controls: ReadonlyMap<string, Buffer>;
}

/** References to other servers and intermediate responses are ignored. */
export type Answer = RawEntry | { readonly type: "ignored" } | Result;

export interface Message {
  readonly id: number;
  readonly answer: Answer;
}

const INTEGER = 0x02;
const OCTETS = 0x04;
const ENUMERATED = 0x0a;
const SEQUENCE = 0x30;
const SET = 0x31;
const ENTRY = 0x64;
/** A reference to another server, and an intermediate response. */
const IGNORED = new Set([0x73, 0x79]);
const CONTROLS = 0xa0;
/** Bind, search, modify, add, delete, rename and extended. */
const RESULTS = new Set([0x61, 0x65, 0x67, 0x69, 0x6b, 0x6d, 0x78]);

interface Element {
  readonly tag: number;
  readonly content: Buffer;
}

/** The elements of constructed content. Each must end within it. */
function elements(content: Buffer): Element[] {
  const found: Element[] = [];
  let at = 0;
  while (at < content.length) {
    const tag = content[at];
    const first = content[at + 1];
    if (tag === undefined || first === undefined) throw damaged();
    const count = first < 0x80 ? 0 : first & 0x7f;
    if (first === 0x80 || count > 4 || at + 2 + count > content.length) throw damaged();
    const length = count === 0 ? first : content.readUIntBE(at + 2, count);
    const start = at + 2 + count;
    at = start + length;
    if (at > content.length) throw damaged();
    found.push({ tag, content: content.subarray(start, at) });
  }
  return found;
}

function damaged(): DamagedMessage {
  return new DamagedMessage("An answer of the server is damaged");
}

function contentOf(element: Element | undefined, tag: number): Buffer {
  if (element?.tag !== tag) throw damaged();
  return element.content;
}

function integer(content: Buffer): number {
  if (content.length === 0 || content.length > 4) throw damaged();
  return content.readIntBE(0, content.length);
}

function decodeAttribute(element: Element): RawAttribute {
  const [name, values] = elements(contentOf(element, SEQUENCE));
  return {
    name: contentOf(name, OCTETS).toString(),
    values: elements(contentOf(values, SET)).map((value) => contentOf(value, OCTETS)),
  };
}

function decodeControls(element: Element | undefined): ReadonlyMap<string, Buffer> {
  if (element?.tag !== CONTROLS) return new Map();
  const controls = elements(element.content).map((control): [string, Buffer] => {
    const [oid, ...rest] = elements(contentOf(control, SEQUENCE));
    const value = rest.find(({ tag }) => tag === OCTETS)?.content ?? Buffer.alloc(0);
    return [contentOf(oid, OCTETS).toString(), value];
  });
  return new Map(controls);
}

/** @throws DamagedMessage */
export function decodeMessage(bytes: Buffer): Message {
  const [outer] = elements(bytes);
  const [id, operation, controls] = elements(contentOf(outer, SEQUENCE));
  if (operation === undefined) throw damaged();
  return {
    id: integer(contentOf(id, INTEGER)),
    answer: decodeAnswer(operation, controls),
  };
}

function decodeAnswer({ tag, content }: Element, controls: Element | undefined): Answer {
  if (IGNORED.has(tag)) return { type: "ignored" };
  const [first, second, third] = elements(content);
  if (tag === ENTRY) {
    return {
      type: "entry",
      dn: contentOf(first, OCTETS).toString(),
      attributes: elements(contentOf(second, SEQUENCE)).map(decodeAttribute),
    };
  }
  if (!RESULTS.has(tag)) throw damaged();
  return {
    type: "result",
    code: integer(contentOf(first, ENUMERATED)),
    text: contentOf(third, OCTETS).toString(),
    controls: decodeControls(controls),
  };
}

/** @returns the cookie of a paged results control (RFC 2696): empty at the last page. */
export function decodeCookie(value: Buffer): Buffer {
  const [outer] = elements(value);
  const [, cookie] = elements(contentOf(outer, SEQUENCE));
  return contentOf(cookie, OCTETS);
}
