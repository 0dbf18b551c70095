import { formatsOf } from "../../ui/language/formats.ts";
import type { ExclusionMessages } from "./exclusionMessages.ts";

const { count, counted, list } = formatsOf("de");

export const german: ExclusionMessages = {
  title: "Ausgeschlossene Konten",
  what: "Importe, Zuordnung und Bereitstellung lassen diese Konten weg, etwa solche von Diensten und Tests. Regeln wirken mit dem nächsten Import nach der Veröffentlichung.",
  loadFailed: "Die ausgeschlossenen Konten konnten nicht geladen werden",
  add: "Konten ausschließen",
  none: "Keine Regel schließt Konten aus.",
  byName: (pattern) => `Name: ${pattern}`,
  byAttribute: (attribute, pattern) => `${attribute}: ${pattern}`,
  include: "Wieder aufnehmen",
  includeOne: (rule) => `Wieder aufnehmen: ${rule}`,

  addTitle: "Konten durch eine Regel ausschließen",
  addWhat:
    "Ausgeschlossene Konten verlassen das Verzeichnis. Sie werden im System nicht gelöscht, und Provision schreibt sie nicht.",
  attribute: "Vergleichen",
  name: "Den Namen des Kontos",
  pattern: "Muster",
  patternHint:
    "* steht für beliebigen Text, zum Beispiel svc-*. Groß- und Kleinschreibung werden nicht unterschieden.",
  addRule: "Regel hinzufügen",
  notAdded: "Die Regel wurde nicht hinzugefügt",
  effect: "Was der letzte Import fand",
  typePattern: "Geben Sie ein Muster ein, um die passenden Konten zu sehen.",
  counting: "Wird gezählt …",
  matches: (matched, all) =>
    `Die Regel passt auf ${count(matched)} von ${counted(all, { one: "Konto", other: "Konten" })}.`,
  owned: (number) =>
    number === 0
      ? ""
      : `${counted(number, { one: "Konto mit Inhaber würde", other: "Konten mit Inhaber würden" })} das Verzeichnis verlassen.`,
  sample: (names, all) =>
    names.length < all
      ? `${names.join(", ")} und ${count(all - names.length)} weitere`
      : list([...names]),
  previewFailed: "Die Konten konnten nicht gezählt werden",

  includeTitle: (rule) => `Konten der Regel ${rule} wieder aufnehmen?`,
  includeWhat:
    "Der nächste Import nach der Veröffentlichung bringt die Konten zurück, wenn keine andere Regel sie ausschließt.",
  notIncluded: "Die Regel wurde nicht entfernt",

  accounts: "Konten, die der letzte Import wegließ",
  account: "Konto",
  objectClass: "Objektklasse",
  rule: "Regel",
  returns: "Keine: der nächste Import nimmt es auf",
  noAccounts: "Der letzte Import ließ kein Konto weg.",
};
