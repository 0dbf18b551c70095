/** Messages that any page may show. The frame has its own catalogue, which loads with it. */
import { createCatalogue } from "../ui/language/catalogue.ts";

const english = {
  tokenRefused: "Security token expired (XSRF)",
  tokenRenewed:
    "Nothing was changed. Provision renewed the token: repeat your last action. If this happens again, sign out and sign in.",

  screenFailed: "This screen could not be shown",
  screenFailedWhy:
    "Saved work is safe. The screen could not be loaded or displayed. Load it again. If it fails again, tell support what you did.",
  loadAgain: "Load the screen again",
  exportLog: "Export the event log",
};

export type AppMessages = typeof english;
export const appMessages = createCatalogue(english, {
  de: async () => (await import("./messages.de.ts")).german,
});
