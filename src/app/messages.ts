/** Messages that any page may show. The frame has its own catalogue, which loads with it. */
import { createCatalogue } from "../ui/language/catalogue.ts";

const english = {
  tokenRefused: "Security token expired (XSRF)",
  tokenRenewed:
    "Nothing was changed. Provision renewed the token: repeat your last action. If this happens again, sign out and sign in.",

  screenFailed: "This screen could not be shown",
  screenFailedWhy:
    "Your work on the server is safe. The screen could not be loaded, or it met an error while it was drawn. Load it again; if it fails again, tell support what you did.",
  loadAgain: "Load the screen again",
  exportLog: "Export the event log",
};

export type AppMessages = typeof english;
export const appMessages = createCatalogue(english, {
  de: async () => (await import("./messages.de.ts")).german,
});
