/** Groups of job titles, departments and locations: reading and changing them, previews and undo. */
import type { FastifyInstance } from "fastify";
import * as calls from "#events/calls/groupings.ts";
import type { LooseList } from "#events/entities/grouping.ts";
import type { CallContext } from "../../callContext.ts";
import { mountCall } from "../../mount.ts";
import { requireOrg } from "../queries.ts";
import { changeOrg, createGroups, dropGroup, saveGroup, selectChosen } from "./commands.ts";
import { undoGrouping } from "./undo.ts";
import { readCursor, writeCursor } from "./cursor.ts";
import { previewMove } from "./effect.ts";
import { findSuggestions } from "./suggestions.ts";
import {
  findLastChange,
  listLevel,
  listLoose,
  loadTreeOrg,
  requireRoot,
  selectChildren,
  type LooseSelection,
} from "./queries.ts";

const DEFAULT_LEVEL = 100;

export function mountGroupings(app: FastifyInstance): void {
  mountCall(app, calls.listGroups, async ({ query }, { client, db }) => {
    const { orgType, only, after, size = DEFAULT_LEVEL } = query;
    const search = query.search === "" ? undefined : query.search;
    const rootOid = await requireRoot(db, client.id, orgType);
    const named = query.parentOid?.toLowerCase();
    if (named !== undefined) await requireOrg(db, client.id, named);
    const parentOid = named ?? (search === undefined ? rootOid : null);
    const onlyGroups = only === "groups" || parentOid === rootOid;
    const selection = { clientId: client.id, orgType, parentOid, search, onlyGroups };
    const { items: orgs, next } = await listLevel(db, selection, readCursor(after), size);
    return { status: 200, body: { _embedded: { orgs }, next: next && writeCursor(next), rootOid } };
  });

  mountCall(app, calls.listUngrouped, async ({ query }, context) => ({
    status: 200,
    body: await looseList(context, "ungrouped", query),
  }));
  mountCall(app, calls.listInactive, async ({ query }, context) => ({
    status: 200,
    body: await looseList(context, "inactive", query),
  }));

  mountCall(app, calls.updateGroup, async ({ body }, context) => ({
    status: 200,
    body: { change: await saveGroup(context, body) },
  }));
  mountCall(app, calls.deleteGroup, async ({ body }, context) => ({
    status: 200,
    body: { change: await dropGroup(context, body) },
  }));
  mountCall(app, calls.patchOrg, async ({ params: { oid }, body }, context) => ({
    status: 200,
    body: { change: await changeOrg(context, oid.toLowerCase(), body) },
  }));

  mountCall(app, calls.previewGrouping, async ({ body }, { client, db, at }) => {
    const target = await loadTreeOrg(db, client.id, body.targetOid.toLowerCase());
    const rootOid = await requireRoot(db, client.id, target.orgType);
    const oids = body.oids.map((oid) => oid.toLowerCase());
    if (body.all) {
      const tree = { orgType: target.orgType, rootOid };
      const chosen = await selectChosen(db, client.id, tree, body.all);
      oids.push(...chosen.map(({ oid }) => oid));
    }
    const deleted = body.oidToDelete?.toLowerCase();
    if (deleted !== undefined) {
      await requireOrg(db, client.id, deleted);
      oids.push(...(await selectChildren(db, client.id, deleted)));
    }
    const move = { clientId: client.id, at, oids, targetOid: target.oid };
    return { status: 200, body: await previewMove(db, move) };
  });

  mountCall(app, calls.suggestGroups, async ({ query: { orgType } }, { client, db }) => ({
    status: 200,
    body: { suggestions: await findSuggestions(db, client.id, orgType) },
  }));
  mountCall(app, calls.acceptSuggestions, async ({ body }, context) => ({
    status: 200,
    body: { change: await createGroups(context, body) },
  }));

  mountCall(app, calls.getLastChange, async ({ query: { orgType } }, { client, db }) => ({
    status: 200,
    body: { change: await findLastChange(db, client.id, orgType) },
  }));
  mountCall(app, calls.undoGroupChange, async ({ params: { changeId } }, context) => ({
    status: 200,
    body: { change: await undoGrouping(context, changeId.toLowerCase()) },
  }));
}

type LooseQuery = Omit<LooseSelection, "clientId" | "rootOid" | "list"> & {
  readonly page?: number;
  readonly size?: number;
  readonly sort?: string;
};

async function looseList({ client, db }: CallContext, list: LooseList, query: LooseQuery) {
  const { orgType, contains, ...paging } = query;
  const rootOid = await requireRoot(db, client.id, orgType);
  const selection = { clientId: client.id, orgType, rootOid, list, contains };
  const { items: orgs, page } = await listLoose(db, selection, paging);
  return { _embedded: { orgs }, page };
}
