/** The builder in a forked scope, its worker core in the same thread. */
import type { Remote } from "comlink";
import { requestMiningReport } from "#events/calls/mining.ts";
import { getOrg } from "#events/calls/orgs.ts";
import type { MiningReport } from "#events/entities/miningReport.ts";
import type { Inducement, OrgDetail } from "#events/entities/org.ts";
import type { User } from "#events/entities/user.ts";
import { PERMISSION_CODES } from "#events/policy/permissions.ts";
import { analyticsFx, createAnalyticsPort } from "#src/kernel/analytics.ts";
import type { AnalyticsCore } from "#workers/analytics/contract.ts";
import { createAnalyticsCore } from "#workers/analytics/core.ts";
import { createTestApp, port, type TestApp } from "../../support/scope.ts";

export const CLIENT_ID = "c0000000-0000-4000-8000-000000000001";
export const ORG_OID = "a0000000-0000-4000-8000-000000000001";
export const OTHER_OID = "a0000000-0000-4000-8000-000000000002";
export const RESOURCE_ID = "b0000000-0000-4000-8000-000000000001";

export function roleOid(number: number): string {
  return `d0000000-0000-4000-8000-${String(number).padStart(12, "0")}`;
}

const client = {
  id: CLIENT_ID,
  name: "Harbor Bank",
  slug: "harbor-bank",
  url: null,
  coreProcessor: null,
  address: null,
  address2: null,
  city: null,
  state: null,
  zip: null,
  icon: null,
  adminEnabled: true,
  limitSelfCertified: null,
  limitSystemExport: null,
  limitApi: null,
};

export const ADMIN: User = {
  id: "e0000000-0000-4000-8000-000000000001",
  username: "admin",
  familyName: "Admin",
  givenName: "Ada",
  email: null,
  phoneNumber: null,
  phoneExtension: null,
  jobTitle: null,
  onboarded: true,
  archived: false,
  resourceIds: [],
  roles: [{ name: "Owner", permissions: PERMISSION_CODES.map((name) => ({ name })) }],
  clients: [client],
  client,
};

export function orgDetail(oid: string, inducements: readonly Inducement[] = []): OrgDetail {
  return {
    oid,
    displayName: "Senior Teller",
    name: "Senior Teller",
    orgType: "job-titles",
    parentOrgRef: null,
    sortValue: "seniorteller",
    memberCount: 10,
    inducementCount: inducements.length,
    childCount: 0,
    inducements: [...inducements],
  };
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
  /** Answers the waiting request for the report; the worker holds it then. */
  readonly replyReport: (report?: MiningReport) => Promise<void>;
  readonly replyOrg: (inducements?: readonly Inducement[], oid?: string) => Promise<void>;
}

/** A signed-in administrator; no screen is open yet. */
export async function createBuilderApp(): Promise<BuilderApp> {
  const core = createAnalyticsCore();
  const app = createTestApp({
    handlers: [
      // Comlink makes every answer a promise; awaiting a plain value is the same to the port.
      port(
        analyticsFx,
        createAnalyticsPort(() => core as unknown as Remote<AnalyticsCore>),
      ),
    ],
  });
  await app.signIn(ADMIN);
  const replyReport = async (report: MiningReport = REPORT) => {
    const reply = await core.load(new TextEncoder().encode(JSON.stringify(report)));
    if (!reply.ok) throw new Error(reply.message);
    await app.reply(requestMiningReport, { digest: reply.digest, size: reply.size });
  };
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
    replyOrg: async (inducements: readonly Inducement[] = [], oid = ORG_OID) => {
      await app.reply(getOrg, orgDetail(oid, inducements));
    },
  });
}
