/** Events of passwords: forgotten, reset by a link, changed. */
import { Type } from "typebox";
import { defineEvent } from "../kernel/event.ts";
import { defineForm } from "../kernel/form.ts";

export const forgotForm = defineForm("forgotPassword/form", Type.Object({ email: Type.String() }));

/** The link was opened without its token, for example because only half of it was copied. */
export const resetLinkIncomplete = defineEvent("resetPassword/linkIncomplete", 1, Type.Object({}));

/** The link could not be checked because the server was unreachable, and is checked again. */
export const resetCheckRetried = defineEvent("resetPassword/checkRetried", 1, Type.Object({}));

export const resetForm = defineForm("resetPassword/newPassword", Type.Object({}), [
  "newPassword",
  "repeated",
]);

export const passwordForm = defineForm("password/change", Type.Object({}), [
  "password",
  "newPassword",
  "repeated",
]);

/** A user who forgot the current password requests a link by mail. */
export const passwordLinkWanted = defineEvent("password/linkWanted", 1, Type.Object({}));
