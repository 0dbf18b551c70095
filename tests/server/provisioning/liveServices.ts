/** The systems of `useLiveSystems` at the services that tests start. */
import { TOKEN } from "../connectors/scim/scimmy.ts";
import { ROOT, SUFFIX } from "../support/slapd.ts";
import type { SystemPlan } from "./liveSystem.ts";

type Service = Omit<SystemPlan, "mappings">;

/** SCIM 2.0. Groups list their members. */
export const scimmySystem = (url: string): Service => ({
  connectorId: 3,
  kind: "api",
  values: { url, profile: "GENERIC", memberSource: "LIST", authentication: "BEARER" },
  secrets: { token: TOKEN },
  owner: "userName",
});

/** OpenLDAP without encryption, which reads accounts below `SUFFIX` and no groups unless `differences` say so. */
export const openldapSystem = (port: number, differences: SystemPlan["values"] = {}): Service => ({
  connectorId: 2,
  kind: "export",
  values: {
    vendor: "OPENLDAP",
    host: "127.0.0.1",
    port,
    security: "NONE",
    bindDn: ROOT.dn,
    baseDn: SUFFIX,
    readGroups: false,
    ...differences,
  },
  secrets: { password: ROOT.password },
  owner: "uid",
});
