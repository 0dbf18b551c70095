import { translationOf } from "../../kernel/message.ts";
import type { USERS } from "../en/users.ts";

export const USERS_DE = translationOf<typeof USERS>()({
  "users.notFound": "Benutzer nicht gefunden",
  "users.changeNotFound": "Änderung nicht gefunden",
  "users.unknown": "Kein Benutzer hat die Kennung {id}",
  "users.taken": "Dieser Benutzername ist vergeben",
  "users.emailTaken": "Diese E-Mail-Adresse hat jemand anders, der sich damit anmeldet",
  "users.changedElsewhere": "Dieser Benutzer wurde inzwischen geändert; nichts wurde gespeichert",
  "users.changedAgain": "Was hier geändert wurde, wurde danach wieder geändert: Es bleibt so",
  "users.morePermissions": "Dieser Benutzer hat Berechtigungen, die Ihnen fehlen",
  "users.otherClients": "Dieser Benutzer gehört zu Mandanten, die Sie nicht verwalten",
  "users.notOfOneself":
    "Dies können Sie bei sich selbst nicht ändern; bitten Sie einen anderen Administrator",
  "users.notYourself": "Sie können sich nicht selbst löschen",
  "users.archived": "Dieser Benutzer ist archiviert: Stellen Sie ihn zuerst wieder her",
  "users.noEmail": "Dieser Benutzer hat keine E-Mail-Adresse",
  "users.tooManyEmails": "Zu viele E-Mails an diese Adresse; versuchen Sie es später noch einmal",
  "users.emailNotSent":
    "Die E-Mail konnte nicht gesendet werden; versuchen Sie es später noch einmal",
  "users.unknownRole": "Keine Rolle hat die Kennung {id}",
  "users.roleNotGrantable": "Die Rolle {name} hat Berechtigungen, die Ihnen fehlen",
  "users.unknownResource": "Keine Ressource hat die Kennung {id}",
  "users.created": "{username} wurde angelegt.",
  "users.notCreated": "{username} wurde nicht angelegt: {reason:sentence}",
  "users.saved": "{username} wurde gespeichert.",
  "users.notSaved": "{username} wurde nicht gespeichert: {reason:sentence}",
  "users.wasArchived": "{username} wurde archiviert und kann sich nicht mehr anmelden.",
  "users.restored": "{username} wurde wiederhergestellt.",
  "users.deleted": "{username} wurde gelöscht.",
  "users.notDeleted": "{username} wurde nicht gelöscht: {reason:sentence}",
  "users.signedOut": "{username} wurde überall abgemeldet.",
  "users.wasNotSignedIn": "{username} war nirgends angemeldet.",
  "users.notSignedOut": "{username} wurde nicht abgemeldet: {reason:sentence}",
  "users.changeUndone": "Änderung rückgängig gemacht.",
  "users.validationSent": "Eine Bestätigungs-E-Mail wurde an {email} gesendet.",
  "users.validationNotSent": "Es wurde keine Bestätigungs-E-Mail gesendet. {reason:sentence}",
});
