import { createCatalogue } from "../../ui/language/catalogue.ts";

const english = {
  label: "Screens of this system",
  screens: {
    manage: "Manage",
    setup: "Name",
    configuration: "Set up",
    correlation: "Match accounts",
    activation: "Activation",
    confirm: "Confirm",
    preview: "Preview",
    tasks: "Tasks",
    fieldMapping: "Field mapping",
    entitlementReview: "Entitlements",
  },
};

export type SystemLinkMessages = typeof english;
export const systemLinkMessages = createCatalogue(english, {
  de: async () => (await import("./linkMessages.de.ts")).german,
});
