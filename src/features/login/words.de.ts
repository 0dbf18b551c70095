import type { LoginWords } from "./words.ts";

export const german: LoginWords = {
  signIn: "Anmelden",
  failed: "Sie sind nicht angemeldet",
  username: "Benutzername",
  password: "Passwort",
  forgot: "Passwort vergessen?",
};
