/** Personal data in the app's addresses: the query contains typed texts. */
import { decodeRedirectPath } from "./session.ts";

/** Parameters with typed text. */
const TYPED: ReadonlySet<string> = new Set(["actor", "contains", "target"]);
/** Parameters that contain another address. */
const NESTED: ReadonlySet<string> = new Set(["redirect"]);
/** Parameters without personal data: ids, list columns and their order. */
const PUBLIC: ReadonlySet<string> = new Set([
  "change",
  "check",
  "due",
  "from",
  "kind",
  "open",
  "orgOid",
  "owner",
  "resourceId",
  "until",
  "debug_store",
  "manager",
  "new",
  "policy",
  "role",
  "show",
  "sort",
  "startsWith",
  "status",
  "type",
]);

/** Every parameter that the app reads and records. */
export const ADDRESS_PARAMETERS: ReadonlySet<string> = new Set([...TYPED, ...NESTED, ...PUBLIC]);

/**
 * An address with replaced typed texts, also in nested redirect addresses. Parameters that no part of the app reads are
 * dropped, because their meaning is unknown.
 *
 * @param address a path with its query, plain or percent-encoded.
 * @param personal returns the replacement of a typed text.
 */
export function pseudonymizedAddress(address: string, personal: (text: string) => string): string {
  const decoded = address.startsWith("/") ? null : decodeRedirectPath(address);
  if (decoded !== null) return encodeURIComponent(pseudonymizedAddress(decoded, personal));
  const at = address.search(/[?#]|%3f/i);
  if (at < 0) return address;
  const path = address.slice(0, at);
  if (address[at] !== "?") return path;
  const query = new URLSearchParams();
  for (const [name, value] of new URLSearchParams(address.slice(at).replace(/#.*$/s, ""))) {
    if (PUBLIC.has(name)) query.append(name, value);
    else if (TYPED.has(name)) query.append(name, value && personal(value));
    else if (NESTED.has(name)) {
      const nested = decodeRedirectPath(value);
      if (nested !== null) query.append(name, pseudonymizedAddress(nested, personal));
    }
  }
  return query.size === 0 ? path : `${path}?${query.toString()}`;
}
