/** Short messages that clear themselves after their time or when they are closed. */
import type { Message } from "#events/kernel/message.ts";
import { createEvent, createStore, sample } from "effector";
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
import { createAction, createFollowUp, onLive, type FollowUp } from "./recorder.ts";

export interface Notification {
  readonly id: string;
  readonly message: Message;
  readonly type: NotificationType;
  readonly milliseconds: number;
}

/** As many stand at once; the oldest gives way. More would cover the screen, and nobody reads them in their time. */
export const MAX_NOTIFICATIONS = 10;

// What just happened stays readable through a logout: 'signed out' would vanish with the user otherwise.
export const $notifications = createProjection<readonly Notification[]>(
  "notifications",
  [],
  (on) => [
    on(notificationShown, (shown, notification, { id }) =>
      [...shown, { id, ...notification }].slice(-MAX_NOTIFICATIONS),
    ),
    on(notificationExpired, (shown, { id }) => shown.filter((one) => one.id !== id)),
    on(notificationClosed, (shown, { id }) => shown.filter((one) => one.id !== id)),
  ],
  { keepOnLogout: true, version: 2 },
);

/**
 * Whether the pointer or the focus is on what is shown: nothing expires under it. It is not recorded, as what follows
 * from it is: when each notification went.
 */
export const holdNotifications = createEvent<boolean>();
const $held = createStore(false, { serialize: "ignore" })
  .on(holdNotifications, (_held, held) => held)
  .on($notifications, (held, { length }) => held && length > 0);

export const showNotification = createFollowUp(notificationShown);
export const closeNotification = createAction(notificationClosed);
export const expireNotification = createFollowUp(notificationExpired);

/** A notification as a consequence of an event, by default for the default time. */
export function notificationOf(
  type: NotificationType,
  message: Message,
  cause: string | null,
  milliseconds: Milliseconds = NOTIFICATION_TIME,
): FollowUp<{ message: Message; type: NotificationType; milliseconds: Milliseconds }> {
  return { payload: { message, type, milliseconds }, cause };
}

const TAG = "notification:";
/** When one whose time was up while it was held is looked at again. */
const HELD_FOR: Milliseconds = 1000;

sample({
  clock: onLive(notificationShown),
  fn: ({ payload, id }) => ({ milliseconds: payload.milliseconds, tag: `${TAG}${id}` }),
  target: delayFx,
});
const timeUp = sample({
  clock: delayFx.done,
  source: $held,
  filter: (_held, { params }) => params.tag.startsWith(TAG),
  fn: (held, { params }) => ({ held, tag: params.tag }),
});
sample({
  clock: timeUp,
  filter: ({ held }) => held,
  fn: ({ tag }) => ({ milliseconds: HELD_FOR, tag }),
  target: delayFx,
});
sample({
  clock: timeUp,
  filter: ({ held }) => !held,
  fn: ({ tag }) => {
    const id = tag.slice(TAG.length);
    return { payload: { id }, cause: id };
  },
  target: expireNotification,
});
