/** Creates messages of the catalogue without loading any texts. */
import type { Message, MessageArguments } from "../kernel/message.ts";
import type { EnglishTexts } from "./english.ts";

export type MessageCode = keyof EnglishTexts;

/** Codes whose texts have no params. */
export type PlainMessageCode = {
  [Code in MessageCode]: MessageArguments<EnglishTexts[Code]> extends [] ? Code : never;
}[MessageCode];

/** @param params the values for the text's places */
export function message<Code extends MessageCode>(
  code: Code,
  ...[params]: MessageArguments<EnglishTexts[Code]>
): Message {
  return params === undefined ? { code } : { code, params };
}
