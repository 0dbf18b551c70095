/** What the dashboard wants to know. */
import { Type } from "typebox";
import { defineEvent } from "../kernel/event.ts";

/** The largest orgs are fetched: those without a policy among them are worth a policy first. */
export const largestOrgsWanted = defineEvent("dashboard/largestOrgsWanted", 1, Type.Object({}));

/** What could not be loaded is asked for again. */
export const dashboardRetried = defineEvent("dashboard/retried", 1, Type.Object({}));
