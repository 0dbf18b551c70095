import { createCatalogue } from "../../ui/language/catalogue.ts";

const english = {
  users: "Users",
  usersWhat: "Users to whom this resource is assigned. Super-users can manage every resource.",
  nobody: "This resource is not assigned to any user",
  loadFailed: "The users could not be loaded",
  username: "Username",
  assign: "Add user",
  notAssigned: "The user was not added",
  remove: "Remove",
  removeOne: (name: string) => `Remove ${name}`,
  removeTitle: (name: string) => `Remove ${name} from this resource?`,
  removeWhat: "The user can no longer open this resource. You can add the user again.",
  notRemoved: "The user was not removed",
};

export type UserMessages = typeof english;
export const userMessages = createCatalogue(english, {
  de: async () => (await import("./userMessages.de.ts")).german,
});
