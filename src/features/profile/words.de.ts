import type { ProfileWords } from "./words.ts";

export const german: ProfileWords = {
  manage: "Profil verwalten",
  dashboard: "Übersicht",
  signedInAs: (username) => `Angemeldet als ${username}`,
  aboutYou: "Über Sie",
  failed: "Ihr Profil wurde nicht gespeichert",
  conflict:
    "Es wurde inzwischen anderswo geändert. Was Sie getippt haben, bleibt stehen, und die anderen Felder zeigen, was jetzt gespeichert ist. Speichern Sie noch einmal, um es anzuwenden.",
  kept: (message) => `${message}. Was Sie getippt haben, bleibt stehen.`,
};
