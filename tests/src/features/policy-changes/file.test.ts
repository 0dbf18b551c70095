import { beforeEach, describe, expect, it } from "vitest";
import { checkPolicyFile, listGrants, listRoleGrants } from "#events/calls/policyChanges.ts";
import { fillEndpoint } from "#events/kernel/call.ts";
import { $policyExport } from "#src/features/policy-changes/bulkModel.ts";
import { policyFile } from "#src/features/policy-changes/fileModel.ts";
import { readFileFx } from "#src/kernel/filePorts.ts";
import { makeUser } from "../../support/fixtures.ts";
import { createTestApp, port, type TestApp } from "../../support/scope.ts";

const OF_ENTITLEMENTS = ["bulkRoleMapping", "/rbac/role-mapping/bulk"] as const;
const OF_ROLES = ["bulkAccessRoles", "/rbac/access-roles/bulk"] as const;
const USER = makeUser();
const FILE = new File(["org,accessRole\n"], "access-policies.csv");
const CONTENT = btoa("org,accessRole\n");

let app: TestApp;
beforeEach(async () => {
  app = createTestApp({ handlers: [port(readFileFx, async (file) => btoa(await file.text()))] });
  await app.signIn(USER);
});

describe("the file of policies", () => {
  it("is checked for access roles on their screen, and for entitlements on the other", async () => {
    await app.open(...OF_ROLES);
    await app.act(policyFile.pick, FILE);
    expect(app.waiting(checkPolicyFile).map(({ input }) => input)).toMatchObject([
      { body: { content: CONTENT, accessRoles: true } },
    ]);
    await app.open(...OF_ENTITLEMENTS);
    await app.act(policyFile.pick, FILE);
    expect(app.waiting(checkPolicyFile).at(-1)?.input).toMatchObject({
      body: { content: CONTENT },
    });
    expect(app.waiting(checkPolicyFile).at(-1)?.input.body).not.toHaveProperty("accessRoles");
  });

  it("is dropped by another screen that takes files, and kept by its own", async () => {
    await app.open(...OF_ROLES);
    await app.act(policyFile.pick, FILE);
    await app.open(...OF_ROLES);
    expect(app.get(policyFile.$file)).toMatchObject({ fileName: FILE.name, isChecking: true });
    await app.open(...OF_ENTITLEMENTS);
    expect(app.get(policyFile.$file)).toMatchObject({ fileName: null, isChecking: false });
  });

  it("is exported with what its screen changes", async () => {
    const addressOf = ({ endpoint }: { readonly endpoint: string }) =>
      `${fillEndpoint(endpoint, { clientId: USER.client?.id ?? "" })}.csv`;
    await app.open(...OF_ROLES);
    expect(app.get($policyExport)?.href).toContain(addressOf(listRoleGrants));
    await app.open(...OF_ENTITLEMENTS);
    expect(app.get($policyExport)?.href).toContain(addressOf(listGrants));
  });
});
