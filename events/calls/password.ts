/** Passwords: forgotten, reset by a token from an e-mail, and changed. */
import { Type } from "typebox";
import { Nullable, Text } from "../entities/common.ts";
import { defineCall } from "../kernel/call.ts";
import { Address, Personal, Secret } from "../kernel/redaction.ts";

/** Longest password and token that are taken, in characters. */
const MAX_SECRET = 1024;
const Password = Secret(Type.String({ maxLength: MAX_SECRET }));
const Token = Secret(Type.String({ maxLength: MAX_SECRET }));

/** Mails a link to choose a new password, if somebody has that address; the answer does not tell. */
export const forgotPassword = defineCall({
  name: "password/forgotPassword",
  summary: "Send a link to set a new password",
  method: "PUT",
  endpoint: "/api/forgot-password",
  permission: "public",
  schema: { body: Type.Object({ email: Personal(Text) }), responses: { 200: Type.Object({}) } },
});

/** Whose password the token of a link would reset; the token stays good. */
export const checkResetToken = defineCall({
  name: "password/checkResetToken",
  summary: "Look up the user of a password link",
  method: "POST",
  endpoint: "/api/reset-password-check",
  permission: "public",
  schema: {
    body: Type.Object({ token: Token }),
    responses: { 200: Type.Object({ username: Personal(Text) }) },
  },
});

/** Takes the token, sets the password and ends all sessions of the user. */
export const resetPassword = defineCall({
  name: "password/resetPassword",
  summary: "Set a new password with a link",
  method: "POST",
  endpoint: "/api/reset-password",
  permission: "public",
  schema: {
    body: Type.Object({ newPassword: Password, token: Token }),
    /** Where the user wanted to go after a change that was asked for while signed in. */
    responses: { 200: Type.Object({ landingPage: Nullable(Address(Type.String())) }) },
  },
});

/** Mails the signed-in user a link to choose a new password, for those who do not know the one they have. */
export const changePassword = defineCall({
  name: "password/changePassword",
  summary: "Send yourself a link to set a new password",
  method: "POST",
  endpoint: "/api/change-password",
  permission: "UserSelfUpdate",
  schema: {
    body: Type.Object({
      /** Where to go afterwards: a path within the app. */
      landingPage: Type.Optional(Address(Type.String({ maxLength: 2048 }))),
    }),
    responses: { 200: Type.Object({}) },
  },
});

/** Sets the own password and ends all other sessions. */
export const updatePassword = defineCall({
  name: "password/updatePassword",
  summary: "Change your password",
  method: "PUT",
  endpoint: "/api/users/update-password",
  permission: "UserSelfUpdate",
  schema: {
    body: Type.Object({ username: Personal(Text), password: Password, newPassword: Password }),
    responses: { 200: Type.Object({}) },
  },
});
