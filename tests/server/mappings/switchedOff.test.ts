/** A mapping of people whose code takes too long for one of them fails for all of them. */
import { expect, test } from "vitest";
import { oneDatabase } from "../support/databases.ts";
import { useCsvRuns } from "../systems/runs/csvRuns.ts";
import type { ConnectedSystem } from "#events/entities/system.ts";
import { inboundDraft } from "./support.ts";

/** More than an import evaluates at once. */
const PEOPLE = 2001;

const ten = "[0,1,2,3,4,5,6,7,8,9]";
const endless = "abcdefgh".split("").reduce((code, name) => `${ten}.all(${name}, ${code})`, "true");

const codeDraft = (field: string, customCode: string) =>
  inboundDraft("", field, { mappingType: "CUSTOM", customCode, attributes: [] });

oneDatabase((database) => {
  const on = useCsvRuns(database, "hr");

  test("an import that switches slow code off gives its values to nobody", async () => {
    const login = "account/login";
    for (const mapping of [
      inboundDraft(login, "externalId"),
      inboundDraft(login, "username"),
      codeDraft("location", `account.login == "p${PEOPLE - 1}" ? string(${endless}) : "Here"`),
      codeDraft("department", '"There"'),
    ]) {
      const { version } = (await on.owner.get(`${on.path}/system`)).json<ConnectedSystem>();
      const added = await on.owner.post(`${on.path}/mappings`, { mapping, version });
      expect(added.statusCode, added.body).toBe(201);
    }
    await on.provide(Array.from({ length: PEOPLE }, (_none, at) => `${10_000 + at},p${at},`));
    expect(await on.run()).toMatchObject({ status: "done" });
    const counts = await on.db
      .selectFrom("identities")
      .select(({ fn }) => [
        fn.countAll<number>().as("people"),
        fn.count<number>("location").as("located"),
        fn.count<number>("department").as("assigned"),
      ])
      .where("external_id", "like", "p%")
      .where("client_id", "=", on.directory.clientId)
      .executeTakeFirstOrThrow();
    // Code that is fast enough gives its values to everybody.
    expect(counts).toEqual({ people: PEOPLE, located: 0, assigned: PEOPLE });
  }, 120_000);
});
