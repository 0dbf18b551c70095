/** The command palette's search: the items of each kind that the user may open. */
import type { FastifyInstance } from "fastify";
import { findNames, NAMES_FOUND_MAX } from "#events/calls/names.ts";
import { holdsGroup, isSuperUser, seesPeople } from "#events/rules/permissions.ts";
import { mountCall } from "../mount.ts";
import {
  findByName,
  findEntitlementsByName,
  findPeopleByName,
  findResourcesByName,
  findRolesByName,
} from "./queries.ts";

export function mountNames(app: FastifyInstance): void {
  mountCall(app, findNames, async ({ query: { text } }, { db, client, user }) => {
    const mapsRoles = holdsGroup(user, "RoleMapping");
    const wanted = { clientId: client.id, text };
    const among = isSuperUser(user) ? null : user.resourceIds;
    const found = await Promise.all([
      mapsRoles ? findByName(db, { ...wanted, kind: "org" }, NAMES_FOUND_MAX) : [],
      holdsGroup(user, "EditAllUsers")
        ? findByName(db, { ...wanted, kind: "user" }, NAMES_FOUND_MAX)
        : [],
      holdsGroup(user, "ManageOwnResources")
        ? findResourcesByName(db, { ...wanted, among }, NAMES_FOUND_MAX)
        : [],
      seesPeople(user) ? findPeopleByName(db, wanted, NAMES_FOUND_MAX) : [],
      mapsRoles ? findRolesByName(db, wanted, NAMES_FOUND_MAX) : [],
      seesPeople(user) ? findEntitlementsByName(db, wanted, NAMES_FOUND_MAX) : [],
    ]);
    return { status: 200, body: { names: found.flat() } };
  });
}
