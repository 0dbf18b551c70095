/** The command palette's search: the items of each kind that the user may open. */
import type { FastifyInstance } from "fastify";
import { findNames, NAMES_FOUND_MAX } from "#events/calls/names.ts";
import { holdsGroup, isSuperUser } from "#events/rules/permissions.ts";
import { mountCall } from "../mount.ts";
import { findByName, findResourcesByName } from "./queries.ts";

export function mountNames(app: FastifyInstance): void {
  mountCall(app, findNames, async ({ query: { text } }, { db, client, user }) => {
    const kinds = [
      ...(holdsGroup(user, "RoleMapping") ? (["org"] as const) : []),
      ...(holdsGroup(user, "EditAllUsers") ? (["user"] as const) : []),
    ];
    const names = await Promise.all(
      kinds.map((kind) => findByName(db, { clientId: client.id, kind, text }, NAMES_FOUND_MAX)),
    );
    const among = isSuperUser(user) ? null : user.resourceIds;
    const resources = holdsGroup(user, "ManageOwnResources")
      ? await findResourcesByName(db, { clientId: client.id, among, text }, NAMES_FOUND_MAX)
      : [];
    return { status: 200, body: { names: [...names.flat(), ...resources] } };
  });
}
