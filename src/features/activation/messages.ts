import { createCatalogue } from "../../ui/language/catalogue.ts";

const english = {
  activate: "Activate your account",
  checking: "Checking the link",
  unusable: "This link cannot be used",
  incomplete: "The link is incomplete. Open it from the email again.",
  askAgain: "Ask your administrator to send you a new one, or sign in if you did this before.",
  toSignIn: "Go to sign in",
  confirm: "Confirm your email address",
  notConfirmed: "The address is not confirmed",
  belongsTo: (username: string) => `This address belongs to the account ${username}.`,
  confirmThis: "Confirm this address",
  whoYouAre: (username: string) =>
    `Your username is ${username}. Check your name and choose a password.`,
  notActive: "The account is not active yet",
  firstName: "First name",
  lastName: "Last name",
  password: "Password",
  submit: "Activate the account",
};

export type ActivationMessages = typeof english;
export const activationMessages = createCatalogue(english, {
  de: async () => (await import("./messages.de.ts")).german,
});
