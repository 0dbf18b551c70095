import { jsonPieces } from "#server/mining/jsonReport.ts";

/** The JSON text of the report from its parts. */
export async function reportText(
  parts: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
): Promise<string> {
  const pieces: Uint8Array[] = [];
  for await (const piece of jsonPieces(eachOf(parts))) pieces.push(piece);
  return Buffer.concat(pieces).toString();
}

async function* eachOf<Item>(
  items: Iterable<Item> | AsyncIterable<Item>,
): AsyncGenerator<Item, void> {
  yield* items;
}
