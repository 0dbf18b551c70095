/** Die Prüfung der Berechtigungen. */
export const ENTITLEMENTS_DE = {
  "entitlements.notFound": "Berechtigung nicht gefunden",
  "entitlements.badPosition":
    "Geben Sie eine ganze Zahl von 1 bis {max:number} ein, oder lassen Sie das Feld leer",
  "entitlements.nameTaken": "Die Ressource hat eine Berechtigung mit diesem Namen",
  "entitlements.changedElsewhere":
    "Jemand anderes hat diese Berechtigung geändert. Laden Sie sie erneut.",
  "entitlements.notInterim": "Nur vorläufige Berechtigungen können gelöscht werden",
  "entitlements.isGranted":
    "Richtlinien oder Zugriffsrollen vergeben diese Berechtigung. Entfernen Sie sie zuerst dort.",
  "entitlements.mergesItself":
    "Eine Berechtigung kann nicht mit sich selbst zusammengeführt werden",
  "entitlements.mergeChanged":
    "Was sich auf diese Berechtigungen bezieht, hat sich geändert. Prüfen Sie die Zusammenführung erneut.",
  "entitlements.created": "{name} wurde hinzugefügt",
  "entitlements.notCreated": "{name} wurde nicht hinzugefügt: {reason:sentence}",
  "entitlements.saved": "{name} wurde gespeichert",
  "entitlements.notSaved": "{name} wurde nicht gespeichert: {reason:sentence}",
  "entitlements.deleted": "{name} wurde gelöscht",
  "entitlements.notDeleted": "{name} wurde nicht gelöscht: {reason:sentence}",
  "entitlements.merged": {
    one: "{count:number} Berechtigung wurde mit {name} zusammengeführt",
    other: "{count:number} Berechtigungen wurden mit {name} zusammengeführt",
  },
  "entitlements.notMerged": "Nichts wurde mit {name} zusammengeführt: {reason:sentence}",
  "entitlements.refreshed": {
    one: "{count:number} Berechtigung wurde mit dem System verglichen",
    other: "{count:number} Berechtigungen wurden mit dem System verglichen",
  },
  "entitlements.notRefreshed": "Die Berechtigungen wurden nicht verglichen: {reason:sentence}",
  "entitlements.rulesSaved":
    "Die Regeln wurden gespeichert. Veröffentlichen Sie sie, damit Importe sie verwenden.",
  "entitlements.rulesNotSaved": "Die Regeln wurden nicht gespeichert: {reason:sentence}",
} as const;
