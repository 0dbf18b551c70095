/** Cases about access: opened from a finding, owned, commented and settled. */
import type { FastifyInstance } from "fastify";
import * as calls from "#events/calls/cases.ts";
import { requireIdentity } from "../identities/queries.ts";
import { mountCsvExport } from "../lists/csvExport.ts";
import { readList } from "../lists/list.ts";
import { mountCall } from "../mount.ts";
import { addComment, changeCases, openCase, updateCase } from "./commands.ts";
import { EXPORTED_CASES, listCases, loadCase, OWNERS, selectCases } from "./queries.ts";

export function mountCases(app: FastifyInstance): void {
  mountCall(app, calls.listCases, async ({ query }, { client, db, at }) => {
    const selection = selectCases(query, { clientId: client.id, at });
    const { cases, page } = await listCases(db, selection, query);
    return { status: 200, body: { _embedded: { cases }, page } };
  });

  mountCall(app, calls.listCasesForReport, async ({ params, query }, { client, db }) => {
    const { identityOid } = params;
    await requireIdentity(db, client.id, identityOid);
    const selection = { clientId: client.id, state: "unsettled" as const, identityOid };
    const { cases, page } = await listCases(db, selection, { sort: "createdAt", ...query });
    return { status: 200, body: { _embedded: { cases }, page } };
  });

  mountCall(app, calls.changeCases, async ({ body }, context) => ({
    status: 200,
    body: await changeCases(context, body),
  }));

  mountCall(app, calls.getCase, async ({ params: { caseId } }, { client, db }) => ({
    status: 200,
    body: await loadCase(db, client.id, caseId),
  }));

  mountCall(app, calls.openCase, async ({ body }, context) => ({
    status: 201,
    body: await openCase(context, body),
  }));

  mountCall(app, calls.updateCase, async ({ params: { caseId }, body }, context) => ({
    status: 200,
    body: await updateCase(context, caseId, body),
  }));

  mountCall(app, calls.addCaseComment, async ({ params: { caseId }, body }, context) => ({
    status: 201,
    body: await addComment(context, caseId, body),
  }));

  mountCall(app, calls.listCaseOwners, async ({ query }, { client, db }) => {
    const { contains, owning, ...paging } = query;
    const selection = { clientId: client.id, contains, owning };
    const { items: owners, page } = await readList(db, OWNERS, selection, paging);
    return { status: 200, body: { _embedded: { owners }, page } };
  });

  mountCsvExport(app, calls.listCases, {
    fileName: "cases.csv",
    list: EXPORTED_CASES,
    selection: ({ query }, clientId) => selectCases(query, { clientId, at: app.services.now() }),
    columns: {
      subject: ({ subject }) => subject,
      finding: ({ kind }) => kind,
      entitlement: ({ entitlementName }) => entitlementName ?? "",
      resource: ({ resourceName }) => resourceName,
      state: ({ state }) => state,
      owner: ({ owner }) => owner ?? "",
      dueOn: ({ dueOn }) => dueOn ?? "",
      openedAt: ({ createdAt }) => createdAt.toISOString(),
      openedBy: ({ createdBy }) => createdBy,
    },
  });
}
