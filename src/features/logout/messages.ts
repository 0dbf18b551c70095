import { createCatalogue } from "../../ui/language/catalogue.ts";

const english = {
  signingOut: "Signing out",
  what: "This ends your session on the server.",
  wait: "Please wait...",
  notSignedOut: "You are not signed out",
  failed: "Signing out failed",
  stillOpen: "Your session may still be open on this device. Nothing else was changed.",
  again: "Try again",
  back: "Back to the dashboard",
};

export type LogoutMessages = typeof english;
export const logoutMessages = createCatalogue(english, {
  de: async () => (await import("./messages.de.ts")).german,
});
