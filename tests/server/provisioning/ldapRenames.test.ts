/** Accounts of OpenLDAP that are renamed while the network fails. The server does not change the members of groups itself. */
import { BerReader, ProtocolOperation } from "ldapts";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import type { SystemObject } from "#server/connectors/contract.ts";
import { ldapConnector } from "#server/connectors/ldap/index.ts";
import { configurationOf, GROUPS, PEOPLE } from "../connectors/ldap/content.ts";
import { accountsOf, environment, groupsOf, open } from "../connectors/ldap/support.ts";
import { oneDatabase } from "../support/databases.ts";
import { startFaultyGate, type NetworkFault } from "../support/faultyGate.ts";
import { hasSlapd } from "../support/findSlapd.ts";
import { ROOT, startSlapd, SUFFIX, treeLdif, type Slapd } from "../support/slapd.ts";
import { approvedPlan, EMPTY, RIGHTS, type PlannedChange } from "./approvedPlan.ts";

const PERSON = "inetOrgPerson";
const STAFF = `ou=staff,${SUFFIX}`;
const HELD = ["read", "write"];
const ACCOUNTS = ["ann", "bob", "cyd", "dee", "eve", "flo"];

const CONTENT = [
  treeLdif(["people", "staff", "groups"]),
  ...ACCOUNTS.map(
    (uid) =>
      `dn: uid=${uid},${PEOPLE}\nobjectClass: ${PERSON}\nuid: ${uid}\ncn: ${uid}\nsn: old\n\n`,
  ),
  ...RIGHTS.map((name) => {
    const members = HELD.includes(name) ? ACCOUNTS.map((uid) => `uid=${uid},${PEOPLE}`) : [];
    const lines = [`cn=nobody,${SUFFIX}`, ...members].map((dn) => `member: ${dn}\n`);
    return `dn: cn=${name},${GROUPS}\nobjectClass: groupOfNames\ncn: ${name}\n${lines.join("")}\n`;
  }),
].join("");

const { LDAP_REQ_MODIFY: MODIFY, LDAP_REQ_MODRDN: RENAME } = ProtocolOperation;

type Values = Readonly<Record<string, string>>;
/** An account, what fails, and the values that it gets. */
const CASES: readonly (readonly [string, string, number, NetworkFault, Values])[] = [
  ["ann", "its renaming loses its answer", RENAME, "lostAfter", { uid: "ann2" }],
  ["bob", "a group does not get its change", MODIFY, "lostBefore", { uid: "bob2" }],
  ["cyd", "a group's change loses its answer", MODIFY, "lostAfter", { uid: "cyd2" }],
  ["dee", "other values are left", MODIFY, "lostBefore", { uid: "dee2", sn: "new" }],
  ["eve", "it moves", MODIFY, "lostBefore", { dn: `uid=eve,${STAFF}` }],
  [
    "flo",
    "it moves with another name",
    RENAME,
    "lostAfter",
    { dn: `uid=flo2,${STAFF}`, uid: "flo2" },
  ],
];

function operationOf(sent: Buffer): number | null {
  const reader = new BerReader(sent);
  reader.readSequence();
  reader.readInt();
  return reader.peek();
}

/** Names of the groups that have the account. */
function rightsOf(groups: readonly SystemObject[], id: string): string[] {
  return groups.flatMap(({ name, members }) => (members?.includes(id) ? [name] : [])).toSorted();
}

describe.skipIf(!hasSlapd())("OpenLDAP", () => {
  oneDatabase((database) => {
    let slapd: Slapd;
    beforeAll(async () => {
      slapd = await startSlapd(CONTENT);
    });
    afterAll(() => slapd.stop());

    const configuration = (port: number) => configurationOf({ port }, ROOT, { baseDn: SUFFIX });

    /** @param fault of the first request with the operation. */
    const begin = async (
      account: string,
      change: Pick<PlannedChange, "before" | "after">,
      { operation, fault }: { readonly operation: number; readonly fault: NetworkFault },
    ) => {
      let isLeft = true;
      const gate = await startFaultyGate(slapd.port, (sent) => {
        if (!isLeft || operationOf(sent) !== operation) return "none";
        isLeft = false;
        return fault;
      });
      onTestFinished(() => gate.close());
      const direct = await open(configuration(slapd.port));
      const { objects } = await accountsOf(direct);
      const groups = (await groupsOf(direct)).objects;
      const target = {
        accountClass: PERSON,
        groupClass: "groupOfNames",
        nameAttribute: "uid",
        mapped: ["uid"],
        accounts: new Map(
          objects.map(({ id, attributes, active }) => [
            id,
            { attributes, active, rights: rightsOf(groups, id) },
          ]),
        ),
        group: (name: string) => ({
          id: groups.find((one) => one.name === name)?.id ?? "",
          members: groups.find((one) => one.name === name)?.members ?? [],
        }),
        connect: () => ldapConnector.open(configuration(gate.port), environment()),
      };
      const plan = await approvedPlan(database.current.db, target, [
        { kind: "change", account, ...change },
      ]);
      return { plan, id: objects.find(({ name }) => name === account)?.id ?? "" };
    };

    test.each(CASES)(
      "account %s stays in its groups when %s",
      async (account, _when, operation, fault, wanted) => {
        const former: Values = { uid: account, sn: "old", dn: `uid=${account},${PEOPLE}` };
        const contentOf = (values: Values) => ({
          ...EMPTY,
          attributes: Object.fromEntries(
            Object.keys(wanted).map((name) => [name, [values[name] ?? ""]]),
          ),
        });
        const change = { before: contentOf(former), after: contentOf(wanted) };
        const { plan, id } = await begin(account, change, { operation, fault });
        await plan.attempt();
        expect(await plan.changes()).toMatchObject([{ state: "writing", attempts: 1 }]);
        expect(await plan.finish()).toMatchObject({ status: "done" });

        const connection = await open(configuration(slapd.port));
        const { objects } = await accountsOf(connection);
        const found = objects.find((one) => one.id === id);
        expect(found?.attributes).toMatchObject(contentOf(wanted).attributes);
        const groups = (await groupsOf(connection)).objects;
        expect(rightsOf(groups, id)).toEqual(HELD);
        expect((await plan.accounts()).find(({ name }) => name === found?.name)).toMatchObject({
          rights: HELD,
        });
      },
    );
  });
});
