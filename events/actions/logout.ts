/** Events of signing out. */
import { Type } from "typebox";
import { defineEvent } from "../kernel/event.ts";

/** The sign-out failed and is retried. */
export const logoutRetried = defineEvent("logout/retried", 1, Type.Object({}));
