/** Users with every relevant set of permissions, for the permission matrix. */
import { randomUUID } from "node:crypto";
import type { Kysely } from "kysely";
import {
  PERMISSION_CODES,
  PERMISSION_GROUPS,
  type PermissionCode,
  type PermissionGroup,
} from "#events/rules/permissions.ts";
import type { Database } from "#server/db/schema.ts";

type Codes = readonly PermissionCode[];

export interface Holder {
  readonly name: string;
  /** The codes of each of the holder's roles. */
  readonly roles: readonly { readonly name: string; readonly codes: Codes }[];
  /** Whether the tested resource is the holder's own. */
  readonly ownsResource: boolean;
}

export const GROUPS = Object.keys(PERMISSION_GROUPS) as PermissionGroup[];

/** By the specification: four codes of resource_all and the four of client. */
export const SUPER_CODES: Codes = PERMISSION_CODES.filter(
  (code) => /^(?:resource_all|client)_/.test(code) && code !== "resource_all_users",
);

function holder(name: string, codes: Codes, ownsResource = true, role = "Some role"): Holder {
  return { name, roles: [{ name: role, codes }], ownsResource };
}

function without(codes: Codes, missing: PermissionCode): Codes {
  return codes.filter((code) => code !== missing);
}

/** The columns of the written matrix. */
export const TYPICAL_HOLDERS: readonly Holder[] = [
  holder("no permission", []),
  ...GROUPS.map((group) => holder(group, PERMISSION_GROUPS[group])),
  holder("super-user", SUPER_CODES, false),
];

/** One of the codes required for a super-user. */
const SUPER_CODE: PermissionCode = "client_delete";

/**
 * The other codes. A holder of everything except one code, who is no super-user, proves that this code is required and
 * has no substitute.
 */
export const OTHER_HOLDERS: readonly Holder[] = [
  ...PERMISSION_CODES.map((code) =>
    SUPER_CODES.includes(code)
      ? holder(`all but ${code}`, without(PERMISSION_CODES, code))
      : holder(
          `all but ${code} and ${SUPER_CODE}`,
          without(without(PERMISSION_CODES, code), SUPER_CODE),
        ),
  ),
  {
    name: "each code from a role of its own",
    roles: PERMISSION_CODES.map((code) => ({ name: code, codes: [code] })),
    ownsResource: false,
  },
  holder(
    `all but ${SUPER_CODE}, without the resource`,
    without(PERMISSION_CODES, SUPER_CODE),
    false,
  ),
  holder("nothing but the name of owner", [], true, "Owner"),
];

/** Adds a user for each holder and returns their ids, in the order of the holders. */
export async function addPermissionHolders(
  db: Kysely<Database>,
  holders: readonly Holder[],
  { clientId, resourceId }: { readonly clientId: string; readonly resourceId: string },
): Promise<readonly string[]> {
  const people = holders.map((one) => ({
    id: randomUUID(),
    ownsResource: one.ownsResource,
    roles: one.roles.map(({ name, codes }) => ({
      id: randomUUID(),
      name,
      permissions: [...codes],
    })),
  }));
  await db
    .insertInto("users")
    .values(
      people.map(({ id }) => ({
        id,
        username: id,
        username_key: id,
        given_name: "Given",
        family_name: "Family",
        email: null,
        phone_number: null,
        phone_extension: null,
        job_title: null,
        password_hash: null,
        onboarded: true,
        created_at: new Date("2026-01-05T08:00:00Z"),
      })),
    )
    .execute();
  const roles = people.flatMap((person) => person.roles);
  await db.insertInto("roles").values(roles).execute();
  await db
    .insertInto("user_roles")
    .values(
      people.flatMap(({ id, roles: own }) => own.map((r) => ({ user_id: id, role_id: r.id }))),
    )
    .execute();
  await db
    .insertInto("user_clients")
    .values(people.map(({ id }) => ({ user_id: id, client_id: clientId, position: 1 })))
    .execute();
  await db
    .insertInto("user_resources")
    .values(
      people
        .filter(({ ownsResource }) => ownsResource)
        .map(({ id }) => ({ client_id: clientId, user_id: id, resource_id: resourceId })),
    )
    .execute();
  return people.map(({ id }) => id);
}
