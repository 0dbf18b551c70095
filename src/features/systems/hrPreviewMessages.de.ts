import type { HrPreviewMessages } from "./hrPreviewMessages.ts";

export const german: HrPreviewMessages = {
  kinds: {
    joined: "Eintritt",
    moved: "Wechsel",
    changed: "Änderung",
    left: "Austritt",
    returned: "Rückkehr",
  },
  kindHints: {
    joined: "Das Verzeichnis hat die Person noch nicht.",
    moved:
      "Die Person erhält eine andere Position, eine andere Abteilung oder einen anderen Standort.",
    changed: "Andere Angaben zur Person ändern sich.",
    left: "Die Person verlässt Position, Abteilung und Standort, und Richtlinien gewähren ihr nichts mehr.",
    returned: "Die Person war ausgetreten und ist wieder beschäftigt.",
  },
  generate: "Vorschau erstellen",
  none: "Noch keine Vorschau",
  noneWhy:
    "Eine Vorschau liest das HR-System und zeigt, wer eintritt, wechselt, sich ändert, austritt oder zurückkehrt. Sie ändert nichts, solange sie nicht genehmigt ist.",
  waits: "Der Plan wartet auf Ihre Entscheidung",
  waitsWhy:
    "Wenden Sie ihn an, um diese Personen zu ändern, oder lehnen Sie ihn ab. Der nächste geplante Import ersetzt ihn.",
  holdsUpWhy:
    "Wenden Sie ihn an, um diese Personen zu ändern, oder lehnen Sie ihn ab. Bis dahin warten geplante Importe und neue Versionen der Datei.",
  notListed: "Die Personen dieses Imports sind nicht aufgeführt.",
  cut: (number) => `Nur die ersten ${number} Personen sind aufgeführt.`,
  mappingsWhat:
    "Die Vorschau verwendet die veröffentlichten Einstellungen. Was unveröffentlichte Zuordnungen ergeben, zeigt",
  mappings: "Feldzuordnung",
  objects: "Objekte des Systems",
  people: "Personen",
  peopleWhat: "Personen, die der Plan ändert, wie sie dann wären",
  peopleThen: "Personen, die der Plan geändert hat oder geändert hätte, als er erstellt wurde",
  search: "Personen suchen",
  anyKind: "Jede Änderung",
  kind: "Änderung",
  person: "Person",
  changes: "Angaben",
  nobody: "Keine Personen entsprechen Ihrer Auswahl",
};
