/** Filters of searches (RFC 4515). */
import {
  AndFilter,
  EqualityFilter,
  FilterParser,
  GreaterThanEqualsFilter,
  type Filter,
} from "ldapts";
import { isUtf8 } from "node:buffer";
import { ConnectorError } from "../contract.ts";
import { encodeId } from "./values.ts";
import type { Kind, LdapSettings } from "./settings.ts";

/** Escaped bytes of characters outside of ASCII, of which the parser of ldapts would make one character each. */
const ESCAPED_BYTES = /(?:\\[89a-f][\da-f])+/gi;

/** @throws ConnectorError statementRefused */
export function parseFilter(text: string): Filter {
  const readable = text.replaceAll(ESCAPED_BYTES, (escaped) => {
    const bytes = Buffer.from(escaped.replaceAll("\\", ""), "hex");
    if (isUtf8(bytes)) return bytes.toString();
    throw new ConnectorError(
      "statementRefused",
      "find",
      `The filter contains bytes that are not text: ${escaped}`,
    );
  });
  try {
    return FilterParser.parseString(readable);
  } catch (cause) {
    const detail = cause instanceof Error ? cause.message : String(cause);
    throw new ConnectorError("statementRefused", "find", detail, { cause });
  }
}

export function equals(attribute: string, value: string | Buffer): Filter {
  return new EqualityFilter({ attribute, value });
}

export function atLeast(attribute: string, value: string): Filter {
  return new GreaterThanEqualsFilter({ attribute, value });
}

export function all(...filters: readonly Filter[]): Filter {
  return new AndFilter({ filters: [...filters] });
}

/** @throws ConnectorError statementRefused */
export function filterOf(kind: Kind, className = kind.className): Filter {
  return all(equals("objectClass", className), parseFilter(kind.filter));
}

export function hasId({ idAttribute }: LdapSettings, id: string): Filter {
  return equals(idAttribute, encodeId(idAttribute, id));
}
