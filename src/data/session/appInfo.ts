/** The server's settings that the app needs, some of them before sign-in. */
import { getAdminInfo, getPublicInfo } from "#events/calls/session.ts";
import type { Milliseconds } from "#events/entities/common.ts";
import type { EventLogLimits } from "#events/rules/eventLog.ts";
import { KEEP_ALIVE_THRESHOLD } from "#events/rules/session.ts";
import { createProjection } from "../../kernel/projection.ts";

export interface AppInfo {
  /** False until the server has answered or failed to. */
  readonly known: boolean;
  readonly ssoEnabled: boolean;
  readonly passwordEnabled: boolean;
  /** False where the server keeps mails as files and sends none. */
  readonly emailEnabled: boolean;
  /** null: no analytics container. */
  readonly gtmContainerId: string | null;
  readonly midpointURI: string | null;
  /** Where support requests are tracked; null if it is this product. */
  readonly supportRequestsUrl: string | null;
  /** The form for requesting access. */
  readonly requestFormUrl: string | null;
  /** The remaining session time at which users are prompted. */
  readonly keepAliveThreshold: Milliseconds;
  /** null: not known yet. */
  readonly eventLog: EventLogLimits | null;
}

export const $appInfo = createProjection<AppInfo>(
  "session/appInfo",
  {
    known: false,
    ssoEnabled: false,
    passwordEnabled: true,
    emailEnabled: true,
    gtmContainerId: null,
    midpointURI: null,
    supportRequestsUrl: null,
    requestFormUrl: null,
    keepAliveThreshold: KEEP_ALIVE_THRESHOLD,
    eventLog: null,
  },
  (on) => [
    on(getPublicInfo.succeeded, (info, { body }) => ({
      ...info,
      known: true,
      ssoEnabled: body.ssoEnabled,
      passwordEnabled: body.passwordEnabled,
      emailEnabled: body.emailEnabled ?? true,
      gtmContainerId: body.gtmContainerId,
      keepAliveThreshold: body.sessionKeepAliveTimeoutThreshold,
      eventLog: body.eventLog ?? null,
    })),
    on(getPublicInfo.failed, (info) => ({ ...info, known: true })),
    on(getAdminInfo.succeeded, (info, { body }) => ({
      ...info,
      midpointURI: body.midpointURI,
      supportRequestsUrl: body.supportRequestsUrl,
      requestFormUrl: body.requestFormUrl,
    })),
  ],
  { keepOnLogout: true, version: 2 },
);
