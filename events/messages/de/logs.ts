import { translationOf } from "../../kernel/message.ts";
import type { LOGS } from "../en/logs.ts";

export const LOGS_DE = translationOf<typeof LOGS>()({
  "logs.notKept":
    "Dieser Browser behält kein Ereignisprotokoll. Sie können weiterarbeiten; soll diese Sitzung untersucht werden, exportieren Sie ihr Protokoll, bevor Sie den Tab schließen.",
  "logs.earlierLost":
    "Dieser Browser konnte die Ereignisprotokolle früherer Sitzungen nicht lesen und hat sie gelöscht. Das Protokoll dieser Sitzung bleibt erhalten.",
  "logs.exported": {
    one: "{file} wurde gespeichert: {count:number} Ereignis, {bytes:bytes}.",
    other: "{file} wurde gespeichert: {count:number} Ereignisse, {bytes:bytes}.",
  },
  "logs.sessionsLeftOut": {
    one: "{count:number} Sitzung eines neueren Provision wurde ausgelassen: Sie lässt sich exportieren, sobald es wieder in Gebrauch ist.",
    other:
      "{count:number} Sitzungen eines neueren Provision wurden ausgelassen: Sie lassen sich exportieren, sobald es wieder in Gebrauch ist.",
  },
  "logs.eventsLeftOut": {
    one: "{count:number} Ereignis einer früheren Sitzung lässt sich nicht mehr lesen und wurde ausgelassen.",
    other:
      "{count:number} Ereignisse früherer Sitzungen lassen sich nicht mehr lesen und wurden ausgelassen.",
  },
  "logs.cleared":
    "Die Protokolle früherer Sitzungen wurden gelöscht. Ausgenommen sind Sitzungen, deren Tabs noch offen sein können.",
  "logs.notCleared":
    "Die Protokolle früherer Sitzungen konnten nicht gelöscht werden. Laden Sie die Seite neu und versuchen Sie es erneut.",

  "palette.broken":
    "Die Suche konnte nicht geöffnet werden. Speichern Sie Ihre Arbeit, und laden Sie die Seite neu.",
  "logs.empty":
    "Die Datei ist leer. Holen Sie die Datei noch einmal von dort, wo sie exportiert wurde.",
  "logs.noEvents":
    "Das Protokoll enthält kein Ereignis, das wiedergegeben werden könnte. Exportieren Sie einen längeren Zeitraum.",
  "logs.notGzipped":
    "Das ist kein Ereignisprotokoll von Provision: Es ist nicht gepackt oder vom Anfang an beschädigt. Wählen Sie eine Datei, die auf .ndjson.gz endet.",
  "logs.otherFile":
    "Das ist kein Ereignisprotokoll von Provision. Wählen Sie eine Datei, die der Provision-Support exportiert hat; ihr Name endet auf .ndjson.gz.",
  "logs.unreadable":
    "Die Datei kann nicht gelesen werden: Sie ist ein Ordner oder wurde inzwischen verschoben oder gelöscht. Wählen Sie sie noch einmal.",
  "logs.brokenOff":
    "Die Datei lässt sich nicht zu Ende lesen: Sie wurde inzwischen geändert, verschoben oder entfernt, oder ihr Datenträger ist ausgefallen. Wählen Sie sie noch einmal aus.",
  "logs.truncated":
    "Die Datei bricht nach Zeile {line:position} ab. Holen Sie die Datei noch einmal von dort, wo sie exportiert wurde.",
  "logs.damaged":
    "Die Datei bricht nach Zeile {line:position} ab oder ist dort beschädigt. Holen Sie die Datei noch einmal von dort, wo sie exportiert wurde.",
  "logs.edited":
    "Das Protokoll wurde nach dem Schreiben geändert, zwischen Zeile {from:position} und {to:position}. Holen Sie die Datei noch einmal von dort, wo sie exportiert wurde.",
  "logs.tooLarge":
    "Zeile {line:position}: Das Protokoll enthält mehr, als geöffnet werden kann. Exportieren Sie einen kürzeren Zeitraum.",
  "logs.tooLargeUnzipped":
    "Nach Zeile {line:position} enthält die Datei entpackt mehr als {max:number} MiB. Exportieren Sie einen kürzeren Zeitraum.",

  "logs.newer": "{problem} Öffnen Sie es in dieser Version von Provision oder einer späteren.",
  "logs.newerFormat":
    "Das Protokoll wurde von einem neueren Provision geschrieben, in einem Format, das dieses nicht kennt.",
  "logs.newerFormatOf":
    "Das Protokoll wurde von einem neueren Provision ({build}) geschrieben, in einem Format, das dieses nicht kennt.",
  "logs.event": "{type} (Version {version:position})",
  "logs.unknownEvent":
    "Zeile {line:position} des Protokolls enthält ein Ereignis, das dieses Provision nicht kennt: {event}.",
  "logs.newerEvent":
    "Zeile {line:position} des Protokolls enthält ein Ereignis eines neueren Provision: {event}.",

  "logs.bad": "{problem} Holen Sie die Datei noch einmal von dort, wo sie exportiert wurde.",
  "logs.unforeseen": "Etwas in der Datei ist nicht so, wie Provision es schreibt.",
  "logs.badHeader": "Zeile 1, der Kopf, ist nicht so, wie Provision ihn schreibt.",
  "logs.otherCounts":
    "Die Datei enthält nicht so viele Sitzungen, Ereignisse und Inhalte, wie Zeile 1 sagt.",
  "logs.unfinishedBody": "Der letzte Inhalt ist nicht vollständig.",
  "logs.longLine": "Zeile {line:position} ist zu lang.",
  "logs.notText": "Zeile {line:position} ist kein Text.",
  "logs.notJson": "Zeile {line:position} ist kein JSON: Sie wurde geändert oder abgeschnitten.",
  "logs.otherLine": "Zeile {line:position} hat kein Format, das Provision schreibt.",
  "logs.afterEnd": "Zeile {line:position} steht hinter dem Ende des Protokolls.",
  "logs.noPart": "Zeile {line:position} ist kein Teil eines Inhalts.",
  "logs.bodyTooEarly":
    "Zeile {line:position} beginnt einen Inhalt, bevor der vorige vollständig ist.",
  "logs.missingBody":
    "Zeile {line:position} verweist auf einen Inhalt, der nicht in der Datei ist.",
  "logs.otherBody": "Zeile {line:position} verweist auf einen Inhalt, der in der Datei abweicht.",
  "logs.repeatedSession": "Zeile {line:position} beginnt die Sitzung {session} ein zweites Mal.",
  "logs.noSession": "Zeile {line:position} enthält ein Ereignis vor jeder Sitzung.",
  "logs.badTime": "Zeile {line:position} enthält eine ungültige Zeit.",
  "logs.badOrder":
    "Zeile {line:position} enthält ein Ereignis mit der Nummer {seq:position} der Sitzung, nach Nummer {before:position}.",
  "logs.badContent": "Zeile {line:position} enthält {event} mit ungültigem Inhalt.",
  "logs.cannotReplay":
    "Ereignis {seq:position}, {event}, kann nicht wiedergegeben werden: Der Zustand davor stammt nicht aus dieser Version von Provision. Öffnen Sie das Protokoll in der Version, die es aufgezeichnet hat.",

  "logs.sessionGone": "Diese Sitzung wird nicht mehr aufbewahrt. Wählen Sie eine andere.",
  "logs.storeNotLoaded":
    "Der Teil dieser Seite, der das Ereignisprotokoll behält, konnte nicht geladen werden.",
  "logs.noRoom":
    "Der Browser hat keinen Platz für die Datei oder kann einen Bericht nicht mehr lesen. Schaffen Sie Platz auf dem Datenträger, oder lassen Sie die Berichte weg.",
  "logs.badReport": "Der Bericht in diesem Protokoll kann nicht gelesen werden: {reason}",
  "logs.otherReport":
    "Der Bericht in diesem Protokoll ist nicht der, der gezeigt wurde: Seine Bytes sind andere.",
  "logs.badPolicy": "Die Richtlinie in diesem Protokoll kann nicht gelesen werden: {reason}",
  "logs.otherPolicy":
    "Die Richtlinie in diesem Protokoll ist nicht die, die gezeigt wurde: Ihre Bytes sind andere.",
});
