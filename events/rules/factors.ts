/** Rules of second factors that client and server share. */
import type { Message } from "../kernel/message.ts";
import { message } from "../messages/message.ts";

const FACTOR_NAME_MAX = 100;

export function checkFactorName(name: string): Message | null {
  const { length } = name.trim();
  if (length === 0) return message("factors.nameRequired");
  return length > FACTOR_NAME_MAX ? message("factors.nameTooLong") : null;
}
