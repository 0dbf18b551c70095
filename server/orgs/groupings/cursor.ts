/** Cursors of keyset pages in addresses. */
import { message } from "#events/messages/message.ts";
import { isUuid } from "#events/rules/uuid.ts";
import { invalid } from "../../plugins/errors.ts";

/** The sort columns of a level of the tree, and the key. */
const COLUMNS = 4;

export function writeCursor(cursor: readonly string[]): string {
  return Buffer.from(JSON.stringify(cursor)).toString("base64url");
}

/** @throws ApiError EINVALID for a text that is no cursor. */
export function readCursor(text: string | undefined): readonly string[] | null {
  if (text === undefined) return null;
  const cursor = parse(text);
  const [rank, , , oid] = cursor;
  if (cursor.length === COLUMNS && /^[01]$/.test(rank ?? "") && isUuid(oid ?? "")) return cursor;
  throw invalid("/query/after", message("values.unknown"));
}

function parse(text: string): readonly string[] {
  try {
    const value: unknown = JSON.parse(Buffer.from(text, "base64url").toString("utf8"));
    return Array.isArray(value) &&
      value.every((one) => typeof one === "string" && !one.includes("\0"))
      ? (value as readonly string[])
      : [];
  } catch {
    return [];
  }
}
