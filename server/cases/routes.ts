/** Cases about access: opened from a finding, owned, commented and settled. */
import type { FastifyInstance } from "fastify";
import * as calls from "#events/calls/cases.ts";
import { requireIdentity } from "../identities/queries.ts";
import { mountCall } from "../mount.ts";
import { addComment, openCase, updateCase } from "./commands.ts";
import { findOwners, listCases, loadCase } from "./queries.ts";

export function mountCases(app: FastifyInstance): void {
  mountCall(app, calls.listCases, async ({ query }, { client, db }) => {
    const { show: state = "unsettled", contains, ...paging } = query;
    const selection = { clientId: client.id, state, contains };
    const { cases, page } = await listCases(db, selection, paging);
    return { status: 200, body: { _embedded: { cases }, page } };
  });

  mountCall(app, calls.listCasesForReport, async ({ params, query }, { client, db }) => {
    const { identityOid } = params;
    await requireIdentity(db, client.id, identityOid);
    const selection = { clientId: client.id, state: "unsettled" as const, identityOid };
    const { cases, page } = await listCases(db, selection, { sort: "createdAt", ...query });
    return { status: 200, body: { _embedded: { cases }, page } };
  });

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

  mountCall(app, calls.listCaseOwners, async (_input, { client, db }) => ({
    status: 200,
    body: { owners: [...(await findOwners(db, client.id))] },
  }));
}
