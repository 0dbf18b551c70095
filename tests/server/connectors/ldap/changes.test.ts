/** Reads of changes from OpenLDAP, whose entries were last changed long ago. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Configuration } from "#server/connectors/contract.ts";
import { hasSlapd } from "../../support/findSlapd.ts";
import { replaceValues, startSlapd, type Slapd } from "../../support/slapd.ts";
import { backdated, configurationOf, content, GROUPS, PEOPLE } from "./content.ts";
import { accountsOf, changesOf, groupsOf, open } from "./support.ts";

describe.skipIf(!hasSlapd())("OpenLDAP", () => {
  let slapd: Slapd;
  let configuration: Configuration;

  beforeAll(async () => {
    slapd = await startSlapd(backdated(content(5, 3)));
    configuration = configurationOf(slapd);
  });
  afterAll(() => slapd.stop());

  /** On a connection of its own. */
  const changesSince = async (token: string) => {
    const connection = await open(configuration);
    return changesOf(connection.sync?.(await connection.discoverSchema(), token));
  };

  test("old accounts and groups are not read again, but changed ones are", async () => {
    const before = await accountsOf(await open(configuration));
    expect(before.objects).toHaveLength(5);
    expect((await groupsOf(await open(configuration))).objects).toHaveLength(1);
    const unchanged = await changesSince(before.end.token ?? "");
    expect(unchanged).toMatchObject({ changes: [], end: { complete: true, problem: null } });

    await replaceValues(slapd, `uid=user1,${PEOPLE}`, { mail: ["new@example.test"] });
    const members = [0, 4].map((number) => `uid=user${number},${PEOPLE}`);
    await replaceValues(slapd, `cn=everyone,${GROUPS}`, { member: members });
    const idOf = (name: string) => before.objects.find((one) => one.name === name)?.id;
    const { changes, end } = await changesSince(unchanged.end.token ?? "");
    expect(end).toMatchObject({ complete: true, problem: null });
    expect(changes).toHaveLength(2);
    expect(changes).toMatchObject([
      {
        type: "stored",
        object: {
          objectClass: "inetOrgPerson",
          id: idOf("user1"),
          attributes: { mail: ["new@example.test"] },
        },
      },
      {
        type: "stored",
        object: {
          objectClass: "groupOfNames",
          attributes: { cn: ["everyone"] },
          members: [idOf("user0"), idOf("user4")],
        },
      },
    ]);
  });
});
