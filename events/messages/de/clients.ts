import { translationOf } from "../../kernel/message.ts";
import type { CLIENTS } from "../en/clients.ts";

export const CLIENTS_DE = translationOf<typeof CLIENTS>()({
  "clients.notFound": "Mandant nicht gefunden",
  "clients.limitsSaved": "Die Grenzen wurden gespeichert.",
  "clients.limitsNotSaved": "Die Grenzen wurden nicht gespeichert: {reason:sentence}",
  "clients.approvalRulesSaved": "Die Regeln der Genehmigung wurden gespeichert.",
  "clients.approvalRulesNotSaved":
    "Die Regeln der Genehmigung wurden nicht gespeichert: {reason:sentence}",
  "clients.signInRulesSaved": "Die Regeln der Anmeldung wurden gespeichert.",
  "clients.signInRulesNotSaved":
    "Die Regeln der Anmeldung wurden nicht gespeichert: {reason:sentence}",
  "clients.adminAccessSaved": "Die Verwaltung von Zugriff ist eingeschaltet.",
  "clients.adminAccessNotSaved":
    "Die Verwaltung von Zugriff wurde nicht eingeschaltet: {reason:sentence}",
  "clients.completeMailed": {
    one: "{count:number} Person wird per E-Mail benachrichtigt.",
    other: "{count:number} Personen werden per E-Mail benachrichtigt.",
  },
  "clients.completeNotMailed": "Es wurde keine E-Mail gesendet: {reason:sentence}",
  "clients.notComplete": "{name} ist noch nicht eingerichtet. Bestätigen Sie zuerst die Anbindung",
  "clients.nobodyToMail":
    "Weder Eigentümer noch Verwaltung des Mandanten haben eine E-Mail-Adresse",
  "clients.nameTaken": "{label}: So heißt schon ein anderer Mandant",
  "clients.badWebsite": "Die Website muss mit https:// oder http:// beginnen",
  "clients.formatWithoutParts": "Verwenden Sie mindestens eines von {parts}",
  "clients.formatBraces": "Klammern gehören nur zu {parts}",
  "clients.saved": "{name} wurde gespeichert.",
  "clients.notSaved": "Der Mandant wurde nicht gespeichert: {reason:sentence}",
  "clients.formatNotSaved":
    "Das Format der Benutzernamen wurde nicht gespeichert: {reason:sentence}",
  "clients.tooManyManagers":
    "Es gibt mehr Manager, als hier aufgeführt werden können; ändern Sie jeden unter Benutzer bearbeiten",

  "orgs.notFound": "Organisation nicht gefunden",
  "orgs.jobTitles": "Positionen",
  "orgs.departments": "Abteilungen",
  "orgs.locations": "Standorte",
  "orgs.jobTitle": "Position",
  "orgs.department": "Abteilung",
  "orgs.location": "Standort",
  "orgs.unknown": "Organisation {id} nicht gefunden",
  "orgs.rootNotFound":
    "Es gibt noch keine Organisationen dieser Art. Importieren Sie zuerst Identitäten",
  "orgs.stale":
    "{name} wurde von jemand anderem geändert. Laden Sie die Gruppen neu und versuchen Sie es noch einmal",
  "orgs.duplicateName": "In {parent} gibt es schon eine Organisation mit dem Namen {name}",
  "orgs.duplicateNameOnTop":
    "Auf der obersten Ebene gibt es schon eine Organisation mit dem Namen {name}",
  "orgs.cycle": "{name} kann nicht in sich selbst oder in eine Gruppe darunter verschoben werden",
  "orgs.tooDeep": "Gruppen können höchstens {max:number} Ebenen tief verschachtelt werden",
  "orgs.notAGroup": "{name} ist keine Gruppe",
  "orgs.otherType": "{name} ist von anderer Art und kann nicht hierher verschoben werden",
  "orgs.rootFixed": "Die oberste Ebene kann nicht geändert werden",
  "orgs.notInGroup": "{name} ist nicht in dieser Gruppe",
  "orgs.groupNotEmpty": "{name} enthält andere Organisationen. Verschieben Sie diese zuerst",
  "orgs.groupHasMembers": "{name} hat eigene Mitglieder und kann deshalb nicht gelöscht werden",
  "orgs.changeNotFound": "Änderung nicht gefunden",
  "orgs.changedSince":
    "{name} wurde seitdem geändert, deshalb kann diese Änderung nicht rückgängig gemacht werden",
  "orgs.topLevel": "die oberste Ebene",
  "orgs.groupCreated": "{name} wurde angelegt.",
  "orgs.groupNotCreated": "{name} wurde nicht angelegt: {reason:sentence}",
  "orgs.groupRenamed": "{former} wurde in {name} umbenannt.",
  "orgs.groupNotRenamed": "{name} wurde nicht umbenannt: {reason:sentence}",
  "orgs.groupDeleted": "{name} wurde gelöscht.",
  "orgs.groupNotDeleted": "{name} wurde nicht gelöscht: {reason:sentence}",
  "orgs.moved": {
    one: "{count:number} Organisation wurde nach {name} verschoben.",
    other: "{count:number} Organisationen wurden nach {name} verschoben.",
  },
  "orgs.notMoved": "Die Organisationen wurden nicht verschoben: {reason:sentence}",
  "orgs.suggestionsAccepted":
    "Angelegte Gruppen: {groups:number}, verschobene Organisationen: {orgs:number}.",
  "orgs.suggestionsNotAccepted": "Die Gruppen wurden nicht angelegt: {reason:sentence}",
  "orgs.undone": "Die Änderung wurde rückgängig gemacht.",
  "orgs.notUndone": "Die Änderung wurde nicht rückgängig gemacht: {reason:sentence}",
  "entitlements.notFound": "Berechtigung nicht gefunden",
  "identities.notFound": "Identität nicht gefunden",
  "labels.identityId": "Kennung",
  "identities.idTaken": "Eine andere Person hat diese ID",
  "identities.authoritative":
    "Für diese Person ist ein angebundenes System maßgeblich. Ändern Sie die Person dort, und importieren Sie erneut",
  "identities.ended": "Diese Person wurde beendet und kann nicht geändert werden",
  "identities.changedElsewhere":
    "Diese Person wurde inzwischen geändert; nichts wurde gespeichert. Prüfen Sie die aktuellen Daten und versuchen Sie es erneut",
  "identities.unknownOrg": "Keine Organisation dieser Art heißt {name}",
  "identities.ambiguousOrg": "Mehrere Organisationen dieser Art heißen {name}",
  "identities.unknownManager": "Keine Person hat die ID {id}",
  "identities.created": "{name} wurde angelegt.",
  "identities.notCreated": "{name} wurde nicht angelegt: {reason:sentence}",
  "identities.saved": "{name} wurde gespeichert.",
  "identities.notSaved": "{name} wurde nicht gespeichert: {reason:sentence}",
  "identities.wasEnded": "{name} wurde beendet.",
  "identities.notEnded": "{name} wurde nicht beendet: {reason:sentence}",
  "identityViews.notFound": "Ansicht nicht gefunden",
  "identityViews.tooMany":
    "Sie haben {max:number} Ansichten. Löschen Sie eine, bevor Sie eine weitere speichern",
  "identityViews.saved": "{name} wurde gespeichert.",
  "identityViews.notSaved": "{name} wurde nicht gespeichert: {reason:sentence}",
  "identityViews.deleted": "{name} wurde gelöscht.",
  "identityViews.notDeleted": "{name} wurde nicht gelöscht: {reason:sentence}",
  "resources.notFound": "Ressource nicht gefunden",
  "policies.entitlementNotFound": "Zuweisung nicht gefunden",
  "policies.periodChangedElsewhere":
    "Dieser Zeitraum wurde inzwischen geändert; nichts wurde gespeichert. Prüfen Sie den aktuellen Zeitraum und versuchen Sie es erneut",
  "policies.unknownEntitlement": "keine Berechtigung hat die Rollen-Oid {id}",
  "policies.changeTooLarge":
    "Diese Änderung schreibt mehr als {max:number} Zuweisungen. Wählen Sie weniger Organisationen oder weniger Berechtigungen",
  "policies.previewOutdated":
    "Richtlinien oder Mitgliedschaften haben sich seit der Vorschau geändert. Es wurde nichts geändert. Prüfen Sie die neue Vorschau und wenden Sie sie noch einmal an",
  "policies.previewNotFound":
    "Diese Vorschau ist nicht mehr gespeichert. Lassen Sie sich die Wirkung der Änderung noch einmal zeigen, oder prüfen Sie die Datei noch einmal",
  "policies.changeNotFound": "Änderung nicht gefunden",
  "policies.alreadyUndone": "Diese Änderung ist bereits rückgängig gemacht",
  "policies.undoBeyondResource":
    "Sie können diese Änderung nicht rückgängig machen: {name} enthält jetzt auch Berechtigungen anderer Ressourcen. Wenden Sie sich an einen Benutzer, der Rollen für alle Ressourcen zuordnen darf",
  "policyFile.noOrg": "Diese Zeile nennt keine Organisation",
  "policyFile.unknownOrg": "Keine Organisation heißt {name}",
  "policyFile.ambiguousOrg":
    "Mehrere Organisationen heißen {name}. Ergänzen Sie die Spalte orgOid oder orgType",
  "policyFile.unknownEntitlement": "Keine Berechtigung heißt {name} auf der Ressource {resource}",
  "policyFile.cell": "Spalte {column}: {reason:sentence}",
  "policyFile.unknownRole": "Keine Zugriffsrolle heißt {name}",
  "policyFile.archivedRole":
    "{name} ist archiviert. Aktivieren Sie die Rolle wieder, bevor Sie sie in eine Richtlinie aufnehmen",
  "policyFile.badDay": "{value} ist kein Datum wie 2026-11-25",
  "policyFile.periodOfNothing":
    "Die Zeile entfernt, was ihre Organisation hat, und kann daher kein Datum haben. Leeren Sie das Datum, oder nennen Sie, was die Organisation erhält",
  "policyFile.otherPeriod": "Zeile {line:number} vergibt dasselbe für einen anderen Zeitraum",
  "policyFile.onePeriodColumn":
    "Die Datei hat nur eine der Spalten valid_from und valid_until. Ergänzen Sie die andere, oder entfernen Sie sie",
  "policyFile.columns": "Die Zeile hat {count:number} Werte, die Kopfzeile {expected:number}",
  "policyFile.tooManyLines": "Die Datei hat mehr als {max:number} Zeilen",
  "policies.undone":
    "Die Änderung wurde rückgängig gemacht: {added:number} hinzugefügt, {removed:number} entfernt.",
  "policies.notUndone": "Die Änderung wurde nicht rückgängig gemacht: {reason:sentence}",
  "policies.bulkApplied": "Geänderte Richtlinien: {orgs:number}.",
  "policies.bulkNotApplied": "Die Richtlinien wurden nicht geändert: {reason:sentence}",
  "policies.removed": "{name} wurde aus der Richtlinie entfernt.",
  "policies.alreadyRemoved": "{name} war nicht mehr in der Richtlinie.",
  "policies.periodChanged": "Der Zeitraum von {name} wurde geändert.",
  "policies.periodNotChanged": "Der Zeitraum wurde nicht geändert: {reason:sentence}",
  "policies.notRemoved": "{name} wurde nicht entfernt: {reason:sentence}",

  "builder.clearFilter":
    "Bitte leeren Sie den Filter, um alles zu sehen, was angewendet wird, bevor Sie auf Anwenden klicken",
  "builder.clearFilterFirst": "Bitte leeren Sie den Filter vor dem Absenden",
  "builder.nothingSelected": "Bitte wählen Sie mindestens eine Berechtigung",
  "builder.tooManySelected":
    "{selected:number} Berechtigungen sind ausgewählt, und höchstens {max:number} können auf einmal angewendet werden. Wenden Sie erst einige der Ressourcen an und dann die anderen: Was in der Richtlinie steht, bleibt darin",
  "builder.hint":
    "{assigned:number} % der Identitäten ist {name} zugeordnet, {others:number} % nicht.",
  "builder.unlinkedAccounts": "Nicht verknüpfte Konten gefunden",
  "builder.unlinked": {
    one: "{count:number} von {total:number} Identitäten hat kein verknüpftes Konto",
    other: "{count:number} von {total:number} Identitäten haben kein verknüpftes Konto",
  },
  "builder.lowCohesion":
    "Diese Berechtigung hat nur ein kleiner Teil der Benutzer in dieser Rolle... Prüfen Sie sie, bevor Sie sie in die Richtlinie aufnehmen.",

  "reports.failed": "Der Bericht konnte nicht erstellt werden",
  "reports.tooMany":
    "{max:number} Berichte, die Sie angefordert haben, werden noch erstellt; warten Sie, bis einer fertig ist, und versuchen Sie es dann noch einmal",

  "savedReports.notFound": "Bericht nicht gefunden",
  "savedReports.dayRequired": "Wählen Sie einen Tag",
  "savedReports.endsBeforeStart": "Der letzte Tag liegt vor dem ersten",
  "savedReports.entitlementRequired": "Wählen Sie eine Berechtigung",
  "savedReports.noOrg": "Berichte dieser Art umfassen alle Organisationen",
  "savedReports.noResource": "Berichte dieser Art umfassen alle Ressourcen",
  "savedReports.noPeriod": "Berichte dieser Art haben keinen Zeitraum",
  "savedReports.noEntitlement": "Berichte dieser Art betreffen keine einzelne Berechtigung",
  "savedReports.ended": "Der Bericht ist bereits beendet",
  "savedReports.tooMany":
    "{max:number} Berichte werden noch erstellt. Warten Sie, bis einer fertig ist, und versuchen Sie es dann noch einmal.",
  "savedReports.started": "Bericht angefordert.",
  "savedReports.notStarted": "Der Bericht wurde nicht angefordert: {reason:sentence}",
  "savedReports.cancelled": "Bericht abgebrochen.",
  "savedReports.notCancelled": "Der Bericht wurde nicht abgebrochen: {reason:sentence}",
  "savedReports.deleted": "Bericht gelöscht.",
  "savedReports.notDeleted": "Der Bericht wurde nicht gelöscht: {reason:sentence}",
  "savedReports.gone": "Der Bericht war bereits gelöscht.",
  "schedules.notFound": "Zeitplan nicht gefunden",
  "schedules.badRecipient":
    "Eine gewählte Person kann keine Berichte öffnen oder hat keine E-Mail-Adresse",
  "schedules.tooMany": "Es kann höchstens {max:number} Zeitpläne geben. Löschen Sie zuerst einen.",
  "schedules.changedElsewhere":
    "Dieser Zeitplan wurde in der Zwischenzeit geändert; es wurde nichts gespeichert. Prüfen Sie den aktuellen Zeitplan und versuchen Sie es erneut",
  "schedules.saved": "Zeitplan gespeichert.",
  "schedules.notSaved": "Der Zeitplan wurde nicht gespeichert: {reason:sentence}",
  "schedules.created": "Bericht geplant.",
  "schedules.notCreated": "Der Bericht wurde nicht geplant: {reason:sentence}",
  "schedules.deleted": "Zeitplan gelöscht. Seine Berichte bleiben erhalten.",
  "schedules.notDeleted": "Der Zeitplan wurde nicht gelöscht: {reason:sentence}",
  "schedules.gone": "Der Zeitplan war bereits gelöscht.",

  "support.tooMany":
    "Sie haben in der letzten Stunde {max:number} Anfragen gestellt. Sie sind gespeichert; versuchen Sie es später erneut.",
  "support.noLog": "Diese Anfrage hat kein Ereignisprotokoll",
  "support.badLog": "Das Ereignisprotokoll ist unvollständig. Hängen Sie es erneut an.",
  "support.logTooLarge":
    "Das Ereignisprotokoll ist größer als {max:bytes}. Wählen Sie eine andere Sitzung.",
  "support.logNotReady":
    "Das Ereignisprotokoll wird noch vorbereitet. Versuchen Sie es gleich noch einmal.",
  "support.logDownloaded": "{file} heruntergeladen.",
  "support.logNotDownloaded":
    "Das Ereignisprotokoll wurde nicht heruntergeladen: {reason:sentence}",
  "support.requestSent": "Supportanfrage gesendet.",
  "support.requestKept": "Supportanfrage auf dem Server gespeichert.",
  "support.requestSaved":
    "Die Anfrage wurde auf dem Server gespeichert und nicht per E-Mail gesendet: E-Mail an den Support ist nicht eingerichtet.",
  "support.requestNotSent": "Ihre Anfrage wurde nicht gesendet: {reason:sentence}",
});
