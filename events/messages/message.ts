/** Makes messages of the catalogue. It needs no texts, so that who makes a message loads none. */
import type { Message, MessageArguments } from "../kernel/message.ts";
import type { EnglishTexts } from "./english.ts";

export type MessageCode = keyof EnglishTexts;

/** Codes whose texts need no params. */
export type PlainMessageCode = {
  [Code in MessageCode]: MessageArguments<EnglishTexts[Code]> extends [] ? Code : never;
}[MessageCode];

/** @param params what the text of the code has places for */
export function message<Code extends MessageCode>(
  code: Code,
  ...[params]: MessageArguments<EnglishTexts[Code]>
): Message {
  return params === undefined ? { code } : { code, params };
}
