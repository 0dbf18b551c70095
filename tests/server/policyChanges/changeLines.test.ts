/** What a change that was made added to and removed from each policy, line by line. */
import { parse } from "csv-parse/sync";
import { expect, test } from "vitest";
import type { ChangeLine } from "#events/entities/policyChange.ts";
import { eachDatabase } from "../support/databases.ts";
import { usePolicyChanges } from "./policyChangeCalls.ts";

const keyOf = ({ orgOid, roleOid }: ChangeLine) => `${orgOid} ${roleOid}`;

eachDatabase((database) => {
  const setup = usePolicyChanges(database);

  const made = async (request: object): Promise<string> => {
    const { fingerprint } = await setup.preview(request);
    const response = await setup.apply(request, fingerprint);
    expect(response.statusCode, response.body).toBe(200);
    return response.json().id;
  };
  const linesOf = (changeId: string, query = "") =>
    setup.allPages<ChangeLine>(`policy-changes/${changeId}/lines?${query}`, "lines");

  test("lists all lines in pages and as a file, by org and entitlement", async () => {
    const changeId = await made({
      orgs: { all: true, oids: [] },
      operation: "add",
      roles: { all: true, oids: [] },
    });
    const expected = await setup.grantsNow();
    expect(expected.length).toBeGreaterThan(14);
    const lines = await linesOf(changeId);
    expect(lines.map(keyOf).toSorted()).toEqual(expected);
    expect(new Set(lines.map(({ change }) => change))).toEqual(new Set(["added"]));

    // An org's lines are together.
    const orgs = lines.map(({ orgOid }) => orgOid);
    const starts = orgs.filter((orgOid, at) => orgOid !== orgs[at - 1]);
    expect(starts).toHaveLength(new Set(orgs).size);
    const ofFirst = lines.filter(({ orgOid }) => orgOid === orgs[0]);
    const places = ofFirst.map(({ resourceName, name }) => `${resourceName} ${name}`);
    expect(places).toEqual(places.toSorted());

    const file = await setup.mapper.get(`${setup.base}/policy-changes/${changeId}/lines.csv`);
    const records: ChangeLine[] = parse(file.body, { bom: true, columns: true });
    expect(records.map(keyOf)).toEqual(lines.map(keyOf));
  });

  test("finds lines by org, entitlement and what was done", async () => {
    const [e1, e2] = setup.directory.roles;
    const { Ops: ops, Engineer: engineer } = setup.directory.orgs;
    const orgs = { all: false, oids: [ops, engineer] };
    await made({ orgs, operation: "add", roles: { all: false, oids: [e1] } });
    const changeId = await made({ orgs, operation: "equal", roles: { all: false, oids: [e2] } });
    const found = async (query: string) => (await linesOf(changeId, query)).map(keyOf).toSorted();
    const pairs = (oids: readonly unknown[], roles: readonly unknown[]) =>
      oids.flatMap((org) => roles.map((role) => `${String(org)} ${String(role)}`)).toSorted();
    expect(await found("")).toEqual(pairs([ops, engineer], [e1, e2]));
    expect(await found("show=added")).toEqual(pairs([ops, engineer], [e2]));
    expect(await found("show=removed")).toEqual(pairs([ops, engineer], [e1]));
    expect(await found("contains=entitlement%201")).toEqual(pairs([ops, engineer], [e1]));
    expect(await found("contains=ops")).toEqual(pairs([ops], [e1, e2]));
    expect(await found(`orgOid=${engineer}&show=removed`)).toEqual(pairs([engineer], [e1]));
    expect(await found("contains=nothing-of-that-name")).toEqual([]);
  });

  test("says which lines are access roles", async () => {
    const owner = await setup.api.signIn("owner");
    const role = {
      name: "Ledger Bundle",
      description: "",
      resourceOid: null,
      entitlementOids: [setup.directory.roles[0]],
      ownerOids: [],
    };
    const { oid } = (await owner.post(`${setup.base}/roles`, role)).json();
    const changeId = await made({
      orgs: { all: false, oids: [setup.directory.orgs.Ops] },
      operation: "add",
      roles: { all: false, oids: [oid], accessRoles: true },
    });
    expect(await linesOf(changeId)).toMatchObject([
      { roleOid: oid, name: role.name, resourceName: null, isAccessRole: true, change: "added" },
    ]);
  });
});
