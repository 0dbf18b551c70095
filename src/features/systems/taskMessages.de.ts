import { formatsOf } from "../../ui/language/formats.ts";
import type { TaskMessages } from "./taskMessages.ts";

const { counted } = formatsOf("de");

export const german: TaskMessages = {
  tasks: "Aufgaben",
  search: "Aufgaben suchen",
  export: "Aufgaben exportieren",
  add: "Aufgabe hinzufügen",
  onlySelfCertified: "Dieses System hat keine Aufgaben",
  onlySelfCertifiedWhy: "Provision liest es. Nur selbst bestätigte Systeme haben Aufgaben.",
  ownerAttests: (owner) =>
    `Nur ${owner}, verantwortlich für dieses System, kann Aufgaben bestätigen.`,
  state: "Status",
  filters: {
    open: "Offen",
    attested: "Bestätigt",
    withdrawn: "Zurückgezogen",
    all: "Jeder Status",
  },
  action: "Zu tun",
  anyAction: "Alles",
  actions: {
    create: "Konto anlegen",
    change: "Konto ändern",
    disable: "Konto sperren",
    enable: "Konto entsperren",
    remove: "Zugriff entfernen",
  },
  columns: {
    account: "Konto",
    person: "Person",
    details: "Einzelheiten",
    created: "Hinzugefügt",
    settled: "Erledigt von",
  },
  byAt: (name, at) => `${name}, ${at}`,
  addValues: (attribute, values) => `${attribute}: ${values} hinzufügen`,
  removeValues: (attribute, values) => `${attribute}: ${values} entfernen`,
  none: "Keine Aufgaben",
  noneWhy: "Fügen Sie eine Aufgabe hinzu oder wählen Sie einen anderen Status.",
  attest: "Bestätigen",
  attestOne: (action, account) => `Bestätigen: ${action}, ${account}`,
  attestTitle: "Bestätigen, dass dies erledigt ist",
  attestWhat:
    "Sie erklären, dass Sie diese Änderung im System vorgenommen haben. Provision speichert Ihren Namen und die Zeit.",
  attestConfirm: "Es ist erledigt",
  notAttested: "Die Aufgabe wurde nicht bestätigt",
  withdraw: "Zurückziehen",
  withdrawOne: (action, account) => `Zurückziehen: ${action}, ${account}`,
  withdrawTitle: "Diese Aufgabe zurückziehen",
  withdrawWhat: "Niemand muss sie mehr erledigen. Sie bleibt als zurückgezogen in der Liste.",
  withdrawConfirm: "Aufgabe zurückziehen",
  notWithdrawn: "Die Aufgabe wurde nicht zurückgezogen",
  newTitle: "Aufgabe hinzufügen",
  newWhat:
    "Wer für das System verantwortlich ist, nimmt diese Änderung von Hand vor und bestätigt sie.",
  accountHint: "Der Name des Kontos im System",
  note: "Einzelheiten",
  noteHint: "Was genau zu ändern ist",
  create: "Aufgabe hinzufügen",
  notCreated: "Die Aufgabe wurde nicht hinzugefügt",
  openTasks: (number) => counted(number, { one: "offene Aufgabe", other: "offene Aufgaben" }),
  showTasks: "Aufgaben anzeigen",
};
