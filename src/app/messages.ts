/** The texts that may stand on every page. Those of the frame have a catalogue of their own, which comes with it. */
import { createCatalogue } from "../ui/language/catalogue.ts";

const english = {
  tokenRefused: "A request was refused for its security token (XSRF)",
  tokenRenewed:
    "Nothing was changed. The token was renewed: try again what you did last. If this comes back, sign out and in again.",

  screenFailed: "This screen could not be shown",
  screenFailedWhy:
    "Your work on the server is safe. The screen could not be loaded, or it met an error while it was drawn. Load it again; if it fails again, tell your support what you did.",
  loadAgain: "Load the screen again",
  exportLog: "Export the event log",
};

export type AppMessages = typeof english;
export const appMessages = createCatalogue(english, {
  de: async () => (await import("./messages.de.ts")).german,
});
