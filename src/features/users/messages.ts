import { createCatalogue } from "../../ui/language/catalogue.ts";
import { formatsOf } from "../../ui/language/formats.ts";

const { count, counted } = formatsOf("en");

const english = {
  manageUsers: "Manage Users",
  retry: "Try again",

  context: "The people who sign in to Provision for this client.",
  bulkChanges: "Bulk changes",
  newUser: "New user",
  status: "Status",
  statuses: { active: "Active", archived: "Archived" },
  search: "Search users",
  managers: "Responsibility",
  managerFilter: {
    all: "Any responsibility",
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
  invited: "Invited",
  nobodyArchived: "No archived users.",

  newUserNext: "They'll get an email to set a password. You can assign roles next.",
  create: "Create",
  notCreated: "The user was not created",

  editUser: "Edit User",
  user: "User",
  noSuchUser: "User not found",
  noSuchUserWhy: "The user may have been deleted or belong to another client.",
  back: "Back to Manage Users",
  userFailed: "The user could not be loaded",
  readOnly: "You can view this user but not edit them.",
  sendValidation: "Resend invitation",
  archive: "Archive",
  restore: "Restore",
  delete: "Delete",
  deleteTitle: "Delete this user?",
  deleteWhat: (username: string) =>
    `${username} loses all access to this client. This can't be undone. Archive instead to keep the option.`,
  deleteConfirm: (username: string) => `Enter "${username}" to delete`,
  notDeleted: "The user was not deleted",

  signOut: "Sign out everywhere",
  signOutTitle: "Sign this user out everywhere?",
  signOutWhat: (username: string) =>
    `All sessions of ${username} end now, and unsaved work in them is lost. They can sign in again.`,
  signOutFailed: "The sessions were not ended",

  notSaved: "The user was not saved",
  person: "Person",
  roles: "Roles",
  rolesWhat: "What this user may see and do",
  responsibilities: "Responsibilities",
  responsibilitiesWhat: "What this user manages for the client",
  ownResponsibilities: "You can't change your own responsibilities. Ask another administrator.",
  ownRoles: "You can't change your own roles. Ask another administrator.",
  rolesFailed: (reason: string) => `The roles could not be loaded. ${reason}`,
  resourcesFailed: (reason: string) => `The resources could not be loaded. ${reason}`,
  permissions: (permissions: number) =>
    counted(permissions, { one: "permission", other: "permissions" }),
  lacking: "Includes permissions you don't have",
  neither: "Neither: this user is a billing manager.",
  assignedResources: (resources: number) => `Assigned resources (${count(resources)})`,
  searchResources: "Search resources",

  fields: {
    username: "Username",
    givenName: "First name",
    familyName: "Last name",
    email: "Email address",
    phoneNumber: "Phone number",
    phoneExtension: "Phone extension",
    jobTitle: "Job title",
    isHr: "HR manager",
    isAd: "AD manager",
    archived: "Archived",
    resourceIds: "Assigned resources",
    roleIds: "Roles",
  },

  history: "History",
  historyWhat: "Changes to this user",
  historyFailed: (reason: string) => `The history could not be loaded. ${reason}`,
  nothingChanged: "No changes yet.",
  changes: "Changes",
  undo: "Undo",
  showMore: "Show more",
  did: {
    "users/createUser": "created the user",
    "users/updateUser": "changed the user",
    "users/patchUser": "changed the user",
    "users/updateProfile": "updated their profile",
    "bulkChanges/applyBulkChange": "changed the user by bulk import",
    "users/undoUserChange": "undid a change",
    "users/sendValidationEmail": "sent a validation email",
    "users/endUserSessions": "signed the user out everywhere",
    "activation/activateUser": "activated the account",
    "activation/verifyEmail": "confirmed the email address",
    "password/forgotPassword": "was sent a link to choose a new password",
    "password/changePassword": "was sent a link to choose a new password",
    "password/resetPassword": "chose a new password with a link",
    "password/updatePassword": "changed the password",
    "server/userAdded": "added the user",
    "server/passwordChanged": "set a password",
  },
  createdByFile: "created the user by bulk import",
  yes: "yes",
  no: "no",
  none: "none",
};

export type UserMessages = typeof english;
export const userMessages = createCatalogue(english, {
  de: async () => (await import("./messages.de.ts")).german,
});
