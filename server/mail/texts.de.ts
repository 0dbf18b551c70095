/** The texts of mails to users in German. */
import type { MailTexts } from "./texts.ts";

export const GERMAN: MailTexts = {
  reset: (username, link) => ({
    subject: "Wählen Sie ein neues Passwort für Provision",
    text: `Jemand hat ein neues Passwort für das Konto ${username} bei Provision angefordert.

Wählen Sie es hier innerhalb einer Stunde; der Link gilt einmal:

${link}

Waren Sie das nicht, so tun Sie nichts: Ihr Passwort bleibt, wie es ist.
`,
  }),
  verification: (username, link, choosesPassword) => ({
    subject: "Bestätigen Sie Ihre E-Mail-Adresse für Provision",
    text: `Diese Adresse gehört zum Konto ${username} bei Provision.

Bestätigen Sie sie hier innerhalb von drei Tagen${choosesPassword ? " und wählen Sie Ihr Passwort" : ""}; der Link gilt einmal:

${link}

Kennen Sie dieses Konto nicht, so tun Sie nichts.
`,
  }),
  passwordChanged: (username) => ({
    subject: "Ihr Passwort für Provision wurde geändert",
    text: `Das Passwort des Kontos ${username} bei Provision wurde gerade geändert, und alle anderen Sitzungen des Kontos wurden beendet.

Waren Sie das nicht, so wählen Sie mit „Passwort vergessen“ auf der Anmeldeseite ein neues und sagen Sie es Ihrem Administrator.
`,
  }),
  notices: {
    addressChanged: (username) => ({
      subject: "Ihre E-Mail-Adresse für Provision wurde geändert",
      text: `Das Konto ${username} bei Provision hat gerade eine andere E-Mail-Adresse bekommen. Was Provision ihm schreibt, etwa ein Link für ein neues Passwort, geht nun dorthin.

Waren Sie das nicht, so sagen Sie es sofort Ihrem Administrator.
`,
    }),
    factorAdded: (username) => ({
      subject: "Ihr Konto für Provision hat einen weiteren zweiten Faktor",
      text: `Dem Konto ${username} bei Provision wurde gerade ein zweiter Faktor hinzugefügt. Unter Profil verwalten stehen alle.

Waren Sie das nicht, so sagen Sie es sofort Ihrem Administrator.
`,
    }),
    factorRemoved: (username) => ({
      subject: "Ein zweiter Faktor Ihres Kontos für Provision wurde entfernt",
      text: `Dem Konto ${username} bei Provision wurde gerade ein zweiter Faktor entzogen. Unter Profil verwalten stehen die übrigen.

Waren Sie das nicht, so sagen Sie es sofort Ihrem Administrator.
`,
    }),
    factorsReset: (username) => ({
      subject: "Ihre zweiten Faktoren für Provision wurden zurückgesetzt",
      text: `Ein Administrator hat gerade alle zweiten Faktoren und Wiederherstellungscodes des Kontos ${username} bei Provision entfernt und seine Sitzungen beendet.

Haben Sie nicht darum gebeten, so sagen Sie es sofort Ihrem Administrator.
`,
    }),
    recoveryCodeUsed: (username) => ({
      subject: "Ein Wiederherstellungscode Ihres Kontos für Provision wurde benutzt",
      text: `Jemand hat sich gerade mit dem Passwort und einem Wiederherstellungscode am Konto ${username} bei Provision angemeldet. Der Code gilt nicht noch einmal.

Waren Sie das nicht, so ändern Sie Ihr Passwort und sagen Sie es sofort Ihrem Administrator.
`,
    }),
  },
};
