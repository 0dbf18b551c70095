/** Events of the dashboard. */
import { Type } from "typebox";
import { Uuid } from "../entities/common.ts";
import { defineEvent } from "../kernel/event.ts";

/** The user retries data that could not be loaded. */
export const dashboardRetried = defineEvent("dashboard/retried", 1, Type.Object({}));

/** The user turns on the administration of access. */
export const adminAccessWanted = defineEvent("dashboard/adminAccessWanted", 1, Type.Object({}));

/** The user tells the client's owners that resources are set up. */
export const completeEmailWanted = defineEvent(
  "dashboard/completeEmailWanted",
  1,
  Type.Object({ resources: Type.Array(Uuid) }),
);
