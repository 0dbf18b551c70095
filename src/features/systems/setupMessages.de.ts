import type { FileText } from "#events/entities/connector.ts";
import { formatsOf } from "../../ui/language/formats.ts";
import type { SetupMessages } from "./setupMessages.ts";

const { count, counted } = formatsOf("de");

const CHARSETS: Readonly<Record<FileText["charset"], string>> = {
  "utf-8": "UTF-8",
  "utf-16le": "UTF-16 (Little Endian)",
  "utf-16be": "UTF-16 (Big Endian)",
  "windows-1252": "Windows-1252",
};
const DELIMITERS: Readonly<Record<FileText["delimiter"], string>> = {
  ",": "Komma",
  ";": "Semikolon",
  "\t": "Tabulator",
  "|": "senkrechter Strich",
};

export const german: SetupMessages = {
  connection: "Verbindung",
  connectionWhat:
    "Wie Provision das System erreicht. Gespeicherte Einstellungen wirken, sobald Sie sie veröffentlichen.",
  loadFailed: "Die Einstellungen konnten nicht geladen werden",
  notSaved: "Die Konfiguration wurde nicht gespeichert",
  noFields: "Bei diesem Konnektor ist nichts einzurichten.",
  optional: "Leer: der Standard des Konnektors",
  chooseFile: "Datei auswählen",
  fileHint: (megabytes) => `Höchstens ${count(megabytes)} MB`,
  fileOf: (name, size) => `${name} (${size})`,
  noFile: "Noch keine Datei",
  noColumn: "Keine Spalte",
  formatUnknown: "Die Spalten der Datei sind nicht bekannt",
  formatOf: ({ columns, text }) => {
    const names = `${counted(columns.length, { one: "Spalte", other: "Spalten" })}: ${columns.join(", ")}`;
    if (text === null) return `Excel-Arbeitsmappe. ${names}`;
    const mark = text.isMarked
      ? "mit Byte-Reihenfolge-Markierung"
      : "ohne Byte-Reihenfolge-Markierung";
    const file = text.isCompressed ? "Komprimierte Datei" : "Datei";
    return `${file} in ${CHARSETS[text.charset]} ${mark}, Trennzeichen: ${DELIMITERS[text.delimiter]}. ${names}`;
  },
  fileSending: (name) => `${name} wird gesendet`,
  fileRefused: "Die Datei wurde nicht gesendet",
  fromFile: (field) => `Aus einer Datei lesen: ${field}`,
  textFileHint: "Eine Textdatei von höchstens 2 MB",
  textFileRefused: (name) => `${name} wurde nicht gelesen`,
  fileReady: "Gesendet. Speichern Sie die Konfiguration, um sie zu verwenden.",
  yes: "Ja",
  no: "Nein",

  access: "Zugriff",
  accessWhat: (field) =>
    `Sie gewähren den Zugriff beim Anbieter, und Provision speichert dessen Antwort als „${field}“.`,
  accessGranted: "Zugriff gewährt",
  accessOpen: "Zugriff nicht gewährt",
  redirectUri: "Registrieren Sie diese Rücksprungadresse beim Anbieter",
  authorize: "Autorisieren",
  authorizeAgain: "Erneut autorisieren",
  finishing: "Der gewährte Zugriff wird gespeichert",
  notAuthorized: "Der Zugriff wurde nicht gewährt",
  denied: "Sie oder der Anbieter haben den Zugriff verweigert. Nichts wurde geändert.",
  providerError: (code) =>
    `Der Anbieter antwortete ${code}. Prüfen Sie die Client-ID, den Scope und die Rücksprungadresse. Nichts wurde geändert.`,

  test: "Test",
  testTitle: "Test der Verbindung",
  testWhat: "Verwendet die gespeicherte Konfiguration. Im System wird nichts geändert.",
  testNow: "Verbindung testen",
  testFirst: "Speichern Sie zuerst Ihre Änderungen",
  untested: "Noch nicht getestet",
  changedSince: "Die Konfiguration hat sich seit dem letzten Test geändert",
  passed: "Die Verbindung funktioniert",
  failedAt: (step) => `Fehlgeschlagen: ${step}`,
  stepPassed: "bestanden",
  stepFailed: "fehlgeschlagen",
  stepOpen: "nicht erreicht",
  testRefused: "Der Test wurde nicht ausgeführt",

  classes: "Was das System speichert",
  classesWhat: "Wie zuletzt erkannt. Ein bestandener Test erkennt es neu.",
  discover: "Erkennen",
  noClasses: "Noch nichts erkannt. Testen Sie die Verbindung.",
  discoveryFailed: "Das System konnte nicht gelesen werden",
  roles: { account: "Konten", entitlement: "Berechtigungen" },
  idAttribute: "ID",
  nameAttribute: "Name",
  attributes: "Attribute",
  required: "erforderlich",

  importing: "Import",
  importNotSaved: "Die Importeinstellungen wurden nicht gespeichert",
  owners: "Inhaber der Konten",
  ownersWhat: "Provision findet die Person, der ein Konto gehört, über eines seiner Attribute.",
  ownerAttribute: "Attribut des Kontos",
  ownerField: "Es enthält",
  noOwner: "Keines: Konten haben keinen Inhaber",
  ownerFields: {
    externalId: "Die ID der Person",
    username: "Den Benutzernamen",
    email: "Die E-Mail-Adresse",
  },
  people: "Personen",
  peopleWhat: "Das Attribut mit jeder Angabe zu einer Person",
  identity: {
    externalId: "ID der Person",
    username: "Benutzername",
    givenName: "Vorname",
    familyName: "Nachname",
    email: "E-Mail",
    jobTitle: "Position",
    department: "Abteilung",
    location: "Standort",
    manager: "Vorgesetzte Person (ID)",
  },
  none: "Keines",
  inclusions: "Aufgenommene Berechtigungen",
  inclusionsHint:
    "Ein Muster je Zeile, etwa APP-*. Leer: alle. „Berechtigungen prüfen“ zeigt, auf wie viele sie passen.",
  exclusions: "Ausgeschlossene Berechtigungen",
  exclusionsHint: "Ein Muster je Zeile. * steht für beliebigen Text, etwa TEST_*.",
  scheduling: "Zeitplan und Schutz",
  schedulingWhat: "Ein Plan, der mehr als diese Grenzen ändert, wartet auf Ihre Entscheidung.",
  schedule: "Import",
  schedules: {
    "": "Nur wenn ich ihn starte",
    "15": "Alle 15 Minuten",
    "60": "Jede Stunde",
    "360": "Alle 6 Stunden",
    "720": "Alle 12 Stunden",
    "1440": "Täglich",
    "10080": "Wöchentlich",
  },
  everyMinutes: (minutes) => `Alle ${count(minutes)} Minuten`,
  maxGonePercent: "Objekte, die verschwinden dürfen",
  maxRenamedPercent: "Objekte, die umbenannt sein dürfen",
  maxRewrittenHint: "Auch Personen, deren Name, Position, Abteilung oder Standort sich ändern darf",
  graceDays: "Konten fehlender Objekte behalten für",
  daysUnit: "Tage",
  writing: "Schreiben",
  writingWhat: "Wie schnell genehmigte Änderungen in das System geschrieben werden",
  writesPerMinute: "Schreibvorgänge pro Minute, höchstens",

  activation: "Wenn Personen ausscheiden",
  activationWhat: "Was mit ihren Konten in diesem System geschieht",
  onLeave: "Konten ausgeschiedener Personen",
  leaving: {
    keep: "Unverändert behalten",
    disable: "Deaktivieren",
    remove: "Entfernen",
  },
  cannotDisable: "Der Konnektor kann Konten nicht deaktivieren.",
  disabledKeep: "Deaktivierte Konten behalten ihre Berechtigungen.",
  othersKeep:
    "Wer bleibt, aber alle Berechtigungen verliert, behält ein aktives Konto, sofern keine Zuordnung des Vorhandenseins etwas anderes bestimmt.",
  cannotWrite: "Der Konnektor liest nur.",
  changedByPeople:
    "Provision schreibt nicht in dieses System. Es erstellt Aufgaben für die Personen, die die Konten ändern.",
  afterDays: "Nach",
  dormancy: "Ungenutzte Konten",
  dormancyWhat:
    "Der Bericht über ungenutzte Konten nennt Konten, die länger als dies ohne Aktivität sind. Er braucht ein Attribut, in das das System die Zeit der letzten Aktivität schreibt.",
  activityAttribute: "Attribut mit der letzten Aktivität",
  noActivityAttribute: "Keines: Das System fehlt im Bericht",
  activityFormats:
    "Der Bericht liest ISO 8601, die generalisierte Zeit von LDAP, die Dateizeit von Windows sowie Sekunden oder Millisekunden seit 1970.",
  dormantAfterDays: "Ungenutzt nach",
  enableOnReturn: "Das deaktivierte Konto einer Person aktivieren, die zurückkehrt",
  previews: "Vorschauen der Bereitstellung",
  previewsWhat:
    "Provision vergleicht Personen, Richtlinien und Rollen mit den Konten dieses Systems: nach einem Import, wenige Minuten nach einer Änderung und wenn ein Datum verstrichen ist. Eine Vorschau mit Änderungen wartet dann auf Ihre Genehmigung.",
  automaticPreviews: "Vorschauen automatisch erstellen",
  activationNotSaved: "Die Aktivierungseinstellungen wurden nicht gespeichert",

  checklist: "Vor der Bestätigung",
  checklistWhat: "Ein bestätigtes System ist Live. Bis dahin ist es in Einrichtung.",
  checks: {
    configured: "Die Konfiguration ist vollständig",
    tested: "Der Test der Verbindung ist bestanden",
    published: "Einstellungen wurden veröffentlicht",
    imported: "Der erste Import ist abgeschlossen",
  },
  checkDone: "Erledigt",
  checkOpen: "Offen",
  checkLinks: {
    configured: "Verbindung einrichten",
    tested: "Verbindung testen",
    published: "Einstellungen veröffentlichen",
    imported: "Konten importieren",
  },
  confirm: "Anbindung bestätigen",
  isConfirmed: "Diese Anbindung ist bestätigt",
  isConfirmedWhat: "Hier ist nichts weiter zu tun.",
  notConfirmed: "Die Anbindung wurde nicht bestätigt",
  importIsOptional: "Sie können vor dem ersten Import bestätigen.",
};
