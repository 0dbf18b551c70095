import type { ForgotMessages } from "./messages.ts";

export const german: ForgotMessages = {
  lookIntoMail: "Prüfen Sie Ihre E-Mails",
  sent: {
    before: "Wenn ein Konto die Adresse ",
    after:
      " hat, ist ein Link unterwegs. Er gilt einmal, innerhalb einer Stunde. Kommt nichts, sehen Sie im Spam-Ordner nach oder fragen Sie Ihren Administrator.",
  },
  notSentTitle: "E-Mail ist nicht eingerichtet",
  notSent: {
    before: "Wenn ein Konto die Adresse ",
    after:
      " hat, wurde ein Link auf dem Server gespeichert. Fragen Sie Ihren Administrator danach.",
  },
  back: "Zurück zur Anmeldung",
  forgot: "Passwort vergessen",
  what: "Wir schicken Ihnen einen Link, mit dem Sie ein neues Passwort wählen.",
  failed: "Der Link konnte nicht gesendet werden",
  email: "E-Mail-Adresse",
  send: "Link senden",
};
