/** Support requests, as users write them and as they are stored. */
import { Type, type Static } from "typebox";
import { Personal } from "../kernel/redaction.ts";
import { Count, Instant, Nullable, OneOf, Text, Uuid } from "./common.ts";
import { SupportLog } from "./supportLog.ts";

export const SUPPORT_TOPICS = ["problem", "access", "account", "question"] as const;
export const SupportTopic = OneOf(SUPPORT_TOPICS);
export type SupportTopic = Static<typeof SupportTopic>;

/** Maximum length of the message, in UTF-16 code units. */
export const MESSAGE_MAX_LENGTH = 2000;

export const NewSupportRequest = Type.Object({
  topic: SupportTopic,
  subject: Personal(Text),
  message: Personal(Type.String({ maxLength: MESSAGE_MAX_LENGTH })),
});

/** The texts that a request needs, with their labels. */
export const REQUIRED_TEXTS = { subject: "labels.subject", message: "labels.message" } as const;

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
  ...NewSupportRequest.properties,
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
