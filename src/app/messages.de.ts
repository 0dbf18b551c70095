import type { AppMessages } from "./messages.ts";

export const german: AppMessages = {
  tokenRefused: "Sicherheitstoken abgelaufen (XSRF)",
  tokenRenewed:
    "Es wurde nichts geändert. Das Token wurde erneuert: Wiederholen Sie Ihre letzte Aktion. Kommt diese Meldung wieder, melden Sie sich ab und wieder an.",

  screenFailed: "Dieser Bildschirm konnte nicht angezeigt werden",
  screenFailedWhy:
    "Gespeicherte Arbeit ist sicher. Der Bildschirm konnte nicht geladen oder angezeigt werden. Laden Sie ihn neu. Schlägt es wieder fehl, sagen Sie Ihrem Support, was Sie getan haben.",
  loadAgain: "Bildschirm neu laden",
  exportLog: "Ereignisprotokoll exportieren",
};
