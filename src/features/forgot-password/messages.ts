import { createCatalogue } from "../../ui/language/catalogue.ts";

const english = {
  lookIntoMail: "Check your email",
  sent: {
    before: "If an account has the address ",
    after:
      ", a link is on its way. It works once, within one hour. If nothing comes, check your junk mail or ask your administrator.",
  },
  notSentTitle: "Email is not set up",
  notSent: {
    before: "If an account has the address ",
    after: ", a link was saved on the server. Ask your administrator for it.",
  },
  back: "Back to sign in",
  forgot: "Forgot password",
  what: "We email you a link to choose a new password.",
  failed: "Couldn't send the link",
  email: "Email address",
  send: "Send the link",
};

export type ForgotMessages = typeof english;
export const forgotMessages = createCatalogue(english, {
  de: async () => (await import("./messages.de.ts")).german,
});
