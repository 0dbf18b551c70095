import type { SecondFactorMessages } from "./messages.ts";

export const german: SecondFactorMessages = {
  secondStep: "Zweiter Schritt",
  setUpFirst: "Zweiten Faktor einrichten",
  setUpWhat: "Ihre Organisation verlangt zusätzlich zum Passwort einen zweiten Faktor.",
  enterCode:
    "Geben Sie den 6-stelligen Code ein, den Ihre Authenticator-App zeigt, oder einen Ihrer Wiederherstellungscodes.",
  enterRecoveryCode:
    "Wenn Sie Ihren Passkey nicht haben, geben Sie einen Ihrer Wiederherstellungscodes ein.",
  code: "Sicherheitscode",
  recoveryCode: "Wiederherstellungscode",
  signIn: "Anmelden",
  usePasskey: "Passkey verwenden",
  notSignedIn: "Sie sind nicht angemeldet",
  over: "Die Anmeldung hat zu lange gedauert, oder die Seite wurde neu geladen. Melden Sie sich noch einmal an.",
  back: "Zurück zur Anmeldung",
  lost: "Wenn Sie Ihre Faktoren und Wiederherstellungscodes verloren haben, bitten Sie Ihren Administrator, Ihre zweiten Faktoren zurückzusetzen.",
  passkeyFailures: {
    cancelled: "Es wurde kein Passkey verwendet. Versuchen Sie es noch einmal.",
    known: "Dieser Passkey ist schon eingerichtet.",
    unsupported:
      "Dieser Browser kann unter dieser Adresse keine Passkeys verwenden. Verwenden Sie einen Hostnamen wie localhost und keine IP-Adresse.",
    failed:
      "Der Passkey konnte nicht verwendet werden. Versuchen Sie es noch einmal, oder verwenden Sie einen anderen Faktor.",
  },
  factors: "Zweite Faktoren",
  factorsWhat: "Die Anmeldung mit Passwort fragt auch nach einem davon",
  list: "Zweite Faktoren",
  none: "Sie haben keinen zweiten Faktor.",
  required: "Ihre Organisation verlangt einen zweiten Faktor.",
  kinds: { totp: "Authenticator-App", passkey: "Passkey" },
  added: "hinzugefügt",
  used: "zuletzt benutzt",
  neverUsed: "noch nicht benutzt",
  rename: "Umbenennen",
  renameOf: (name) => `${name} umbenennen`,
  renameTitle: "Zweiten Faktor umbenennen",
  name: "Name",
  save: "Speichern",
  notRenamed: "Ihr zweiter Faktor wurde nicht umbenannt",
  remove: "Entfernen",
  removeOf: (name) => `${name} entfernen`,
  removeTitle: "Diesen zweiten Faktor entfernen?",
  removeWhat: (name) => `Sie können sich mit ${name} nicht mehr anmelden.`,
  notRemoved: "Ihr zweiter Faktor wurde nicht entfernt",
  addApp: "Authenticator-App einrichten",
  addPasskey: "Passkey hinzufügen",
  appTitle: "Authenticator-App einrichten",
  appWhat:
    "Scannen Sie den Code mit Ihrer Authenticator-App, oder geben Sie dort den Schlüssel ein. Geben Sie dann den Code ein, den die App zeigt.",
  qr: "QR-Code für Ihre Authenticator-App",
  key: "Schlüssel",
  finish: "Abschließen",
  notAdded: "Ihr zweiter Faktor wurde nicht eingerichtet",
  codesLeft: (count) =>
    count === 1
      ? "1 Wiederherstellungscode ist übrig."
      : `${count} Wiederherstellungscodes sind übrig.`,
  renewCodes: "Neue Wiederherstellungscodes",
  renewTitle: "Neue Wiederherstellungscodes erstellen?",
  renewWhat: "Ihre bisherigen Wiederherstellungscodes gelten dann nicht mehr.",
  notRenewed: "Es wurden keine neuen Wiederherstellungscodes erstellt",
  codesTitle: "Ihre Wiederherstellungscodes",
  codesWhat:
    "Bewahren Sie diese Codes sicher auf. Jeder meldet Sie einmal an, wenn Sie Ihre anderen Faktoren verlieren. Sie werden nicht noch einmal gezeigt.",
  codes: "Wiederherstellungscodes",
  copy: "Kopieren",
  codesKept: "Ich habe sie aufbewahrt",
  notLoaded: "Ihre zweiten Faktoren konnten nicht geladen werden.",
  again: "Noch einmal versuchen",
  confirmTitle: "Passwort bestätigen",
  confirmWhat:
    "Diese Änderung braucht Ihr Passwort, weil Ihre Anmeldung länger als fünf Minuten her ist.",
  password: "Passwort",
  confirm: "Bestätigen",
  notConfirmed: "Ihr Passwort wurde nicht bestätigt",
};
