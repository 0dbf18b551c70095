import { createCatalogue } from "../../ui/language/catalogue.ts";

const english = {
  manage: "Manage Profile",
  dashboard: "Dashboard",
  signedInAs: (username: string) => `Signed in as ${username}`,
  aboutYou: "About you",
  failed: "Your profile was not saved",
  conflict:
    "It was changed elsewhere meanwhile. What you typed is kept, and the other fields show what is saved now. Save again to apply it.",
  kept: (message: string) => `${message}. What you typed is kept.`,
};

export type ProfileWords = typeof english;
export const profileWords = createCatalogue(english, {
  de: async () => (await import("./words.de.ts")).german,
});
