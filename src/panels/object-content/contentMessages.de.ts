import type { ContentMessages } from "./contentMessages.ts";

export const german: ContentMessages = {
  attribute: "Attribut",
  active: "Kann sich anmelden",
  entitlementNames: "Berechtigungen",
  nothing: "Nichts",
  yes: "Ja",
  no: "Nein",
};
