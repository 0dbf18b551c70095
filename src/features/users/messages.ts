import { createCatalogue } from "../../ui/language/catalogue.ts";
import { formatsOf } from "../../ui/language/formats.ts";
import { sentence } from "../../ui/language/sentence.ts";

const { count, counted } = formatsOf("en");

const english = {
  dashboard: "Dashboard",
  manageUsers: "Manage Users",
  again: "Try again",

  who: "The people who sign in to Provision for this client.",
  bulkChanges: "Bulk changes",
  newUser: "New user",
  status: "Status",
  statuses: { active: "Active", archived: "Archived" },
  search: "Search users",
  managers: "Managers",
  managerFilter: {
    all: "All managers",
    hr: "HR managers",
    ad: "AD managers",
    billing: "Billing managers",
  },
  users: "Users",
  columns: {
    name: "Name",
    username: "Username",
    email: "Email address",
    roles: "Roles",
    manages: "Manages",
  },
  manages: { "HR manager": "HR", "AD manager": "AD", "Billing manager": "Billing" },
  noRole: "No role",
  notSignedUp: "Not signed up",
  listFailed: "The list could not be loaded",
  rowsFailed: "Some rows could not be loaded",
  nobodyArchived: "Nobody is archived.",

  newUserNext: "An email lets them choose a password. Roles and all else can be given next.",
  create: "Create",
  notCreated: "The user was not created",

  editUser: "Edit User",
  user: "User",
  noSuchUser: "There is no such user",
  noSuchUserWhy: "It may have been deleted, or belong to another client.",
  back: "Back to Manage Users",
  userFailed: "The user could not be loaded",
  refused: sentence,
  refusedWhat: "You see the user, and cannot change it.",
  sendValidation: "Send validation email",
  archive: "Archive",
  restore: "Restore",
  delete: "Delete",
  deleteTitle: "Delete this user?",
  deleteWhat: (username: string) =>
    `${username} loses all access to this client. This cannot be undone; archiving can.`,
  deleteConfirm: (username: string) => `Enter "${username}" to delete`,

  signOut: "Sign out everywhere",
  signOutTitle: "Sign this user out everywhere?",
  signOutWhat: (username: string) =>
    `All sessions of ${username} end at once, and what is not saved there is lost. They can sign in again.`,
  signOutFailed: "No session was ended",

  notSaved: "The user was not saved",
  conflict:
    "Somebody changed it meanwhile. What you typed is kept, and the other fields show what is saved now. Save again to apply it.",
  kept: (message: string) => `${sentence(message)} What you typed is kept.`,
  person: "Person",
  roles: "Roles",
  rolesWhat: "What this user may see and do",
  responsibilities: "Responsibilities",
  responsibilitiesWhat: "What this user manages for the client",
  ownRoles: "Nobody changes their own roles: ask another administrator.",
  rolesFailed: (message: string) => `The roles could not be loaded. ${sentence(message)}`,
  resourcesFailed: (message: string) => `The resources could not be loaded. ${sentence(message)}`,
  permissions: (permissions: number) =>
    counted(permissions, { one: "permission", other: "permissions" }),
  lacking: "Holds permissions that you lack",
  managerOf: "Manager of",
  neither: "Neither: this user is a billing manager.",
  ownResources: (resources: number) => `Own resources (${count(resources)})`,
  searchResources: "Search resources",

  history: "History",
  historyWhat: "Who changed what of this user, and when",
  historyFailed: (message: string) => `The history could not be loaded. ${sentence(message)}`,
  nothingChanged: "Nothing was changed yet.",
  changes: "Changes",
  undo: "Undo",
  changePages: "Pages of changes",
  did: {
    "users/createUser": "created the user",
    "users/updateUser": "changed the user",
    "users/patchUser": "changed the user",
    "users/updateProfile": "changed the own profile",
    "bulkChanges/applyBulkChange": "changed the user by a file",
    "users/undoUserChange": "took a change back",
    "users/sendValidationEmail": "sent a validation email",
    "users/endUserSessions": "signed the user out everywhere",
    "activation/activateUser": "activated the account",
    "activation/verifyEmail": "confirmed the email address",
    "password/forgotPassword": "was asked for a link to choose a new password",
    "password/changePassword": "was asked for a link to choose a new password",
    "password/resetPassword": "chose a new password by a link",
    "password/updatePassword": "changed the password",
    "server/userAdded": "added the user",
    "server/passwordChanged": "set a password",
  },
  createdByFile: "created the user by a file",
  yes: "yes",
  no: "no",
  none: "none",
};

export type UserMessages = typeof english;
export const userMessages = createCatalogue(english, {
  de: async () => (await import("./messages.de.ts")).german,
});
