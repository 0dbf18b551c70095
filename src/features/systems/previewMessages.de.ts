import { formatsOf } from "../../ui/language/formats.ts";
import type { PreviewMessages } from "./previewMessages.ts";

const { count, counted } = formatsOf("de");

export const german: PreviewMessages = {
  kinds: {
    create: "Konto anlegen",
    change: "Attribute ändern",
    grant: "Berechtigungen hinzufügen",
    revoke: "Berechtigungen entfernen",
    enable: "Konto aktivieren",
    disable: "Konto deaktivieren",
    remove: "Konto löschen",
  },
  statuses: {
    waiting: "Wartet",
    computing: "Wird berechnet",
    planned: "Wartet auf Ihre Entscheidung",
    applying: "Wird angewendet",
    done: "Angewendet",
    partlyFailed: "Teilweise fehlgeschlagen",
    failed: "Fehlgeschlagen",
    cancelled: "Abgebrochen",
    rejected: "Abgelehnt",
  },
  statusHints: {
    waiting: "Sie beginnt bald.",
    computing: "Provision vergleicht Personen mit ihren Konten. Es wird nichts geschrieben.",
    planned:
      "Es wurde noch nichts geschrieben. Prüfen Sie, was sich ändert, bevor Sie entscheiden.",
    applying: "Provision schreibt die genehmigten Änderungen nacheinander in das System.",
    done: "Jede genehmigte Änderung ist im System oder eine Aufgabe der verantwortlichen Person. Ein Konto eines selbst bestätigten Systems ändert sich, wenn seine Aufgabe bestätigt ist.",
    partlyFailed:
      "Das System hat die fehlgeschlagenen Änderungen nicht. Öffnen Sie sie, um die Gründe zu sehen.",
    failed: "Die Vorschau konnte nicht abgeschlossen werden. Erstellen Sie eine neue.",
    cancelled: "Änderungen, die nicht als angewendet markiert sind, wurden nicht geschrieben.",
    rejected: "Es wurde nichts geschrieben.",
  },
  states: {
    planned: "Geplant",
    blocked: "Blockiert",
    approved: "Genehmigt",
    writing: "Wird geschrieben",
    applied: "Angewendet",
    failed: "Fehlgeschlagen",
    task: "Aufgabe",
    skipped: "Nicht angewendet",
  },
  gates: {
    firstPlan: {
      what: "In dieses System wurde noch nie provisioniert.",
      todo: "Prüfen Sie einige Konten jeder Art, bevor Sie genehmigen.",
    },
    notImported: {
      what: "Die Konten dieses Systems wurden noch nicht importiert.",
      todo: "Importieren Sie sie zuerst, sonst werden vorhandene Konten vielleicht noch einmal angelegt.",
    },
    manyRemoved: {
      what: "Mehr Konten werden deaktiviert oder gelöscht, als die Grenze erlaubt.",
      todo: "Prüfen Sie, ob diese Personen wirklich ausgeschieden sind.",
    },
    manyRevoked: {
      what: "Konten verlieren mehr Berechtigungen, als die Grenze erlaubt.",
      todo: "Prüfen Sie, ob eine Richtlinie fehlt, die sie gewähren sollte.",
    },
    blocked: {
      what: "Einige Änderungen sind blockiert.",
      todo: "Filtern Sie nach „Blockiert“, um die Gründe zu sehen. Die anderen können genehmigt werden.",
    },
  },
  generate: "Vorschau erstellen",
  generateNew: "Neue Vorschau erstellen",
  none: "Noch keine Vorschau",
  noneWhy:
    "Eine Vorschau vergleicht, was Richtlinien, Rollen, Feldzuordnungen und Aktivierung verlangen, mit den Konten dieses Systems. Es wird nichts geschrieben. Sobald das System bestätigt ist, erstellt Provision Vorschauen nach Importen und Änderungen, sofern die Aktivierung das nicht abschaltet.",
  failed: "Die Vorschau konnte nicht geladen werden",
  title: (no) => `Vorschau ${count(no)}`,
  compared: (done, total) =>
    `${count(done)} von ${counted(total, { one: "Person", other: "Personen" })} verglichen`,
  stale: "Diese Vorschau ist veraltet",
  outOfDate: "Veraltet",
  staleHint: "Sie kann nicht mehr genehmigt werden. Es wurde nichts geschrieben.",
  staleWhy:
    "Richtlinien, Personen, Konten oder Einstellungen haben sich geändert. Erstellen Sie eine neue Vorschau. Änderungen, die in dieser ausgelassen sind, bleiben ausgelassen, wenn sie noch dieselben sind.",
  exclusions: "In der vorigen Vorschau ausgelassene Änderungen",
  keptExclusions: (kept) =>
    `${counted(kept, { one: "Änderung ist", other: "Änderungen sind" })} ausgelassen, wie in der vorigen Vorschau.`,
  droppedExclusions: (dropped) =>
    `${counted(dropped, { one: "ausgelassene Änderung besteht nicht mehr oder ist jetzt anders", other: "ausgelassene Änderungen bestehen nicht mehr oder sind jetzt anders" })}. Prüfen Sie, was diese Vorschau einschließt.`,
  outdated: {
    newer: "Eine neuere Vorschau ist verfügbar",
    changed: "Diese Vorschau hat sich geändert",
  },
  outdatedWhy: {
    newer: "Möglicherweise können Sie die angezeigte Vorschau nicht mehr genehmigen.",
    changed: "Eine andere Person hat damit gearbeitet, oder ihre Grundlage hat sich geändert.",
  },
  showLatest: "Neueste anzeigen",
  gatesTitle: "Prüfen Sie das zuerst",
  problem: "Was fehlgeschlagen ist",
  nothingToDecide: "Keine Änderungen",
  noChanges: "Alle Konten sind, wie sie sein sollen",
  noChangesWhy: "In diesem System muss nichts geändert werden.",
  written: (done, total) =>
    `${count(done)} von ${counted(total, { one: "Änderung", other: "Änderungen" })} geschrieben`,
  cancelling: "Provision hört nach der Änderung auf, die es gerade schreibt",
  waitsFor: "Das System ist ausgefallen oder hat eine Pause verlangt. Nächster Versuch:",
  retry: "Fehlgeschlagene wiederholen",
  cancel: "Abbrechen",
  otherPerson: "Eine andere Person muss diese Vorschau genehmigen",
  otherPersonWhy: (names) =>
    `Ihre Organisation verlangt eine zweite Person. Diese Personen haben die Vorschau vorbereitet und können sie nicht genehmigen: ${names}.`,
  twoPersons: "Diese Vorschau braucht zwei Personen",
  twoPersonsWhy:
    "Ihre Organisation verlangt, dass eine Person eine Vorschau vorbereitet und eine andere sie genehmigt. Provision hat diese Vorschau automatisch erstellt. Erstellen Sie eine neue Vorschau oder lassen Sie Änderungen dieser Vorschau weg, damit eine andere Person sie genehmigen kann.",
  otherRetries: "Eine andere Person muss diese Änderungen wiederholen",
  otherRetriesWhy: (names) =>
    `Ihre Organisation verlangt eine zweite Person, und niemand sonst hat diese Vorschau genehmigt. Diese Personen haben sie vorbereitet und können die Änderungen nicht wiederholen: ${names}.`,
  approve: "Genehmigen",
  approveTitle: (no) => `Vorschau ${count(no)} genehmigen?`,
  giveTasksWhat:
    "Die für das System verantwortliche Person erhält für jede einbezogene Änderung eine Aufgabe. Ein Konto gilt als geändert, sobald seine Aufgabe bestätigt ist.",
  writeWhat:
    "Provision schreibt jede einbezogene Änderung in das System. Sie können zwischen zwei Änderungen abbrechen.",
  typeNumber: (no) => `Geben Sie ${no} ein, um zu bestätigen, dass Sie das geprüft haben`,
  otherNumber: "Das ist nicht die Nummer der Vorschau.",
  notApproved: "Die Vorschau wurde nicht genehmigt",
  readOnly: "Provision liest dieses System nur",
  readOnlyWhy:
    "Der Konnektor kann mit der veröffentlichten Einrichtung nicht schreiben. Daher gibt es keine Vorschau und nichts zu genehmigen. Um Konten zu ändern, richten Sie einen Weg zum Schreiben ein, etwa eine Datei im Ordner des Servers, oder binden Sie ein selbst bestätigtes System an.",
  reject: "Ablehnen",
  rejectTitle: (no) => `Vorschau ${count(no)} ablehnen?`,
  rejectWhat: "Die Vorschau wird verworfen. Es wird nichts geschrieben.",
  notRejected: "Die Vorschau wurde nicht abgelehnt",
  byKind: "Änderungen nach Art",
  include: "Einbeziehen",
  figures: {
    count: "Änderungen",
    blocked: "Blockiert",
    leftOut: "Ausgelassen",
    applied: "Angewendet",
    open: "Zu schreiben",
    failed: "Fehlgeschlagen",
    tasks: "Aufgaben",
  },
  includeKind: (kind) => `Einbeziehen: ${kind}`,
  objects: "Konten, die sich ändern",
  search: "Konten suchen",
  anyKind: "Jede Änderung",
  anyState: "Jeder Stand",
  columns: { name: "Konto", person: "Person", kind: "Änderung", state: "Stand" },
  leftOutTag: "Ausgelassen",
  leave: "Auslassen",
  restore: "Einbeziehen",
  leaveOne: (kind, name) => `Auslassen: ${kind}, ${name}`,
  restoreOne: (kind, name) => `Einbeziehen: ${kind}, ${name}`,
  noObjects: "Keine Änderung entspricht Ihrer Auswahl",
  objectTitle: (name) => `${name}: vorher und nachher`,
  createdBy: (actor) => `Erstellt von ${actor}`,
  approvedBy: (actor) => `Genehmigt von ${actor}`,
};
