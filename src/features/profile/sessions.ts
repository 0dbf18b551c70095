/** Where one is signed in, and the end of sessions that are somewhere else. */
import { sample } from "effector";
import { screenOpened } from "#events/actions/app.ts";
import * as actions from "#events/actions/sessions.ts";
import {
  endOneSession,
  endOtherSessions,
  listSessions,
  type OwnSession,
} from "#events/calls/sessions.ts";
import type { Failure } from "#events/kernel/call.ts";
import { createCall, isReportable } from "../../kernel/calls.ts";
import { notificationOf, showNotification } from "../../kernel/notifications.ts";
import { createProjection } from "../../kernel/projection.ts";
import { createAction, onLive } from "../../kernel/recorder.ts";
import { sentence } from "../../ui/language/sentence.ts";
import { profileRoute } from "./route.ts";
import { endedElsewhereText } from "./rules.ts";

export const listSessionsCall = createCall(listSessions);
export const endOneCall = createCall(endOneSession);
export const endOthersCall = createCall(endOtherSessions);

export const chooseEnd = createAction(actions.sessionEndChosen);
export const retrySessions = createAction(actions.sessionsRetried);
export const toggleEndEverywhere = createAction(actions.endEverywhereToggled);
export const confirmEndEverywhere = createAction(actions.endEverywhereConfirmed);

export interface OwnSessions {
  /** null until the list came. */
  readonly items: readonly OwnSession[] | null;
  readonly failure: Failure | null;
}

const EMPTY: OwnSessions = { items: null, failure: null };

export const $sessions = createProjection<OwnSessions>("profile/sessions", EMPTY, (on) => [
  on(screenOpened, () => EMPTY),
  on(listSessions.requested, (state) => ({ ...state, failure: null })),
  on(listSessions.succeeded, (_state, { body }) => ({
    items: body._embedded.sessions,
    failure: null,
  })),
  on(listSessions.failed, (state, failure) => ({ ...state, failure })),
]);

/** The session whose end is under way. */
export const $ending = createProjection<string | null>("profile/endingSession", null, (on) => [
  on(endOneSession.requested, (_ending, { params }) => params.sessionId),
  on(endOneSession.succeeded, () => null),
  on(endOneSession.failed, () => null),
]);

export const $isAskingEverywhere = createProjection("profile/asksEverywhere", false, (on) => [
  on(actions.endEverywhereToggled, (_open, { open }) => open),
  on(endOtherSessions.succeeded, () => false),
  on(screenOpened, () => false),
]);

sample({
  clock: [
    sample({
      clock: onLive(screenOpened),
      filter: ({ payload }) => payload.route === profileRoute.name,
    }),
    onLive(actions.sessionsRetried),
    endOneCall.succeeded,
    // It may have ended by itself meanwhile.
    endOneCall.failed,
    endOthersCall.succeeded,
  ],
  fn: ({ id }) => ({ cause: id }),
  target: listSessionsCall.start,
});
sample({
  clock: onLive(actions.sessionEndChosen),
  source: $ending,
  filter: (ending) => ending === null,
  fn: (_ending, { payload, id }) => ({ params: payload, cause: id }),
  target: endOneCall.start,
});
sample({
  clock: onLive(actions.endEverywhereConfirmed),
  source: endOthersCall.$status,
  filter: (status) => status !== "InProgress",
  fn: (_status, { id }) => ({ cause: id }),
  target: endOthersCall.start,
});
sample({
  clock: onLive(actions.endEverywhereToggled),
  fn: () => ({}),
  target: endOthersCall.reset,
});

sample({
  clock: endOneCall.succeeded,
  fn: ({ id }) => notificationOf("success", "That session was ended.", id),
  target: showNotification,
});
sample({
  clock: endOneCall.failed,
  filter: ({ payload }) => isReportable(payload),
  fn: ({ payload, id }) =>
    payload.code === "ENOTFOUND"
      ? notificationOf("info", "That session had ended already.", id)
      : notificationOf("error", `That session was not ended. ${sentence(payload.message)}`, id),
  target: showNotification,
});
sample({
  clock: endOthersCall.succeeded,
  fn: ({ payload, id }) => notificationOf("success", endedElsewhereText(payload.body.ended), id),
  target: showNotification,
});
