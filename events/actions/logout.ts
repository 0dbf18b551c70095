/** What people do while they sign out. */
import { Type } from "typebox";
import { defineEvent } from "../kernel/event.ts";

/** The sign-out failed, and is tried again. */
export const logoutRetried = defineEvent("logout/retried", 1, Type.Object({}));
