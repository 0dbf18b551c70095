/** The form of a support request as it evolves. Pure. */
import {
  SUPPORT_TOPICS,
  type NewSupportRequest,
  type SupportTopic,
} from "#events/entities/supportRequest.ts";
import type { Failure } from "#events/kernel/call.ts";
import type { SupportRequestProblems } from "#events/policy/supportRequest.ts";

export interface RequestForm extends NewSupportRequest {
  readonly problems: SupportRequestProblems;
}

const NO_PROBLEMS: SupportRequestProblems = { subject: null, message: null };

export const NEW_FORM: RequestForm = {
  topic: "problem",
  subject: "",
  message: "",
  problems: NO_PROBLEMS,
};

/** What is corrected is no longer complained about. */
export function changeForm(form: RequestForm, change: Partial<NewSupportRequest>): RequestForm {
  const problems = {
    subject: change.subject === undefined ? form.problems.subject : null,
    message: change.message === undefined ? form.problems.message : null,
  };
  return { ...form, ...change, problems };
}

export function refuseForm(form: RequestForm, problems: SupportRequestProblems): RequestForm {
  return { ...form, problems };
}

/** What the server says of single fields. */
export function problemsOf({ fields = [] }: Failure): SupportRequestProblems {
  const messageAt = (path: string) => fields.find((field) => field.path === path)?.message ?? null;
  return { subject: messageAt("/body/subject"), message: messageAt("/body/message") };
}

export const TOPIC_OPTIONS = (Object.keys(SUPPORT_TOPICS) as SupportTopic[]).map((value) => ({
  value,
  label: SUPPORT_TOPICS[value],
}));

export function readTopic(value: string): SupportTopic {
  return TOPIC_OPTIONS.find((option) => option.value === value)?.value ?? NEW_FORM.topic;
}
