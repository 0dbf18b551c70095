/** The signed-in user's sessions: listing and ending them. */
import { Type, type Static } from "typebox";
import { Nullable, Text, Instant, Uuid } from "../entities/common.ts";
import { defineCall } from "../kernel/call.ts";
import { Personal } from "../kernel/redaction.ts";

export const OwnSession = Type.Object({
  id: Uuid,
  /** The browser's description; null if it is unknown. */
  browser: Nullable(Type.String()),
  system: Nullable(Type.String()),
  /** The network address that used the session last. */
  address: Personal(Nullable(Text)),
  createdAt: Instant,
  /** Accurate to five seconds. */
  lastSeenAt: Instant,
  /** This is the session that sends the request. */
  current: Type.Boolean(),
});
export type OwnSession = Static<typeof OwnSession>;

/** The requesting session first, then by last use. */
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

/** Ends another of the user's own sessions immediately. */
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

/** Immediately ends all of the user's own sessions except the requesting one. */
export const endOtherSessions = defineCall({
  name: "sessions/endOtherSessions",
  summary: "End all of your other sessions",
  method: "DELETE",
  endpoint: "/api/sessions",
  permission: "signedIn",
  schema: { responses: { 200: Type.Object({ ended: Type.Integer({ minimum: 0 }) }) } },
});
