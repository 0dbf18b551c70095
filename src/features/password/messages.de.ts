import type { PasswordMessages } from "./messages.ts";

export const german: PasswordMessages = {
  manage: "Passwort verwalten",
  change: "Ihr Passwort ändern",
  noPasswords: "Provision hat kein Passwort von Ihnen",
  changedElsewhere:
    "Hier melden sich alle per Single Sign-on an. Ändern Sie Ihr Passwort dort, wo Ihre Organisation es führt.",
  failed: "Das Passwort ist, wie es war",
  current: "Aktuelles Passwort",
  newPassword: "Neues Passwort",
  endsOthers: "Eine Änderung beendet alle Ihre anderen Sitzungen.",
  submit: "Passwort ändern",
  linkSent: (email) => `Ein Link wurde an ${email} gesendet.`,
  mailLink: "Ich weiß es nicht: Link per E-Mail senden",
};
