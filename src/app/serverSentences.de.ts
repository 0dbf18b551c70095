/** What the server says, or what is said of its answers, in German. */
export const SERVER_SENTENCES: Readonly<Record<string, string>> = {
  "Something bad happened": "Etwas ist schiefgegangen",
  "Something went wrong on the server": "Auf dem Server ist etwas schiefgegangen",
  "The server's answer could not be read. Try again; if it stays, tell your support.":
    "Die Antwort des Servers war nicht lesbar. Versuchen Sie es noch einmal; bleibt es dabei, sagen Sie es Ihrem Support.",
  "The server's answer could not be processed. Load the page again.":
    "Die Antwort des Servers konnte nicht verarbeitet werden. Laden Sie die Seite neu.",
  "The server's answer could not be processed ({reason}). Load the page again.":
    "Die Antwort des Servers konnte nicht verarbeitet werden ({reason}). Laden Sie die Seite neu.",
  "The part of this page that reads reports could not be loaded. Try again.":
    "Der Teil dieser Seite, der Berichte liest, konnte nicht geladen werden. Versuchen Sie es noch einmal.",
  "The server's answer broke off before its end. Try again.":
    "Die Antwort des Servers brach vor ihrem Ende ab. Versuchen Sie es noch einmal.",
  "The server's answer broke off before its end ({reason}). Try again.":
    "Die Antwort des Servers brach vor ihrem Ende ab ({reason}). Versuchen Sie es noch einmal.",
  "The server did not answer in time. Try again.":
    "Der Server hat nicht rechtzeitig geantwortet. Versuchen Sie es noch einmal.",
  "The request was cancelled.": "Die Anfrage wurde abgebrochen.",
  "Failed to fetch": "Der Server ist nicht erreichbar",
  "NetworkError when attempting to fetch resource": "Der Server ist nicht erreichbar",
  "NetworkError when attempting to fetch resource.": "Der Server ist nicht erreichbar.",
  "Load failed": "Der Server ist nicht erreichbar",
  "The request is invalid": "Die Anfrage ist ungültig",
  "The request is malformed or too slow": "Die Anfrage ist fehlerhaft oder zu langsam",
  "The request holds a character that no text may have":
    "Die Anfrage enthält ein Zeichen, das kein Text haben darf",
  "The body must be JSON (content-type: application/json)":
    "Der Inhalt muss JSON sein (content-type: application/json)",
  "The body is not JSON: {reason}": "Der Inhalt ist kein JSON: {reason}",
  "The body is too large": "Der Inhalt ist zu groß",
  "The body has another length than the content-length header says":
    "Der Inhalt hat eine andere Länge, als der Kopf content-length sagt",
  "The address is malformed": "Die Adresse ist fehlerhaft",
  "Not found": "Nicht gefunden",
  "Nothing is found at this address": "Unter dieser Adresse gibt es nichts",
  "{method} is not possible here": "{method} ist hier nicht möglich",
  User: "Benutzer",
  Change: "Änderung",
  Client: "Mandant",
  Org: "Organisation",
  Resource: "Ressource",
  Inducement: "Zuweisung",
  "{what} not found": "{what} nicht gefunden",
  "The server's disk is full; nothing was changed":
    "Die Platte des Servers ist voll; nichts wurde geändert",
  "The database cannot be reached; try again later":
    "Die Datenbank ist nicht erreichbar; versuchen Sie es später noch einmal",
  "The database is busy with long work, such as an import; nothing was changed, try again later":
    "Die Datenbank ist mit langer Arbeit beschäftigt, etwa einem Import; nichts wurde geändert, versuchen Sie es später noch einmal",
  "You are not permitted to do this": "Dazu sind Sie nicht berechtigt",
  "You are not signed in, or your session has ended":
    "Sie sind nicht angemeldet, oder Ihre Sitzung ist beendet",
  "The security token of this page is missing or out of date":
    "Das Sicherheitstoken dieser Seite fehlt oder ist veraltet",
  "Single sign-on": "Single Sign-on",
  "This sign-in was begun in another browser, took too long or was used already; begin it again":
    "Diese Anmeldung wurde in einem anderen Browser begonnen, hat zu lange gedauert oder ist schon benutzt; beginnen Sie sie noch einmal",
  "The sign-in could not be confirmed; begin it again":
    "Die Anmeldung konnte nicht bestätigt werden; beginnen Sie sie noch einmal",
  "The sign-in of your organisation cannot be reached; try again later":
    "Die Anmeldung Ihrer Organisation ist nicht erreichbar; versuchen Sie es später noch einmal",
  "The sign-in of your organisation cannot be reached; try again later, or sign in with your password":
    "Die Anmeldung Ihrer Organisation ist nicht erreichbar; versuchen Sie es später noch einmal, oder melden Sie sich mit Ihrem Passwort an",
  "Your organisation did not check strongly enough who you are; sign in there with what it demands, such as a second factor":
    "Ihre Organisation hat nicht streng genug geprüft, wer Sie sind; melden Sie sich dort so an, wie sie es verlangt, etwa mit einem zweiten Faktor",
  "Your organisation knows you, but no active user of Provision is yours; ask your administrator":
    "Ihre Organisation kennt Sie, aber kein aktiver Benutzer von Provision gehört zu Ihnen; fragen Sie Ihren Administrator",
  "Passwords are not used here: sign in by single sign-on":
    "Passwörter werden hier nicht verwendet: Melden Sie sich mit Single Sign-on an",
  Session: "Sitzung",
  "The username or password is not right": "Benutzername oder Passwort ist nicht richtig",
  "The current password is not right": "Das aktuelle Passwort ist nicht richtig",
  "Too many failed attempts; try again later":
    "Zu viele Fehlversuche; versuchen Sie es später noch einmal",
  "Too many attempts; try again in {time}":
    "Zu viele Versuche; versuchen Sie es noch einmal in {time}",
  "Too many large transfers at once; wait until one has ended":
    "Zu viele große Übertragungen auf einmal; warten Sie, bis eine beendet ist",
  "Too many requests at once; try again in {time}":
    "Zu viele Anfragen auf einmal; versuchen Sie es noch einmal in {time}",
  "Your account was changed: open the link again":
    "Ihr Konto wurde geändert: Öffnen Sie den Link noch einmal",
  "Too many links were asked for; try again later":
    "Zu viele Links wurden angefordert; versuchen Sie es später noch einmal",
  "Your email address was changed meanwhile; try again":
    "Ihre E-Mail-Adresse wurde inzwischen geändert; versuchen Sie es noch einmal",
  "Your account has no email address; ask your administrator":
    "Ihr Konto hat keine E-Mail-Adresse; fragen Sie Ihren Administrator",
  "This link was used already, is too old or is incomplete":
    "Dieser Link wurde schon benutzt, ist zu alt oder unvollständig",
  "This link is good no more": "Dieser Link gilt nicht mehr",
  "This account is active already: sign in": "Dieses Konto ist schon aktiv: Melden Sie sich an",
  "This account is not active yet: activate it first":
    "Dieses Konto ist noch nicht aktiv: Aktivieren Sie es zuerst",
  "This was changed meanwhile; nothing was saved":
    "Dies wurde inzwischen geändert; nichts wurde gespeichert",
  "This user was changed meanwhile; nothing was saved":
    "Dieser Benutzer wurde inzwischen geändert; nichts wurde gespeichert",
  "This user is archived: restore it first":
    "Dieser Benutzer ist archiviert: Stellen Sie ihn zuerst wieder her",
  "This user has no email address": "Dieser Benutzer hat keine E-Mail-Adresse",
  "Too many emails to this address; try again later":
    "Zu viele E-Mails an diese Adresse; versuchen Sie es später noch einmal",
  "The email could not be sent; try again later":
    "Die E-Mail konnte nicht gesendet werden; versuchen Sie es später noch einmal",
  "Others change the same users; try again":
    "Andere ändern dieselben Benutzer; versuchen Sie es noch einmal",
  "You cannot delete yourself": "Sie können sich nicht selbst löschen",
  "What this changed was changed again: it stays":
    "Was hier geändert wurde, wurde danach wieder geändert: Es bleibt so",
  "This user holds permissions that you lack":
    "Dieser Benutzer hat Berechtigungen, die Ihnen fehlen",
  "This user belongs to clients that you do not administer":
    "Dieser Benutzer gehört zu Mandanten, die Sie nicht verwalten",
  "You made {count} requests in the last hour. They are kept; try again later.":
    "Sie haben in der letzten Stunde {count} Anfragen gestellt. Sie sind gespeichert; versuchen Sie es später noch einmal.",
  "{count} reports that you asked for are still being made; wait until one is ready, then try again":
    "{count} Berichte, die Sie angefordert haben, werden noch erstellt; warten Sie, bis einer fertig ist, und versuchen Sie es dann noch einmal",
  "The report could not be mined": "Der Bericht konnte nicht erstellt werden",
  "The server ended while it mined the report":
    "Der Server endete, während er den Bericht erstellte",
  "The report was dropped": "Der Bericht wurde verworfen",
  "The report was dropped while it was read": "Der Bericht wurde beim Lesen verworfen",
};
