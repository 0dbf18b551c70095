/** Active Directory sends long attributes in ranges, such as `member;range=0-1499`. */
import { ConnectorError } from "../contract.ts";
import { findEntry } from "./paging.ts";
import type { RawAttribute, RawEntry } from "./wire/decode.ts";
import type { Session } from "./wire/session.ts";

const RANGE = /^(.+);range=(\d+)-(\d+|\*)$/i;

interface Range {
  readonly attribute: string;
  readonly first: number;
  /** Null for the last range. */
  readonly last: number | null;
}

function rangeOf(name: string): Range | null {
  const [, attribute, first, last] = RANGE.exec(name) ?? [];
  if (attribute === undefined) return null;
  return { attribute, first: Number(first), last: last === "*" ? null : Number(last) };
}

/** @returns the entry with all values. @throws ConnectorError if the server does not send all ranges. */
export async function completeRanges(session: Session, entry: RawEntry): Promise<RawEntry> {
  if (!entry.attributes.some(({ name }) => rangeOf(name))) return entry;
  const attributes: RawAttribute[] = [];
  const complete = new Set<string>();
  for (const attribute of entry.attributes) {
    const range = rangeOf(attribute.name);
    if (!range) attributes.push(attribute);
    else {
      complete.add(range.attribute.toLowerCase());
      attributes.push({
        name: range.attribute,
        values: await allValues(session, entry.dn, attribute, range),
      });
    }
  }
  // The server also sends the attribute without a range, and without values.
  return {
    ...entry,
    attributes: attributes.filter(
      ({ name, values }) => values.length > 0 || !complete.has(name.toLowerCase()),
    ),
  };
}

async function allValues(
  session: Session,
  dn: string,
  { values: firstValues }: RawAttribute,
  firstRange: Range,
): Promise<readonly Buffer[]> {
  const values = [...firstValues];
  let { first, last } = firstRange;
  while (last !== null) {
    if (first !== values.length - (last - first + 1)) throw incomplete(dn, firstRange);
    const name = `${firstRange.attribute};range=${last + 1}-*`;
    const entry = await findEntry(session, dn, [name]);
    const next = entry?.attributes.find((attribute) => rangeOf(attribute.name));
    const range = next && rangeOf(next.name);
    if (!range || range.first !== last + 1) throw incomplete(dn, firstRange);
    for (const value of next.values) values.push(value);
    ({ first, last } = range);
  }
  return values;
}

function incomplete(dn: string, { attribute }: Range): ConnectorError {
  return new ConnectorError(
    "contentDamaged",
    "read",
    `The server did not send all values of ${attribute} of ${dn}`,
  );
}
