import { translationOf } from "../../kernel/message.ts";
import type { LOGS } from "../en/logs.ts";

export const LOGS_DE = translationOf<typeof LOGS>()({
  "logs.notKept":
    "Dieser Browser behält kein Ereignisprotokoll. Sie können weiterarbeiten; soll diese Sitzung untersucht werden, exportieren Sie ihr Protokoll, bevor Sie den Tab schließen.",
  "logs.earlierLost":
    "Dieser Browser konnte die Ereignisprotokolle früherer Sitzungen nicht lesen und hat sie verworfen. Das dieser Sitzung wird behalten.",
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
    "Die Protokolle früherer Sitzungen wurden verworfen. Die, deren Tabs offen sind oder noch offen sein können, bleiben.",
  "logs.notCleared":
    "Die Protokolle früherer Sitzungen konnten nicht verworfen werden. Laden Sie die Seite neu und versuchen Sie es noch einmal.",

  "palette.broken":
    "Die Suche konnte nicht geöffnet werden. Speichern Sie Ihre Arbeit, und laden Sie die Seite neu.",
  "logs.badReport": "Der Bericht in diesem Protokoll kann nicht gelesen werden: {reason}",
  "logs.otherReport":
    "Der Bericht in diesem Protokoll ist nicht der, der gezeigt wurde: Seine Bytes sind andere.",
  "logs.badPolicy": "Die Richtlinie in diesem Protokoll kann nicht gelesen werden: {reason}",
  "logs.otherPolicy":
    "Die Richtlinie in diesem Protokoll ist nicht die, die gezeigt wurde: Ihre Bytes sind andere.",
});
