/** A streaming parser for the XML of a workbook. Rejects documents that declare entities, which spreadsheets never write. */
import { SaxesParser, type SaxesTagPlain } from "saxes";

export interface XmlHandler {
  /** @param name the name without its prefix. */
  readonly open?: (name: string, attribute: (name: string) => string | undefined) => void;
  readonly close?: (name: string) => void;
  readonly text?: (text: string) => void;
}

/** Passes the pieces to the handler and yields after each. @throws Error if the XML is not well-formed. */
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

/** Like `parseXml`, but reads to the end. */
export async function readXml(pieces: AsyncIterable<string>, handler: XmlHandler): Promise<void> {
  const steps = parseXml(pieces, handler);
  while ((await steps.next()).done !== true);
}

function localName(name: string): string {
  return name.slice(name.indexOf(":") + 1);
}
