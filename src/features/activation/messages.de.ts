import type { ActivationMessages } from "./messages.ts";

export const german: ActivationMessages = {
  activate: "Konto aktivieren",
  checking: "Der Link wird geprüft",
  unusable: "Dieser Link kann nicht benutzt werden",
  incomplete: "Er ist unvollständig: Öffnen Sie ihn noch einmal aus der E-Mail.",
  askAgain:
    "Bitten Sie Ihren Administrator um einen neuen, oder melden Sie sich an, wenn Sie dies schon getan haben.",
  toSignIn: "Zur Anmeldung",
  confirm: "E-Mail-Adresse bestätigen",
  notConfirmed: "Die Adresse ist nicht bestätigt",
  belongsTo: (username) => `Diese Adresse gehört zum Konto ${username}.`,
  confirmThis: "Diese Adresse bestätigen",
  whoYouAre: (username) =>
    `Ihr Benutzername ist ${username}. Prüfen Sie Ihren Namen und wählen Sie ein Passwort.`,
  notActive: "Das Konto ist noch nicht aktiv",
  firstName: "Vorname",
  lastName: "Nachname",
  password: "Passwort",
  submit: "Konto aktivieren",
};
