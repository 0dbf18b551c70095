/** XML of a workbook as it streams by. Documents with their own entities are none that a spreadsheet writes. */
import { SaxesParser, type SaxesTagPlain } from "saxes";

export interface XmlHandler {
  /** @param name without its prefix. */
  readonly open?: (name: string, attribute: (name: string) => string | undefined) => void;
  readonly close?: (name: string) => void;
  readonly text?: (text: string) => void;
}

/** Feeds the pieces to the handler; yields after each of them. @throws Error for what is no well-formed XML. */
export async function* parseXml(
  pieces: AsyncIterable<string>,
  { open, close, text }: XmlHandler,
): AsyncGenerator<void, void, undefined> {
  const parser = new SaxesParser();
  if (open) {
    parser.on("opentag", ({ name, attributes }: SaxesTagPlain) => {
      open(localName(name), (wanted) => attributes[wanted]);
    });
  }
  if (close) parser.on("closetag", ({ name }) => close(localName(name)));
  if (text) {
    parser.on("text", text);
    parser.on("cdata", text);
  }
  for await (const piece of pieces) {
    parser.write(piece);
    yield;
  }
  parser.close();
  yield;
}

/** As `parseXml`, to the end. */
export async function readXml(pieces: AsyncIterable<string>, handler: XmlHandler): Promise<void> {
  const steps = parseXml(pieces, handler);
  while ((await steps.next()).done !== true);
}

function localName(name: string): string {
  return name.slice(name.indexOf(":") + 1);
}
