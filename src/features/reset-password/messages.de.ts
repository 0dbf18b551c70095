import type { ResetMessages } from "./messages.ts";

export const german: ResetMessages = {
  reset: "Passwort zurücksetzen",
  checking: "Der Link wird geprüft",
  unusable: "Dieser Link kann nicht benutzt werden",
  incomplete: "Er ist unvollständig: Öffnen Sie ihn noch einmal aus der E-Mail.",
  askAgain: "Neuen Link anfordern",
  back: "Zurück zur Anmeldung",
  choose: (username) => `Wählen Sie ein neues Passwort für ${username}.`,
  failed: "Passwort nicht geändert",
  newPassword: "Neues Passwort",
  submit: "Passwort ändern",
};
