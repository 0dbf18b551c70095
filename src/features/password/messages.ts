import { createCatalogue } from "../../ui/language/catalogue.ts";

const english = {
  manage: "Manage Password",
  change: "Change your password",
  noPasswords: "You have no password in Provision",
  changedElsewhere:
    "Everyone signs in with single sign-on here. Change your password in your organisation's own system.",
  failed: "Your password was not changed",
  current: "Current password",
  newPassword: "New password",
  endsOthers: "This signs you out everywhere else.",
  submit: "Change the password",
  linkSent: (email: string) => `A link was sent to ${email}.`,
  linkSaved: "The link was saved on the server and not sent: email is not set up.",
  mailLink: "Forgot it? Email me a link",
};

export type PasswordMessages = typeof english;
export const passwordMessages = createCatalogue(english, {
  de: async () => (await import("./messages.de.ts")).german,
});
