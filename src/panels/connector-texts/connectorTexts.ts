import type { ConnectorKind } from "#events/entities/connector.ts";
import type { ConnectorMessages, ConnectorTexts } from "./messages.ts";

/** The texts of a connector for systems of a kind; undefined if it has none. */
export function connectorTextsOf(
  messages: ConnectorMessages,
  key: string,
  kind: ConnectorKind | null | undefined,
): ConnectorTexts | undefined {
  const texts = messages[key];
  if (texts?.hrFields === undefined || kind !== "hr") return texts;
  return { ...texts, fields: { ...texts.fields, ...texts.hrFields } };
}
