import { createCatalogue } from "../../ui/language/catalogue.ts";

const english = {
  manage: "Manage Password",
  change: "Change your password",
  noPasswords: "Provision has no password of yours",
  changedElsewhere:
    "Everybody signs in by single sign-on here. Change your password where your organisation keeps it.",
  failed: "The password is as it was",
  current: "Current password",
  newPassword: "New password",
  endsOthers: "A change ends all your other sessions.",
  submit: "Change the password",
  linkSent: (email: string) => `A link was sent to ${email}.`,
  mailLink: "I do not know it: mail me a link",
};

export type PasswordMessages = typeof english;
export const passwordMessages = createCatalogue(english, {
  de: async () => (await import("./messages.de.ts")).german,
});
