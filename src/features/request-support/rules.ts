/** The form of a support request before anything is written, what is wrong with it, and its topics. Pure. */
import {
  SUPPORT_TOPICS,
  type NewSupportRequest,
  type SupportTopic,
} from "#events/entities/supportRequest.ts";
import type { Message } from "#events/kernel/message.ts";
import { checkSupportRequest } from "#events/rules/supportRequest.ts";
import { englishText } from "../../kernel/englishText.ts";
import type { TypedProblem } from "../../kernel/form.ts";

export const NEW_REQUEST: NewSupportRequest = { topic: "problem", subject: "", message: "" };

export function problemsOf(request: NewSupportRequest): TypedProblem[] {
  return Object.entries(checkSupportRequest(request) ?? {}).flatMap(
    ([field, problem]: [string, Message | null]) =>
      problem === null ? [] : [{ field, message: englishText(problem) }],
  );
}

export const TOPIC_OPTIONS = (Object.keys(SUPPORT_TOPICS) as SupportTopic[]).map((value) => ({
  value,
  label: SUPPORT_TOPICS[value],
}));

export function readTopic(value: string): SupportTopic {
  return TOPIC_OPTIONS.find((option) => option.value === value)?.value ?? NEW_REQUEST.topic;
}
