/** Texts of an object before and after a change. */
import { createCatalogue } from "../../ui/language/catalogue.ts";

const english = {
  attribute: "Attribute",
  active: "Can sign in",
  entitlementNames: "Entitlements",
  nothing: "Nothing",
  yes: "Yes",
  no: "No",
};

export type ContentMessages = typeof english;
export const contentMessages = createCatalogue(english, {
  de: async () => (await import("./contentMessages.de.ts")).german,
});
