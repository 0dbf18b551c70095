import type { AppMessages } from "./messages.ts";

export const german: AppMessages = {
  tokenRefused: "Eine Anfrage wurde wegen ihres Sicherheitstokens abgelehnt (XSRF)",
  tokenRenewed:
    "Es wurde nichts geändert. Das Token wurde erneuert: Versuchen Sie noch einmal, was Sie zuletzt getan haben. Kommt diese Meldung wieder, melden Sie sich ab und neu an.",

  screenFailed: "Dieser Bildschirm konnte nicht angezeigt werden",
  screenFailedWhy:
    "Ihre Arbeit auf dem Server ist sicher. Der Bildschirm konnte nicht geladen werden, oder beim Zeichnen trat ein Fehler auf. Laden Sie ihn neu; schlägt es wieder fehl, sagen Sie Ihrem Support, was Sie getan haben.",
  loadAgain: "Bildschirm neu laden",
  exportLog: "Ereignisprotokoll exportieren",
};
