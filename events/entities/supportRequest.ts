/** Support requests, as users write them and as they are stored. */
import { Type, type Static } from "typebox";
import { Personal, Secret } from "../kernel/redaction.ts";
import { Count, Instant, Nullable, Text, Uuid } from "./common.ts";

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

/** Maximum bytes of an attached event log, as its file. */
export const SUPPORT_LOG_MAX_SIZE = 4_000_000;
/**
 * Base64 uses four characters for three bytes. The slack lets the server report a slightly oversized file as too large.
 */
export const SUPPORT_LOG_MAX_LENGTH = Math.ceil((SUPPORT_LOG_MAX_SIZE + 100_000) / 3) * 4;

/** The file of an exported event log in Base64. The server does not read what is in it. */
export const SupportLog = Type.Object({
  content: Secret(Type.String({ minLength: 4, maxLength: SUPPORT_LOG_MAX_LENGTH })),
});
export type SupportLog = Static<typeof SupportLog>;

/** A request as it is sent, with the log if one is attached. */
export const SentSupportRequest = Type.Object({
  ...NewSupportRequest.properties,
  log: Type.Optional(SupportLog),
});
export type SentSupportRequest = Static<typeof SentSupportRequest>;

export const SupportRequest = Type.Object({
  id: Uuid,
  /** The requester's username. */
  username: Personal(Text),
  topic: SupportTopic,
  subject: Personal(Text),
  message: Personal(Type.String({ maxLength: MESSAGE_MAX_LENGTH })),
  createdAt: Instant,
  /** Bytes of the attached event log; missing without one, or once it was deleted for its age. */
  logSize: Type.Optional(Count),
});
export type SupportRequest = Static<typeof SupportRequest>;

/** Other ways to contact the operators of Provision; null if there are none. */
export const SupportContact = Type.Object({
  email: Nullable(Text),
  phone: Nullable(Text),
  /** Days for which attached logs are kept; missing in event logs of earlier versions. */
  logDays: Type.Optional(Count),
});
export type SupportContact = Static<typeof SupportContact>;
