import { formatsOf } from "../../ui/language/formats.ts";
import type { CorrelationMessages } from "./messages.ts";

const { count } = formatsOf("de");
const plural = (value: number, one: string, other: string) =>
  `${count(value)} ${value === 1 ? one : other}`;

export const german: CorrelationMessages = {
  title: "Konten zuordnen",
  addTitle: "Zuordnungsregel hinzufügen",
  editTitle: "Zuordnungsregel bearbeiten",
  parts: "Teile der Zuordnung",
  partNames: {
    all: "Übersicht",
    rules: "Regeln",
    simulation: "Simulation",
    decisions: "Entscheidungen",
  },
  context: (resource, accounts, owned) =>
    `${resource} · ${plural(accounts, "Konto", "Konten")}, ${count(owned)} davon zugeordnet`,
  readOnly: "Sie können diese Zuordnung ansehen, aber nicht ändern",
  failed: "Die Zuordnung konnte nicht geladen werden",
  missing: "Ressource nicht gefunden",
  missingWhy: "Sie ist mit keinem System verbunden, oder Sie haben keinen Zugriff darauf.",
  backToSystems: "Zurück zu den Systemen",

  rules: "Regeln",
  rulesWhat:
    "Jede Regel vergleicht ein Feld von Personen mit Attributen von Konten. Regeln einer späteren Stufe gelten für Konten, die frühere Stufen nicht zugeordnet haben.",
  add: "Regel hinzufügen",
  noRules: "Noch keine Regeln",
  noRulesWhy:
    "Solange keine Regeln angewendet sind, finden Importe die Inhaber nach den Importeinstellungen.",
  tier: (tier) => `Stufe ${count(tier)}`,
  edit: "Bearbeiten",
  editOne: (name) => `Die Regel für ${name} bearbeiten`,
  delete: "Löschen",
  deleteOne: (name) => `Die Regel für ${name} löschen`,
  ruleOf: (field, attributes) => `${field} = ${attributes}`,
  deletionTitle: (name) => `Die Regel für ${name} löschen?`,
  deletionWhat:
    "Importe verwenden die angewendeten Regeln, bis eine neue Simulation angewendet wird.",
  notDeleted: "Die Regel wurde nicht gelöscht",
  methodWith: (method, percent) => `${method}, ab ${percent}`,
  withNicknames: "Rufnamen sind ähnlich",
  fixedWeight: (bits) => `Gewicht ${count(bits)} Bit`,

  rule: "Regel",
  notSaved: "Die Regel wurde nicht gespeichert",
  ruleFailed: "Die Regel konnte nicht geladen werden",
  ruleMissing: "Regel nicht gefunden",
  ruleMissingWhy: "Sie wurde gelöscht oder hat nie existiert.",
  back: "Zurück zu den Regeln",
  sections: {
    compare: "Was verglichen wird",
    compareWhat: "Die Attribute werden in ihrer Reihenfolge verbunden und mit dem Feld verglichen.",
    how: "Wie verglichen wird",
    howWhat:
      "Das Gewicht einer Regel ist, wie stark eine Übereinstimmung für einen Treffer spricht.",
  },
  field: "Feld von Personen",
  fields: {
    externalId: "Personalnummer",
    username: "Benutzername",
    email: "E-Mail",
    givenName: "Vorname",
    familyName: "Nachname",
    fullName: "Vor- und Nachname",
    jobTitle: "Position",
    department: "Abteilung",
    location: "Standort",
  },
  attributes: "Attribute von Konten",
  attributeType: (no) => `Art von Teil ${count(no)}`,
  attributeValue: (no) => `Wert von Teil ${count(no)}`,
  types: { field: "Attribut", static: "Text" },
  chooseAttribute: "Attribut wählen",
  addAttribute: "Teil hinzufügen",
  moveUp: (no) => `Teil ${count(no)} nach oben`,
  removeAttribute: (no) => `Teil ${count(no)} entfernen`,
  method: "Methode",
  methods: {
    exact: "Exakt",
    normalised: "Normalisiert",
    levenshtein: "Levenshtein",
    trigram: "Trigramme",
  },
  methodHints: {
    exact: "Die Texte sind gleich.",
    normalised: "Die Texte sind ohne Groß- und Kleinschreibung, Akzente und Satzzeichen gleich.",
    levenshtein: "Einzelne Buchstaben dürfen abweichen oder vertauscht sein.",
    trigram:
      "Die Texte haben die meisten Gruppen von drei Buchstaben gemeinsam, gleich in welcher Reihenfolge ihre Wörter stehen.",
  },
  threshold: "Ähnlich ab",
  nicknames: "Rufnamen sind ähnlich, etwa Hans und Johannes",
  tierField: "Stufe",
  weighting: "Gewicht",
  weightings: { learned: "Aus den Daten gelernt", fixed: "Fest" },
  weight: "Festes Gewicht",
  bits: "Bit",
};
