/** The builder in a forked scope, with its worker core in the same thread. */
import { createEffect, createEvent, sample } from "effector";
import { requestMiningReport } from "#events/calls/mining.ts";
import type { InheritedRoles } from "#events/entities/org.ts";
import { getOrg, readInheritedRoles, readPolicyRoles } from "#events/calls/orgs.ts";
import type { MiningReport } from "#events/entities/miningReport.ts";
import type { Org } from "#events/entities/org.ts";
// A model wires itself when it is imported, and the view imports all of them.
import { applyPolicy } from "#src/features/policy-builder/apply/apply.ts";
import { $applyDialog, confirmApply } from "#src/features/policy-builder/apply/confirm.ts";
import "#src/features/policy-builder/selection/unsaved.ts";
import { askView } from "#src/features/policy-builder/table/tableQuery.ts";
import type { BuilderState } from "#src/features/policy-builder/rules.ts";
import { analyticsFx, askAny, type Question } from "#src/kernel/analytics.ts";
import { createLocalAsk } from "#src/kernel/analyticsWorker.ts";
import { createAnalyticsCore } from "#workers/analytics/core.ts";
import { makeOrg, makeUser, uuid } from "../../support/fixtures.ts";
import { createTestApp, port, type Handler, type TestApp } from "../../support/scope.ts";
import { loadReport } from "../../../workers/support/loadReport.ts";

export const ADMIN = makeUser();
export const CLIENT_ID = ADMIN.clients[0]?.id ?? "";
export const ORG_OID = uuid(1001);
export const OTHER_OID = uuid(1002);
export const RESOURCE_ID = uuid(4001);

/** The oid of the role that grants entitlement `n`. */
export function roleOid(n: number): string {
  return uuid(6000 + n);
}

export function orgDetail(oid: string): Org {
  return makeOrg(1, { oid, displayName: "Senior Teller" });
}

/** Two resources: Core Banking with 100, 90 and 55.5 %, HR Portal with 100 and 80 %. */
export const REPORT: MiningReport = {
  orgOid: ORG_OID,
  reportDate: "2026-03-02T08:57:00.000Z",
  totalUsers: 200,
  totalShadows: 180,
  resourceInsights: [
    {
      resourceName: "Core Banking",
      entitlementInsights: [
        { entitlementName: "Teller Drawer", percentOfUsers: 100, roleOid: roleOid(1) },
        { entitlementName: "Branch_Reports Read", percentOfUsers: 90, roleOid: roleOid(2) },
        { entitlementName: "Wire Release", percentOfUsers: 55.5, roleOid: roleOid(3) },
      ],
    },
    {
      resourceName: "HR Portal",
      entitlementInsights: [
        { entitlementName: "Self Service", percentOfUsers: 100, roleOid: roleOid(4) },
        { entitlementName: "Team Reports", percentOfUsers: 80, roleOid: roleOid(5) },
      ],
    },
  ],
};

export interface BuilderApp extends TestApp {
  readonly openBuilder: (options?: { oid?: string; resourceId?: string }) => Promise<void>;
  /** Lets the first delay pass and answers the request for the report. */
  readonly deliver: (report?: MiningReport) => Promise<void>;
  /** Answers the pending request for the report; the worker then holds it. */
  readonly replyReport: (report?: MiningReport) => Promise<void>;
  /** Answers the pending requests about the org: the org itself, and the oids of its policy's roles. */
  readonly replyOrg: (policy?: readonly string[], oid?: string) => Promise<void>;
  /** Answers the pending request for what the org inherits; the worker then holds it. */
  readonly replyInherited: (...origins: InheritedRoles) => Promise<void>;
  /** Answers the pending request for those oids; the worker then holds them. */
  readonly replyPolicy: (policy?: readonly string[]) => Promise<void>;
}

/** Brings the worker to another state than the shown one, like an intervening query. */
export const askElsewhere = createEvent<BuilderState>();
sample({
  clock: askElsewhere,
  target: createEffect((state: BuilderState) => askView(state, null)),
});

/** A signed-in administrator; no screen is open yet. */
export async function createBuilderApp({
  isBroken = () => false,
  isStale = () => false,
  alter = (_question, answer) => answer,
  handlers = [],
}: {
  isBroken?: () => boolean;
  /** Whether the queried view is stale, as after an intervening query. */
  isStale?: (question: Question) => boolean;
  /** Replaces the core's answer. */
  alter?: (question: Question, answer: unknown) => unknown;
  handlers?: readonly Handler[];
} = {}): Promise<BuilderApp> {
  const core = createAnalyticsCore();
  const ask = createLocalAsk(core);
  const app = createTestApp({
    handlers: [
      port(analyticsFx, async (question) => {
        if (isBroken()) throw new Error("The worker broke");
        return isStale(question) ? null : alter(question, await askAny(ask, question));
      }),
      ...handlers,
    ],
  });
  await app.signIn(ADMIN);
  const replyReport = async (report: MiningReport = REPORT) => {
    const reply = await loadReport(core, new TextEncoder().encode(JSON.stringify(report)));
    if (!reply.ok) throw new Error(reply.reason.code);
    await app.reply(requestMiningReport, { digest: reply.digest, size: reply.size });
  };
  const loadPolicy = async (content: readonly unknown[]) => {
    const reply = await core.loadPolicy([new TextEncoder().encode(JSON.stringify(content))]);
    if (!reply.ok) throw new Error(reply.reason.code);
    return { digest: reply.digest, size: reply.size };
  };
  const replyPolicy = async (policy: readonly string[] = []) =>
    app.reply(readPolicyRoles, await loadPolicy(policy));
  return Object.assign(Object.create(app) as TestApp, {
    openBuilder: async ({
      oid = ORG_OID,
      resourceId,
    }: { oid?: string; resourceId?: string } = {}) => {
      await (resourceId === undefined
        ? app.open("policyBuilder", `/rbac/role-mapping/${oid}/access-policy-builder`, { oid })
        : app.open(
            "resourcePolicyBuilder",
            `/resources/${resourceId}/role-mapping/${oid}/access-policy-builder`,
            { oid, resourceId },
          ));
    },
    replyReport,
    deliver: async (report?: MiningReport) => {
      await app.elapse("mining:");
      await replyReport(report);
    },
    replyOrg: async (policy: readonly string[] = [], oid = ORG_OID) => {
      await app.reply(getOrg, orgDetail(oid));
      if (app.waiting(readPolicyRoles).length > 0) await replyPolicy(policy);
    },
    replyInherited: async (...origins: InheritedRoles) =>
      app.reply(readInheritedRoles, await loadPolicy(origins)),
    replyPolicy,
  });
}

/** The builder with a report. */
export async function readyBuilder(options?: { resourceId?: string }): Promise<BuilderApp> {
  const app = await createBuilderApp();
  await app.openBuilder(options);
  await app.replyOrg();
  await app.deliver();
  return app;
}

/** Presses apply, and confirms it if it asks for that. */
export async function apply(app: BuilderApp): Promise<void> {
  await app.act(applyPolicy, {});
  await confirm(app);
}

export async function confirm(app: BuilderApp): Promise<void> {
  if (app.get($applyDialog).isOpen) await app.act(confirmApply, {});
}
