import { createCatalogue } from "../../ui/language/catalogue.ts";

const english = {
  manage: "Manage Password",
  dashboard: "Dashboard",
  password: "Password",
  change: "Change your password",
  failed: "The password is as it was",
  current: "Current password",
  newPassword: "New password",
  endsOthers: "A change ends all your other sessions.",
  submit: "Change the password",
  linkSent: (email: string) => `A link was sent to ${email}.`,
  mailLink: "I do not know it: mail me a link",
};

export type PasswordWords = typeof english;
export const passwordWords = createCatalogue(english, {
  de: async () => (await import("./words.de.ts")).german,
});
