import { createCatalogue } from "../../ui/language/catalogue.ts";
import { formatsOf } from "../../ui/language/formats.ts";

const { count } = formatsOf("en");

const english = {
  title: "Set up Provision",
  context: (done: number, all: number) => `${count(done)} of ${count(all)} steps are complete`,
  steps: {
    hrSystem: "HR system",
    roleBasedGrouping: "Role-based grouping",
    adminAccess: "Admin access",
    managedSystem: "First managed system",
  },
  states: {
    NotStarted: "Not started",
    Current: "To do",
    Complete: "Complete",
    Locked: "Locked",
    Unauthorized: "No permission",
    CompleteButAccessible: "Complete",
  },
  toDo: {
    hrSystem:
      "Connect the system that knows your people. Provision takes their names, job titles, departments and locations from it.",
    roleBasedGrouping:
      "Group job titles, departments and locations. Each group can get access of its own.",
    adminAccess:
      "Turn on the administration of access, so that administrators can use Role Mapping and Manage Access.",
    managedSystem:
      "Connect a system whose accounts and entitlements Provision reads, such as a directory or an application.",
  },
  done: {
    hrSystem: "Provision knows your people.",
    roleBasedGrouping: "People are grouped by job title, department or location.",
    adminAccess: "Administrators can use Role Mapping and Manage Access.",
    managedSystem: "Provision knows the accounts and entitlements of at least one system.",
  },
  waitsForPeople: "It starts when the people of the HR system are imported.",
  waitsForHr: "It starts when the HR system is confirmed.",
  locked: "Confirm the HR system first.",
  unauthorized: "Ask an administrator who has access to this step.",
  add: { hr: "Connect an HR system", managed: "Connect a system" },
  configure: (name: string) => `Set up ${name}`,
  confirm: (name: string) => `Confirm ${name}`,
  open: (name: string) => `Open ${name}`,
  group: "Open groupings",
  users: "Manage users",
  turnOn: "Turn on",
};

export type OnboardingMessages = typeof english;
export const onboardingMessages = createCatalogue(english, {
  de: async () => (await import("./onboardingMessages.de.ts")).german,
});
