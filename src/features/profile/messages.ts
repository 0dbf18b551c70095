import { createCatalogue } from "../../ui/language/catalogue.ts";

const english = {
  manage: "Manage Profile",
  signedInAs: (username: string) => `Signed in as ${username}`,
  aboutYou: "About you",
  failed: "Your profile was not saved",
  sessions: {
    title: "Where you are signed in",
    context: "End any that you do not know",
    list: "Sessions",
    endOthers: "Sign out everywhere else",
    askOthers: "Sign out everywhere else?",
    endsOthers:
      "All your other sessions end at once, and what is not saved there is lost. You stay signed in here.",
    othersFailed: "No session was ended",
    notLoaded: "Your sessions could not be loaded.",
    again: "Try again",
    current: "This session",
    began: "began",
    active: "active",
    end: "Sign out",
    endOf: (device: string) => `Sign out ${device}`,
    device: (browser: string, system: string) => `${browser} on ${system}`,
    unknown: "Unknown device",
  },
};

export type ProfileMessages = typeof english;
export const profileMessages = createCatalogue(english, {
  de: async () => (await import("./messages.de.ts")).german,
});
