import { formatsOf } from "../../ui/language/formats.ts";
import type { GateFigure } from "./runRules.ts";
import type { RunMessages } from "./runMessages.ts";

const { count, counted, percent } = formatsOf("de");

const accounts = (number: number) => counted(number, { one: "Konto", other: "Konten" });
const entitlements = (number: number) =>
  counted(number, { one: "Berechtigung", other: "Berechtigungen" });
const objects = (number: number) => counted(number, { one: "Objekt", other: "Objekte" });

const partOf = ({ part, of, isHr }: GateFigure) =>
  `${count(part)} von ${isHr ? counted(of, { one: "Person", other: "Personen" }) : counted(of, { one: "Objekt", other: "Objekten" })}`;
const share = ({ part, of, limit }: GateFigure) =>
  `(${percent((100 * part) / of)}); die Grenze ist ${percent(limit)}.`;
const missing = (figure: GateFigure) => `Es fehlen ${partOf(figure)} ${share(figure)}`;

export const german: RunMessages = {
  failedChanges: (changes) =>
    counted(changes, {
      one: "Änderung ist fehlgeschlagen",
      other: "Änderungen sind fehlgeschlagen",
    }),
  failedChangesWhat: "Was genehmigt wurde, ist im System nicht geschehen.",
  showFailed: "Vorschau anzeigen",

  about: "Überblick",
  description: "Beschreibung",
  owner: "Verantwortlich",
  accounts: "Konten",
  entitlements: "Berechtigungen",
  lastRun: "Letzter Import",
  lastTest: "Letzter Test",
  never: "Nie",
  nextRun: "Nächster Import",
  noSchedule: "Kein Zeitplan",
  paused: "Angehalten",
  manualReadWhat:
    "Provision liest die Konten dieses Systems. Menschen nehmen die Änderungen vor und bestätigen sie.",
  manualWhat: "Menschen bestätigen die Konten dieses Systems. Provision liest es nicht.",
  importNow: "Jetzt importieren",
  importChanges: "Änderungen importieren",
  pause: "Zeitplan anhalten",
  resume: "Zeitplan fortsetzen",
  delete: "Löschen",

  publication: "Unveröffentlichte Änderungen",
  publicationWhat: "Importe verwenden die veröffentlichten Einstellungen.",
  publishedAt: "Veröffentlicht",
  notPublished:
    "Noch nicht veröffentlicht. Veröffentlichen Sie die Einstellungen, bevor Sie importieren.",
  noChanges: "Alle Einstellungen sind veröffentlicht.",
  publish: "Veröffentlichen",
  publishTitle: (name) => `Einstellungen von ${name} veröffentlichen?`,
  publishWhat: "Importe verwenden diese Einstellungen ab jetzt.",
  publishFailed: "Die Einstellungen wurden nicht veröffentlicht",
  setting: "Einstellung",
  notSet: "Nicht gesetzt",
  secretsChanged: "Geheimnisse wurden geändert. Ihre Werte werden nicht angezeigt.",
  settings: {
    secrets: "Geheimnisse",
    owner: "Inhaber der Konten",
    identity: "Personen",
    mappings: "Feldzuordnungen",
    includedEntitlements: "Aufgenommene Berechtigungen",
    excludedEntitlements: "Ausgeschlossene Berechtigungen",
    excludedAccounts: "Ausgeschlossene Konten",
    everyMinutes: "Minuten zwischen Importen",
    maxGonePercent: "Objekte, die verschwinden dürfen, in Prozent",
    maxRenamedPercent: "Objekte, die umbenannt sein dürfen, in Prozent",
    writesPerMinute: "Schreibvorgänge pro Minute",
    graceDays: "Tage, bis Konten fehlender Objekte entfernt werden",
    activation: "Wenn Personen ausscheiden",
  },
  yes: "Ja",
  no: "Nein",

  runs: "Importe",
  runsWhat: "Der neueste zuerst",
  noRuns: "Noch nichts wurde importiert",
  columns: {
    no: "Nr.",
    status: "Status",
    kind: "Liest",
    counts: "Änderungen",
    actor: "Gestartet von",
    at: "Gestartet",
  },
  scheduled: "Zeitplan",
  watched: "Neue Version der Datei",
  statuses: {
    waiting: "Wartet",
    reading: "Liest",
    planned: "Wartet auf Ihre Entscheidung",
    applying: "Wird angewendet",
    done: "Fertig",
    failed: "Fehlgeschlagen",
    cancelled: "Abgebrochen",
    rejected: "Abgelehnt",
    undone: "Rückgängig gemacht",
  },
  statusHints: {
    waiting: "Er beginnt in Kürze, oder später, wenn das System darum gebeten hat.",
    reading: "Provision liest das System. Bis der Plan fertig ist, wird nichts geändert.",
    planned:
      "Noch wurde nichts geändert. Prüfen Sie den Plan, und wenden Sie ihn an oder lehnen Sie ihn ab.",
    applying: "Der Plan wird angewendet. Bis zum Ende können Sie ihn als Ganzes abbrechen.",
    done: "Der Plan wurde angewendet.",
    failed: "Nichts wurde geändert. Beheben Sie das Problem, und importieren Sie erneut.",
    cancelled: "Nichts wurde geändert.",
    rejected: "Der Plan wurde verworfen. Nichts wurde geändert.",
    undone: "Ein späterer Import hat seine Änderungen zurückgenommen.",
  },
  kinds: { full: "Alles", changes: "Änderungen", undo: "Rücknahme" },
  changes: {
    added: "Neu",
    changed: "Geändert",
    renamed: "Umbenannt",
    gone: "Fehlend",
    returned: "Zurückgekehrt",
    removed: "Entfernt",
  },
  changeHints: {
    added: "Vorher nicht bekannt",
    changed: "Mit anderem Inhalt",
    renamed: "Mit anderem Namen oder verschoben",
    gone: "Nicht mehr im System; wird nach der Frist entfernt",
    returned: "Wieder da, nachdem es fehlte",
    removed: "Die Frist ist vorbei",
  },
  gates: {
    manyGone: {
      what: "Mehr Objekte fehlen, als die Grenze erlaubt.",
      todo: "Prüfen Sie, ob sie wirklich gelöscht wurden. Ein falscher Filter oder Suchort sieht genauso aus.",
    },
    incomplete: {
      what: "Das System wurde nicht vollständig gelesen.",
      todo: "Nicht gelesene Objekte gelten nicht als fehlend. Beheben Sie das Problem unten, oder wenden Sie an, was gelesen wurde.",
    },
    manyRenamed: {
      what: "Mehr Objekte heißen anders, als die Grenze erlaubt.",
      todo: "Prüfen Sie, ob das Attribut mit dem Namen geändert wurde.",
    },
    manyLeaving: {
      what: "Mehr Personen scheiden aus, als die Grenze erlaubt.",
      todo: "Prüfen Sie, ob sie wirklich ausgeschieden sind. Eine falsche Statusspalte oder ein Wert, der in den Einstellungen fehlt, sieht genauso aus.",
    },
    manyRewritten: {
      what: "Name, Position, Abteilung oder Standort ändern sich bei mehr Personen, als die Grenze erlaubt.",
      todo: "Prüfen Sie, ob diese Werte stimmen. Eine verschobene Spalte sieht genauso aus.",
    },
    manyLost: {
      what: "Konten verlieren mehr Berechtigungen, als die Grenze erlaubt.",
      todo: "Prüfen Sie, ob sie wirklich entzogen wurden. Eine fehlende Spalte oder ein fehlendes Leserecht für Gruppen sieht genauso aus.",
    },
    becameEmpty: {
      what: "Das System hat keine Objekte mehr.",
      todo: "Lehnen Sie den Plan ab, wenn das System nicht wirklich geleert wurde.",
    },
  },
  figures: {
    manyGone: missing,
    becameEmpty: missing,
    manyRenamed: (figure) => `Anders heißen ${partOf(figure)} ${share(figure)}`,
    manyLeaving: (figure) => `Ausscheiden würden ${partOf(figure)} ${share(figure)}`,
    manyRewritten: (figure) =>
      `Name, Position, Abteilung oder Standort ändern sich bei ${partOf(figure)} ${share(figure)}`,
    manyLost: (figure) =>
      `Verloren gehen ${count(figure.part)} von ${counted(figure.of, { one: "Berechtigung", other: "Berechtigungen" })} der Konten ${share(figure)}`,
  },
  countsOf: (parts) => (parts.length === 0 ? "Keine Änderungen" : parts.join(", ")),
  countOf: (number, change) => `${count(number)} ${change.toLowerCase()}`,
  runTitle: (no) => `Import ${count(no)}`,
  closeRun: "Schließen",
  progress: (number) => `Bisher ${objects(number)}`,
  applied: (number, all) => `Angewendete Änderungen: ${count(number)} von ${count(all)}`,
  interrupted:
    "Der Import wurde unterbrochen, während er seine Änderungen anwandte. Er setzt dort fort, wo er stehen blieb, mit einem Versuch pro Minute. Bitten Sie den Betreiber von Provision, das Protokoll des Servers anzusehen, wenn er nicht endet.",
  read: "Gelesen",
  unchanged: "Unverändert",
  orphaned: "Ohne Inhaber",
  leaving: "Ausscheidende Personen",
  leavingHint: "Personen, die laut ihrem Status ausgeschieden sind",
  rewritten: "Geänderte Personen",
  rewrittenHint: "Personen, deren Name, Position, Abteilung oder Standort sich ändert",
  excluded: "Ausgeschlossen",
  excludedHint: "Eine Regel der Importeinstellungen lässt das Konto im Verzeichnis weg.",
  leaves: "Scheidet aus",
  leavesHint:
    "Laut dem Status ist die Person ausgeschieden. Sie verliert ihre Organisationen und Zugriffsrollen.",
  leavingOf: (number) =>
    counted(number, { one: "Person scheidet aus", other: "Personen scheiden aus" }),
  people: "Betroffene Personen",
  peopleHint: "Personen, deren vorhandene Konten sich ändern",
  incomplete: "Das System wurde nicht vollständig gelesen",
  waits: "Dieser Plan wartet auf Ihre Entscheidung",
  waited: "Warum dieser Plan auf eine Entscheidung gewartet hat",
  problem: "Was schiefging",
  applyPlan: "Diesen Plan anwenden",
  applyTitle: (no) => `Plan von Import ${count(no)} anwenden?`,
  applyWhat: "Genau der gezeigte Plan wird angewendet. Ein anderer wird abgewiesen.",
  affected: "Konten und Berechtigungen, die der Plan ändert",
  notApplied: "Der Plan wurde nicht angewendet",
  reject: "Ablehnen",
  rejectTitle: (no) => `Plan von Import ${count(no)} ablehnen?`,
  rejectWhat: "Der Plan wird verworfen. Nichts wird geändert.",
  notRejected: "Der Plan wurde nicht abgelehnt",
  cancel: "Import abbrechen",
  abandon: "Aufgeben",
  abandonTitle: (no) => `Import ${count(no)} aufgeben?`,
  abandonWhat:
    "Was er angewendet hat, bleibt und kann nicht gemeinsam rückgängig gemacht werden. Der nächste Import wendet an, was fehlt.",
  abandonedHint: "Ein Teil des Plans wurde angewendet.",
  notAbandoned: "Der Import wurde nicht aufgegeben",
  undo: "Rückgängig machen",
  undoTitle: (no) => `Import ${count(no)} rückgängig machen?`,
  undoWhat:
    "Ein neuer Import nimmt zurück, was dieser geändert hat. Wenn etwas Späteres davon abhängt, ändert sich nichts, und Sie sehen, was es ist.",
  undoAffected: "Konten und Berechtigungen, die sich dadurch ändern",
  notUndone: "Der Import wurde nicht rückgängig gemacht",
  approvePlan: "Diesen Plan genehmigen",
  approveTitle: (no) => `Plan von Import ${count(no)} genehmigen?`,
  approveWhat: "Nichts wird geändert, bis auch eine zweite Person genau diesen Plan genehmigt hat.",
  notApproved: "Der Plan wurde nicht genehmigt",
  approved: (actor) => `Plan genehmigt von ${actor}`,
  waitsForOther: "Warum dieser Plan auf eine Entscheidung wartet",
  otherApprover: "Eine andere Person muss diesen Plan anwenden",
  secondApprover: "Auch eine andere Person muss diesen Plan genehmigen",
  twoPersons: "Zwei Personen müssen diesen Plan genehmigen",
  twoPersonsWhy:
    "Ihre Organisation verlangt für Importe von Personen zwei Personen, und Provision hat diesen Import gestartet. Die zweite Genehmigung wendet den Plan an.",
  isSecond: (actor) => `${actor} hat diesen Plan genehmigt`,
  isSecondWhy:
    "Ihre Organisation verlangt für Importe von Personen zwei Personen. Ihre Genehmigung ist die zweite und wendet den Plan an.",
  startedBy: (actor) => `Gestartet von ${actor}`,
  decided: (actor) => `Entschieden von ${actor}`,
  runFailed: "Der Import konnte nicht geladen werden",

  byDepartment: "Betroffene Personen nach Abteilung",
  noDepartment: "Ohne Abteilung",
  affectedPeople: (people, losing) => {
    const all = counted(people, { one: "Person", other: "Personen" });
    return losing === 0
      ? all
      : `${all}, davon ${count(losing)} ausscheidend, fehlend oder entfernt`;
  },
  moreDepartments: (number) =>
    `und ${counted(number, { one: "weitere Abteilung", other: "weitere Abteilungen" })}`,
  exportEntries: "Objekte exportieren",
  entries: "Was er ändert",
  searchEntries: "Objekte durchsuchen",
  change: "Änderung",
  allChanges: "Jede Änderung",
  object: "Objekt",
  person: "Inhaber",
  objectClass: "Klasse",
  noEntries: "Er ändert nichts.",
  entryTitle: (name) => `${name}: vorher und nachher`,

  deleteTitle: (name) => `${name} löschen?`,
  deleteWhat: "Das kann nicht rückgängig gemacht werden. Im System selbst wird nichts geändert.",
  deleteConfirm: "System löschen",
  typeName: "Geben Sie den Namen des Systems ein",
  nameMismatch: "Geben Sie den Text genau wie angezeigt ein",
  notDeleted: "Das System wurde nicht gelöscht",
  lost: "Was verloren geht",
  lostContent: (accountCount, entitlementCount, runCount) =>
    `${accounts(accountCount)}, ${entitlements(entitlementCount)}, ${counted(runCount, { one: "Import", other: "Importe" })}`,
  lostGrants: (grantCount, policyCount) =>
    `${counted(grantCount, { one: "Vergabe", other: "Vergaben" })} in ${counted(policyCount, { one: "Richtlinie", other: "Richtlinien" })}`,
  lostRoles: (number) =>
    `Berechtigungen von ${counted(number, { one: "Zugriffsrolle", other: "Zugriffsrollen" })}`,
  lostUsers: (number) =>
    `Die Ressource von ${counted(number, { one: "Benutzer, der sie verwaltet", other: "Benutzern, die sie verwalten" })}`,
  lostOpenTasks: (number) =>
    `${counted(number, { one: "offene Aufgabe geht", other: "offene Aufgaben gehen" })} verloren. Bestätigen Sie, was erledigt ist, oder ziehen Sie es zurück, bevor Sie das System löschen.`,
  lostMappings: (number) => counted(number, { one: "Zuordnung", other: "Zuordnungen" }),
  lostCorrelation: (rules, simulations, decisions) =>
    `${counted(rules, { one: "Korrelationsregel", other: "Korrelationsregeln" })}, ${counted(simulations, { one: "Simulation", other: "Simulationen" })}, ${counted(decisions, { one: "Entscheidung", other: "Entscheidungen" })} über Inhaber von Konten`,
  lostReviews: (number) =>
    `Namen, Verantwortliche und Beschreibungen von ${counted(number, { one: "geprüften Berechtigung", other: "geprüften Berechtigungen" })}`,
  lostTasks: (number) =>
    `${counted(number, { one: "Aufgabe", other: "Aufgaben" })}. Das Änderungsprotokoll nennt weiterhin, wer was bestätigt hat.`,
  lostPreviews: (number) =>
    `${counted(number, { one: "Vorschau", other: "Vorschauen" })} mit den Werten vor und nach jeder Änderung`,
  lostFiles: (number) =>
    counted(number, { one: "hochgeladene Datei", other: "hochgeladene Dateien" }),
  policyOf: (org, grants) => `${org}: ${counted(grants, { one: "Vergabe", other: "Vergaben" })}`,
  morePolicies: (number) => `und ${count(number)} weitere`,
  removesGrants: "Richtlinien und Zugriffsrollen verlieren diese Berechtigungen",
  lossFailed: "Was verloren geht, konnte nicht geladen werden",
};
