/** The client's own record: its changes, owners, managers and secure agent. */
import type { FastifyInstance } from "fastify";
import * as calls from "#events/calls/clients.ts";
import { secureAgentStatus } from "#events/rules/client.ts";
import { wholePage } from "../lists/paging.ts";
import { mountCall } from "../mount.ts";
import * as commands from "./commands.ts";
import { findSecureAgent, listManagersOf, listOwnersOf } from "./queries.ts";

export function mountClients(app: FastifyInstance): void {
  mountCall(app, calls.patchClient, async ({ body }, context) => ({
    status: 200,
    body: await commands.patchClient(context, body),
  }));

  mountCall(app, calls.saveUsernameFormat, async ({ body }, context) => ({
    status: 200,
    body: await commands.saveUsernameFormat(context, body),
  }));

  mountCall(app, calls.saveLimits, async ({ body }, context) => ({
    status: 200,
    body: await commands.saveLimits(context, body),
  }));

  mountCall(app, calls.saveSignInRules, async ({ body }, context) => ({
    status: 200,
    body: await commands.saveSignInRules(context, body),
  }));

  mountCall(app, calls.saveApprovalRules, async ({ body }, context) => ({
    status: 200,
    body: await commands.saveApprovalRules(context, body),
  }));

  mountCall(app, calls.saveAdminAccess, async ({ body }, context) => ({
    status: 200,
    body: await commands.saveAdminAccess(context, body),
  }));

  mountCall(app, calls.listOwners, async (_input, { client, db }) => {
    const owners = await listOwnersOf(db, client.id);
    return { status: 200, body: { _embedded: { owners }, page: wholePage(owners.length) } };
  });

  mountCall(app, calls.listManagers, async (_input, { client, db }) => {
    const users = await listManagersOf(db, client.id);
    return { status: 200, body: { _embedded: { users }, page: wholePage(users.length) } };
  });

  mountCall(app, calls.saveManagers, async ({ body }, context) => {
    const users = await commands.saveManagers(context, body);
    return { status: 200, body: { _embedded: { users }, page: wholePage(users.length) } };
  });

  mountCall(app, calls.getSecureAgent, async (_input, { at, client, db }) => ({
    status: 200,
    body: agentSeen(await findSecureAgent(db, client.id), at),
  }));

  mountCall(app, calls.reportSecureAgent, async (_input, context) => {
    await commands.reportSecureAgent(context);
    return { status: 200, body: agentSeen(context.at, context.at) };
  });
}

const agentSeen = (seenAt: Date | null, now: Date) => ({
  status: secureAgentStatus(seenAt?.getTime() ?? null, now.getTime()),
  lastSeenAt: seenAt?.toISOString() ?? null,
});
