/** Activation of an account by a token from an e-mail. */
import { Type } from "typebox";
import { Text } from "../entities/common.ts";
import { User } from "../entities/user.ts";
import { defineCall } from "../kernel/call.ts";
import { Personal, Secret } from "../kernel/redaction.ts";

const Token = Secret(Type.String({ maxLength: 1024 }));
const TokenQuery = Type.Object({ verificationToken: Token });

/** The user of a verification token. The token stays valid. */
export const verifyToken = defineCall({
  name: "activation/verifyToken",
  summary: "Look up the user of an activation link",
  method: "GET",
  endpoint: "/api/verifyToken",
  permission: "public",
  schema: { query: TokenQuery, responses: { 200: User } },
});

/** Uses up the token: the user gets a password and can sign in. */
export const activateUser = defineCall({
  name: "activation/activateUser",
  summary: "Set the first password of an account",
  method: "PUT",
  endpoint: "/api/users/activateUser",
  permission: "public",
  schema: {
    query: TokenQuery,
    body: Type.Object({
      givenName: Personal(Text),
      familyName: Personal(Text),
      password: Secret(Type.String({ maxLength: 1024 })),
    }),
    responses: { 200: Type.Object({ username: Personal(Text) }) },
  },
});

/** Uses up the token: confirms the e-mail address of an active user. */
export const verifyEmail = defineCall({
  name: "activation/verifyEmail",
  summary: "Confirm an email address",
  method: "PUT",
  endpoint: "/api/verify",
  permission: "public",
  schema: {
    body: Type.Object({ token: Token }),
    responses: { 200: Type.Object({ username: Personal(Text) }) },
  },
});
