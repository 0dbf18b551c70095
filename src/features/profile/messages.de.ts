import { sentence } from "../../ui/language/sentence.ts";
import type { ProfileMessages } from "./messages.ts";

export const german: ProfileMessages = {
  manage: "Profil verwalten",
  dashboard: "Übersicht",
  signedInAs: (username) => `Angemeldet als ${username}`,
  aboutYou: "Über Sie",
  failed: "Ihr Profil wurde nicht gespeichert",
  conflict:
    "Es wurde inzwischen anderswo geändert. Was Sie getippt haben, bleibt stehen, und die anderen Felder zeigen, was jetzt gespeichert ist. Speichern Sie noch einmal, um es anzuwenden.",
  kept: (message) => `${sentence(message)} Was Sie getippt haben, bleibt stehen.`,
  sessions: {
    title: "Wo Sie angemeldet sind",
    context: "Beenden Sie, was Sie nicht kennen",
    list: "Sitzungen",
    endOthers: "Überall sonst abmelden",
    askOthers: "Überall sonst abmelden?",
    endsOthers:
      "Alle Ihre anderen Sitzungen enden sofort, und was dort nicht gespeichert ist, geht verloren. Hier bleiben Sie angemeldet.",
    othersFailed: "Keine Sitzung wurde beendet",
    notLoaded: "Ihre Sitzungen konnten nicht geladen werden.",
    again: "Noch einmal versuchen",
    current: "Diese Sitzung",
    began: "begonnen",
    active: "aktiv",
    end: "Abmelden",
    endOf: (device) => `${device} abmelden`,
    device: (browser, system) => `${browser} auf ${system}`,
    unknown: "Unbekanntes Gerät",
  },
};
