import { translationOf } from "../../kernel/message.ts";
import type { BUILDER } from "../en/builder.ts";

export const BUILDER_DE = translationOf<typeof BUILDER>()({
  "builder.left": "Nichts wurde angewendet, weil Sie den Editor verlassen haben.",
  "builder.notApplied": "Nichts wurde angewendet: {reason:sentence} Versuchen Sie es erneut.",
  "builder.applied": "Die Berechtigungsrichtlinien wurden aktualisiert.",
  "builder.alreadyApplied": {
    one: "Die ausgewählte Berechtigung ist schon in der Richtlinie. Nichts wurde geändert.",
    other:
      "Alle {count:number} ausgewählten Berechtigungen sind schon in der Richtlinie. Nichts wurde geändert.",
  },
  "builder.alreadyGranted": {
    one: "Die ausgewählte Berechtigung wird schon durch die Richtlinie einer Organisation darüber gewährt. Nichts wurde geändert.",
    other:
      "Alle {count:number} ausgewählten Berechtigungen werden schon durch diese Richtlinie und die der Organisationen darüber gewährt. Nichts wurde geändert.",
  },
  "builder.applyFailedElsewhere":
    "Die Berechtigungsrichtlinien konnten nicht aktualisiert werden. {reason:sentence}",
  "builder.applyFailed": "Die Berechtigungsrichtlinien konnten nicht aktualisiert werden.",
  "builder.noReport": "es gibt keinen Bericht",
  "builder.tableChanged": "die Tabelle hat sich inzwischen geändert",
  "builder.selectionChanged": "Die Auswahl hat sich beim Lesen geändert",
  "builder.exported": {
    one: "{count:number} Berechtigung als {file} exportiert.",
    other: "{count:number} Berechtigungen als {file} exportiert.",
  },
  "builder.notExported": "Nichts wurde exportiert: {reason:sentence} Exportieren Sie erneut.",

  "reports.refreshed": "Bericht aktualisiert!",
  "reports.notRefreshed": "Der Bericht konnte nicht aktualisiert werden. {reason:sentence}",
  "reports.coreUnreachable":
    "Der Teil dieser Seite, der Berichte liest, konnte nicht geladen werden. Versuchen Sie es erneut.",
  "reports.loadOver": "Der Bericht wird nicht mehr geladen.",
  "reports.leftOut":
    "Dieses Protokoll enthält den Bericht nicht, daher kann seine Tabelle nicht gezeigt werden.",
});
