import { createCatalogue } from "../../ui/language/catalogue.ts";

const english = {
  lookIntoMail: "Look into your mail",
  sent: {
    before: "If an account has the address ",
    after:
      ", a link is on its way. It works once, within one hour. If nothing comes, look into your junk mail or ask your administrator.",
  },
  back: "Back to the sign-in",
  forgot: "Forgot password",
  what: "We mail you a link by which you choose a new password.",
  failed: "No link was asked for",
  email: "Email address",
  send: "Send the link",
};

export type ForgotMessages = typeof english;
export const forgotMessages = createCatalogue(english, {
  de: async () => (await import("./messages.de.ts")).german,
});
