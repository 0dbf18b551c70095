/** Removes secrets from texts, also in the forms in which a system may repeat them. */

type Encode = (text: string) => string;

/** Shorter secrets are found only as they are, because their other forms would also be found within words. */
const MIN_ENCODED_LENGTH = 4;

const base64: Encode = (text) => Buffer.from(text).toString("base64");
const percent: Encode = (text) => encodeURIComponent(text);
const json: Encode = (text) => JSON.stringify(text).slice(1, -1);

/** How headers carry a text. */
const IN_HEADERS: readonly Encode[] = [
  (text) => text,
  base64,
  (text) => base64(text).replace(/=+$/, ""),
  (text) => Buffer.from(text).toString("base64url"),
];

/** How addresses, forms and JSON carry a text. */
const IN_BODIES: readonly Encode[] = [
  (text) => text,
  percent,
  (text) => percent(text).replace(/%../g, (byte) => byte.toLowerCase()),
  // RFC 3986 also encodes these.
  (text) =>
    percent(text).replace(
      /[!'()*]/g,
      (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
    ),
  (text) => new URLSearchParams({ text }).toString().slice("text=".length),
  json,
  (text) => json(text).replaceAll("/", "\\/"),
  (text) =>
    json(text).replace(
      /[^\x20-\x7e]/g,
      (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`,
    ),
];

/** The forms of a secret: in Base64 or not, then encoded up to twice. */
function formsOf(secret: string): readonly string[] {
  if (secret.length < MIN_ENCODED_LENGTH) return [secret];
  // A lone surrogate cannot be encoded.
  const text = Buffer.from(secret).toString();
  const once = IN_HEADERS.flatMap((encode) => IN_BODIES.map((carry) => carry(encode(text))));
  return [secret, ...once.flatMap((form) => IN_BODIES.map((carry) => carry(form)))];
}

/** The texts that HTTP's Basic scheme (RFC 7617, and RFC 6749, section 2.3.1) makes of names and passwords. */
export function basicPairs(names: readonly string[], secrets: readonly string[]): string[] {
  return names.flatMap((name) =>
    secrets.flatMap((secret) => [
      `${name}:${secret}`,
      [name, secret].map((part) => percent(Buffer.from(part).toString())).join(":"),
    ]),
  );
}

/** @param mark takes the place of each secret */
export function hideSecrets(text: string, secrets: readonly string[], mark: string): string {
  const forms = [...new Set(secrets.filter((secret) => secret !== "").flatMap(formsOf))];
  // A form may contain a shorter one.
  forms.sort((one, other) => other.length - one.length);
  let clean = text;
  for (const form of forms) clean = clean.replaceAll(form, () => mark);
  return clean;
}
