import { translationOf } from "../../kernel/message.ts";
import type { ACCESS_ROLES } from "../en/accessRoles.ts";

export const ACCESS_ROLES_DE = translationOf<typeof ACCESS_ROLES>()({
  "labels.name": "Name",
  "accessRoles.notFound": "Zugriffsrolle nicht gefunden",
  "accessRoles.versionNotFound": "Version nicht gefunden",
  "accessRoles.assignmentNotFound": "Zuweisung nicht gefunden",
  "accessRoles.inducementNotFound": "Diese Organisation vergibt die Rolle nicht",
  "accessRoles.nameTaken": "Eine andere Zugriffsrolle hat diesen Namen",
  "accessRoles.changedElsewhere":
    "Diese Rolle wurde inzwischen geändert; nichts wurde gespeichert. Prüfen Sie die aktuelle Rolle und versuchen Sie es erneut",
  "accessRoles.tooManyEntitlements": "Eine Rolle hat höchstens {max:number} Berechtigungen",
  "accessRoles.unknownEntitlement": "Keine Berechtigung hat die Rollen-OID {id}",
  "accessRoles.unknownPerson": "Keine Identität hat die OID {id}",
  "accessRoles.unknownResource": "Keine Ressource hat die ID {id}",
  "accessRoles.archived":
    "Diese Rolle ist archiviert. Aktivieren Sie sie wieder, bevor Sie sie vergeben",
  "accessRoles.fileArchived":
    "{name} ist archiviert. Aktivieren Sie die Rolle wieder, bevor Sie sie ändern",
  "accessRoles.fileUnknownRole": "Keine Zugriffsrolle hat die OID {id}",
  "accessRoles.fileOutdated":
    "Die Zugriffsrollen haben sich seit der Prüfung der Datei geändert. Prüfen Sie sie noch einmal",
  "accessRoles.fileApplied":
    "Angelegte Zugriffsrollen: {created:number}, geänderte: {changed:number}.",
  "accessRoles.fileNotApplied": "Die Zugriffsrollen wurden nicht importiert: {reason:sentence}",
  "accessRoles.badPeriod": "Das Ende muss nach dem Beginn liegen",
  "accessRoles.created": "{name} wurde angelegt.",
  "accessRoles.notCreated": "{name} wurde nicht angelegt: {reason:sentence}",
  "accessRoles.saved": "{name} wurde gespeichert.",
  "accessRoles.notSaved": "{name} wurde nicht gespeichert: {reason:sentence}",
  "accessRoles.deleted": "{name} wurde gelöscht.",
  "accessRoles.notDeleted": "{name} wurde nicht gelöscht: {reason:sentence}",
  "accessRoles.wasArchived": "{name} wurde archiviert und gewährt nichts mehr.",
  "accessRoles.takenBack": "{name} ist wieder aktiv.",
  "accessRoles.statusNotChanged": "Der Status von {name} wurde nicht geändert: {reason:sentence}",
  "accessRoles.restored": "Version {version:number} wurde wiederhergestellt.",
  "accessRoles.notRestored":
    "Version {version:number} wurde nicht wiederhergestellt: {reason:sentence}",
  "accessRoles.assigned": "Die Rolle wurde {name} zugewiesen.",
  "accessRoles.unassigned": "Die Rolle wurde {person} entzogen.",
  "accessRoles.notRevoked": "Die Rolle wurde {name} nicht entzogen: {reason:sentence}",
  "accessRoles.induced": "Die Richtlinie von {org} vergibt die Rolle.",
  "accessRoles.notGranted": "Die Rolle wurde nicht vergeben: {reason:sentence}",
  "accessRoles.uninduced": "Die Richtlinie von {org} vergibt die Rolle nicht mehr.",

  "labels.comment": "Kommentar",
  "cases.notFound": "Fall nicht gefunden",
  "cases.accountNotFound": "Konto nicht gefunden",
  "cases.badFinding": "Ein Fall betrifft eine Person und eine Berechtigung oder ein Konto",
  "cases.nothingFound": "Das trifft nicht mehr zu. Laden Sie den Bericht neu",
  "cases.alreadyOpen": "Dazu gibt es bereits einen offenen Fall",
  "cases.changedElsewhere":
    "Dieser Fall wurde inzwischen geändert; nichts wurde gespeichert. Prüfen Sie den aktuellen Fall und versuchen Sie es erneut",
  "cases.unknownOwner": "Zuständig sein kann nur ein aktives Benutzerkonto des Mandanten",
  "cases.noneSelected": "Es ist kein Fall ausgewählt",
  "cases.tooManySelected": "Es können höchstens {max:number} Fälle auf einmal geändert werden",
  "cases.opened": "Fall eröffnet.",
  "cases.notOpened": "Der Fall wurde nicht eröffnet: {reason:sentence}",
  "cases.saved": "Fall gespeichert.",
  "cases.notSaved": "Der Fall wurde nicht gespeichert: {reason:sentence}",
  "cases.ownerRequired": "Wählen Sie einen Benutzer",
  "cases.allChanged": {
    one: "{count:number} Fall geändert.",
    other: "{count:number} Fälle geändert.",
  },
  "cases.changed": {
    one: "{count:number} Fall geändert. Unverändert: {unchanged:number}.",
    other: "{count:number} Fälle geändert. Unverändert: {unchanged:number}.",
  },
  "cases.notChanged": "Die Fälle wurden nicht geändert: {reason:sentence}",
  "cases.notCommented": "Der Kommentar wurde nicht hinzugefügt: {reason:sentence}",
});
