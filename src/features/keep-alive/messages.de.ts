import { formatsOf } from "../../ui/language/formats.ts";
import type { KeepAliveMessages } from "./messages.ts";

const { counted } = formatsOf("de");

export const german: KeepAliveMessages = {
  title: "Noch da?",
  why: "Sie waren eine Weile inaktiv. Zu Ihrer Sicherheit werden Sie abgemeldet in",
  stay: "Ich bin noch da",
  logOut: "Abmelden",
  again: "Erneut versuchen",
  notSignedOut: "Die Abmeldung ist fehlgeschlagen. Sie sind noch angemeldet.",
  minutes: (count) => counted(count, { one: "Minute", other: "Minuten" }),
  seconds: (count) => counted(count, { one: "Sekunde", other: "Sekunden" }),
  left: (time) => `Noch ${time}`,
  lessThan: (time) => `Noch weniger als ${time}`,
};
