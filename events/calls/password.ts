/** Passwords: forgotten, reset by a token from an e-mail, and changed. */
import { Type } from "typebox";
import { Nullable, Text } from "../entities/common.ts";
import { defineCall } from "../kernel/call.ts";
import { Address, Personal, Secret } from "../kernel/redaction.ts";

/** Maximum length of a password and of a token, in characters. */
const MAX_SECRET = 1024;
const Password = Secret(Type.String({ maxLength: MAX_SECRET }));
const Token = Secret(Type.String({ maxLength: MAX_SECRET }));

/** Mails a link to choose a new password if a user has that address. The answer does not reveal whether one does. */
export const forgotPassword = defineCall({
  name: "password/forgotPassword",
  summary: "Send a link to set a new password",
  method: "PUT",
  endpoint: "/api/forgot-password",
  permission: "public",
  schema: { body: Type.Object({ email: Personal(Text) }), responses: { 200: Type.Object({}) } },
});

/** The user whose password the token of a link would reset. The token stays valid. */
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

/** Uses up the token, sets the password and ends all sessions of the user. */
export const resetPassword = defineCall({
  name: "password/resetPassword",
  summary: "Set a new password with a link",
  method: "POST",
  endpoint: "/api/reset-password",
  permission: "public",
  schema: {
    body: Type.Object({ newPassword: Password, token: Token }),
    /** The user's destination after a change that was requested while signed in. */
    responses: { 200: Type.Object({ landingPage: Nullable(Address(Type.String())) }) },
  },
});

/** Mails a link to choose a new password to a signed-in user who forgot the current one. */
export const changePassword = defineCall({
  name: "password/changePassword",
  summary: "Send yourself a link to set a new password",
  method: "POST",
  endpoint: "/api/change-password",
  permission: "UserSelfUpdate",
  schema: {
    body: Type.Object({
      /** The destination afterwards: a path within the app. */
      landingPage: Type.Optional(Address(Type.String({ maxLength: 2048 }))),
    }),
    responses: { 200: Type.Object({}) },
  },
});

/** Sets the user's own password and ends all other sessions. */
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
