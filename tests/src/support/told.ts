/** Messages to users in English, and failures of other products' servers, which are only in English. */
import type { Store } from "effector";
import type { Failure } from "#events/kernel/call.ts";
import type { Message } from "#events/kernel/message.ts";
import { $notifications, type Notification } from "#src/kernel/notifications.ts";
import { english, said } from "../../support/english.ts";

export interface ToldFailure {
  readonly status?: number | null;
  readonly code?: string;
  readonly message?: string;
  /** A message of the catalogues instead of a text. */
  readonly reason?: Message;
  readonly fields?: readonly { readonly path: string; readonly message: string }[];
}

/** The failure of a call; by default of the server itself. */
export function failureOf({
  status = 500,
  code = "EINTERNAL",
  message: text = "Something bad happened",
  reason = said(text),
  fields,
}: ToldFailure = {}): Failure {
  return {
    status,
    code,
    reason,
    ...(fields && {
      fields: fields.map((field) => ({ path: field.path, reason: said(field.message) })),
    }),
  };
}

/** The visible notifications with their English texts. */
export function notificationsOf(app: {
  readonly get: (store: Store<readonly Notification[]>) => readonly Notification[];
}) {
  return app.get($notifications).map((one) => ({ ...one, message: english(one.message) }));
}
