import { describe, expect, it } from "vitest";
import { ALL_CALLS } from "#events/catalogue.ts";
import { AUDIT_KINDS } from "#events/entities/auditEntry.ts";
import { german } from "#src/data/audit/actionMessages.de.ts";
import { actionMessages, actionName } from "#src/data/audit/index.ts";

/** Calls that send a body but change nothing, so that the server records nothing. */
const READS = [
  "accessRoles/checkRoleFile",
  "accessRoles/previewRestoration",
  "accessRoles/previewRole",
  "entitlements/previewRules",
  "groupings/previewGrouping",
  "mappings/checkCode",
  "mappings/previewMappings",
  "orgs/findSubtree",
  "orgs/getAncestorsOfMany",
  "orgs/previewInduce",
  "password/checkResetToken",
  "policyChanges/previewBulkUpdate",
  "policyChanges/previewResourceBulkUpdate",
];

/** Operations that the server records without a call. */
const SERVER_OPERATIONS = [
  "provisioning/applied",
  "provisioning/failed",
  "provisioning/previewed",
  "server/accessGranted",
  "server/clientAdded",
  "server/directoryImported",
  "server/emailChanged",
  "server/importUndone",
  "server/passwordChanged",
  "server/secretKeyRotated",
  "server/systemSecretReplaced",
  "server/userAdded",
  "systemRuns/applied",
  "systemRuns/replaced",
];

const writes = ALL_CALLS.filter(({ method }) => method !== "GET").map(({ name }) => name);
const recorded = [...writes.filter((name) => !READS.includes(name)), ...SERVER_OPERATIONS];

describe("the name of an audited change", () => {
  it("exists for every call that changes something", () => {
    expect(READS.filter((name) => !writes.includes(name))).toEqual([]);
    expect(new Set(Object.keys(actionMessages.english.actions))).toEqual(new Set(recorded));
  });

  it("begins with a kind to filter by", () => {
    const kinds = new Set(recorded.map((name) => name.split("/")[0]));
    expect(kinds).toEqual(new Set(AUDIT_KINDS));
  });

  it("says that a call failed", () => {
    expect(actionName(actionMessages.english, "session/loginFailed")).toBe(
      "Signed in with a password (failed)",
    );
    expect(actionName(german, "session/loginFailed")).toBe(
      "Mit einem Passwort angemeldet (fehlgeschlagen)",
    );
  });

  it("is that of the call if this version does not know it", () => {
    expect(actionName(actionMessages.english, "older/callFailed")).toBe("older/callFailed");
  });
});
