/** Messages of the frame, its palette and its list of shortcuts. */
import { createCatalogue } from "../ui/language/catalogue.ts";
import { formatsOf } from "../ui/language/formats.ts";

const { counted } = formatsOf("en");

const english = {
  footer: "Footer",
  themes: { system: "System theme", light: "Light theme", dark: "Dark theme" },
  signedIn: "Signed in",
  keyboardShortcuts: "Keyboard shortcuts",
  logout: "Logout",
  leaveTitle: "Leave without saving?",
  leaveMessage: "Your changes on this screen are not saved. If you leave, they are lost.",
  leave: "Leave",
  stay: "Stay",

  clients: "Clients",
  client: "Client:",
  chooseClient: "Choose another client",

  menuGroups: {
    manageAccess: "Manage Access",
    audit: "Audit",
    support: "Support",
    myAccount: "My Account",
  },

  findAnything: "Find anything",
  palette: {
    groups: {
      screens: "Screens",
      actions: "Actions",
      orgs: "Orgs",
      people: "Identities",
      accessRoles: "Access roles",
      entitlements: "Who has this entitlement?",
      resources: "Resources",
      users: "Users",
    },
    more: {
      orgs: "More results: keep typing, or open Role Mapping",
      people: "More results: keep typing, or open Identities",
      accessRoles: "More results: keep typing, or open Access Roles",
      users: "More results: keep typing, or open Manage Users",
    },
    orgTypes: {
      "job-titles": "Job title",
      departments: "Department",
      locations: "Location",
    } as Readonly<Record<string, string>>,
    goToClient: (name: string) => `Go to client ${name}`,
    results: (count: number) => counted(count, { one: "result", other: "results" }),
    failed: (results: string) => `Names could not be searched. ${results}`,
    searching: "Searching",
    nothing: "No results",
  },

  everywhere: "Everywhere",
  inBuilder: "In the table of the Access Policy Builder",
  /** Key labels, which differ between languages. */
  keyCaps: {
    "Ctrl K": "Ctrl K",
    "Ctrl Z": "Ctrl Z",
    "Ctrl Y": "Ctrl Y",
    Enter: "Enter",
    "Page Up": "Page Up",
    "Page Down": "Page Down",
    Home: "Home",
    End: "End",
    Space: "Space",
    "Shift Space": "Shift Space",
    "⇧ Space": "⇧ Space",
  } as Readonly<Record<string, string>>,
  keys: {
    find: "Find screens, orgs, users and actions, and run them",
    list: "Show this list",
    search: "Go to the filter or search field of the screen",
    next: "Go to the next link, button or field",
    press: "Open the link, or press the button, that has the focus",
    close: "Close what is open, or clear the field",
    row: "Move by one row",
    page: "Move by a page of rows",
    ends: "Go to the first or the last row",
    typed: "Go to the next row whose name begins with what is typed",
    tick: "Select or clear the row",
    range: "Select or clear the range from the last selected row to this one",
    collapse: "Collapse or expand a resource",
    undo: "Undo or redo",
  },
};

export type FrameMessages = typeof english;
export const frameMessages = createCatalogue(english, {
  de: async () => (await import("./frameMessages.de.ts")).german,
});
