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

/** The fields of the first connector that has all of these; undefined if none has. */
export function fieldsWith(
  messages: ConnectorMessages,
  ids: readonly string[],
): ConnectorTexts["fields"] | undefined {
  const all = Object.values(messages).map(({ fields }) => fields);
  return all.find((fields) => ids.every((id) => Object.hasOwn(fields, id)));
}
