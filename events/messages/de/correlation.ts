/** Zuordnung von Konten. */
export const CORRELATION_DE = {
  "correlation.failed": "Ein Fehler ist aufgetreten",
  "correlation.ruleNotFound": "Zuordnungsregel nicht gefunden",
  "correlation.changedElsewhere":
    "Jemand anderes hat diese Regel geändert. Laden Sie sie noch einmal.",
  "correlation.tooManyRules":
    "Eine Ressource kann {max:number} Regeln haben. Löschen Sie zuerst eine.",
  "correlation.attributesRequired": "Fügen Sie ein Attribut hinzu",
  "correlation.fieldRequired": "Vergleichen Sie mindestens ein Attribut des Kontos",
  "correlation.repeatedPosition": "Zwei Attribute haben dieselbe Position",
  "correlation.attributeMissing": "Wählen Sie ein Attribut",
  "correlation.ruleAdded": "Die Regel wurde hinzugefügt",
  "correlation.ruleSaved": "Die Regel wurde gespeichert",
  "correlation.ruleNotSaved": "Die Regel wurde nicht gespeichert: {reason}",
  "correlation.ruleDeleted": "Die Regel wurde gelöscht",
  "correlation.ruleNotDeleted": "Die Regel wurde nicht gelöscht: {reason}",
  "correlation.limitsCrossed": "Geben Sie höchstens den Wert ein, ab dem Konten zugeordnet werden",
  "correlation.limitsSaved": "Die Grenzen wurden gespeichert",
  "correlation.limitsNotSaved": "Die Grenzen wurden nicht gespeichert: {reason}",
  "correlation.personCreated": "{name} wurde angelegt und hat jetzt das Konto",
  "correlation.noRules": "Fügen Sie zuerst eine Regel hinzu",
  "correlation.isRunning":
    "Eine Simulation läuft. Warten Sie, bis sie endet, oder brechen Sie sie ab.",
  "correlation.notDone": "Nur eine abgeschlossene Simulation kann angewendet werden",
  "correlation.outdated":
    "Die Regeln oder Grenzen haben sich seitdem geändert. Starten Sie eine neue Simulation.",
  "correlation.notUndoable":
    "Nur die zuletzt angewendete Simulation kann rückgängig gemacht werden",
  "correlation.notCancellable": "Die Simulation ist bereits beendet",
  "correlation.simulationNotFound": "Simulation nicht gefunden",
  "correlation.accountNotFound": "Konto nicht gefunden",
  "correlation.personRequired": "Wählen Sie eine Person",
  "correlation.personNotFound": "Person nicht gefunden",
  "correlation.alreadyDecided": "Über dieses Konto hat bereits jemand entschieden",
  "correlation.decisionNotFound": "Entscheidung nicht gefunden",
  "correlation.applied": "Die Zuordnungen wurden angewendet",
  "correlation.undone": "Die Zuordnungen wurden rückgängig gemacht",
  "correlation.notApplied": "Die Zuordnungen wurden nicht angewendet: {reason}",
  "correlation.notUndone": "Die Zuordnungen wurden nicht rückgängig gemacht: {reason}",
} as const;
