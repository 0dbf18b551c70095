import type { Message } from "../kernel/message.ts";
import { message } from "../messages/message.ts";

/** Messages were English texts, which are shown verbatim. */
export function messageOfText(text: unknown): Message {
  return message("common.text", { text: text as string });
}

interface OldFailure {
  readonly message: unknown;
  readonly fields?: readonly { readonly message: unknown }[];
}

/** The failure of a call had its reasons in English. */
export function failureOfTexts(payload: unknown): unknown {
  const { message: text, fields, ...failure } = payload as OldFailure;
  return {
    ...failure,
    reason: messageOfText(text),
    ...(fields && {
      fields: fields.map(({ message: ofField, ...field }) => ({
        ...field,
        reason: messageOfText(ofField),
      })),
    }),
  };
}

/** Events with their reason in English. */
export function reasonOfText(payload: unknown): unknown {
  const { message: text, ...others } = payload as { readonly message: unknown };
  return { ...others, reason: messageOfText(text) };
}
