import { formatsOf } from "../ui/language/formats.ts";
import { LOG_SENTENCES } from "./logSentences.de.ts";
import { REPORT_SENTENCES } from "./reportSentences.de.ts";
import { SERVER_SENTENCES } from "./serverSentences.de.ts";
import { translateSentences } from "./translateSentences.ts";

/** In the order: fields and their problems, what the server says, notifications, the rest. */
export const SENTENCES: Readonly<Record<string, string>> = {
  "Job Titles": "Positionen",
  Departments: "Abteilungen",
  Locations: "Standorte",
  "Job Title": "Position",
  Department: "Abteilung",
  Location: "Standort",
  "Something does not work": "Etwas funktioniert nicht",
  "Access that is missing or wrong": "Fehlender oder falscher Zugriff",
  "My account": "Mein Konto",
  "A question": "Eine Frage",

  "All Orgs": "Alle",
  "No longer in the directory": "Nicht mehr im Verzeichnis",

  Username: "Benutzername",
  Password: "Passwort",
  "Current password": "Aktuelles Passwort",
  "New password": "Neues Passwort",
  "First name": "Vorname",
  "Last name": "Nachname",
  "Email address": "E-Mail-Adresse",
  "Phone number": "Telefonnummer",
  "Phone extension": "Durchwahl",
  "Job title": "Position",
  "Client name": "Name des Mandanten",
  Website: "Website",
  "Core processor": "Kernbanksystem",
  Address: "Adresse",
  "Address, second line": "Adresse, zweite Zeile",
  City: "Ort",
  State: "Bundesstaat",
  "ZIP code": "Postleitzahl",
  "Client name is that of another client": "So heißt schon ein anderer Mandant",
  "Website must begin with https:// or http://":
    "Die Website muss mit https:// oder http:// beginnen",
  "Use at least one of {first}, {last}, {f}, {l}":
    "Verwenden Sie mindestens eines von {first}, {last}, {f}, {l}",
  "Braces belong to {first}, {last}, {f}, {l} only":
    "Klammern gehören nur zu {first}, {last}, {f}, {l}",
  "HR manager": "HR-Verwaltung",
  "AD manager": "AD-Verwaltung",
  "Billing manager": "Abrechnung",
  Archived: "Archiviert",
  "Own resources": "Eigene Ressourcen",
  Roles: "Rollen",
  Subject: "Betreff",
  Message: "Nachricht",
  "This field is required": "Dieses Feld ist erforderlich",
  "Field must not be empty": "Das Feld darf nicht leer sein",
  "Only ascii characters are allowed": "Nur ASCII-Zeichen sind erlaubt",
  "Line breaks and other control characters are not allowed":
    "Zeilenumbrüche und andere Steuerzeichen sind nicht erlaubt",
  "Password must contain at least {count} characters":
    "Das Passwort muss mindestens {count} Zeichen haben",
  "At least {count} characters, of letters, digits and signs of the keyboard":
    "Mindestens {count} Zeichen: Buchstaben, Ziffern und Zeichen der Tastatur",
  "This password is one of the first that anybody tries: choose another":
    "Dieses Passwort gehört zu denen, die jeder zuerst versucht: Wählen Sie ein anderes",
  "This password is easily guessed from a name of yours, of your organisation or of Provision: choose another":
    "Dieses Passwort ist aus einem Ihrer Namen, dem Ihrer Organisation oder Provision leicht zu erraten: Wählen Sie ein anderes",
  "A file is required": "Eine Datei ist erforderlich",
  "This file is too large": "Diese Datei ist zu groß",
  "Please enter the text exactly as it is displayed to continue":
    "Bitte geben Sie den Text genau so ein, wie er angezeigt wird",
  "The passwords are not the same": "Die Passwörter stimmen nicht überein",
  "A forbidden character (),:;<>@[] was found": "Ein verbotenes Zeichen (),:;<>@[] wurde gefunden",
  "An email address must contain a single @": "Eine E-Mail-Adresse muss genau ein @ enthalten",
  "The domain portion, after the @, of the email address is invalid":
    "Der Domain-Teil der E-Mail-Adresse nach dem @ ist ungültig",
  "Please check the formatting of your email address":
    "Bitte prüfen Sie die Schreibweise Ihrer E-Mail-Adresse",
  "The username portion, before the @, of the email address is too long":
    "Der Teil der E-Mail-Adresse vor dem @ ist zu lang",
  "The domain portion, after the @, of the email address is too long":
    "Der Domain-Teil der E-Mail-Adresse nach dem @ ist zu lang",
  "{label} is required": "{label} ist erforderlich",
  "This username is taken": "Dieser Benutzername ist vergeben",
  "This email address is another user's, who signs in by it":
    "Diese E-Mail-Adresse hat jemand anders, der sich damit anmeldet",
  "At most {count} characters are possible": "Höchstens {count} Zeichen sind möglich",
  "At most {count} are possible": "Höchstens {count} sind möglich",
  '"{text}" is neither yes nor no': "„{text}“ ist weder ja noch nein (yes, no)",
  'No {what} is called "{name}"': "Nichts heißt „{name}“ ({what})",
  'More than one {what} is called "{name}": write its id':
    "Mehr als eines heißt „{name}“ ({what}): schreiben Sie die Kennung",
  role: "Rolle",
  resource: "Ressource",
  "Line {count} has the same username": "Zeile {count} hat denselben Benutzernamen",
  "The line has {count} values, the header {countOfHeader}":
    "Die Zeile hat {count} Werte, die Kopfzeile {countOfHeader}",
  "This user was changed meanwhile; check the file again":
    "Dieser Benutzer wurde inzwischen geändert; prüfen Sie die Datei noch einmal",
  "This user was deleted meanwhile": "Dieser Benutzer wurde inzwischen gelöscht",
  "This file is empty": "Diese Datei ist leer",
  "This file cannot be read; choose it again":
    "Diese Datei ist nicht lesbar; wählen Sie sie noch einmal",
  "{file}, line {count}: the file is not UTF-8 text. Save or export it as CSV in UTF-8 and import it again.":
    "{file}, Zeile {count}: Die Datei ist kein UTF-8-Text. Speichern oder exportieren Sie sie als CSV in UTF-8.",
  "{file}, record that begins in line {count}: a quoted value is not closed. Add the missing quote.":
    "{file}, Datensatz ab Zeile {count}: Ein Wert in Anführungszeichen ist nicht abgeschlossen. Ergänzen Sie das fehlende Zeichen.",
  "{file}, record that begins in line {count}: it is longer than 1 MiB. A quoted value is probably not closed; add the missing quote.":
    "{file}, Datensatz ab Zeile {count}: Er ist länger als 1 MiB. Wahrscheinlich ist ein Wert in Anführungszeichen nicht abgeschlossen.",
  "{file}, record that begins in line {count}: a quoted value is followed by other characters. Write each quote inside of a quoted value twice.":
    "{file}, Datensatz ab Zeile {count}: Auf einen Wert in Anführungszeichen folgen andere Zeichen. Verdoppeln Sie Anführungszeichen in einem solchen Wert.",
  "{file}, record that begins in line {count}: a quote stands inside of a value that is not quoted. Quote the whole value and write each quote in it twice.":
    "{file}, Datensatz ab Zeile {count}: In einem Wert ohne Anführungszeichen steht eines. Setzen Sie den ganzen Wert in Anführungszeichen und verdoppeln Sie jedes darin.",
  "{file} is empty. It needs a first line with the names of its columns.":
    "{file} ist leer. Die erste Zeile muss die Namen der Spalten enthalten.",
  "{file} has no line below its header.": "{file} hat keine Zeile unter der Kopfzeile.",
  "{file} has more than {count} lines. Divide it.":
    "{file} hat mehr als {count} Zeilen. Teilen Sie die Datei.",
  "The lines name more than {count} resources together. Divide the file.":
    "Die Zeilen nennen zusammen mehr als {count} Ressourcen. Teilen Sie die Datei.",
  "No resource has the id {id}": "Keine Ressource hat die Kennung {id}",
  "You began to check another file; check this one again":
    "Sie haben begonnen, eine andere Datei zu prüfen; prüfen Sie diese noch einmal",
  "There are more managers than can be listed here; change each in Edit User":
    "Es gibt mehr Manager, als hier aufgeführt werden können; ändern Sie jeden unter Benutzer bearbeiten",
  "You sign in by this address; ask your administrator to change it":
    "Mit dieser Adresse melden Sie sich an; bitten Sie Ihren Administrator, sie zu ändern",
  "You cannot change this of yourself; ask another administrator":
    "Dies können Sie bei sich selbst nicht ändern; bitten Sie einen anderen Administrator",

  "Format is required": "Format ist erforderlich",
  "Line {count} and {countMore} more has the same username":
    "Zeile {count} und {countMore} weitere haben denselben Benutzernamen",
  "The role {name} holds permissions that you lack":
    "Die Rolle {name} hat Berechtigungen, die Ihnen fehlen",
  "No role has the id {id}": "Keine Rolle hat die Kennung {id}",
  "No user has the id {id}": "Kein Benutzer hat die Kennung {id}",
  "no entitlement has the role oid {id}": "Keine Berechtigung hat die Rollen-Oid {id}",
  "The value holds the control character {name} as character {count}. Remove it":
    "Der Wert enthält das Steuerzeichen {name} als {count}. Zeichen. Entfernen Sie es",
  "{file} has a column that users do not have: {names}. Remove it; the columns are {namesOfAll}.":
    "{file} hat eine Spalte, die Benutzer nicht haben: {names}. Entfernen Sie sie; die Spalten sind {namesOfAll}.",
  "{file} has columns that users do not have: {names}. Remove them; the columns are {namesOfAll}.":
    "{file} hat Spalten, die Benutzer nicht haben: {names}. Entfernen Sie sie; die Spalten sind {namesOfAll}.",
  "{file} has {count} columns; at most {countMost} are read. Remove some.":
    "{file} hat {count} Spalten; höchstens {countMost} werden gelesen. Entfernen Sie einige.",
  "{file}, line 1: lines end in a carriage return alone. Save the file with LF or CRLF line ends and import it again.":
    "{file}, Zeile 1: Die Zeilen enden mit CR allein. Speichern Sie die Datei mit LF oder CRLF und versuchen Sie es noch einmal.",
  "{file}, line 1: values are separated by {what}. Save the file with commas between them and import it again.":
    "{file}, Zeile 1: Die Werte sind durch {what} getrennt. Speichern Sie die Datei mit Kommas dazwischen und versuchen Sie es noch einmal.",
  semicolons: "Semikolons",
  tabs: "Tabulatoren",
  "{file}, line 1: column {count} has no name. Name it or remove it.":
    "{file}, Zeile 1: Spalte {count} hat keinen Namen. Benennen oder entfernen Sie sie.",
  "{file}, line 1: the column {name} is there twice. Rename or remove one.":
    "{file}, Zeile 1: Die Spalte {name} steht zweimal da. Benennen Sie eine um oder entfernen Sie sie.",
  "{file} lacks the column {names}. Its first line must name the columns exactly so.":
    "{file} fehlt die Spalte {names}. Die erste Zeile muss die Spalten genau so nennen.",
  "{file} lacks the columns {names}. Its first line must name the columns exactly so.":
    "{file} fehlen die Spalten {names}. Die erste Zeile muss die Spalten genau so nennen.",
  "{file} lacks the column {names}. Its first line must name the columns exactly so: {what}.":
    "{file} fehlt die Spalte {names}. Die erste Zeile muss die Spalten genau so nennen: {what}.",
  "{file} lacks the columns {names}. Its first line must name the columns exactly so: {what}.":
    "{file} fehlen die Spalten {names}. Die erste Zeile muss die Spalten genau so nennen: {what}.",
  // Of several the last is taken off first.
  '{what}; "{name}" was found where "{meant}" may be meant':
    "{what}; „{name}“ steht da, wo „{meant}“ gemeint sein kann",
  '"{name}" was found where "{meant}" may be meant':
    "„{name}“ steht da, wo „{meant}“ gemeint sein kann",
  "is required": "ist erforderlich",
  "is not known": "ist nicht bekannt",
  "is of no resource": "gehört zu keiner Ressource",
  "is not Base64": "ist kein Base64",
  "is no line": "ist keine Zeile",
  "cannot be changed": "kann nicht geändert werden",
  "cannot be done": "ist nicht möglich",
  "must be your own": "muss Ihr eigener sein",
  "must not have more than {count} characters": "darf höchstens {count} Zeichen haben",
  "must not have fewer than {count} characters": "muss mindestens {count} Zeichen haben",
  "must not have more than {count} items": "darf höchstens {count} Einträge haben",
  "must not have more than {count} fields": "darf höchstens {count} Felder haben",
  "must not have fewer than {count} items": "muss mindestens {count} Einträge haben",
  'must match pattern "{pattern}"': "muss dem Muster „{pattern}“ entsprechen",
  "must be >= {count}": "muss mindestens {count} sein",
  "must be <= {count}": "darf höchstens {count} sein",
  'must be one of {names}, with ",asc" or ",desc"':
    "muss eines von {names} sein, mit „,asc“ oder „,desc“",
  "must be {names}": "muss {names} sein",

  ...SERVER_SENTENCES,
  ...REPORT_SENTENCES,

  "This browser keeps no event log. You can work on; to have this session looked at, export its log before you close the tab.":
    "Dieser Browser behält kein Ereignisprotokoll. Sie können weiterarbeiten; soll diese Sitzung untersucht werden, exportieren Sie ihr Protokoll, bevor Sie den Tab schließen.",
  "This browser could not read the event logs of earlier sessions and dropped them. The one of this session is kept.":
    "Dieser Browser konnte die Ereignisprotokolle früherer Sitzungen nicht lesen und hat sie verworfen. Das dieser Sitzung wird behalten.",
  "Your account is active. Sign in as {username}.":
    "Ihr Konto ist aktiv. Melden Sie sich als {username} an.",
  "Your email address is confirmed.": "Ihre E-Mail-Adresse ist bestätigt.",
  "You are signed out.": "Sie sind abgemeldet.",
  "You were signed out, as nothing was done for a while.":
    "Sie wurden abgemeldet, weil eine Weile nichts getan wurde.",
  "You were signed out, as a day has passed since you signed in.":
    "Sie wurden abgemeldet, weil seit der Anmeldung ein Tag vergangen ist.",
  "Your session ends at {time}, a day after you signed in. Save your work before then, and sign in again.":
    "Ihre Sitzung endet um {time} Uhr, einen Tag nach der Anmeldung. Speichern Sie Ihre Arbeit vorher, und melden Sie sich wieder an.",
  "You were signed out in another tab.": "Sie wurden in einem anderen Tab abgemeldet.",
  "Your session has ended. Sign in again; what was not applied is lost.":
    "Ihre Sitzung ist beendet. Melden Sie sich wieder an; was nicht angewendet wurde, ist verloren.",
  "Your session has ended. Sign in again.": "Ihre Sitzung ist beendet. Melden Sie sich wieder an.",
  "Your session could not be renewed: {reason}":
    "Ihre Sitzung konnte nicht verlängert werden: {reason}",
  "Your password was changed. Sign in with it.":
    "Ihr Passwort wurde geändert. Melden Sie sich damit an.",
  "Your password was changed. All your other sessions ended.":
    "Ihr Passwort wurde geändert. Alle Ihre anderen Sitzungen sind beendet.",
  "That session was ended.": "Diese Sitzung wurde beendet.",
  "That session had ended already.": "Diese Sitzung war schon beendet.",
  "That session was not ended. {reason}": "Diese Sitzung wurde nicht beendet. {reason}",
  "There was no other session.": "Es gab keine andere Sitzung.",
  "1 other session was ended.": "1 andere Sitzung wurde beendet.",
  "{count} other sessions were ended.": "{count} andere Sitzungen wurden beendet.",
  "{username} was signed in nowhere.": "{username} war nirgends angemeldet.",
  "{username} was signed out everywhere.": "{username} wurde überall abgemeldet.",
  "End your own sessions in Manage Profile":
    "Ihre eigenen Sitzungen beenden Sie unter Profil verwalten",
  "Your profile was saved.": "Ihr Profil wurde gespeichert.",
  "Your profile was not saved: {reason}": "Ihr Profil wurde nicht gespeichert: {reason}",
  "Your request was sent.": "Ihre Anfrage wurde gesendet.",
  "Your request was not sent: {reason}": "Ihre Anfrage wurde nicht gesendet: {reason}",
  "The client was not saved: {reason}": "Der Mandant wurde nicht gespeichert: {reason}",
  "The username format was not saved: {reason}":
    "Das Format der Benutzernamen wurde nicht gespeichert: {reason}",
  "The logs of earlier sessions were dropped. Those whose tabs are or may still be open stay.":
    "Die Protokolle früherer Sitzungen wurden verworfen. Die, deren Tabs offen sind oder noch offen sein können, bleiben.",
  "The search could not be opened. Save your work, and load the page again.":
    "Die Suche konnte nicht geöffnet werden. Speichern Sie Ihre Arbeit, und laden Sie die Seite neu.",
  "The logs of earlier sessions could not be dropped. Load the page again, and try again.":
    "Die Protokolle früherer Sitzungen konnten nicht verworfen werden. Laden Sie die Seite neu und versuchen Sie es noch einmal.",
  "{file} was saved: {count} event, {amount}.":
    "{file} wurde gespeichert: {count} Ereignis, {amount}.",
  "{file} was saved: {count} events, {amount}.":
    "{file} wurde gespeichert: {count} Ereignisse, {amount}.",
  "1 session of a newer Provision was left out: it can be exported once that is in use again.":
    "1 Sitzung eines neueren Provision wurde ausgelassen: Sie lässt sich exportieren, sobald es wieder in Gebrauch ist.",
  "{count} sessions of a newer Provision were left out: they can be exported once that is in use again.":
    "{count} Sitzungen eines neueren Provision wurden ausgelassen: Sie lassen sich exportieren, sobald es wieder in Gebrauch ist.",
  "1 event of an earlier session cannot be read any more and was left out.":
    "1 Ereignis einer früheren Sitzung lässt sich nicht mehr lesen und wurde ausgelassen.",
  "{count} events of earlier sessions cannot be read any more and were left out.":
    "{count} Ereignisse früherer Sitzungen lassen sich nicht mehr lesen und wurden ausgelassen.",
  "A validation email was sent to {email}.": "Eine Bestätigungs-E-Mail wurde an {email} gesendet.",
  "No validation email was sent. {reason}": "Es wurde keine Bestätigungs-E-Mail gesendet. {reason}",
  "The change was taken back.": "Die Änderung wurde zurückgenommen.",
  "{file} was checked, and nothing is changed. To see what it would change, choose it again in Bulk Changes.":
    "{file} wurde geprüft, und nichts ist geändert. Um zu sehen, was sich ändern würde, wählen Sie die Datei unter Massenänderungen noch einmal.",
  "The file was not checked: {reason}": "Die Datei wurde nicht geprüft: {reason}",
  "The file was applied.": "Die Datei wurde angewendet.",
  "The file was applied, but not all of its lines.":
    "Die Datei wurde angewendet, aber nicht alle ihre Zeilen.",
  "{file} was downloaded.": "{file} wurde heruntergeladen.",
  "No file was saved: {reason}": "Keine Datei wurde gespeichert: {reason}",
  "{username} was created.": "{username} wurde angelegt.",
  "{username} was not created: {reason}": "{username} wurde nicht angelegt: {reason}",
  "{username} was archived and cannot sign in any more.":
    "{username} wurde archiviert und kann sich nicht mehr anmelden.",
  "{username} was restored.": "{username} wurde wiederhergestellt.",
  "The user was deleted.": "Der Benutzer wurde gelöscht.",
  "{username} was deleted.": "{username} wurde gelöscht.",
  "{username} was not deleted: {reason}": "{username} wurde nicht gelöscht: {reason}",
  "The entitlement was removed from the policy.":
    "Die Berechtigung wurde aus der Richtlinie entfernt.",
  "The entitlement was no longer in the policy.":
    "Die Berechtigung war nicht mehr in der Richtlinie.",
  "{name} was removed from the policy.": "{name} wurde aus der Richtlinie entfernt.",
  "{name} was no longer in the policy.": "{name} war nicht mehr in der Richtlinie.",
  "The entitlement was not removed: {reason}": "Die Berechtigung wurde nicht entfernt: {reason}",
  "{name} was not removed: {reason}": "{name} wurde nicht entfernt: {reason}",
  "{username} was saved.": "{username} wurde gespeichert.",
  "{username} was not saved: {reason}": "{username} wurde nicht gespeichert: {reason}",
  "Entitlement policies have been updated.": "Die Berechtigungsrichtlinien wurden aktualisiert.",
  "Failed to update entitlement policies.":
    "Die Berechtigungsrichtlinien konnten nicht aktualisiert werden.",
  "Report refreshed!": "Bericht aktualisiert!",
  "The report could not be refreshed. {reason}":
    "Der Bericht konnte nicht aktualisiert werden. {reason}",
  "there is no report": "es gibt keinen Bericht",
  "the table changed meanwhile": "die Tabelle hat sich inzwischen geändert",
  "The selection changed while it was read": "Die Auswahl hat sich beim Lesen geändert",
  "Nothing was exported: {reason} Please export again.":
    "Nichts wurde exportiert: {reason} Bitte exportieren Sie noch einmal.",
  "Nothing was applied, as the builder was left meanwhile.":
    "Nichts wurde angewendet, da der Editor inzwischen verlassen wurde.",
  "Nothing was applied: {reason} Please try again.":
    "Nichts wurde angewendet: {reason} Bitte versuchen Sie es noch einmal.",

  "Unlinked accounts detected": "Nicht verknüpfte Konten gefunden",
  "{count} of {countAll} identities has no linked account":
    "{count} von {countAll} Identitäten hat kein verknüpftes Konto",
  "{count} of {countAll} identities have no linked account":
    "{count} von {countAll} Identitäten haben kein verknüpftes Konto",
  "This entitlement is only shared by a small portion of users in this role... Review it before adding it to the policy.":
    "Diese Berechtigung hat nur ein kleiner Teil der Benutzer in dieser Rolle... Prüfen Sie sie, bevor Sie sie in die Richtlinie aufnehmen.",
  "{amount}% of identities are assigned to {name}, while {amountOthers}% are not.":
    "{amount} % der Identitäten ist {name} zugeordnet, {amountOthers} % nicht.",
  "{count} entitlement exported as {file}.": "{count} Berechtigung als {file} exportiert.",
  "{count} entitlements exported as {file}.": "{count} Berechtigungen als {file} exportiert.",
  "Please clear filter before submitting": "Bitte leeren Sie den Filter vor dem Absenden",
  "Please clear the filter to see all items being applied before clicking the Apply button":
    "Bitte leeren Sie den Filter, um alles zu sehen, was angewendet wird, bevor Sie auf Anwenden klicken",
  "{countSelected} entitlements are selected, and at most {countMost} can be applied at once. Apply some of the resources first and then the others: what is in the policy stays in it":
    "{countSelected} Berechtigungen sind ausgewählt, und höchstens {countMost} können auf einmal angewendet werden. Wenden Sie erst einige der Ressourcen an und dann die anderen: Was in der Richtlinie steht, bleibt darin",
  "Please select at least one entitlement": "Bitte wählen Sie mindestens eine Berechtigung",

  ...LOG_SENTENCES,
};

export const german = translateSentences(SENTENCES, formatsOf("de"));
