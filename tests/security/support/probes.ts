/** Requests for a call: address, headers and body, each valid, nearly valid or hostile. */
import fc from "fast-check";
import { ALL_CALLS } from "#events/catalogue.ts";
import type { AnyCall } from "#events/kernel/call.ts";
import {
  hostileText,
  hostileValue,
  nearlyValidValue,
  validValue,
  type Vocabulary,
} from "../../support/values.ts";

export interface Probe {
  readonly url: string;
  readonly payload: string | Buffer | undefined;
  readonly headers: Readonly<Record<string, string>>;
}

type Kind = "valid" | "nearly" | "hostile";

/** Bodies that are invalid JSON, or JSON in unusual forms. */
const RAW_BODIES: readonly (string | Buffer)[] = [
  "",
  " ",
  "{",
  "}",
  "[",
  "nul",
  "{'a':1}",
  '{"a":1,}',
  '{"a":1}{"b":2}',
  '{"__proto__":{"isAdmin":true}}',
  '{"constructor":{"prototype":{"isAdmin":true}}}',
  '{"a":1,"a":2}',
  '{"a":1e999}',
  "1e999",
  "-",
  '"\\ud800"',
  '"\\u0000"',
  "\ufeff{}",
  "\u0000",
  "<a/>",
  "a=1&b=2",
  Buffer.from([0xff, 0xfe, 0x7b, 0x00, 0x7d, 0x00]),
  Buffer.from([0x22, 0xc3, 0x28, 0x22]),
  Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22]),
  "[".repeat(20_000),
  "[".repeat(10_000) + "]".repeat(10_000),
  `{"a":`.repeat(5000) + "1" + "}".repeat(5000),
  `"${"x".repeat(1024 * 1024)}"`,
];

const CONTENT_TYPES = [
  "text/plain",
  "text/html",
  "application/x-www-form-urlencoded",
  "multipart/form-data; boundary=x",
  "application/json; charset=utf-16",
  "application/json-patch+json",
  "application/xml",
  "APPLICATION/JSON",
  "application/json, text/plain",
  "x",
  "",
];

const HEADERS: readonly (readonly [string, readonly string[]])[] = [
  ["accept", ["", "text/html", "*/*", "application/vnd.apache.arrow.stream;q=2", "x".repeat(5000)]],
  ["accept-language", ["../../x", "*", "en;q=x"]],
  ["x-http-method-override", ["DELETE", "GET", "TRACE"]],
  ["x-forwarded-for", ["127.0.0.1", "x".repeat(3000), "::1, 1.2.3.4"]],
  ["x-forwarded-host", ["evil.example"]],
  ["x-forwarded-proto", ["https", "javascript"]],
  ["x-original-url", ["/api/openapi.json"]],
  ["forwarded", ["for=evil;host=evil.example;proto=https"]],
  ["host", ["evil.example", "localhost:1"]],
  ["origin", ["https://evil.example", "null"]],
  ["referer", ["https://evil.example/"]],
  ["user-agent", ["", "<script>alert(1)</script>", "x".repeat(8000)]],
  ["range", ["bytes=0-0", "bytes=-1"]],
  ["if-none-match", ["*", '"x"']],
  ["content-encoding", ["gzip", "br"]],
  ["x-request-id", ["../../x", "1\u00ff"]],
];

const hostileHeaders: fc.Arbitrary<Readonly<Record<string, string>>> = fc
  .array(
    fc
      .constantFrom(...HEADERS)
      .chain(([name, values]) => fc.constantFrom(...values).map((value) => [name, value] as const)),
    { maxLength: 2 },
  )
  .map((pairs) => Object.fromEntries(pairs));

/** Values that no path schema accepts, encoded for an address. */
const RAW_SEGMENTS = [
  "%",
  "%zz",
  "%c0%af",
  "%00",
  "..%2f..%2f",
  "%2e%2e",
  ".",
  ";x=1",
  "a".repeat(3000),
];

function encode(text: string): string {
  // Buffers replace lone surrogates, which addresses cannot contain.
  return encodeURIComponent(Buffer.from(text).toString());
}

/** Whether resolving the dots of an address gives another call's address: then that call answers as declared. */
function isOfAnother({ method, endpoint }: AnyCall, address: string): boolean {
  const { pathname } = new URL(address, "http://localhost");
  const leadsTo = (pattern: string) =>
    new RegExp(`^${pattern.replaceAll(/:\w+/g, "[^/]+")}$`).test(pathname);
  return (
    !leadsTo(endpoint) && ALL_CALLS.some((call) => call.method === method && leadsTo(call.endpoint))
  );
}

