import type { SystemTabsMessages } from "./messages.ts";

export const german: SystemTabsMessages = {
  label: "Seiten dieses Systems",
  tabs: {
    manage: "Verwalten",
    setup: "Name",
    configuration: "Einrichten",
    activation: "Aktivierung",
    confirm: "Bestätigen",
    preview: "Vorschau",
    tasks: "Aufgaben",
    fieldMapping: "Feldzuordnung",
    correlation: "Konten zuordnen",
    entitlements: "Berechtigungen",
  },
};
