/** Requests for support, as people write them and as they are kept. */
import { Type, type Static } from "typebox";
import { Personal } from "../kernel/redaction.ts";
import { Instant, Nullable, Text, Uuid } from "./common.ts";

/** What a request is about, with the words for it. */
export const SUPPORT_TOPICS = {
  problem: "Something does not work",
  access: "Access that is missing or wrong",
  account: "My account",
  question: "A question",
} as const;
export type SupportTopic = keyof typeof SUPPORT_TOPICS;

/** Longest message, in UTF-16 code units. */
export const MESSAGE_MAX_LENGTH = 2000;

export const SupportTopic = Type.Union([
  Type.Literal("problem"),
  Type.Literal("access"),
  Type.Literal("account"),
  Type.Literal("question"),
]);

export const NewSupportRequest = Type.Object({
  topic: SupportTopic,
  subject: Personal(Text),
  message: Personal(Type.String({ maxLength: MESSAGE_MAX_LENGTH })),
});
export type NewSupportRequest = Static<typeof NewSupportRequest>;

export const SupportRequest = Type.Object({
  id: Uuid,
  /** The username of whoever asks. */
  username: Personal(Text),
  topic: SupportTopic,
  subject: Personal(Text),
  message: Personal(Type.String({ maxLength: MESSAGE_MAX_LENGTH })),
  createdAt: Instant,
});
export type SupportRequest = Static<typeof SupportRequest>;

/** How else the people are reached who run Provision; null where there is no such way. */
export const SupportContact = Type.Object({
  email: Nullable(Text),
  phone: Nullable(Text),
});
export type SupportContact = Static<typeof SupportContact>;
