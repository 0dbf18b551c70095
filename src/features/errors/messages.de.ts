import type { ErrorMessages } from "./messages.ts";

export const german: ErrorMessages = {
  error: (status) => `Fehler ${status}`,
  dashboard: "Zur Übersicht",
  signIn: "Anmelden",
  otherUser: "Als jemand anders anmelden",
  unauthorized: {
    title: "Nicht angemeldet",
    happened: "Sie sind nicht angemeldet, oder Ihre Sitzung ist beendet.",
    safe: "Alles, was Sie gespeichert oder angewendet haben, bleibt erhalten.",
    advice: "Melden Sie sich an, um weiterzumachen.",
  },
  forbidden: {
    title: "Kein Zugriff",
    happened: "Ihr Konto darf diese Seite nicht öffnen.",
    safe: "Sie sind noch angemeldet, und nichts wurde geändert.",
    advice:
      "Wenn Sie diese Seite für Ihre Arbeit brauchen, bitten Sie einen Eigentümer Ihres Mandanten um Zugriff.",
  },
  notAuthorized: {
    title: "Nicht berechtigt",
    happened: "Ihre Organisation hat Sie angemeldet, aber Sie haben keinen Zugriff auf Provision.",
    safe: "Nichts wurde geändert.",
    advice:
      "Bitten Sie einen Eigentümer Ihres Mandanten um eine Rolle, und melden Sie sich dann wieder an.",
  },
  internalError: {
    title: "Interner Fehler",
    happened: "Auf dem Server trat ein unerwarteter Fehler auf.",
    safe: "Jede Änderung wird ganz oder gar nicht gespeichert.",
    advice:
      "Gehen Sie zurück und versuchen Sie es gleich erneut. Passiert es wieder, sagen Sie Ihrem Support, was Sie wann getan haben.",
  },
  notFound: {
    title: "Nicht gefunden",
    happened: "Unter dieser Adresse gibt es keine Seite.",
    safe: "Nichts wurde geändert oder ging verloren.",
    advice:
      "Prüfen Sie die Adresse auf Tippfehler, oder beginnen Sie bei einer Seite, die es gibt.",
  },
};
