/** Läufe angebundener Systeme. */
export const SYSTEM_RUNS_DE = {
  "systemRuns.notFound": "Import nicht gefunden",
  "systemRuns.isOpen":
    "Ein anderer Import dieses Systems ist noch offen. Warten Sie, bis er endet, entscheiden Sie über seinen Plan, oder brechen Sie ihn ab.",
  "systemRuns.notPlanned": "Dieser Import wartet nicht auf eine Entscheidung. Laden Sie ihn neu.",
  "systemRuns.otherPlan":
    "Der Plan dieses Imports hat sich geändert. Laden Sie ihn neu, und prüfen Sie, was er ändert.",
  "systemRuns.notCancellable":
    "Dieser Import wendet seine Änderungen an oder ist beendet. Sie können ihn nicht abbrechen. Laden Sie ihn neu.",
  "systemRuns.notUndoable":
    "Nur der zuletzt angewendete Import kann rückgängig gemacht werden, und nur, wenn er niemanden neu aufnahm",
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
