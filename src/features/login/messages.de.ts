import type { LoginMessages } from "./messages.ts";

export const german: LoginMessages = {
  signIn: "Anmelden",
  failed: "Anmeldung fehlgeschlagen",
  username: "Benutzername",
  password: "Passwort",
  forgot: "Passwort vergessen?",
  or: "oder",
  singleSignOn: "Mit Single Sign-on anmelden",
  signingIn: "Sie werden angemeldet",
  refusals: {
    denied: "Die Anmeldung Ihrer Organisation wurde abgebrochen oder lässt Sie nicht zu.",
    failed: "Die Anmeldung Ihrer Organisation ist fehlgeschlagen. Versuchen Sie es später erneut.",
  },
};
