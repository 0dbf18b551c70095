import type { SystemLinkMessages } from "./linkMessages.ts";

export const german: SystemLinkMessages = {
  label: "Seiten dieses Systems",
  screens: {
    manage: "Verwalten",
    setup: "Name",
    configuration: "Einrichten",
    correlation: "Konten zuordnen",
    activation: "Aktivierung",
    confirm: "Bestätigen",
    preview: "Vorschau",
    tasks: "Aufgaben",
    fieldMapping: "Feldzuordnung",
    entitlementReview: "Berechtigungen",
  },
};
