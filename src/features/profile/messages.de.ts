import type { ProfileMessages } from "./messages.ts";

export const german: ProfileMessages = {
  manage: "Profil verwalten",
  signedInAs: (username) => `Angemeldet als ${username}`,
  aboutYou: "Über Sie",
  failed: "Ihr Profil wurde nicht gespeichert",
  sessions: {
    title: "Wo Sie angemeldet sind",
    context: "Melden Sie unbekannte Sitzungen ab",
    list: "Sitzungen",
    endOthers: "Überall sonst abmelden",
    askOthers: "Überall sonst abmelden?",
    endsOthers:
      "Alle Ihre anderen Sitzungen enden sofort, und was dort nicht gespeichert ist, geht verloren. Hier bleiben Sie angemeldet.",
    othersFailed: "Keine Sitzung wurde beendet",
    notLoaded: "Ihre Sitzungen konnten nicht geladen werden.",
    again: "Erneut versuchen",
    current: "Diese Sitzung",
    began: "angemeldet",
    active: "aktiv",
    end: "Abmelden",
    endOf: (device) => `${device} abmelden`,
    device: (browser, system) => `${browser} auf ${system}`,
    unknown: "Unbekanntes Gerät",
  },
};
