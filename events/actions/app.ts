/** Events of the app as a whole: start, navigation, passing time, notifications. */
import { Type, type Static } from "typebox";
import { defineEvent } from "../kernel/event.ts";
import { MessageSchema } from "../kernel/message.ts";
import { Address } from "../kernel/redaction.ts";
import { MapOf } from "../kernel/shapes.ts";

export const appStarted = defineEvent(
  "app/started",
  1,
  Type.Object({ version: Type.String(), path: Address(Type.String()), debugStore: Type.Boolean() }),
);

/**
 * No longer recorded, but present in logs of earlier builds. It named the event from which some projections counted.
 */
export const codeLoaded = defineEvent("app/codeLoaded", 2, Type.Object({}));

/** A minute passed while the app was open, so relative times are updated. */
export const minutePassed = defineEvent("app/minutePassed", 1, Type.Object({}));

/** The address changed; `path` includes the query. */
export const navigated = defineEvent(
  "navigation/navigated",
  1,
  Type.Object({
    path: Address(Type.String()),
    how: Type.Union([Type.Literal("push"), Type.Literal("replace"), Type.Literal("history")]),
  }),
);

/** The code of the screen at the current address has loaded, and the screen opens. */
export const screenOpened = defineEvent(
  "navigation/screenOpened",
  1,
  Type.Object({
    route: Type.String(),
    path: Address(Type.String()),
    params: MapOf(Type.String()),
  }),
);

/** The open screen now has unsaved work (true), or has none (false). */
export const unsavedChanged = defineEvent(
  "navigation/unsavedChanged",
  1,
  Type.Object({ unsaved: Type.Boolean() }),
);

/** The user tried to leave a screen with unsaved work and was asked first. */
export const leavingHeld = defineEvent(
  "navigation/leavingHeld",
  1,
  Type.Object({ path: Address(Type.String()) }),
);
export const leavingConfirmed = defineEvent("navigation/leavingConfirmed", 1, Type.Object({}));
export const leavingCancelled = defineEvent("navigation/leavingCancelled", 1, Type.Object({}));

/** A lazy screen could not be loaded, or crashed while rendering. */
export const screenFailed = defineEvent(
  "app/screenFailed",
  1,
  Type.Object({ route: Type.String(), message: Type.String() }),
);

export const screenRetried = defineEvent("app/screenRetried", 1, Type.Object({}));

export const THEMES = ["system", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];
export const themeChosen = defineEvent(
  "app/themeChosen",
  1,
  Type.Object({
    theme: Type.Union([Type.Literal("system"), Type.Literal("light"), Type.Literal("dark")]),
  }),
);

export const LANGUAGES = ["en", "de"] as const;
const LanguageCode = Type.Union([Type.Literal("en"), Type.Literal("de")]);
export type Language = Static<typeof LanguageCode>;
export const languageChosen = defineEvent(
  "app/languageChosen",
  1,
  Type.Object({ language: LanguageCode }),
);
/** The app starts in a browser in which this language was chosen last or which prefers it. */
export const languageFound = defineEvent(
  "app/languageFound",
  1,
  Type.Object({ language: LanguageCode }),
);

export const menuToggled = defineEvent("app/menuToggled", 1, Type.Object({ open: Type.Boolean() }));
export const shortcutsToggled = defineEvent(
  "app/shortcutsToggled",
  1,
  Type.Object({ open: Type.Boolean() }),
);

export const NotificationType = Type.Union([
  Type.Literal("info"),
  Type.Literal("success"),
  Type.Literal("warning"),
  Type.Literal("error"),
]);
export type NotificationType = Static<typeof NotificationType>;

/** How long the notification stays, in milliseconds. */
export const NOTIFICATION_TIME = 7000;

export const notificationShown = defineEvent(
  "notifications/shown",
  2,
  Type.Object({
    message: MessageSchema,
    type: NotificationType,
    milliseconds: Type.Integer(),
  }),
);
/** The id of the event that showed the notification. */
export const notificationExpired = defineEvent(
  "notifications/expired",
  1,
  Type.Object({ id: Type.String() }),
);
export const notificationClosed = defineEvent(
  "notifications/closed",
  1,
  Type.Object({ id: Type.String() }),
);
/** The user opened another screen, so the notifications of the previous one end. */
export const notificationsLeft = defineEvent("notifications/left", 1, Type.Object({}));
export const securityFlagClosed = defineEvent(
  "notifications/securityFlagClosed",
  1,
  Type.Object({}),
);
