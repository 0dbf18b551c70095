import { createCatalogue } from "../../ui/language/catalogue.ts";

const english = {
  signIn: "Sign in",
  failed: "You are not signed in",
  username: "Username",
  password: "Password",
  forgot: "Forgot password?",
};

export type LoginWords = typeof english;
export const loginWords = createCatalogue(english, {
  de: async () => (await import("./words.de.ts")).german,
});
