/** What people do on the dashboard. */
import { Type } from "typebox";
import { defineEvent } from "../kernel/event.ts";

/** What could not be loaded is asked for again. */
export const dashboardRetried = defineEvent("dashboard/retried", 1, Type.Object({}));
