/** Second factors of the signed-in user: setting up, listing, renaming, removing, and signing in with one. */
import { Type } from "typebox";
import { ClientParams, Count, Nullable, Text, Uuid } from "../entities/common.ts";
import { Factor } from "../entities/factor.ts";
import { RedirectPath, SignedIn } from "../entities/signIn.ts";
import { defineCall } from "../kernel/call.ts";
import { Personal, Secret } from "../kernel/redaction.ts";
import { MapOf } from "../kernel/shapes.ts";

const Name = Personal(Type.String({ maxLength: 1000 }));
/** Input and output of an authenticator, as WebAuthn defines them. */
const Credential = Secret(MapOf(Type.Unknown()));
const RecoveryCodes = Type.Array(Type.String());

/** A new factor. The recovery codes come with the first factor and are shown once. */
const Added = Type.Object({ factor: Factor, recoveryCodes: Secret(Nullable(RecoveryCodes)) });
const FactorParams = Type.Object({ factorId: Uuid });

export const listFactors = defineCall({
  name: "factors/listFactors",
  summary: "List your second factors",
  method: "GET",
  endpoint: "/api/factors",
  permission: "signedIn",
  schema: {
    responses: {
      200: Type.Object({
        factors: Type.Array(Factor),
        recoveryCodesLeft: Count,
        /** A client or a role of the user requires a factor. */
        isRequired: Type.Boolean(),
      }),
    },
  },
});

/**
 * Starts setting up an authenticator app. Public, because a sign-in that requires a factor sets it up before its
 * session exists. The server allows it to such a sign-in and to a session whose user was recently identified.
 */
export const beginTotp = defineCall({
  name: "factors/beginTotp",
  summary: "Begin to add an authenticator app",
  method: "POST",
  endpoint: "/api/factors/totp",
  permission: "public",
  schema: {
    responses: {
      200: Type.Object({
        /** In base32, for typing. */
        secret: Secret(Type.String()),
        /** `otpauth://`, for a QR code. */
        uri: Secret(Type.String()),
      }),
    },
  },
});

/** Completes it with the app's first code. */
export const confirmTotp = defineCall({
  name: "factors/confirmTotp",
  summary: "Add an authenticator app",
  method: "PUT",
  endpoint: "/api/factors/totp",
  permission: "public",
  schema: {
    body: Type.Object({ code: Secret(Type.String({ maxLength: 64 })), name: Name }),
    responses: { 200: Added },
  },
});

/** Starts setting up a passkey, as `beginTotp` does for an app. */
export const beginPasskey = defineCall({
  name: "factors/beginPasskey",
  summary: "Begin to add a passkey",
  method: "POST",
  endpoint: "/api/factors/passkey",
  permission: "public",
  schema: { responses: { 200: Type.Object({ options: Credential }) } },
});

export const confirmPasskey = defineCall({
  name: "factors/confirmPasskey",
  summary: "Add a passkey",
  method: "PUT",
  endpoint: "/api/factors/passkey",
  permission: "public",
  schema: {
    body: Type.Object({ credential: Credential, name: Name }),
    responses: { 200: Added },
  },
});

export const renameFactor = defineCall({
  name: "factors/renameFactor",
  summary: "Rename a second factor",
  method: "PUT",
  endpoint: "/api/factors/:factorId",
  permission: "signedIn",
  schema: {
    params: FactorParams,
    body: Type.Object({ name: Name }),
    responses: { 200: Factor },
  },
});

export const removeFactor = defineCall({
  name: "factors/removeFactor",
  summary: "Remove a second factor",
  method: "DELETE",
  endpoint: "/api/factors/:factorId",
  permission: "signedIn",
  schema: { params: FactorParams, responses: { 200: Type.Object({}) } },
});

/** Creates new recovery codes and invalidates the previous ones. */
export const renewRecoveryCodes = defineCall({
  name: "factors/renewRecoveryCodes",
  summary: "Replace your recovery codes",
  method: "POST",
  endpoint: "/api/factors/recovery-codes",
  permission: "signedIn",
  schema: { responses: { 200: Type.Object({ recoveryCodes: Secret(RecoveryCodes) }) } },
});

/** The second step of a sign-in, with a code of an app or a recovery code. */
export const verifyCode = defineCall({
  name: "factors/verifyCode",
  summary: "Complete the sign-in with a code",
  method: "POST",
  endpoint: "/api/login/code",
  permission: "public",
  schema: {
    body: Type.Object({
      code: Secret(Type.String({ maxLength: 64 })),
      redirectPath: RedirectPath,
    }),
    responses: { 200: SignedIn },
  },
});

/** The challenge for a passkey in the second step of a sign-in. */
export const challengePasskey = defineCall({
  name: "factors/challengePasskey",
  summary: "Get the challenge for a passkey",
  method: "POST",
  endpoint: "/api/login/passkey-challenge",
  permission: "public",
  schema: { responses: { 200: Type.Object({ options: Credential }) } },
});

/** The second step of a sign-in with a passkey. */
export const verifyPasskey = defineCall({
  name: "factors/verifyPasskey",
  summary: "Complete the sign-in with a passkey",
  method: "POST",
  endpoint: "/api/login/passkey",
  permission: "public",
  schema: {
    body: Type.Object({ credential: Credential, redirectPath: RedirectPath }),
    responses: { 200: SignedIn },
  },
});

/** Removes all factors and recovery codes of a user who lost them, and ends the user's sessions. */
export const resetFactors = defineCall({
  name: "factors/resetFactors",
  summary: "Remove all second factors of a user",
  method: "DELETE",
  endpoint: "/api/clients/:clientId/users/:userId/factors",
  permission: "EditAllUsers",
  schema: {
    params: Type.Object({ ...ClientParams.properties, userId: Uuid }),
    responses: { 200: Type.Object({ username: Personal(Text), removed: Count }) },
  },
});
