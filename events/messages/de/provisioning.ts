/** Vorschauen der Provisionierung. */
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
  "provisioning.rejected": "Die Vorschau wurde abgelehnt. Es wurde nichts geschrieben.",
  "provisioning.notRejected": "Die Vorschau wurde nicht abgelehnt: {reason}",
} as const;
