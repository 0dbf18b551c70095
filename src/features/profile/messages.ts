import { createCatalogue } from "../../ui/language/catalogue.ts";

const english = {
  manage: "Manage Profile",
  signedInAs: (username: string) => `Signed in as ${username}`,
  aboutYou: "About you",
  failed: "Your profile was not saved",
  sessions: {
    title: "Where you are signed in",
    context: "Sign out sessions that you don't recognise",
    list: "Sessions",
    endOthers: "Sign out everywhere else",
    askOthers: "Sign out everywhere else?",
    endsOthers:
      "You are signed out of all other sessions and lose unsaved changes there. You stay signed in here.",
    othersFailed: "No session was ended",
    notLoaded: "Your sessions could not be loaded.",
    again: "Try again",
    current: "This session",
    began: "signed in",
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
