/** The steps of onboarding for this user, and what the dashboard does about them. */
import { combine } from "effector";
import { adminAccessWanted, completeEmailWanted } from "#events/actions/dashboard.ts";
import { saveAdminAccess } from "#events/calls/clients.ts";
import { completeEmail } from "#events/calls/onboarding.ts";
import { message } from "#events/messages/message.ts";
import { onboardingStates, planOf, setupProgress } from "#events/rules/onboarding.ts";
import { $client, $clientId, $user } from "../../data/session/index.ts";
import { createCall, isReportable, reasonOf } from "../../kernel/calls.ts";
import { notificationOf, showNotification } from "../../kernel/notifications.ts";
import { react } from "../../kernel/react.ts";
import { createAction } from "../../kernel/recorder.ts";
import { $counts, $onboarding } from "./clientModel.ts";
import { stepsOf } from "./onboardingRules.ts";

const adminAccessCall = createCall(saveAdminAccess);
const completeEmailCall = createCall(completeEmail);

export const turnOnAdminAccess = createAction(adminAccessWanted);
export const sendCompleteEmail = createAction(completeEmailWanted);
export const $isTurningOn = adminAccessCall.$status.map((status) => status === "InProgress");
export const $isMailing = completeEmailCall.$status.map((status) => status === "InProgress");

/** The steps while the client is being set up; null before they are known, and once all are done. */
export const $onboardingSteps = combine(
  { user: $user, client: $client, counts: $counts, onboarding: $onboarding },
  ({ user, client, counts: { value: counts }, onboarding: { value: systems } }) => {
    if (!user || !client || !counts || !systems) return null;
    if (planOf(setupProgress(client, counts, systems)) === "Growth") return null;
    return stepsOf(onboardingStates({ user, client, counts, systems }), systems);
  },
);

react(
  adminAccessWanted,
  $clientId,
  (clientId) => (clientId === null ? null : { params: { clientId }, body: { adminEnabled: true } }),
  adminAccessCall.start,
);
react(
  adminAccessCall.succeeded,
  $clientId,
  (_clientId, { id }) => notificationOf("success", message("clients.adminAccessSaved"), id),
  showNotification,
);
react(
  adminAccessCall.failed,
  $clientId,
  (_clientId, { payload, id }) =>
    isReportable(payload)
      ? notificationOf(
          "error",
          message("clients.adminAccessNotSaved", { reason: reasonOf(payload) }),
          id,
        )
      : null,
  showNotification,
);

react(
  completeEmailWanted,
  $clientId,
  (clientId, { payload: { resources } }) =>
    clientId === null ? null : { params: { clientId }, body: { resources } },
  completeEmailCall.start,
);
react(
  completeEmailCall.succeeded,
  $clientId,
  (_clientId, { payload: { body }, id }) =>
    notificationOf("success", message("clients.completeMailed", { count: body.mails }), id),
  showNotification,
);
react(
  completeEmailCall.failed,
  $clientId,
  (_clientId, { payload, id }) =>
    isReportable(payload)
      ? notificationOf(
          "error",
          message("clients.completeNotMailed", { reason: reasonOf(payload) }),
          id,
        )
      : null,
  showNotification,
);
