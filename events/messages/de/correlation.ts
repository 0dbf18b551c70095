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
  "correlation.textMissing": "Geben Sie den Text ein",
  "correlation.ruleAdded": "Die Regel wurde hinzugefügt",
  "correlation.ruleSaved": "Die Regel wurde gespeichert",
  "correlation.ruleNotSaved": "Die Regel wurde nicht gespeichert: {reason}",
  "correlation.ruleDeleted": "Die Regel wurde gelöscht",
  "correlation.ruleNotDeleted": "Die Regel wurde nicht gelöscht: {reason}",
} as const;
