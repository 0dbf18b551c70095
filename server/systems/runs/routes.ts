/** Runs of connected systems: start, plans, decisions, undo. */
import type { FastifyInstance } from "fastify";
import * as calls from "#events/calls/systemRuns.ts";
import { findResource } from "../../directory/queries.ts";
import { mountCsvExport } from "../../lists/csvExport.ts";
import { readList } from "../../lists/list.ts";
import { mountCall } from "../../mount.ts";
import { notFound } from "../../plugins/errors.ts";
import { abandonRun, approveRun, cancelRun, rejectRun, startRun, undoRun } from "./commands.ts";
import { parseContent } from "./content.ts";
import { withDiskWait } from "./diskWait.ts";
import { PLANNED_PEOPLE, toPlannedPerson } from "./plannedPeopleList.ts";
import { countDepartments, ENTRIES, requireRun, RUNS, toEntry, toRun } from "./queries.ts";

const placeOf = (
  params: { readonly resourceId: string; readonly oid: string },
  client: { readonly id: string },
) => ({
  clientId: client.id,
  resourceId: params.resourceId.toLowerCase(),
  oid: params.oid.toLowerCase(),
});

function entitlementsOf(content: string | null): string {
  return content === null ? "" : parseContent(content).entitlements.join("; ");
}

function attributesOf(content: string | null): string {
  return content === null ? "" : JSON.stringify(parseContent(content).attributes);
}

export function mountSystemRuns(app: FastifyInstance): void {
  mountCall(app, calls.startRun, async ({ params, body }, context) => {
    const run = await startRun(context, params.resourceId.toLowerCase(), body);
    return { status: 202, body: { importTaskOid: run.oid, run } };
  });

  mountCall(app, calls.listRuns, async ({ params, query }, { client, db, services }) => {
    const place = { clientId: client.id, resourceId: params.resourceId.toLowerCase() };
    if (!(await findResource(db, client.id, place.resourceId)))
      throw notFound("resources.notFound");
    const { items, page } = await readList(db, RUNS, place, query);
    const runs = items.map((row) => withDiskWait(toRun(row), services.disk));
    return { status: 200, body: { _embedded: { runs }, page } };
  });

  mountCall(app, calls.getRun, async ({ params }, { client, db, services }) => ({
    status: 200,
    body: withDiskWait(toRun(await requireRun(db, placeOf(params, client))), services.disk),
  }));

  mountCall(app, calls.listRunEntries, async ({ params, query }, { client, db }) => {
    const place = placeOf(params, client);
    await requireRun(db, place);
    const { change, contains, ...paging } = query;
    const { items, page } = await readList(db, ENTRIES, { ...place, change, contains }, paging);
    return { status: 200, body: { _embedded: { entries: items.map(toEntry) }, page } };
  });

  mountCsvExport(app, calls.listRunEntries, {
    fileName: "plan.csv",
    list: ENTRIES,
    selection: ({ params, query: { change, contains } }, id) => ({
      ...placeOf(params, { id }),
      change,
      contains,
    }),
    columns: {
      change: ({ change }) => change,
      object: ({ name }) => name,
      formerName: ({ name_before: before }) => before ?? "",
      objectId: ({ object_id: id }) => id,
      objectClass: ({ object_class: name }) => name,
      owner: ({ person }) => person ?? "",
      leaves: ({ leaves }) => (leaves ? "yes" : ""),
      entitlementsBefore: ({ before }) => entitlementsOf(before),
      entitlementsAfter: ({ after }) => entitlementsOf(after),
      attributesBefore: ({ before }) => attributesOf(before),
      attributesAfter: ({ after }) => attributesOf(after),
    },
  });

  mountCall(app, calls.listPlannedPeople, async ({ params, query }, { client, db }) => {
    const place = placeOf(params, client);
    await requireRun(db, place);
    const { kind, contains, ...paging } = query;
    const selection = { ...place, kind, contains };
    const { items, page } = await readList(db, PLANNED_PEOPLE, selection, paging);
    return { status: 200, body: { _embedded: { people: items.map(toPlannedPerson) }, page } };
  });

  mountCall(app, calls.listRunDepartments, async ({ params }, { client, db }) => {
    const place = placeOf(params, client);
    await requireRun(db, place);
    return { status: 200, body: await countDepartments(db, place) };
  });

  mountCall(app, calls.approveRun, async ({ params, body }, context) => ({
    status: 200,
    body: await approveRun(context, placeOf(params, context.client), body.hash),
  }));

  mountCall(app, calls.rejectRun, async ({ params }, context) => ({
    status: 200,
    body: await rejectRun(context, placeOf(params, context.client)),
  }));

  mountCall(app, calls.cancelRun, async ({ params }, context) => ({
    status: 200,
    body: await cancelRun(context, placeOf(params, context.client)),
  }));

  mountCall(app, calls.abandonRun, async ({ params }, context) => ({
    status: 200,
    body: await abandonRun(context, placeOf(params, context.client)),
  }));

  mountCall(app, calls.undoRun, async ({ params }, context) => ({
    status: 202,
    body: await undoRun(context, placeOf(params, context.client)),
  }));
}
