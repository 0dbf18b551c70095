import { translationOf } from "../../kernel/message.ts";
import type { FILES } from "../en/files.ts";

export const FILES_DE = translationOf<typeof FILES>()({
  "bulk.notFound": "Datei nicht gefunden",
  "bulk.displaced": "Sie haben begonnen, eine andere Datei zu prüfen; prüfen Sie diese noch einmal",
  "bulk.tooBusy": "Jemand anders ändert gerade dieselben Benutzer; versuchen Sie es erneut",
  "bulk.unknownColumns": {
    one: "{file} hat eine Spalte, die Benutzer nicht haben: {names}. Entfernen Sie sie; die Spalten sind {columns}.",
    other:
      "{file} hat Spalten, die Benutzer nicht haben: {names}. Entfernen Sie sie; die Spalten sind {columns}.",
  },
  "bulk.tooManyLines": "{file} hat mehr als {max:number} Zeilen. Teilen Sie die Datei.",
  "bulk.tooManySelected":
    "Mehr als {max:number} Benutzer sind ausgewählt. Schränken Sie die Liste ein.",
  "bulk.nobodySelected": "Keinen der ausgewählten Benutzer gibt es noch. Wählen Sie andere.",
  "bulk.noLines": "{file} hat keine Zeile unter der Kopfzeile.",
  "bulk.tooManyResources":
    "Die Zeilen nennen zusammen mehr als {max:number} Ressourcen. Teilen Sie die Datei.",
  "bulk.badLength": {
    one: "Die Zeile hat {count:number} Wert, die Kopfzeile {columns:number}",
    other: "Die Zeile hat {count:number} Werte, die Kopfzeile {columns:number}",
  },
  "bulk.controlCharacter":
    "Der Wert enthält das Steuerzeichen {character} als {at:number}. Zeichen. Entfernen Sie es",
  "bulk.notYesNo": "„{text}“ ist weder ja noch nein (yes, no)",
  "bulk.unknownRole": "Keine Rolle heißt „{name}“",
  "bulk.unknownResource": "Keine Ressource heißt „{name}“",
  "bulk.ambiguousRole": "Mehr als eine Rolle heißt „{name}“: Schreiben Sie die Kennung",
  "bulk.ambiguousResource": "Mehr als eine Ressource heißt „{name}“: Schreiben Sie die Kennung",
  "bulk.repeated": "Zeile {line:position} hat denselben Benutzernamen",
  "bulk.repeatedOften":
    "Zeile {line:position} und {count:number} weitere haben denselben Benutzernamen",
  "bulk.userDeleted": "Dieser Benutzer wurde inzwischen gelöscht",
  "bulk.userChanged": "Dieser Benutzer wurde inzwischen geändert; prüfen Sie die Datei noch einmal",

  "import.noFile": "Wählen Sie eine Datei mit Identitäten, eine mit Zugriffen oder beide.",
  "import.replaceNeedsAccess": "Zum Ersetzen ist eine Datei mit Zugriffen nötig.",
  "import.replaceNeedsEntitlement":
    "{file} fehlt die Spalte entitlement. Ohne sie würde das Ersetzen alle Berechtigungen der Ressourcen der Datei entfernen.",
  "import.tooLarge":
    "{file} ist größer als {megabytes:number} MB. Teilen Sie die Datei, oder verwenden Sie den Importbefehl auf dem Server.",
  "import.notFound": "Import nicht gefunden",
  "import.isRunning": "Ein anderer Import läuft. Warten Sie, bis er endet.",
  "import.notUploading": "Dieser Import hat seine Dateien schon.",
  "import.badPart": "Dieser Teil gehört zu keiner Datei des Imports.",
  "import.incomplete": "Die Dateien wurden nicht vollständig gesendet. Wählen Sie sie noch einmal.",
  "import.unreadable": "Die Datei kann nicht gelesen werden. Wählen Sie sie noch einmal.",
  "import.notChecked": "Prüfen Sie die Dateien vor dem Import.",
  "import.notCancellable":
    "Der Import schreibt schon oder ist beendet. Er kann nicht mehr abgebrochen werden.",
  "import.rejected":
    "Datensätze wurden abgelehnt, daher wurde nichts importiert. Lassen Sie sie aus, oder berichtigen Sie sie.",
  "import.gaveUp":
    "Der Server wurde während dieses Imports wiederholt beendet. Es wurde nichts geändert. Starten Sie den Import noch einmal.",
  "import.notStarted": "Der Import wurde nicht gestartet: {reason:sentence}",
  "import.failed":
    "Ein unerwarteter Fehler hat den Import beendet. Es wurde nichts geändert. Starten Sie den Import noch einmal, oder senden Sie eine Supportanfrage.",
  "import.diskFull":
    "Auf dem Server ist kein Speicherplatz mehr. Es wurde nichts geändert. Bitten Sie den Betreiber von Provision, Platz zu schaffen, und starten Sie den Import noch einmal.",
  "import.cancelled": "Import abgebrochen. Es wurde nichts geändert.",
  "import.columnCount": {
    one: "Der Datensatz hat {count:number} Wert, die Kopfzeile hat {columns:number} Spalten. Setzen Sie Werte, die das Trennzeichen enthalten, in Anführungszeichen.",
    other:
      "Der Datensatz hat {count:number} Werte, die Kopfzeile hat {columns:number} Spalten. Setzen Sie Werte, die das Trennzeichen enthalten, in Anführungszeichen.",
  },
  "import.controlCharacter":
    "Der Wert enthält das Steuerzeichen {character} als Zeichen {at:number}. Entfernen Sie es.",
  "import.tooLong":
    "Der Wert hat {length:number} Zeichen; höchstens {max:number} sind erlaubt. Kürzen Sie ihn.",
  "import.noId": "Die ID fehlt. Jede Identität braucht eine.",
  "import.noName":
    "In der Spalte {column} fehlt der Wert. Jeder Datensatz braucht eine Ressource und ein Konto.",
  "import.repeatedId":
    "Die Identität {id} steht schon in Zeile {line:position}, mit einem anderen Wert in dieser Spalte. Wenn beide dieselbe Person sind, behalten Sie eine der Zeilen. Wenn nicht, korrigieren Sie die ID der einen.",
  "import.unknownIdentity":
    "Keine Identität hat die ID {id}. Korrigieren Sie die ID, oder ergänzen Sie die Person in der Datei der Identitäten. Lassen Sie die Zelle nur leer, wenn das Konto verwaist ist.",
  "import.connectedSystem":
    "{resource} wird durch Importe des angebundenen Systems gefüllt. Ändern Sie das Konto dort, und lassen Sie den Datensatz in der Datei weg.",
  "import.twoOwners":
    "Das Konto {account} gehört in Zeile {line:position} zu {owner}, hier aber zu {other}. Behalten Sie eine der beiden Zeilen.",
  "import.noOwner": "keiner Identität",
  "import.misspelledKept":
    "{file}: Die Spalte „{column}“ heißt vielleicht „{meant}“; sie wird als Attribut behalten.",
  "import.misspelled": "{file}: Die Spalte „{column}“ heißt vielleicht „{meant}“.",
  "import.ignoredColumn":
    "{file}: Die Spalte „{column}“ ist nicht bekannt und wurde nicht gelesen.",
  "import.repeatedUsernames": {
    one: "{count:number} Benutzername gehört in der Datei zu mehreren Identitäten: {names}.",
    other: "{count:number} Benutzernamen gehören in der Datei zu mehreren Identitäten: {names}.",
  },
  "import.takenUsernames": {
    one: "{count:number} Benutzername gehört schon einer Person, die nicht in der Datei steht: {names}.",
    other:
      "{count:number} Benutzernamen gehören schon Personen, die nicht in der Datei stehen: {names}.",
  },
  "import.takenEmails": {
    one: "{count:number} E-Mail-Adresse gehört schon einer Person, die nicht in der Datei steht: {names}.",
    other:
      "{count:number} E-Mail-Adressen gehören schon Personen, die nicht in der Datei stehen: {names}.",
  },
  "import.unlikelyEmails": {
    one: "{count:number} Wert ist keine E-Mail-Adresse und wird unverändert behalten: {names}.",
    other:
      "{count:number} Werte sind keine E-Mail-Adressen und werden unverändert behalten: {names}.",
  },
  "import.unknownManagers": {
    one: "{count:number} Vorgesetzter steht weder in der Datei noch im Verzeichnis: {names}.",
    other: "{count:number} Vorgesetzte stehen weder in der Datei noch im Verzeichnis: {names}.",
  },
  "import.keptForPolicy": {
    one: "{count:number} Berechtigung fehlt in der Datei, bleibt aber, weil eine Richtlinie oder Zugriffsrolle sie gewährt.",
    other:
      "{count:number} Berechtigungen fehlen in der Datei, bleiben aber, weil eine Richtlinie oder Zugriffsrolle sie gewährt.",
  },
  "import.otherPlan":
    "Dieser Plan entfernt mehr, als ohne Entscheidung erlaubt ist, und es ist nicht der Plan, den Sie gesehen haben. Laden Sie die Seite neu, und prüfen Sie, was er ändert.",
  "import.unknownPlan":
    "Dieser Plan entfernt mehr, als ohne Entscheidung erlaubt ist, und eine frühere Version von Provision hat ihn erstellt. Nichts wurde importiert. Prüfen Sie die Dateien erneut.",
  "import.planChanged":
    "Das Verzeichnis hat sich seit der Prüfung geändert, sodass der Import nicht genau das täte, was Sie genehmigt haben. Nichts wurde importiert. Prüfen Sie die Dateien erneut.",
  "import.keptForHr": {
    one: "{count:number} Person behält Werte, die die Datei ändern würde, weil das HR-System {system} sie setzt: {person}.",
    other:
      "{count:number} Personen behalten Werte, die die Datei ändern würde, weil das HR-System {system} sie setzt, zum Beispiel {person}.",
  },
  "import.notUndoable":
    "Dieser Import kann nicht rückgängig gemacht werden: Er wurde schon rückgängig gemacht, oder Provision bewahrt nicht mehr auf, was er geändert hat.",
  "import.undone": "Import {no:number} wurde rückgängig gemacht.",
  "import.notUndone": "Import {no:number} wurde nicht rückgängig gemacht: {reason:sentence}",
  "import.undoChanged": {
    one: "Dieser Import kann nicht rückgängig gemacht werden: {name} ({kind}) wurde seither wieder geändert.",
    other:
      "Dieser Import kann nicht rückgängig gemacht werden: {count:number} seiner Datensätze wurden seither wieder geändert, etwa {name} ({kind}).",
  },
  "import.undoChangedByImports": {
    one: "Ein späterer Import hat {name} ({kind}) geändert, was auch dieser Import geändert hat. Machen Sie zuerst diese Importe in dieser Reihenfolge rückgängig: {imports}.",
    other:
      "Spätere Importe haben {count:number} Datensätze geändert, die auch dieser Import geändert hat, etwa {name} ({kind}). Machen Sie zuerst diese Importe in dieser Reihenfolge rückgängig: {imports}.",
  },
  "import.undoConnected": {
    one: "Dieser Import kann nicht rückgängig gemacht werden: {name} wird jetzt durch Importe des angebundenen Systems gefüllt.",
    other:
      "Dieser Import kann nicht rückgängig gemacht werden: {count:number} seiner Ressourcen, etwa {name}, werden jetzt durch Importe ihrer angebundenen Systeme gefüllt.",
  },
  "import.undoTaken": {
    one: "Dieser Import kann nicht rückgängig gemacht werden: Er hat {name} entfernt, und der Name wurde seither wieder hinzugefügt.",
    other:
      "Dieser Import kann nicht rückgängig gemacht werden: {count:number} Namen, die er entfernt hat, wurden seither wieder hinzugefügt, etwa {name}.",
  },
  "import.undoMissing": {
    one: "Dieser Import kann nicht rückgängig gemacht werden: Etwas, wozu {name} vorher gehörte oder was es hatte, wurde seither entfernt.",
    other:
      "Dieser Import kann nicht rückgängig gemacht werden: Etwas, wozu {count:number} Datensätze wie {name} vorher gehörten oder was sie hatten, wurde seither entfernt.",
  },
  "import.undoUsed": {
    one: "Dieser Import kann nicht rückgängig gemacht werden. Er hat {name} ({kind}) hinzugefügt, und seither gilt: {use}.",
    other:
      "Dieser Import kann nicht rückgängig gemacht werden. Er hat {count:number} Datensätze wie {name} ({kind}) hinzugefügt, und seither gilt: {use}.",
  },
  "import.usedByAccounts": "Andere Konten haben oder verwenden sie",
  "import.usedByEntitlements": "Andere Berechtigungen gehören dazu",
  "import.usedByPolicies": "Richtlinien oder Zugriffsrollen verwenden sie",
  "import.usedByPeople": "Andere Personen gehören dazu",
  "import.usedByOrgs": "Andere Organisationen liegen darunter",
  "import.usedByOthers": "Fälle, Benutzer, Systeme oder spätere Importe nennen sie",
  "import.kindPerson": "Person",
  "import.kindOrg": "Organisation",
  "import.kindResource": "Ressource",
  "import.kindEntitlement": "Berechtigung",
  "import.kindAccount": "Konto",
  "import.inLines": {
    one: "{names} (Zeile {lines})",
    other: "{names} (Zeilen {lines})",
  },
  "import.andMore": "{names} und {more:number} weitere",
  "csv.badGzip":
    "{file} ist keine vollständige gzip-Datei. Komprimieren Sie sie noch einmal, oder geben Sie die unkomprimierte Datei mit einem Namen an, der nicht auf .gz endet.",

  "csv.notUtf8":
    "{file}, Zeile {line:position}: Die Datei ist kein UTF-8-Text. Speichern oder exportieren Sie sie als CSV in UTF-8.",
  "csv.openQuote":
    "{file}, Datensatz ab Zeile {line:position}: Ein Wert in Anführungszeichen ist nicht abgeschlossen. Ergänzen Sie das fehlende Zeichen.",
  "csv.longRecord":
    "{file}, Datensatz ab Zeile {line:position}: Er ist länger als 1 MiB. Wahrscheinlich ist ein Wert in Anführungszeichen nicht abgeschlossen.",
  "csv.afterQuote":
    "{file}, Datensatz ab Zeile {line:position}: Auf einen Wert in Anführungszeichen folgen andere Zeichen. Verdoppeln Sie Anführungszeichen in einem solchen Wert.",
  "csv.strayQuote":
    "{file}, Datensatz ab Zeile {line:position}: In einem Wert ohne Anführungszeichen steht eines. Setzen Sie den ganzen Wert in Anführungszeichen und verdoppeln Sie jedes darin.",
  "csv.empty": "{file} ist leer. Die erste Zeile muss die Namen der Spalten enthalten.",
  "csv.tooManyColumns":
    "{file} hat {columns:number} Spalten; höchstens {max:number} werden gelesen. Entfernen Sie einige.",
  "csv.carriageReturns":
    "{file}, Zeile 1: Die Zeilen enden mit CR allein. Speichern Sie die Datei mit LF oder CRLF und versuchen Sie es erneut.",
  "csv.tabs":
    "{file}, Zeile 1: Die Werte sind durch Tabulatoren getrennt. Speichern Sie die Datei mit Kommas dazwischen und versuchen Sie es erneut.",
  "csv.unnamedColumn":
    "{file}, Zeile 1: Spalte {column:number} hat keinen Namen. Benennen oder entfernen Sie sie.",
  "csv.columnControlCharacter":
    "{file}, Zeile 1: Spalte {column:number} enthält das Steuerzeichen {character} als {at:number}. Zeichen. Entfernen Sie es.",
  "csv.columnTooLong":
    "{file}, Zeile 1: Spalte {column:number} hat {length:number} Zeichen; höchstens {max:number} sind erlaubt. Kürzen Sie sie.",
  "csv.repeatedColumn":
    "{file}, Zeile 1: Die Spalte {name} steht zweimal da. Benennen Sie eine um oder entfernen Sie sie.",
  "csv.missingColumns": {
    one: "{file} fehlt die Spalte {names}. Ergänzen Sie die erste Zeile. Groß- und Kleinschreibung zählt.",
    other:
      "{file} fehlen die Spalten {names}. Ergänzen Sie die erste Zeile. Groß- und Kleinschreibung zählt.",
  },
  "csv.misspelledColumns": {
    one: "{file} fehlt die Spalte {names}. Benennen Sie in der ersten Zeile um: {renames}.",
    other: "{file} fehlen die Spalten {names}. Benennen Sie in der ersten Zeile um: {renames}.",
  },

  "xlsx.damaged":
    "{file} ist keine vollständige Excel-Arbeitsmappe. Speichern Sie sie noch einmal als .xlsx oder als CSV in UTF-8.",
  "xlsx.noSheet": "{file} hat kein sichtbares Tabellenblatt.",
  "xlsx.tooLarge":
    "{file} ist entpackt größer als {megabytes:number} MB. Speichern Sie das Tabellenblatt stattdessen als CSV in UTF-8.",
  "xlsx.errorCell":
    "Die Zelle zeigt den Fehler {error}. Korrigieren Sie ihre Formel, oder ersetzen Sie sie durch einen Wert, und speichern Sie die Arbeitsmappe.",
  "xlsx.notCalculated":
    "Die Zelle enthält eine Formel, die nie berechnet wurde. Öffnen Sie die Arbeitsmappe in Excel, speichern Sie sie und wählen Sie sie noch einmal.",
  "xlsx.headerCell":
    "{file}, Zeile {line:position}, Spalte {column:position} der Kopfzeile: {reason:sentence}",
  "xlsx.oldOrLocked":
    "{file} ist eine Excel-Datei in einem alten Format oder hat ein Passwort. Speichern Sie sie als .xlsx ohne Passwort oder als CSV in UTF-8.",

  "bulk.checkedElsewhere":
    "{file} wurde geprüft, und nichts ist geändert. Um zu sehen, was sich ändern würde, wählen Sie die Datei unter Massenänderungen noch einmal.",
  "bulk.notChecked": "Diese Datei kann nicht verwendet werden: {reason:sentence}",
  "bulk.unreadable": "Diese Datei ist nicht lesbar; wählen Sie sie noch einmal",
  "bulk.applied": "Die Datei wurde angewendet.",
  "bulk.partlyApplied": "Die Datei wurde angewendet, aber nicht alle ihre Zeilen.",
  "bulk.downloaded": "{file} wurde heruntergeladen.",
  "bulk.notDownloaded": "Keine Datei wurde gespeichert: {reason:sentence}",
});
