/** Notifications as consequences of live events. */
import type { Event } from "effector";
import type { NotificationType } from "#events/actions/app.ts";
import type { EventDefinition } from "#events/kernel/event.ts";
import type { Message } from "#events/kernel/message.ts";
import { notificationOf, showNotification } from "./notifications.ts";
import { react, type Outcome } from "./react.ts";
import { onLive } from "./recorder.ts";

/** The event that leads to a notification: a recorded one, or another outcome. */
export type Trigger<Payload> = EventDefinition<string, Payload> | Event<Outcome<Payload>>;

function eventOf<Payload>(trigger: Trigger<Payload>): Event<Outcome<Payload>> {
  return "schema" in trigger ? onLive(trigger) : trigger;
}

/** Shows a message when something happens. @param messageOf null shows nothing */
export function notify<Payload>(
  type: NotificationType,
  trigger: Trigger<Payload>,
  messageOf: (payload: Payload) => Message | null,
): void {
  react(
    eventOf(trigger),
    ({ payload, id }) => {
      const text = messageOf(payload);
      return text && notificationOf(type, text, id);
    },
    showNotification,
  );
}
