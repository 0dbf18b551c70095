/** Every event that a log can hold, by type: what people do, what calls bring, what the log says of itself. */
import * as activation from "./actions/activation.ts";
import * as app from "./actions/app.ts";
import * as auditTrail from "./actions/auditTrail.ts";
import * as clients from "./actions/clients.ts";
import * as bulkChanges from "./actions/bulkChanges.ts";
import * as dashboard from "./actions/dashboard.ts";
import * as directory from "./actions/directory.ts";
import * as keepAlive from "./actions/keepAlive.ts";
import * as log from "./actions/log.ts";
import * as logout from "./actions/logout.ts";
import * as orgs from "./actions/orgs.ts";
import * as palette from "./actions/palette.ts";
import * as parts from "./actions/parts.ts";
import * as password from "./actions/password.ts";
import * as performance from "./actions/performance.ts";
import * as policyBuilder from "./actions/policyBuilder.ts";
import * as requestSupport from "./actions/requestSupport.ts";
import * as profile from "./actions/profile.ts";
import * as queries from "./actions/queries.ts";
import * as roleMapping from "./actions/roleMapping.ts";
import * as session from "./actions/session.ts";
import * as sessions from "./actions/sessions.ts";
import * as users from "./actions/users.ts";
import { ALL_CALLS } from "./calls/index.ts";
import type { EventInfo } from "./kernel/event.ts";

const ACTIONS = [
  activation,
  app,
  auditTrail,
  bulkChanges,
  clients,
  dashboard,
  directory,
  keepAlive,
  log,
  logout,
  orgs,
  palette,
  parts,
  password,
  performance,
  policyBuilder,
  requestSupport,
  profile,
  queries,
  roleMapping,
  session,
  sessions,
  users,
].flatMap((module) => Object.values(module).flatMap(eventsIn));

const CALL_EVENTS = ALL_CALLS.flatMap(({ requested, succeeded, failed, reset }) => [
  requested,
  succeeded,
  failed,
  reset,
]);

export const ALL_EVENTS: ReadonlyMap<string, EventInfo> = new Map(
  [...ACTIONS, ...CALL_EVENTS].map((event) => [event.type, event]),
);

/** The events that a value declares: itself, or those of a list, a form or a confirmation. */
export function eventsIn(value: unknown): readonly EventInfo[] {
  if (isEventInfo(value)) return [value];
  return typeof value === "object" && value !== null
    ? Object.values(value).filter(isEventInfo)
    : [];
}

function isEventInfo(value: unknown): value is EventInfo {
  return typeof value === "function" && "type" in value && "version" in value && "schema" in value;
}
