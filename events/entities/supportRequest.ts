/** Support requests, as users write them and as they are stored. */
import { Type, type Static } from "typebox";
import { Personal } from "../kernel/redaction.ts";
import { Instant, Nullable, Text, Uuid } from "./common.ts";

/** The topic of a request, with its label. */
export const SUPPORT_TOPICS = {
  problem: "Something does not work",
  access: "Access that is missing or wrong",
  account: "My account",
  question: "A question",
} as const;
export type SupportTopic = keyof typeof SUPPORT_TOPICS;

/** Maximum length of the message, in UTF-16 code units. */
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
  /** The requester's username. */
  username: Personal(Text),
  topic: SupportTopic,
  subject: Personal(Text),
  message: Personal(Type.String({ maxLength: MESSAGE_MAX_LENGTH })),
  createdAt: Instant,
});
export type SupportRequest = Static<typeof SupportRequest>;

/** Other ways to contact the operators of Provision; null if there are none. */
export const SupportContact = Type.Object({
  email: Nullable(Text),
  phone: Nullable(Text),
});
export type SupportContact = Static<typeof SupportContact>;
