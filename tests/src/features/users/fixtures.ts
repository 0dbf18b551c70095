import type {
  ListedUser,
  ManagedUser,
  UserChange,
  UserRole,
} from "#events/entities/managedUser.ts";
import { makeClient, uuid } from "../../support/fixtures.ts";

export function makeListedUser(n: number, overrides: Partial<ListedUser> = {}): ListedUser {
  return {
    id: uuid(7000 + n),
    username: `user${n}`,
    familyName: `Family ${n}`,
    givenName: "Given",
    email: `user${n}@example.com`,
    onboarded: true,
    archived: false,
    isHr: false,
    isAd: false,
    roleNames: ["Member"],
    lastSignInAt: null,
    ...overrides,
  };
}

export function makeRole(n: number, overrides: Partial<UserRole> = {}): UserRole {
  return { id: uuid(8000 + n), name: `Role ${n}`, permissions: [], grantable: true, ...overrides };
}

export function makeManagedUser(n: number, overrides: Partial<ManagedUser> = {}): ManagedUser {
  const { id, name } = makeClient();
  const { roleNames: _roleNames, lastSignInAt: _lastSignInAt, ...listed } = makeListedUser(n);
  return {
    ...listed,
    phoneNumber: null,
    phoneExtension: null,
    jobTitle: null,
    resourceIds: [],
    roles: [],
    clients: [{ id, name }],
    version: 1,
    createdAt: "2026-03-01T09:00:00.000Z",
    refusal: null,
    ...overrides,
  };
}

export function makeChange(n: number, overrides: Partial<UserChange> = {}): UserChange {
  return {
    id: uuid(9000 + n),
    at: "2026-03-02T08:00:00.000Z",
    actor: "owner",
    call: "users/updateUser",
    fields: [{ field: "jobTitle", before: null, after: "Teller" }],
    undoable: true,
    ...overrides,
  };
}
