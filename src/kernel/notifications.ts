/** Short messages that close automatically or by the user. */
import type { Message } from "#events/kernel/message.ts";
import { createEvent, createStore, sample } from "effector";
import {
  appStarted,
  leavingConfirmed,
  navigated,
  NOTIFICATION_TIME,
  notificationClosed,
  notificationExpired,
  notificationShown,
  notificationsLeft,
  type NotificationType,
} from "#events/actions/app.ts";
import type { Milliseconds } from "#events/entities/common.ts";
import { parsePath } from "./navigation.ts";
import { delayFx } from "./ports.ts";
import { createProjection } from "./projection.ts";
import { createAction, createFollowUp, onLive, type FollowUp } from "./recorder.ts";

export interface Notification {
  readonly id: string;
  readonly message: Message;
  readonly type: NotificationType;
  readonly milliseconds: number;
}

/** Maximum number of visible notifications; the oldest makes way, errors last. More would cover the screen, unread. */
const MAX_NOTIFICATIONS = 2;

// Recent notifications survive a logout: otherwise 'signed out' would disappear with the user.
export const $notifications = createProjection<readonly Notification[]>(
  "notifications",
  [],
  (on) => [
    on(notificationShown, (shown, notification, { id }) => {
      const others = shown.filter((one) => !isSame(one, notification));
      return [...makeRoom(others), { id, ...notification }];
    }),
    on(notificationExpired, (shown, { id }) => shown.filter((one) => one.id !== id)),
    on(notificationClosed, (shown, { id }) => shown.filter((one) => one.id !== id)),
    // Longer notifications concern the session, so they survive navigation.
    on(notificationsLeft, (shown) =>
      shown.filter(({ milliseconds }) => milliseconds > NOTIFICATION_TIME),
    ),
  ],
  { keepOnLogout: true, version: 3 },
);

type Shown = Pick<Notification, "message" | "type">;

/** Whether both say the same: the newer one takes the place of the other. */
function isSame(one: Shown, other: Shown): boolean {
  return one.type === other.type && JSON.stringify(one.message) === JSON.stringify(other.message);
}

/** Leaves room for one more. */
function makeRoom(shown: readonly Notification[]): readonly Notification[] {
  if (shown.length < MAX_NOTIFICATIONS) return shown;
  const out = Math.max(
    0,
    shown.findIndex(({ type }) => type !== "error"),
  );
  return makeRoom(shown.filter((_one, at) => at !== out));
}

/**
 * Whether a notification has the pointer or the focus, which prevents expiry. Not recorded, because its effect is: when
 * each notification closed.
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
/** When a notification that expired while held is checked again. */
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

interface Move {
  readonly pathname: string;
  /** The question about unsaved work that was answered last: the move that follows is a person's. */
  readonly confirmed: string | null;
  /** The event by which a person left the screen; null if the app navigated. */
  readonly leftBy: string | null;
}

const leave = createFollowUp(notificationsLeft);
const $move = createStore<Move>(
  { pathname: "/", confirmed: null, leftBy: null },
  { serialize: "ignore" },
)
  .on(onLive(appStarted), (move, { payload }) => ({
    ...move,
    pathname: parsePath(payload.path).pathname,
  }))
  .on(onLive(leavingConfirmed), (move, { id }) => ({ ...move, confirmed: id }))
  .on(onLive(navigated), ({ pathname, confirmed }, { payload: { path, how }, cause, id }) => {
    const next = parsePath(path).pathname;
    const isOfPerson = how !== "replace" && (cause === null || cause === confirmed);
    return { pathname: next, confirmed, leftBy: isOfPerson && next !== pathname ? id : null };
  });
sample({
  clock: $move.updates,
  source: $notifications,
  filter: (shown, { leftBy }) => leftBy !== null && shown.length > 0,
  fn: (_shown, { leftBy }) => ({ payload: {}, cause: leftBy }),
  target: leave,
});