function addressOf(call: AnyCall, words: Vocabulary, kind: Kind): fc.Arbitrary<string> {
  const { endpoint, schema } = call;
  const names = [...endpoint.matchAll(/:(\w+)/g)].map(([, name]) => name ?? "");
  const segment = (name: string): fc.Arbitrary<string> => {
    const known = fc.constantFrom(...(words.byName[name] ?? words.ids));
    if (kind === "valid") return known;
    if (kind === "nearly") return fc.oneof(known, fc.constantFrom(...words.ids), fc.uuid());
    return fc.oneof(known, hostileText.map(encode), fc.constantFrom(...RAW_SEGMENTS));
  };
  const path = fc
    .tuple(...names.map(segment))
    .map((values) =>
      names.reduce(
        (at, name, index) => at.replace(`:${name}`, () => values[index] || "x"),
        endpoint,
      ),
    );
  return fc
    .tuple(path, queryOf(schema.query, words, kind))
    .map(([at, query]) => at + query)
    .filter((address) => !isOfAnother(call, address));
}

function queryOf(
  schema: AnyCall["schema"]["query"],
  words: Vocabulary,
  kind: Kind,
): fc.Arbitrary<string> {
  const written = (value: unknown) => {
    if (value === null || typeof value !== "object") return "";
    const pairs = Object.entries(value).map(
      ([key, inner]) =>
        `${encode(key)}=${encode(typeof inner === "object" ? JSON.stringify(inner) : String(inner))}`,
    );
    return pairs.length > 0 ? `?${pairs.join("&")}` : "";
  };
  if (kind === "hostile") {
    const raw = fc.constantFrom(
      "?",
      "??",
      "?%",
      "?a=%zz",
      "?__proto__[x]=1",
      "?__proto__=1",
      "?constructor=1",
      "?page=1&page=2",
      "?page[]=1",
      "?page=9e9",
      "?page=-1",
      "?size=0x10",
      "?sort=name,asc,desc",
      "?sort=__proto__",
      "?sort=name;drop",
      `?contains=${"x".repeat(20_000)}`,
      `?${"a&".repeat(2000)}`,
      "#x",
    );
    return fc.oneof(raw, fc.dictionary(hostileText, hostileText, { maxKeys: 3 }).map(written));
  }
  if (!schema) return fc.constant("");
  const value = kind === "valid" ? validValue(schema, words) : nearlyValidValue(schema, words);
  return value.map(written);
}

function bodyOf(
  { schema }: AnyCall,
  words: Vocabulary,
  kind: Kind,
): fc.Arbitrary<Probe["payload"]> {
  const toText = (value: unknown) => JSON.stringify(value);
  if (kind === "hostile") {
    return fc.oneof(
      { weight: 5, arbitrary: hostileValue.map(toText) },
      { weight: 5, arbitrary: fc.constantFrom(...RAW_BODIES) },
    );
  }
  if (!schema.body) return fc.constant(undefined);
  return (kind === "valid" ? validValue : nearlyValidValue)(schema.body, words).map(toText);
}

/** Usually only one part of a request is invalid, so that the others carry it far into the server. */
export function probesOf(call: AnyCall, words: Vocabulary): fc.Arbitrary<Probe> {
  const probe = (
    address: Kind,
    body: Kind,
    headers: fc.Arbitrary<Readonly<Record<string, string>>> = fc.constant({}),
  ) =>
    fc.record({
      url: addressOf(call, words, address),
      payload: bodyOf(call, words, body),
      headers,
    });
  const types = fc.constantFrom(...CONTENT_TYPES).map((type) => ({ "content-type": type }));
  return fc.oneof(
    { weight: 3, arbitrary: probe("valid", "valid") },
    { weight: 3, arbitrary: probe("nearly", "valid") },
    { weight: call.schema.body ? 6 : 1, arbitrary: probe("valid", "nearly") },
    { weight: call.schema.body ? 4 : 1, arbitrary: probe("valid", "hostile") },
    { weight: 3, arbitrary: probe("hostile", "valid") },
    { weight: 1, arbitrary: probe("hostile", "hostile", hostileHeaders) },
    { weight: 2, arbitrary: probe("valid", "valid", hostileHeaders) },
    { weight: 1, arbitrary: probe("valid", "valid", types) },
  );
}
