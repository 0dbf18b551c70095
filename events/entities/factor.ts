/** A second factor of a user. */
import { Type, type Static } from "typebox";
import { Personal } from "../kernel/redaction.ts";
import { Instant, Nullable, Text, Uuid } from "./common.ts";

/** Codes of an authenticator app, or a passkey. */
export const FactorKind = Type.Union([Type.Literal("totp"), Type.Literal("passkey")]);
export type FactorKind = Static<typeof FactorKind>;

export const Factor = Type.Object({
  id: Uuid,
  kind: FactorKind,
  name: Personal(Text),
  createdAt: Instant,
  lastUsedAt: Nullable(Instant),
});
export type Factor = Static<typeof Factor>;
