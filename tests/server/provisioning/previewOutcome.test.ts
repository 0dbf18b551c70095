/** Immediate and stored previews of mappings show what a plan of provisioning changes. */
import { expect, test } from "vitest";
import type { MappingDraft, MappingPreview } from "#events/entities/mapping.ts";
import { outboundDraft } from "../mappings/support.ts";
import { oneDatabase } from "../support/databases.ts";
import { tablePlan, useLiveTables } from "./liveTable.ts";

oneDatabase((database) => {
  const { live, read, write } = useLiveTables(database);

  /** A file whose only account, bob's, has what the mapping gave. */
  const connect = async (name: string, mapping: MappingDraft) => {
    write(name, "login;title\nbob;\n");
    const system = await live.connect(tablePlan(name, [mapping]));
    const give = (job_title: string | null) =>
      database.current.db
        .updateTable("identities")
        .set({ job_title })
        .where("client_id", "=", system.clientId)
        .where("username", "=", "bob")
        .execute();
    await give("Clerk");
    expect(await system.runImport()).toMatchObject({ status: "done" });
    await system.approved(await system.preview());
    expect(await system.settled()).toMatchObject({ status: "done" });
    expect(read(name)).toBe("login;title\nbob;Clerk\n");
    return {
      give,
      /** Somebody writes another value into the file. */
      edit: async (title: string) => {
        write(name, `login;title\nbob;${title}\n`);
        expect(await system.runImport()).toMatchObject({ status: "done" });
      },
      previewed: async () => {
        const answer = await live.owner.post(`${system.path}/mapping-preview`, {
          direction: "outbound",
          mapping: null,
          mappingId: null,
          contains: "",
        });
        const { previewObjects } = answer.json<MappingPreview>();
        return previewObjects.map(({ values: [value] }) => value?.after);
      },
      planned: async () => {
        const objects = await system.objectsOf(await system.preview());
        return objects.map(({ name, after }) => [name, after?.attributes["title"]]);
      },
    };
  };

  test("[MAP-18] a value that somebody changed stays while the source of a normal mapping is unchanged", async () => {
    const bob = await connect(
      "normal.csv",
      outboundDraft("jobTitle", "account/title", { strength: "normal" }),
    );
    await bob.edit("By hand");
    expect(await bob.previewed()).toEqual([["By hand"]]);
    expect(await bob.planned()).toEqual([]);
    await bob.give("Manager");
    expect(await bob.previewed()).toEqual([["Manager"]]);
    expect(await bob.planned()).toEqual([["bob", ["Manager"]]]);
  });

  test("[MAP-18] an authoritative mapping removes the value of a source that became empty", async () => {
    const bob = await connect("authoritative.csv", outboundDraft("jobTitle", "account/title"));
    await bob.give(null);
    expect(await bob.previewed()).toEqual([[]]);
    expect(await bob.planned()).toEqual([["bob", []]]);
  });
});
