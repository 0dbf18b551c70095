import type { PasswordMessages } from "./messages.ts";

export const german: PasswordMessages = {
  manage: "Passwort verwalten",
  change: "Ihr Passwort ändern",
  noPasswords: "Sie haben kein Passwort in Provision",
  changedElsewhere:
    "Hier melden sich alle per Single Sign-on an. Ändern Sie Ihr Passwort im System Ihrer Organisation.",
  failed: "Passwort nicht geändert",
  current: "Aktuelles Passwort",
  newPassword: "Neues Passwort",
  endsOthers: "Sie werden überall sonst abgemeldet.",
  submit: "Passwort ändern",
  linkSent: (email) => `Ein Link wurde an ${email} gesendet.`,
  linkSaved:
    "Der Link wurde auf dem Server gespeichert und nicht gesendet: E-Mail ist nicht eingerichtet.",
  mailLink: "Vergessen? Link per E-Mail senden",
};
