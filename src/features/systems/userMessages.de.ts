import type { UserMessages } from "./userMessages.ts";

export const german: UserMessages = {
  users: "Benutzer",
  usersWhat:
    "Benutzer, denen diese Ressource zugewiesen ist. Superbenutzer können jede Ressource verwalten.",
  nobody: "Diese Ressource ist keinem Benutzer zugewiesen",
  loadFailed: "Die Benutzer konnten nicht geladen werden",
  username: "Benutzername",
  assign: "Benutzer hinzufügen",
  notAssigned: "Der Benutzer wurde nicht hinzugefügt",
  remove: "Entfernen",
  removeOne: (name) => `Entfernen: ${name}`,
  removeTitle: (name) => `${name} von dieser Ressource entfernen?`,
  removeWhat:
    "Der Benutzer kann diese Ressource nicht mehr öffnen. Sie können ihn wieder hinzufügen.",
  notRemoved: "Der Benutzer wurde nicht entfernt",
};
