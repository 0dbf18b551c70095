/** Läufe angebundener Systeme. */
export const SYSTEM_RUNS_DE = {
  "systemRuns.notFound": "Lauf nicht gefunden",
  "systemRuns.isOpen":
    "Ein anderer Lauf dieses Systems ist nicht beendet. Warten Sie sein Ende ab, entscheiden Sie über seinen Plan, oder brechen Sie ihn ab.",
  "systemRuns.notPlanned": "Dieser Lauf wartet nicht auf eine Entscheidung. Laden Sie ihn neu.",
  "systemRuns.otherPlan":
    "Der Lauf hat inzwischen einen anderen Plan. Laden Sie ihn neu, und prüfen Sie, was er ändert.",
  "systemRuns.notCancellable":
    "Dieser Lauf wendet seinen Plan an oder ist beendet. Laden Sie ihn neu.",
  "systemRuns.notUndoable":
    "Nur der letzte Lauf, der etwas geändert hat, kann rückgängig gemacht werden",
  "systemRuns.notReadable":
    "Ein manuelles System wird nicht gelesen. Eine Person bestätigt seine Konten.",
} as const;
