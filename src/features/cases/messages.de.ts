import { formatsOf } from "../../ui/language/formats.ts";
import type { CaseMessages } from "./messages.ts";

const { counted } = formatsOf("de");

export const german: CaseMessages = {
  title: "Fälle",
  context:
    "Zugriffe, die jemand prüfen oder berichtigen muss. Eröffnen Sie einen Fall in einem Identitätsbericht.",
  found: (cases) => counted(cases, { one: "Fall", other: "Fälle" }),
  search: "Fälle suchen",
  state: "Status",
  filters: {
    unsettled: "Nicht erledigt",
    all: "Alle Fälle",
    open: "Offen",
    inProgress: "In Bearbeitung",
    resolved: "Gelöst",
    dismissed: "Verworfen",
  },
  kinds: {
    outsidePolicy: "Zugriff außerhalb der Richtlinie",
    missingAccess: "Fehlender Zugriff",
    orphanedAccount: "Verwaistes Konto",
  },
  columns: {
    subject: "Betrifft",
    kind: "Befund",
    about: "Zugriff",
    state: "Status",
    owner: "Zuständig",
    dueOn: "Fällig",
    createdAt: "Eröffnet",
  },
  none: "Es gibt noch keine Fälle.",
  nobody: "Niemand",
  noDue: "Keine Frist",
  loading: "Wird geladen",
  failed: "Der Fall konnte nicht geladen werden",
  missing: "Diesen Fall gibt es nicht",
  missingWhy: "Prüfen Sie die Adresse, oder suchen Sie den Fall in der Liste.",
  back: "Alle Fälle zeigen",
  report: "Identitätsbericht zeigen",
  openedBy: (user) => `Eröffnet von ${user}`,
  details: "Angaben",
  comments: "Kommentare",
  comment: "Kommentar",
  addComment: "Kommentar hinzufügen",
  notAdded: "Der Kommentar wurde nicht hinzugefügt",
  noComments: "Noch keine Kommentare.",
  notSaved: "Der Fall wurde nicht gespeichert",
  openTitle: "Fall eröffnen",
  open: "Fall eröffnen",
  openOne: (name) => `Fall zu ${name} eröffnen`,
  notOpened: "Der Fall wurde nicht eröffnet",
  reportCases: "Offene Fälle",
  noReportCases: "Zu dieser Person gibt es keine offenen Fälle.",
  due: (day) => `fällig ${day}`,
};
