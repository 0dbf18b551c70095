/** Sign-ins: their destination, and what they require besides the password. */
import { Type, type Static } from "typebox";
import { Address } from "../kernel/redaction.ts";
import { Nullable } from "./common.ts";
import { FactorKind } from "./factor.ts";
import { LogKey, User } from "./user.ts";

/** The destination after the sign-in: a path within the app, percent-encoded. */
export const RedirectPath = Type.Optional(Address(Type.String({ maxLength: 2048 })));

export const SignedIn = Type.Object({
  user: User,
  redirectPath: Nullable(Address(Type.String())),
  logKey: LogKey,
});

/** What a sign-in requires besides the password. */
export const SecondStep = Type.Object({
  /** The factors that the user has set up. */
  kinds: Type.Array(FactorKind),
  /** The user needs a factor, has none, and must set one up. */
  enrols: Type.Boolean(),
});
export type SecondStep = Static<typeof SecondStep>;
