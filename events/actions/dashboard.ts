/** Events of the dashboard. */
import { Type } from "typebox";
import { defineEvent } from "../kernel/event.ts";

/** The user retries data that could not be loaded. */
export const dashboardRetried = defineEvent("dashboard/retried", 1, Type.Object({}));
