import { createCatalogue } from "../../ui/language/catalogue.ts";

const english = {
  signIn: "Sign in",
  failed: "Couldn't sign in",
  username: "Username",
  password: "Password",
  forgot: "Forgot password?",
  or: "or",
  singleSignOn: "Sign in with single sign-on",
  signingIn: "Signing you in",
  /** Why the provider redirected back. Its own text is not shown, because anybody can forge it. */
  refusals: {
    denied: "Your organisation cancelled or refused the sign-in.",
    failed: "The sign-in of your organisation failed. Try again later.",
  },
};

export type LoginMessages = typeof english;
export const loginMessages = createCatalogue(english, {
  de: async () => (await import("./messages.de.ts")).german,
});
