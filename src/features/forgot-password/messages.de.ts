import type { ForgotMessages } from "./messages.ts";

export const german: ForgotMessages = {
  lookIntoMail: "Prüfen Sie Ihre E-Mails",
  sent: {
    before: "Wenn ein Konto die Adresse ",
    after:
      " hat, ist ein Link unterwegs. Er gilt einmal, innerhalb einer Stunde. Kommt nichts, sehen Sie im Spam-Ordner nach oder fragen Sie Ihren Administrator.",
  },
  back: "Zurück zur Anmeldung",
  forgot: "Passwort vergessen",
  what: "Wir schicken Ihnen einen Link, mit dem Sie ein neues Passwort wählen.",
  failed: "Es wurde kein Link angefordert",
  email: "E-Mail-Adresse",
  send: "Link senden",
};
