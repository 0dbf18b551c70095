import { createCatalogue } from "../../ui/language/catalogue.ts";

const english = {
  reset: "Reset password",
  checking: "Checking the link",
  unusable: "This link cannot be used",
  incomplete: "It is incomplete: open it from the mail once more.",
  askAgain: "Ask for a new link",
  back: "Back to the sign-in",
  choose: (username: string) => `Choose a new password for ${username}.`,
  failed: "The password is as it was",
  newPassword: "New password",
  submit: "Change the password",
};

export type ResetMessages = typeof english;
export const resetMessages = createCatalogue(english, {
  de: async () => (await import("./messages.de.ts")).german,
});
