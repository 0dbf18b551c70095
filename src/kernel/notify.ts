/** Notifications as consequences of live events. */
import type { Event } from "effector";
import type { NotificationType } from "#events/actions/app.ts";
import type { EventDefinition } from "#events/kernel/event.ts";
import type { Message } from "#events/kernel/message.ts";
import { notificationOf, showNotification } from "./notifications.ts";
import { react, type Outcome } from "./react.ts";
import { onLive } from "./recorder.ts";

/** A recorded event, or another outcome. */
export type Told<Payload> = EventDefinition<string, Payload> | Event<Outcome<Payload>>;

function eventOf<Payload>(told: Told<Payload>): Event<Outcome<Payload>> {
  return "schema" in told ? onLive(told) : told;
}

/** Shows a message when something happens. @param messageOf null shows nothing */
export function notify<Payload>(
  type: NotificationType,
  told: Told<Payload>,
  messageOf: (payload: Payload) => Message | null,
): void {
  react(
    eventOf(told),
    ({ payload, id }) => {
      const text = messageOf(payload);
      return text && notificationOf(type, text, id);
    },
    showNotification,
  );
}
