import type { LogoutMessages } from "./messages.ts";

export const german: LogoutMessages = {
  signingOut: "Abmeldung läuft",
  what: "Damit endet Ihre Sitzung auf dem Server.",
  wait: "Bitte warten...",
  notSignedOut: "Sie sind nicht abgemeldet",
  failed: "Die Abmeldung ist fehlgeschlagen",
  stillOpen:
    "Ihre Sitzung ist auf diesem Gerät vielleicht noch offen. Sonst wurde nichts geändert.",
  again: "Erneut versuchen",
  back: "Zurück zur Übersicht",
};
