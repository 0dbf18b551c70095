import { createCatalogue } from "../../ui/language/catalogue.ts";

const english = {
  reset: "Reset password",
  checking: "Checking the link",
  unusable: "This link cannot be used",
  incomplete: "The link is incomplete. Open it from the email again.",
  askAgain: "Ask for a new link",
  back: "Back to sign in",
  choose: (username: string) => `Choose a new password for ${username}.`,
  failed: "Your password was not changed",
  newPassword: "New password",
  submit: "Change the password",
};

export type ResetMessages = typeof english;
export const resetMessages = createCatalogue(english, {
  de: async () => (await import("./messages.de.ts")).german,
});
