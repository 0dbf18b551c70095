/** Short messages that clear themselves after their time or when they are closed. */
import { sample } from "effector";
import {
  NOTIFICATION_TIME,
  notificationClosed,
  notificationExpired,
  notificationShown,
  type NotificationType,
} from "#events/actions/app.ts";
import type { Milliseconds } from "#events/entities/common.ts";
import { delayFx } from "./ports.ts";
import { createProjection } from "./projection.ts";
import { createAction, createConsequence, happened, type Consequence } from "./recorder.ts";

export interface Notification {
  readonly id: string;
  readonly message: string;
  readonly type: NotificationType;
  readonly milliseconds: number;
}

/** As many stand at once; the oldest gives way. More would cover the screen, and nobody reads them in their time. */
export const MOST_NOTIFICATIONS = 10;

// What just happened stays readable through a logout: 'signed out' would vanish with the user otherwise.
export const $notifications = createProjection<readonly Notification[]>(
  "notifications",
  [],
  (on) => [
    on(notificationShown, (shown, notification, { id }) =>
      [...shown, { id, ...notification }].slice(-MOST_NOTIFICATIONS),
    ),
    on(notificationExpired, (shown, { id }) => shown.filter((one) => one.id !== id)),
    on(notificationClosed, (shown, { id }) => shown.filter((one) => one.id !== id)),
  ],
  { keepOnLogout: true },
);

export const showNotification = createConsequence(notificationShown);
export const closeNotification = createAction(notificationClosed);
export const expireNotification = createConsequence(notificationExpired);

/** A notification as a consequence of an event, by default for the default time. */
export function notificationOf(
  type: NotificationType,
  message: string,
  cause: string | null,
  milliseconds: Milliseconds = NOTIFICATION_TIME,
): Consequence<{ message: string; type: NotificationType; milliseconds: Milliseconds }> {
  return { payload: { message, type, milliseconds }, cause };
}

const TAG = "notification:";

sample({
  clock: happened(notificationShown),
  fn: ({ payload, id }) => ({ milliseconds: payload.milliseconds, tag: `${TAG}${id}` }),
  target: delayFx,
});
sample({
  clock: delayFx.done,
  filter: ({ params }) => params.tag.startsWith(TAG),
  fn: ({ params }) => {
    const id = params.tag.slice(TAG.length);
    return { payload: { id }, cause: id };
  },
  target: expireNotification,
});
