import type { PasswordWords } from "./words.ts";

export const german: PasswordWords = {
  manage: "Passwort verwalten",
  dashboard: "Übersicht",
  password: "Passwort",
  change: "Ihr Passwort ändern",
  failed: "Das Passwort ist, wie es war",
  current: "Aktuelles Passwort",
  newPassword: "Neues Passwort",
  endsOthers: "Eine Änderung beendet alle Ihre anderen Sitzungen.",
  submit: "Passwort ändern",
  linkSent: (email) => `Ein Link wurde an ${email} gesendet.`,
  mailLink: "Ich weiß es nicht: Link per E-Mail senden",
};
