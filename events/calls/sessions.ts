/** The sessions of the signed-in user: where they are signed in, and ending them. */
import { Type, type Static } from "typebox";
import { Nullable, Text, Instant, Uuid } from "../entities/common.ts";
import { defineCall } from "../kernel/call.ts";
import { Personal } from "../kernel/redaction.ts";

export const OwnSession = Type.Object({
  id: Uuid,
  /** As the browser names itself; null where it does not. */
  browser: Nullable(Type.String()),
  system: Nullable(Type.String()),
  /** The address of the network from which it was used last. */
  address: Personal(Nullable(Text)),
  createdAt: Instant,
  /** To within five seconds. */
  lastSeenAt: Instant,
  /** It is the session that asks. */
  current: Type.Boolean(),
});
export type OwnSession = Static<typeof OwnSession>;

/** The one that asks first, then the latest used. */
export const listSessions = defineCall({
  name: "sessions/listSessions",
  summary: "List your sessions",
  method: "GET",
  endpoint: "/api/sessions",
  permission: "signedIn",
  schema: {
    responses: {
      200: Type.Object({ _embedded: Type.Object({ sessions: Type.Array(OwnSession) }) }),
    },
  },
});

/** Ends another of the user's own sessions at once. */
export const endOneSession = defineCall({
  name: "sessions/endOneSession",
  summary: "End one of your other sessions",
  method: "DELETE",
  endpoint: "/api/sessions/:sessionId",
  permission: "signedIn",
  schema: {
    params: Type.Object({ sessionId: Uuid }),
    responses: { 200: Type.Object({}) },
  },
});

/** Ends all of the user's own sessions at once but the one that asks. */
export const endOtherSessions = defineCall({
  name: "sessions/endOtherSessions",
  summary: "End all of your other sessions",
  method: "DELETE",
  endpoint: "/api/sessions",
  permission: "signedIn",
  schema: { responses: { 200: Type.Object({ ended: Type.Integer({ minimum: 0 }) }) } },
});
