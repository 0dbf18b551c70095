import { translationOf } from "../../kernel/message.ts";
import type { ACCOUNTS } from "../en/accounts.ts";

export const ACCOUNTS_DE = translationOf<typeof ACCOUNTS>()({
  "accounts.notSignedIn": "Sie sind nicht angemeldet, oder Ihre Sitzung ist beendet",
  "accounts.badCredentials": "Benutzername oder Passwort ist falsch",
  "accounts.badPassword": "Das aktuelle Passwort ist falsch",
  "accounts.tooManyFailures": "Zu viele Fehlversuche; versuchen Sie es später erneut",
  "accounts.noPasswords":
    "Passwörter werden hier nicht verwendet: Melden Sie sich mit Single Sign-on an",
  "accounts.badLink": "Dieser Link ist schon benutzt, abgelaufen oder unvollständig",
  "accounts.deadLink": "Dieser Link ist nicht mehr gültig",
  "accounts.alreadyActive": "Dieses Konto ist schon aktiv: Melden Sie sich an",
  "accounts.notActive": "Dieses Konto ist noch nicht aktiv: Aktivieren Sie es zuerst",
  "accounts.changed": "Ihr Konto wurde geändert: Öffnen Sie den Link noch einmal",
  "accounts.noEmail": "Ihr Konto hat keine E-Mail-Adresse; fragen Sie Ihren Administrator",
  "accounts.emailChanged": "Ihre E-Mail-Adresse wurde inzwischen geändert; versuchen Sie es erneut",
  "accounts.emailSignsIn":
    "Mit dieser Adresse melden Sie sich an; bitten Sie Ihren Administrator, sie zu ändern",
  "accounts.tooManyLinks": "Zu viele Links wurden angefordert; versuchen Sie es später erneut",

  "accounts.confirmPassword": "Bestätigen Sie zuerst Ihr Passwort",
  "accounts.signInAgain":
    "Melden Sie sich zuerst ab und wieder an, denn Ihre Anmeldung ist zu lange her",
  "accounts.notConfirmed": "Ihr Passwort wurde nicht bestätigt: {reason:sentence}",

  "factors.notSignedIn": "Anmeldung fehlgeschlagen: {reason:sentence}",
  "factors.notFound": "Zweiter Faktor nicht gefunden",
  "factors.badCode": "Der Code ist nicht richtig oder schon benutzt",
  "factors.badPasskey": "Der Passkey konnte nicht bestätigt werden; versuchen Sie es erneut",
  "factors.noPasskeys":
    "Passkeys brauchen eine Adresse mit Hostnamen; bitten Sie Ihren Administrator, PROVISION_PUBLIC_URL zu setzen",
  "factors.expired": "Die Anmeldung hat zu lange gedauert; melden Sie sich noch einmal an",
  "factors.setupExpired": "Die Einrichtung hat zu lange gedauert; beginnen Sie sie noch einmal",
  "factors.known": "Dieser Passkey ist schon eingerichtet",
  "factors.tooMany":
    "Ein Konto kann höchstens 10 zweite Faktoren haben; entfernen Sie zuerst einen",
  "factors.lastRequired":
    "Ihre Organisation verlangt einen zweiten Faktor; fügen Sie zuerst einen anderen hinzu",
  "factors.resetOwn": "Ihre eigenen zweiten Faktoren verwalten Sie unter Profil verwalten",
  "factors.unavailable":
    "Zweite Faktoren sind gerade nicht benutzbar; sagen Sie es Ihrem Administrator",
  "factors.nameRequired": "Geben Sie einen Namen ein",
  "factors.nameTooLong": "Geben Sie höchstens 100 Zeichen ein",
  "factors.added": "Ihr zweiter Faktor wurde eingerichtet.",
  "factors.notAdded": "Ihr zweiter Faktor wurde nicht eingerichtet: {reason:sentence}",
  "factors.renamed": "Ihr zweiter Faktor wurde umbenannt.",
  "factors.notRenamed": "Ihr zweiter Faktor wurde nicht umbenannt: {reason:sentence}",
  "factors.removed": "Ihr zweiter Faktor wurde entfernt.",
  "factors.notRemoved": "Ihr zweiter Faktor wurde nicht entfernt: {reason:sentence}",
  "factors.codesNotMade":
    "Es wurden keine neuen Wiederherstellungscodes erstellt: {reason:sentence}",
  "factors.reset": "Die zweiten Faktoren von {username} wurden zurückgesetzt.",
  "factors.notReset": "Die zweiten Faktoren wurden nicht zurückgesetzt: {reason:sentence}",

  "sessions.notFound": "Sitzung nicht gefunden",
  "sessions.endOwn": "Ihre eigenen Sitzungen beenden Sie unter Profil verwalten",

  "signOn.notFound": "Single Sign-on nicht gefunden",
  "signOn.badState":
    "Diese Anmeldung wurde in einem anderen Browser begonnen, hat zu lange gedauert oder ist schon benutzt; beginnen Sie sie noch einmal",
  "signOn.refused": "Die Anmeldung konnte nicht bestätigt werden; beginnen Sie sie noch einmal",
  "signOn.tooWeak":
    "Die Anmeldung bei Ihrer Organisation war nicht sicher genug; melden Sie sich dort erneut mit einem stärkeren Verfahren an, etwa mit einem zweiten Faktor",
  "signOn.unreachable":
    "Die Anmeldung Ihrer Organisation ist nicht erreichbar; versuchen Sie es später erneut",
  "signOn.unreachableUsePassword":
    "Die Anmeldung Ihrer Organisation ist nicht erreichbar; versuchen Sie es später erneut, oder melden Sie sich mit Ihrem Passwort an",
  "signOn.noUser":
    "Ihre Organisation hat Sie angemeldet, aber Sie haben kein aktives Konto in Provision; fragen Sie Ihren Administrator",

  "accounts.profileSaved": "Ihr Profil wurde gespeichert.",
  "accounts.profileNotSaved": "Ihr Profil wurde nicht gespeichert: {reason:sentence}",
  "sessions.ended": "Diese Sitzung wurde beendet.",
  "sessions.endedBefore": "Diese Sitzung war schon beendet.",
  "sessions.notEnded": "Diese Sitzung wurde nicht beendet. {reason:sentence}",
  "sessions.noOthers": "Es gab keine andere Sitzung.",
  "sessions.othersEnded": {
    one: "{count:number} andere Sitzung wurde beendet.",
    other: "{count:number} andere Sitzungen wurden beendet.",
  },
  "sessions.othersNotEnded": "Keine Sitzung wurde beendet: {reason:sentence}",

  "accounts.activated": "Ihr Konto ist aktiv. Melden Sie sich als {username} an.",
  "accounts.emailConfirmed": "Ihre E-Mail-Adresse ist bestätigt.",
  "passwords.reset": "Ihr Passwort wurde geändert. Melden Sie sich damit an.",
  "passwords.changed": "Ihr Passwort wurde geändert. Alle Ihre anderen Sitzungen sind beendet.",
  "sessions.signedOut": "Sie sind abgemeldet.",
  "sessions.signedOutElsewhere": "Sie wurden in einem anderen Tab abgemeldet.",
  "sessions.idle": "Sie wurden abgemeldet, weil Sie eine Weile inaktiv waren.",
  "sessions.dayOver": "Sie wurden abgemeldet, weil seit der Anmeldung ein Tag vergangen ist.",
  "sessions.ending":
    "Ihre Sitzung endet um {time:time} Uhr, einen Tag nach der Anmeldung. Speichern Sie Ihre Arbeit vorher, und melden Sie sich wieder an.",
  "sessions.lost": "Ihre Sitzung ist beendet. Melden Sie sich wieder an.",
  "sessions.lostUnsaved":
    "Ihre Sitzung ist beendet. Melden Sie sich wieder an. Nicht angewendete Änderungen sind verloren.",
  "sessions.notRenewed": "Ihre Sitzung konnte nicht verlängert werden: {reason:sentence}",
});
