import { translationOf } from "../../kernel/message.ts";
import type { BUILDER } from "../en/builder.ts";

export const BUILDER_DE = translationOf<typeof BUILDER>()({
  "builder.left": "Nichts wurde angewendet, da der Editor inzwischen verlassen wurde.",
  "builder.notApplied":
    "Nichts wurde angewendet: {reason:sentence} Bitte versuchen Sie es noch einmal.",
  "builder.applied": "Die Berechtigungsrichtlinien wurden aktualisiert.",
  "builder.applyFailed": "Die Berechtigungsrichtlinien konnten nicht aktualisiert werden.",
  "builder.noReport": "es gibt keinen Bericht",
  "builder.tableChanged": "die Tabelle hat sich inzwischen geändert",
  "builder.selectionChanged": "Die Auswahl hat sich beim Lesen geändert",
  "builder.exported": {
    one: "{count:number} Berechtigung als {file} exportiert.",
    other: "{count:number} Berechtigungen als {file} exportiert.",
  },
  "builder.notExported":
    "Nichts wurde exportiert: {reason:sentence} Bitte exportieren Sie noch einmal.",

  "reports.refreshed": "Bericht aktualisiert!",
  "reports.notRefreshed": "Der Bericht konnte nicht aktualisiert werden. {reason:sentence}",
  "reports.coreUnreachable":
    "Der Teil dieser Seite, der Berichte liest, konnte nicht geladen werden. Versuchen Sie es noch einmal.",
  "reports.loadOver": "Der Bericht wird nicht mehr geladen.",
  "reports.tooLarge":
    "Der Bericht kann nicht gelesen werden: Er braucht mehr Speicher, als da ist.",
  "reports.badPolicy":
    "Was die Richtlinie schon hat, kann nicht gelesen werden: {problem} (Byte {at:position}).",
  "reports.leftOut":
    "Der Bericht wurde in diesem Protokoll ausgelassen, sodass seine Tabelle nicht gezeigt werden kann.",
});
