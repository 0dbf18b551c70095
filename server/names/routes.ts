/** The command palette's search: the items of each kind that the user may open. */
import type { FastifyInstance } from "fastify";
import { findNames, NAMES_FOUND_MAX } from "#events/calls/names.ts";
import { holdsGroup, isSuperUser } from "#events/rules/permissions.ts";
import { mountCall } from "../mount.ts";
import { findByName, findPeopleByName, findResourcesByName, findRolesByName } from "./queries.ts";

export function mountNames(app: FastifyInstance): void {
  mountCall(app, findNames, async ({ query: { text } }, { db, client, user }) => {
    const mapsRoles = holdsGroup(user, "RoleMapping");
    const wanted = { clientId: client.id, text };
    const kinds = [
      ...(mapsRoles ? (["org"] as const) : []),
      ...(holdsGroup(user, "EditAllUsers") ? (["user"] as const) : []),
    ];
    const names = await Promise.all(
      kinds.map((kind) => findByName(db, { ...wanted, kind }, NAMES_FOUND_MAX)),
    );
    const among = isSuperUser(user) ? null : user.resourceIds;
    const resources = holdsGroup(user, "ManageOwnResources")
      ? await findResourcesByName(db, { ...wanted, among }, NAMES_FOUND_MAX)
      : [];
    const people = mapsRoles ? await findPeopleByName(db, wanted, NAMES_FOUND_MAX) : [];
    const roles = mapsRoles ? await findRolesByName(db, wanted, NAMES_FOUND_MAX) : [];
    return { status: 200, body: { names: [...names.flat(), ...resources, ...people, ...roles] } };
  });
}
