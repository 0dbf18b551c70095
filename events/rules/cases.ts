/** Rules of cases that forms and server share. */
import { COMMENT_MAX_LENGTH } from "../entities/case.ts";
import type { Message } from "../kernel/message.ts";
import { message } from "../messages/message.ts";
import { checkRequired } from "./validation.ts";

export function checkComment(text: string): Message | null {
  return checkRequired(text, "labels.comment") ?? checkCommentLength(text);
}

export function checkCommentLength(text: string): Message | null {
  return text.length > COMMENT_MAX_LENGTH
    ? message("fields.tooLong", { max: COMMENT_MAX_LENGTH })
    : null;
}
