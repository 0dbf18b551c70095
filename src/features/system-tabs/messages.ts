import { createCatalogue } from "../../ui/language/catalogue.ts";

const english = {
  label: "Screens of this system",
  tabs: {
    manage: "Manage",
    setup: "Name",
    configuration: "Set up",
    activation: "Activation",
    confirm: "Confirm",
    preview: "Preview",
    tasks: "Tasks",
    fieldMapping: "Field mapping",
    correlation: "Match accounts",
    entitlements: "Entitlements",
  },
};

export type SystemTabsMessages = typeof english;

export const systemTabsMessages = createCatalogue<SystemTabsMessages>(english, {
  de: async () => (await import("./messages.de.ts")).german,
});
