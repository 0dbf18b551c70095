/** Vorschauen der Bereitstellung. */
export const PROVISIONING_DE = {
  "provisioning.notFound": "Vorschau nicht gefunden",
  "provisioning.isOpen":
    "Eine andere Vorschau dieses Systems wird berechnet oder angewendet. Warten Sie, bis sie endet.",
  "provisioning.notWritable":
    "Provision kann in dieses System nicht schreiben. Binden Sie es über ein Verzeichnis, eine Datenbank oder SCIM an, oder als selbst bestätigtes System.",
  "provisioning.notConfirmed": "Bestätigen Sie zuerst die Anbindung dieses Systems",
  "provisioning.notDecidable":
    "Diese Vorschau wartet nicht auf eine Entscheidung. Laden Sie sie neu.",
  "provisioning.changed": "Jemand anderes hat diese Vorschau geändert. Laden Sie sie neu.",
  "provisioning.changeNotFound": "Änderung nicht gefunden oder nicht Teil des Plans",
  "provisioning.ended": "Diese Vorschau ist beendet. Laden Sie sie neu.",
  "provisioning.stale":
    "Diese Vorschau ist veraltet, weil sich etwas geändert hat, von dem sie abhängt. Erstellen Sie eine neue.",
  "provisioning.importOpen":
    "Ein Import dieses Systems ist nicht beendet. Warten Sie, bis er endet, oder entscheiden Sie zuerst über seinen Plan.",
  "provisioning.notAcknowledged": "Bestätigen Sie zuerst, dass Sie die Warnungen geprüft haben",
  "provisioning.otherApprover":
    "Eine andere Person muss diese Vorschau genehmigen, weil Sie sie erstellt oder ihren Umfang geändert haben.",
  "provisioning.twoPersons":
    "Ihre Organisation verlangt, dass eine Person eine Vorschau vorbereitet und eine andere sie genehmigt. Provision hat diese Vorschau automatisch erstellt. Erstellen Sie eine neue Vorschau oder lassen Sie Änderungen dieser Vorschau weg, damit eine andere Person sie genehmigen kann.",
  "provisioning.otherRetries":
    "Eine andere Person muss diese Änderungen wiederholen, weil niemand sonst diese Vorschau genehmigt hat.",
  "provisioning.nothingFailed":
    "Keine Änderung dieser Vorschau ist fehlgeschlagen. Laden Sie sie neu.",
  "provisioning.started": "Provision schreibt die genehmigten Änderungen in das System",
  "provisioning.nothingApproved":
    "Alle Änderungen sind blockiert oder ausgelassen. Beziehen Sie mindestens eine ein.",
  "provisioning.tooMany":
    "Genehmigen Sie höchstens {max:number} Änderungen auf einmal. Lassen Sie einige aus.",
  "provisioning.approved":
    "Wer für das System verantwortlich ist, hat die genehmigten Änderungen als Aufgaben",
  "provisioning.notApproved": "Die Vorschau wurde nicht genehmigt: {reason}",
  "provisioning.rejected": "Die Vorschau wurde abgelehnt. Es wurde nichts geschrieben.",
  "provisioning.notRejected": "Die Vorschau wurde nicht abgelehnt: {reason}",
} as const;
