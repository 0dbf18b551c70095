/** Events of second factors: setting them up, using them, and managing them in the profile. */
import { Type, type Static } from "typebox";
import { Text, Uuid } from "../entities/common.ts";
import { defineConfirmation } from "../kernel/confirmation.ts";
import { defineEvent } from "../kernel/event.ts";
import { defineForm } from "../kernel/form.ts";
import { Personal } from "../kernel/redaction.ts";

/** The second step of a sign-in, with a code. */
export const codeForm = defineForm("factors/code", Type.Object({}), ["code"]);

/** The first code of an app that is being set up. */
export const totpForm = defineForm("factors/totp", Type.Object({}), ["code"]);

export const renameForm = defineForm("factors/name", Type.Object({ name: Personal(Text) }));

/** The factor to rename. */
export const renameChosen = defineEvent(
  "factors/renameChosen",
  1,
  Type.Object({ factorId: Uuid, name: Personal(Text) }),
);

/** The user confirms the password before a sensitive change. */
export const confirmForm = defineForm("factors/confirm", Type.Object({}), ["password"]);

export const passkeyWanted = defineEvent("factors/passkeyWanted", 1, Type.Object({}));

export const passkeySignInWanted = defineEvent("factors/passkeySignInWanted", 1, Type.Object({}));

/** The browser returned no passkey. */
export const passkeyFailed = defineEvent(
  "factors/passkeyFailed",
  1,
  Type.Object({
    /** `cancelled`: by the user or by a timeout. */
    reason: Type.Union([
      Type.Literal("cancelled"),
      Type.Literal("known"),
      Type.Literal("unsupported"),
      Type.Literal("failed"),
    ]),
  }),
);

const How = Type.Union([Type.Literal("copied"), Type.Literal("saved"), Type.Literal("printed")]);

/** The user saves the recovery codes that are shown. */
export const codesTakeWanted = defineEvent("factors/codesTakeWanted", 1, Type.Object({ how: How }));

const CodesTaken = Type.Object({ how: How, isDone: Type.Boolean() });
export type CodesTaken = Static<typeof CodesTaken>;

/** Whether the browser copied, saved or printed them. */
export const codesTaken = defineEvent("factors/codesTaken", 1, CodesTaken);

/** The user confirms that the recovery codes are stored elsewhere. */
export const codesKept = defineEvent("factors/codesKept", 1, Type.Object({}));

export const factorsRetried = defineEvent("factors/retried", 1, Type.Object({}));

export const removal = defineConfirmation(
  "factors/removal",
  Type.Object({ factorId: Uuid, name: Personal(Text) }),
);

export const codesRenewal = defineConfirmation("factors/codesRenewal", Type.Object({}));
