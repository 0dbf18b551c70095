/** Why an event log cannot be replayed or exported, in German: most often the file is none. */
export const LOG_SENTENCES: Readonly<Record<string, string>> = {
  "The log holds no event that could be replayed. Export a longer span.":
    "Das Protokoll enthält kein Ereignis, das wiedergegeben werden könnte. Exportieren Sie einen längeren Zeitraum.",
  "The file cannot be read to its end: it was changed, moved or removed meanwhile, or its disk failed. Choose it again.":
    "Die Datei lässt sich nicht zu Ende lesen: Sie wurde inzwischen geändert, verschoben oder entfernt, oder ihr Datenträger ist ausgefallen. Wählen Sie sie noch einmal aus.",
  "The file cannot be read: it is a folder, or was moved or removed meanwhile. Choose it again.":
    "Die Datei kann nicht gelesen werden: Sie ist ein Ordner oder wurde inzwischen verschoben oder gelöscht. Wählen Sie sie noch einmal.",
  "After line {countLine} the file holds more than {count} MiB when unzipped. Export a shorter span.":
    "Nach Zeile {countLine} enthält die Datei entpackt mehr als {count} MiB. Exportieren Sie einen kürzeren Zeitraum.",
  "This is not an event log of Provision: it is not gzipped, or broken from its start. Choose a file that ends in .ndjson.gz.":
    "Das ist kein Ereignisprotokoll von Provision: Es ist nicht gepackt oder vom Anfang an beschädigt. Wählen Sie eine Datei, die auf .ndjson.gz endet.",
  "This is not an event log of Provision. Choose a file that Provision Support exported; its name ends in .ndjson.gz.":
    "Das ist kein Ereignisprotokoll von Provision. Wählen Sie eine Datei, die der Provision-Support exportiert hat; ihr Name endet auf .ndjson.gz.",
  "{what} Get the file again from where it was exported.":
    "{what} Holen Sie die Datei noch einmal von dort, wo sie exportiert wurde.",
  "{what} Open it in that version of Provision, or a later one.":
    "{what} Öffnen Sie es in dieser Version von Provision oder einer späteren.",
  "The log was written by a newer Provision, in a format that this one does not know.":
    "Das Protokoll wurde von einem neueren Provision geschrieben, in einem Format, das dieses nicht kennt.",
  "The log was written by a newer Provision ({build}), in a format that this one does not know.":
    "Das Protokoll wurde von einem neueren Provision ({build}) geschrieben, in einem Format, das dieses nicht kennt.",
  "The log was changed after it was written, in one of the lines {countFirst} to {countLast}.":
    "Das Protokoll wurde nach dem Schreiben geändert, in einer der Zeilen {countFirst} bis {countLast}.",
  "A part of this page could not be loaded: the connection is gone, or Provision was updated. Load the page again, and try again.":
    "Ein Teil dieser Seite konnte nicht geladen werden: Die Verbindung ist unterbrochen, oder Provision wurde aktualisiert. Laden Sie die Seite neu, und versuchen Sie es noch einmal.",
  "The file is empty.": "Die Datei ist leer.",
  "The file breaks off after line {count}.": "Die Datei bricht nach Zeile {count} ab.",
  "The file breaks off or is damaged after line {count}.":
    "Die Datei bricht nach Zeile {count} ab oder ist dort beschädigt.",
  "Line {count}: the log holds more than can be opened. Export a shorter span.":
    "Zeile {count}: Das Protokoll enthält mehr, als geöffnet werden kann. Exportieren Sie einen kürzeren Zeitraum.",
  "Event {count}, {event}, cannot be replayed: the state before it is not of this version of Provision. Open the log in the version that recorded it.":
    "Ereignis {count}, {event}, kann nicht wiedergegeben werden: Der Zustand davor stammt nicht aus dieser Version von Provision. Öffnen Sie das Protokoll in der Version, die es aufgezeichnet hat.",
  "Something in the file is not as Provision writes it.":
    "Etwas in der Datei ist nicht so, wie Provision es schreibt.",
  "The last body is not whole.": "Der letzte Inhalt ist nicht vollständig.",
  "Line 1, the header, is not as Provision writes it.":
    "Zeile 1, der Kopf, ist nicht so, wie Provision ihn schreibt.",
  "The file does not hold as many sessions, events and bodies as line 1 says.":
    "Die Datei enthält nicht so viele Sitzungen, Ereignisse und Inhalte, wie Zeile 1 sagt.",
  "Line {count} holds a time that no clock has.":
    "Zeile {count} enthält eine Zeit, die keine Uhr hat.",
  "Line {count} is too long.": "Zeile {count} ist zu lang.",
  "Line {count} is not text.": "Zeile {count} ist kein Text.",
  "Line {count} is not JSON: it was changed or cut off.":
    "Zeile {count} ist kein JSON: Sie wurde geändert oder abgeschnitten.",
  "Line {count} is nothing that Provision writes.":
    "Zeile {count} ist nichts, was Provision schreibt.",
  "Line {count} is no part of a body.": "Zeile {count} ist kein Teil eines Inhalts.",
  "Line {count} follows the end of the log.": "Zeile {count} steht hinter dem Ende des Protokolls.",
  "Line {count} begins a body before the one before it is whole.":
    "Zeile {count} beginnt einen Inhalt, bevor der vorige vollständig ist.",
  "Line {count} begins the session {session} a second time.":
    "Zeile {count} beginnt die Sitzung {session} ein zweites Mal.",
  "Line {count} cites a body that is not in the file.":
    "Zeile {count} verweist auf einen Inhalt, der nicht in der Datei ist.",
  "Line {count} cites a body that is another in the file.":
    "Zeile {count} verweist auf einen Inhalt, der in der Datei ein anderer ist.",
  "Line {count} holds an event before any session.":
    "Zeile {count} enthält ein Ereignis vor jeder Sitzung.",
  "Line {count} holds an event with the number {countOwn} of the session, after number {countBefore}.":
    "Zeile {count} enthält ein Ereignis mit der Nummer {countOwn} der Sitzung, nach Nummer {countBefore}.",
  "Line {count} holds an event that this Provision does not know: {event}.":
    "Zeile {count} enthält ein Ereignis, das dieses Provision nicht kennt: {event}.",
  "Line {count} holds an event of a newer Provision: {event}.":
    "Zeile {count} enthält ein Ereignis eines neueren Provision: {event}.",
  "Line {count} holds {event} with content that it cannot have.":
    "Zeile {count} enthält {event} mit einem Inhalt, den es nicht haben kann.",
};
