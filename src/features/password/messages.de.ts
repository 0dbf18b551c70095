import type { PasswordMessages } from "./messages.ts";

export const german: PasswordMessages = {
  manage: "Passwort verwalten",
  change: "Ihr Passwort ändern",
  noPasswords: "Provision hat kein Passwort von Ihnen",
  changedElsewhere:
    "Hier melden sich alle per Single Sign-on an. Ändern Sie Ihr Passwort dort, wo Ihre Organisation es führt.",
  failed: "Passwort nicht geändert",
  current: "Aktuelles Passwort",
  newPassword: "Neues Passwort",
  endsOthers: "Sie werden überall sonst abgemeldet.",
  submit: "Passwort ändern",
  linkSent: (email) => `Ein Link wurde an ${email} gesendet.`,
  mailLink: "Vergessen? Link per E-Mail senden",
};
