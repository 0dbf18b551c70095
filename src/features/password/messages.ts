import { createCatalogue } from "../../ui/language/catalogue.ts";

const english = {
  manage: "Manage Password",
  change: "Change your password",
  noPasswords: "Provision has no password of yours",
  changedElsewhere:
    "Everybody signs in by single sign-on here. Change your password where your organisation keeps it.",
  failed: "Password not changed",
  current: "Current password",
  newPassword: "New password",
  endsOthers: "This signs you out everywhere else.",
  submit: "Change the password",
  linkSent: (email: string) => `A link was sent to ${email}.`,
  mailLink: "Forgot it? Email me a link",
};

export type PasswordMessages = typeof english;
export const passwordMessages = createCatalogue(english, {
  de: async () => (await import("./messages.de.ts")).german,
});
