/** The texts of mails to users in German. */
import type { ReportKind } from "#events/entities/report.ts";
import type { Invitation, MailText, MailTexts } from "./texts.ts";

const REPORTS: Readonly<Record<ReportKind, string>> = {
  outsidePolicy: "Zugriff außerhalb der Richtlinien",
  orphanedAccounts: "Verwaiste Konten",
  inactiveAccounts: "Beendete, deaktivierte und leere Konten",
  dormantAccounts: "Ungenutzte Konten",
  policyCoverage: "Abdeckung durch Richtlinien",
  entitlements: "Berechtigungen und ihre Inhaber",
  holders: "Inhaber einer Berechtigung",
  unheldRoles: "Zugriffsrollen ohne Inhaber",
  nestedRoles: "Gleiche und enthaltene Zugriffsrollen",
  policyChanges: "Änderungen von Richtlinien",
  auditedChanges: "Änderungen zwischen zwei Tagen",
};

const asker = (invitedBy: string) => invitedBy || "Die Administration";

function invite(
  action: string,
  username: string,
  link: string,
  { invitedBy, clientName }: Invitation,
): MailText {
  return {
    subject: `${asker(invitedBy)} lädt Sie zu Provision ein`,
    text: `${asker(invitedBy)} lädt Sie zu Provision ein. Dort verwaltet ${clientName || "Ihre Organisation"}, wer auf welche Systeme Zugriff hat.

Ihr Benutzername ist ${username}. ${action}

${link}

Der Link gilt drei Tage und nur einmal. Bitten Sie danach ${invitedBy || "die Administration"}, die Einladung erneut zu senden.

Wenn Sie diese Einladung nicht erwarten, ignorieren Sie diese E-Mail.
`,
  };
}

export const GERMAN: MailTexts = {
  reset: (username, link) => ({
    subject: "Wählen Sie ein neues Passwort für Provision",
    text: `Jemand hat ein neues Passwort für das Konto ${username} bei Provision angefordert.

Wählen Sie es hier innerhalb einer Stunde; der Link gilt einmal:

${link}

Wenn Sie das nicht waren, tun Sie nichts. Ihr Passwort ist unverändert.
`,
  }),
  verification: {
    choosePassword: (username, link, invitation) =>
      invite("Wählen Sie Ihr Passwort, um Ihr Konto zu aktivieren:", username, link, invitation),
    activate: (username, link, invitation) =>
      invite(
        "Bestätigen Sie Ihre E-Mail-Adresse, um Ihr Konto zu aktivieren:",
        username,
        link,
        invitation,
      ),
    confirm: (username, link, { invitedBy, clientName }) => ({
      subject: "Bestätigen Sie Ihre E-Mail-Adresse für Provision",
      text: `${asker(invitedBy)}${clientName && ` (${clientName})`} bittet Sie zu bestätigen, dass diese E-Mail-Adresse Ihnen gehört. Provision sendet an sie E-Mails zu Ihrem Konto ${username}.

Bestätigen Sie Ihre E-Mail-Adresse:

${link}

Der Link gilt drei Tage und nur einmal. Wenn Sie dieses Konto nicht kennen, ignorieren Sie diese E-Mail.
`,
    }),
  },
  passwordChanged: (username) => ({
    subject: "Ihr Passwort für Provision wurde geändert",
    text: `Das Passwort des Kontos ${username} bei Provision wurde gerade geändert, und alle anderen Sitzungen des Kontos wurden beendet.

Wenn Sie das nicht waren, wählen Sie mit „Passwort vergessen“ auf der Anmeldeseite ein neues und sagen Sie es Ihrem Administrator.
`,
  }),
  report: (username, kind, link) => ({
    subject: `Bericht von Provision: ${REPORTS[kind]}`,
    text: `Guten Tag ${username},

ein geplanter Bericht ist fertig: ${REPORTS[kind]}. Öffnen Sie ihn hier:

${link}

Um diese E-Mails zu beenden, bitten Sie die Administration, den Zeitplan im Bereich Berichte zu ändern.
`,
  }),
  notices: {
    addressChanged: (username) => ({
      subject: "Ihre E-Mail-Adresse für Provision wurde geändert",
      text: `Die E-Mail-Adresse des Kontos ${username} bei Provision wurde gerade geändert. Provision sendet E-Mails, etwa einen Link für ein neues Passwort, nun an die neue Adresse.

Wenn Sie das nicht waren, sagen Sie es sofort Ihrem Administrator.
`,
    }),
    factorAdded: (username) => ({
      subject: "Ihr Konto für Provision hat einen weiteren zweiten Faktor",
      text: `Dem Konto ${username} bei Provision wurde gerade ein zweiter Faktor hinzugefügt. Unter Profil verwalten stehen alle.

Wenn Sie das nicht waren, sagen Sie es sofort Ihrem Administrator.
`,
    }),
    factorRemoved: (username) => ({
      subject: "Ein zweiter Faktor Ihres Kontos für Provision wurde entfernt",
      text: `Dem Konto ${username} bei Provision wurde gerade ein zweiter Faktor entzogen. Unter Profil verwalten stehen die übrigen.

Wenn Sie das nicht waren, sagen Sie es sofort Ihrem Administrator.
`,
    }),
    factorsReset: (username) => ({
      subject: "Ihre zweiten Faktoren für Provision wurden zurückgesetzt",
      text: `Ein Administrator hat gerade alle zweiten Faktoren und Wiederherstellungscodes des Kontos ${username} bei Provision entfernt und seine Sitzungen beendet.

Wenn Sie nicht darum gebeten haben, sagen Sie es sofort Ihrem Administrator.
`,
    }),
    recoveryCodeUsed: (username) => ({
      subject: "Ein Wiederherstellungscode Ihres Kontos für Provision wurde benutzt",
      text: `Jemand hat sich gerade mit dem Passwort und einem Wiederherstellungscode am Konto ${username} bei Provision angemeldet. Der Code gilt nicht noch einmal.

Wenn Sie das nicht waren, ändern Sie Ihr Passwort und sagen Sie es sofort Ihrem Administrator.
`,
    }),
    systemsComplete: (username, systems) => ({
      subject: "In Provision sind Systeme eingerichtet",
      text: `Guten Tag ${username},

diese Systeme sind in Provision eingerichtet und bestätigt:

${systems}

Provision liest sie von nun an. Der Bereich Systeme zeigt ihre Läufe und Pläne.
`,
    }),
    ownerReplaced: (username, systems) => ({
      subject: "Sie sind nicht mehr für ein System in Provision verantwortlich",
      text: `Guten Tag ${username},

die Verantwortung für dieses System in Provision wurde gerade geändert:

${systems}

Sie bestätigen seine Aufgaben nicht mehr. Wenn Sie das nicht erwartet haben, sagen Sie es Ihrem Administrator.
`,
    }),
  },
};
