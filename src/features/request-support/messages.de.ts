import { formatsOf } from "../../ui/language/formats.ts";
import type { RequestMessages } from "./messages.ts";

const { bytes, counted, moment } = formatsOf("de");

export const german: RequestMessages = {
  title: "Supportanfrage",
  context: "Geht an die Personen, die Provision für Sie betreiben",
  requestForm: "Anfrageformular",
  follow: "Anfragen verfolgen",
  newRequest: "Neue Anfrage",
  sent: "Supportanfrage gesendet",
  saved: "Auf dem Server gespeichert. E-Mail an den Support ist nicht eingerichtet.",
  kept: "Auf dem Server gespeichert",
  reference: (subject, id) => `„${subject}“ · Referenz: ${id}`,
  notSent: "Die Anfrage konnte nicht gesendet werden",
  about: "Worum geht es?",
  topics: {
    problem: "Etwas funktioniert nicht",
    access: "Fehlender oder falscher Zugriff",
    account: "Mein Konto",
    question: "Eine Frage",
  },
  topic: "Thema",
  from: "Von",
  sentAt: "Gesendet",
  subject: "Betreff",
  message: "Nachricht",
  messageHint:
    "Was Sie getan haben, was geschah und was Sie erwartet haben. Geben Sie keine Passwörter an.",
  attachLog: "Ereignisprotokoll anhängen",
  logContains:
    "Das Protokoll enthält, was Sie in einer Sitzung geöffnet, eingegeben und angeklickt haben, und die Antworten des Servers. Pseudonyme ersetzen Namen, Benutzernamen und E-Mail-Adressen von Personen. Namen von Organisationen, Ressourcen und Berechtigungen bleiben. Passwörter und Mining-Berichte sind nicht enthalten.",
  logKept: (days) =>
    `Sie und Benutzeradministratoren können es ${counted(days, { one: "Tag", other: "Tage" })} lang herunterladen; danach löscht es der Server.`,
  whichSession: "Sitzung",
  session: (from, events, errors, isOwn) =>
    [
      moment(from),
      ...(isOwn ? ["diese Sitzung"] : []),
      counted(events, { one: "Ereignis", other: "Ereignisse" }),
      errors === 0 ? "keine Fehler" : counted(errors, { one: "Fehler", other: "Fehler" }),
    ].join(" · "),
  ownSession: "Diese Sitzung",
  packing: "Das Ereignisprotokoll wird vorbereitet…",
  packed: (events, size) =>
    `${counted(events, { one: "Ereignis", other: "Ereignisse" })}, ${bytes(size)}`,
  log: "Ereignisprotokoll",
  logSize: (size) => bytes(size),
  downloadLog: (size) => `Ereignisprotokoll herunterladen (${bytes(size)})`,
  send: "Anfrage senden",
  close: "Schließen",
  sentRequests: "Gesendete Anfragen",
  otherHelp: "Andere Wege zur Hilfe",
  eventLog: "Was auf Ihrem Bildschirm geschah",
  exportLog: "Ereignisprotokoll exportieren",
  documentation: "Dokumentation",
  docsSite: "Dokumentation",
  email: "E-Mail",
  phone: "Telefon",
};
