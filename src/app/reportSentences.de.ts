/** What is wrong with a report or a policy that the worker cannot read, in German. */
export const REPORT_SENTENCES: Readonly<Record<string, string>> = {
  "The report cannot be read: it needs more memory than there is.":
    "Der Bericht kann nicht gelesen werden: Er braucht mehr Speicher, als da ist.",
  "The report cannot be read: {what}, at resource {count} with {countRows} entitlements read (byte {countByte} of {countAll}).":
    "Der Bericht kann nicht gelesen werden: {what}, bei Ressource {count}, nach {countRows} Berechtigungen (Byte {countByte} von {countAll}).",
  "The report cannot be read: {what} (byte {count} of {countAll}).":
    "Der Bericht kann nicht gelesen werden: {what} (Byte {count} von {countAll}).",
  "What the policy has already cannot be read: {what} (byte {count}).":
    "Was die Richtlinie schon hat, kann nicht gelesen werden: {what} (Byte {count}).",

  "it ends too early": "die Daten enden zu früh",
  "more follows after the end": "nach dem Ende folgt noch etwas",
  "the report has no {name}": "im Bericht fehlt {name}",
  "a resource insight has no {name}": "in einer Ressource fehlt {name}",
  "an entitlement insight has no {name}": "in einer Berechtigung fehlt {name}",
  "the report is not an object": "es ist kein JSON-Objekt",
  "the list is not an array": "es ist keine JSON-Liste",
  "a value is not JSON": "ein Wert ist kein JSON",
  "a comma or a closing bracket is missing": "ein Komma oder eine schließende Klammer fehlt",
  "a field name is not followed by a colon": "auf den Namen eines Feldes folgt kein Doppelpunkt",
  "a control character stands in a string": "in einem Text steht ein Steuerzeichen",
  "a string has an invalid escape": "ein Text hat eine ungültige Escape-Folge",
  "a string is not UTF-8": "ein Text ist kein UTF-8",
  "a text is not UTF-8": "ein Text ist kein UTF-8",
  "reportDate is not a date": "reportDate ist kein Datum",
  "percentOfUsers is not from 0 to 100": "percentOfUsers liegt nicht zwischen 0 und 100",
  "it has no schema": "das Schema fehlt",
  "it is of another version of Arrow": "es ist eine andere Version von Arrow",
  "it is compressed": "die Daten sind komprimiert",
  "a message is damaged": "eine Nachricht ist beschädigt",
  "a message declares an impossible length": "eine Nachricht nennt eine unmögliche Länge",
  "columns differ in length": "die Spalten sind verschieden lang",
  "a column is too short": "eine Spalte ist zu kurz",
  "a column lies beyond its message": "eine Spalte liegt außerhalb ihrer Nachricht",
  "a text lies beyond its message": "ein Text liegt außerhalb seiner Nachricht",
};
