import { sentence } from "../../ui/language/sentence.ts";
import type { RequestMessages } from "./messages.ts";

export const german: RequestMessages = {
  dashboard: "Übersicht",
  title: "Supportanfrage",
  toWhom: "An die Menschen, die Provision für Sie betreiben",
  requestForm: "Anfrageformular",
  follow: "Anfragen verfolgen",
  newRequest: "Neue Anfrage",
  sent: "Ihre Anfrage wurde gesendet",
  keptAs: (subject, id) => `„${subject}“ ist unter der Nummer ${id} gespeichert.`,
  notSent: "Ihre Anfrage wurde nicht gesendet",
  stillHere: (message) => `Was Sie geschrieben haben, steht noch da. ${sentence(message)}`,
  about: "Worum geht es?",
  subject: "Betreff",
  message: "Nachricht",
  messageHint:
    "Was Sie getan haben, was geschah und was Sie erwartet haben. Bitte keine Passwörter.",
  send: "Anfrage senden",
  sentRequests: "Gesendete Anfragen",
  columns: { topic: "Thema", username: "Von", createdAt: "Gesendet" },
  listFailed: (message) => `Die Anfragen konnten nicht geladen werden. ${sentence(message)}`,
  pages: "Seiten der Anfragen",
  others: "Andere Wege zur Hilfe",
  eventLog: "Was auf Ihrem Bildschirm geschah",
  exportLog: "Ereignisprotokoll exportieren",
  documentation: "Dokumentation",
  docsSite: "Dokumentation",
  email: "E-Mail",
  phone: "Telefon",
};
