/** Event logs that are attached to support requests. */
import { Type, type Static } from "typebox";
import { Secret } from "../kernel/redaction.ts";

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

/** The fields of a form with which a log is attached. `logSession` is the chosen session; empty for the first. */
export const LogChoice = Type.Object({ attachLog: Type.Boolean(), logSession: Type.String() });
export type LogChoice = Static<typeof LogChoice>;
