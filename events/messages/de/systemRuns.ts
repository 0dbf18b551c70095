/** Läufe angebundener Systeme. */
export const SYSTEM_RUNS_DE = {
  "systemRuns.notFound": "Import nicht gefunden",
  "systemRuns.isOpen":
    "Ein anderer Import dieses Systems ist noch offen. Warten Sie, bis er endet, entscheiden Sie über seinen Plan, oder brechen Sie ihn ab.",
  "systemRuns.notPlanned": "Dieser Import wartet nicht auf eine Entscheidung. Laden Sie ihn neu.",
  "systemRuns.otherPlan":
    "Der Plan dieses Imports hat sich geändert. Laden Sie ihn neu, und prüfen Sie, was er ändert.",
  "systemRuns.otherApprover":
    "Eine andere Person muss diesen Plan anwenden, weil Sie den Import gestartet haben.",
  "systemRuns.approvedFirst":
    "Sie haben diesen Plan schon genehmigt. Er wird angewendet, wenn auch eine andere Person ihn genehmigt.",
  "systemRuns.otherUndoer":
    "Eine andere Person muss diesen Import rückgängig machen, weil Sie ihn gestartet haben. Ihre Organisation verlangt für Importe von Personen eine zweite Person.",
  "systemRuns.firstApproverUndoes":
    "Eine andere Person muss diesen Import rückgängig machen, weil Sie seinen Plan zuerst genehmigt haben. Ihre Organisation verlangt für Importe von Personen eine zweite Person.",
  "systemRuns.notCancellable":
    "Dieser Import wendet seine Änderungen an oder ist beendet. Sie können ihn nicht abbrechen. Laden Sie ihn neu.",
  "systemRuns.notAbandonable":
    "Nur ein Import, der beim Anwenden seiner Änderungen stehen geblieben ist, kann aufgegeben werden. Laden Sie ihn neu.",
  "systemRuns.notUndoable":
    "Dieser Import kann nicht rückgängig gemacht werden: Er wurde nicht angewendet, wurde schon rückgängig gemacht, oder Provision bewahrt nicht mehr auf, was er geändert hat.",
  "systemRuns.changedByRuns": {
    one: "Spätere Importe haben {name} ebenfalls geändert. Machen Sie zuerst diese Importe in dieser Reihenfolge rückgängig: {runs}.",
    other:
      "Spätere Importe haben {count:number} Objekte geändert, die auch dieser Import geändert hat, zum Beispiel {name}. Machen Sie zuerst diese Importe in dieser Reihenfolge rückgängig: {runs}.",
  },
  "systemRuns.changedByAbandoned":
    "Dieser Import kann nicht rückgängig gemacht werden: Auch Import {no:number} hat {name} geändert, und er wurde vor seinem Ende aufgegeben.",
  "systemRuns.peopleChanged": {
    one: "Dieser Import kann nicht rückgängig gemacht werden: {name} wurde nach seiner Änderung erneut geändert.",
    other:
      "Dieser Import kann nicht rückgängig gemacht werden: {count:number} der Personen, die er geändert hat, wurden seither erneut geändert, zum Beispiel {name}.",
  },
  "systemRuns.peopleUsed": {
    one: "Dieser Import kann nicht rückgängig gemacht werden: Er hat {name} neu aufgenommen, und seither gilt: {use}.",
    other:
      "Dieser Import kann nicht rückgängig gemacht werden: Er hat {count:number} Personen neu aufgenommen, zum Beispiel {name}, und seither gilt: {use}.",
  },
  "systemRuns.usedByAccounts": "Ihnen gehören Konten",
  "systemRuns.usedByRoles": "Sie haben oder verantworten Zugriffsrollen",
  "systemRuns.usedByOthers": "Fälle, Aufgaben oder Entscheidungen nennen sie",
  "systemRuns.usedAsManagers": "Sie sind Vorgesetzte anderer Personen",
  "systemRuns.orgsUsed": {
    one: "Dieser Import kann nicht rückgängig gemacht werden: Die Organisation {name}, die er angelegt hat, wurde seither verwendet oder geändert.",
    other:
      "Dieser Import kann nicht rückgängig gemacht werden: {count:number} Organisationen, die er angelegt hat, wurden seither verwendet oder geändert, zum Beispiel {name}.",
  },
  "systemRuns.changedByProvisioning": {
    one: "Dieser Import kann nicht rückgängig gemacht werden: Die Provisionierung hat {name} seither im System geändert.",
    other:
      "Dieser Import kann nicht rückgängig gemacht werden: Die Provisionierung hat seither {count:number} seiner Objekte im System geändert, zum Beispiel {name}.",
  },
  "systemRuns.notReadable":
    "Ein manuelles System wird nicht gelesen. Eine Person bestätigt seine Konten.",
  "systemTasks.notFound": "Aufgabe nicht gefunden",
  "systemTasks.notSelfCertified": "Nur selbst bestätigte Systeme haben Aufgaben",
  "systemTasks.notOpen":
    "Diese Aufgabe wurde inzwischen bestätigt oder zurückgezogen. Laden Sie die Aufgaben erneut.",
  "systemTasks.notOwner": "Nur wer für dieses System verantwortlich ist, kann Aufgaben bestätigen",
  "systemTasks.added": "Die Aufgabe für {account} wurde hinzugefügt",
  "systemTasks.notAdded": "Die Aufgabe für {account} wurde nicht hinzugefügt: {reason}",
  "systemTasks.attested": "Sie haben die Aufgabe für {account} bestätigt",
  "systemTasks.notAttested": "Die Aufgabe für {account} wurde nicht bestätigt: {reason}",
  "systemTasks.withdrawn": "Die Aufgabe für {account} wurde zurückgezogen",
  "systemTasks.notWithdrawn": "Die Aufgabe für {account} wurde nicht zurückgezogen: {reason}",
} as const;
