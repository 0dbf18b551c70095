/** Texts of the tasks of a self-certified system. */
import { createCatalogue } from "../../ui/language/catalogue.ts";
import { formatsOf } from "../../ui/language/formats.ts";

const { counted } = formatsOf("en");

const english = {
  tasks: "Tasks",
  search: "Search tasks",
  export: "Export the tasks",
  add: "Add task",
  onlySelfCertified: "This system has no tasks",
  onlySelfCertifiedWhy: "Provision reads it. Only self-certified systems have tasks.",
  ownerAttests: (owner: string) => `Only ${owner}, the owner of this system, can attest its tasks.`,
  state: "State",
  filters: {
    open: "Open",
    attested: "Attested",
    withdrawn: "Withdrawn",
    all: "Any state",
  },
  action: "What to do",
  anyAction: "Anything",
  actions: {
    create: "Create account",
    change: "Change account",
    disable: "Disable account",
    enable: "Enable account",
    remove: "Remove access",
  },
  columns: {
    account: "Account",
    person: "Person",
    details: "Details",
    created: "Added",
    settled: "Settled by",
  },
  byAt: (name: string, at: string) => `${name}, ${at}`,
  addValues: (attribute: string, values: string) => `${attribute}: add ${values}`,
  removeValues: (attribute: string, values: string) => `${attribute}: remove ${values}`,
  none: "No tasks",
  noneWhy: "Add a task, or choose another state.",
  attest: "Attest",
  attestOne: (action: string, account: string) => `Attest: ${action}, ${account}`,
  attestTitle: "Attest that this is done",
  attestWhat:
    "You state that you made this change in the system. Provision stores your name and the time.",
  attestConfirm: "It is done",
  notAttested: "The task was not attested",
  withdraw: "Withdraw",
  withdrawOne: (action: string, account: string) => `Withdraw: ${action}, ${account}`,
  withdrawTitle: "Withdraw this task",
  withdrawWhat: "Nobody needs to do it any more. It stays in the list as withdrawn.",
  withdrawConfirm: "Withdraw task",
  notWithdrawn: "The task was not withdrawn",
  newTitle: "Add a task",
  newWhat: "The owner of the system makes this change by hand and attests it.",
  accountHint: "The name of the account in the system",
  note: "Details",
  noteHint: "What exactly to change",
  create: "Add task",
  notCreated: "The task was not added",
  openTasks: (number: number) => counted(number, { one: "open task", other: "open tasks" }),
  showTasks: "Show the tasks",
};

export type TaskMessages = typeof english;
export const taskMessages = createCatalogue(english, {
  de: async () => (await import("./taskMessages.de.ts")).german,
});
