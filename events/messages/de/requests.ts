import { translationOf } from "../../kernel/message.ts";
import type { REQUESTS } from "../en/requests.ts";

export const REQUESTS_DE = translationOf<typeof REQUESTS>()({
  "requests.invalid": "Die Anfrage ist ungültig",
  "requests.malformed": "Die Anfrage ist fehlerhaft oder zu langsam",
  "requests.badCharacter": "Die Anfrage enthält ein Zeichen, das kein Text haben darf",
  "requests.tooLarge": "Der Inhalt ist zu groß",
  "requests.notJson": "Der Inhalt muss JSON sein (content-type: application/json)",
  "requests.unreadable": "Der Inhalt ist kein JSON: {reason}",
  "requests.badLength": "Der Inhalt hat eine andere Länge, als der Kopf content-length sagt",
  "requests.badAddress": "Die Adresse ist fehlerhaft",
  "requests.noSuchAddress": "Unter dieser Adresse gibt es nichts",
  "requests.badMethod": "{method} ist hier nicht möglich",
  "requests.notPermitted": "Dazu sind Sie nicht berechtigt",
  "requests.badToken": "Das Sicherheitstoken dieser Seite fehlt oder ist veraltet",
  "requests.tooMany":
    "Zu viele Anfragen auf einmal; versuchen Sie es in {time:seconds} noch einmal",
  "requests.tooManyAttempts": "Zu viele Versuche; versuchen Sie es in {time:seconds} noch einmal",
  "requests.tooManyTransfers":
    "Zu viele große Übertragungen auf einmal; warten Sie, bis eine beendet ist",
  "requests.changed": "Dies wurde inzwischen geändert; nichts wurde gespeichert",

  "values.required": "ist erforderlich",
  "values.unknown": "ist nicht bekannt",
  "values.wrong": "muss {expected} sein",
  "values.oneOf": "muss eines von {expected} sein",
  "values.tooManyItems": "darf höchstens {max:number} Einträge haben",
  "values.tooFewItems": "muss mindestens {min:number} Einträge haben",
  "values.tooManyFields": "darf höchstens {max:number} Felder haben",
  "values.tooLong": "darf höchstens {max:number} Zeichen haben",
  "values.tooShort": "muss mindestens {min:number} Zeichen haben",
  "values.tooHigh": "darf höchstens {max:number} sein",
  "values.tooLow": "muss mindestens {min:number} sein",
  "values.badPattern": "muss dem Muster {pattern} entsprechen",
  "values.badOrder": "muss eines von {fields} sein, mit „,asc“ oder „,desc“",
  "values.cannotChange": "kann nicht geändert werden",
  "values.notPossible": "ist nicht möglich",
  "values.notYourOwn": "muss Ihr eigener sein",
  "values.notBase64": "ist kein Base64",
  "values.noLine": "ist keine Zeile",
  "values.noResource": "gehört zu keiner Ressource",

  "server.failed": "Auf dem Server ist etwas schiefgegangen",
  "server.waitsForDisk":
    "Die Platte des Servers ist voll. Bitten Sie den Betreiber von Provision, Platz zu schaffen. Danach geht der Import ohne weiteres Zutun weiter",
  "server.diskFull": "Die Platte des Servers ist voll; nichts wurde geändert",
  "server.databaseBusy":
    "Die Datenbank ist mit langer Arbeit beschäftigt, etwa einem Import; nichts wurde geändert, versuchen Sie es später erneut",
  "server.stopping": "Der Server wird beendet; versuchen Sie es später erneut",
  "server.databaseUnreachable":
    "Die Datenbank ist nicht erreichbar; versuchen Sie es später erneut",
});
