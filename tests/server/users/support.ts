/** Users as tests create and change them. */
import { randomUUID } from "node:crypto";
import type { EditableUser, ManagedUser, UserChange } from "#events/entities/managedUser.ts";
import type { Browser } from "../support/api.ts";

export function newUser(overrides: Partial<EditableUser> = {}): EditableUser {
  return {
    username: randomUUID(),
    familyName: "Lovelace",
    givenName: "Ada",
    email: "ada@example.com",
    phoneNumber: null,
    phoneExtension: null,
    jobTitle: null,
    isHr: false,
    isAd: false,
    archived: false,
    resourceIds: [],
    roleIds: [],
    ...overrides,
  };
}

/** @param path of the client's users. */
export async function createUser(
  browser: Browser,
  path: string,
  overrides: Partial<EditableUser> = {},
): Promise<ManagedUser> {
  const response = await browser.post(path, newUser(overrides));
  if (response.statusCode !== 201) throw new Error(response.body);
  return response.json();
}

/** The full user in the format of PUT. */
export function fullUser(user: ManagedUser): EditableUser & { version: number } {
  return {
    username: user.username,
    familyName: user.familyName,
    givenName: user.givenName,
    email: user.email,
    phoneNumber: user.phoneNumber,
    phoneExtension: user.phoneExtension,
    jobTitle: user.jobTitle,
    isHr: user.isHr,
    isAd: user.isAd,
    archived: user.archived,
    resourceIds: user.resourceIds,
    roleIds: user.roles.map(({ id }) => id),
    version: user.version,
  };
}

export async function changesOf(browser: Browser, path: string): Promise<UserChange[]> {
  return (await browser.get(`${path}/changes`)).json()._embedded.changes;
}
