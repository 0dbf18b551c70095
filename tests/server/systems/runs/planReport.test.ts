/** What a person sees of a plan before deciding: its objects as a file, and the people by department. */
import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import type { AffectedDepartment } from "#events/entities/systemRun.ts";
import { importDirectory } from "#server/import/importDirectory.ts";
import { rowsTable } from "#server/import/rowsTable.ts";
import { eachDatabase } from "../../support/databases.ts";
import { useCsvRuns } from "./csvRuns.ts";

eachDatabase((database) => {
  const on = useCsvRuns(database);

  test("lists the people by department, and exports the objects", async () => {
    const { clientId } = on.directory;
    const prefix = randomUUID();
    const idOf = (name: string) => `${prefix}-${name}`;
    const identities = rowsTable(
      "people.csv",
      ["id", "department"],
      [
        [idOf("ann"), "Retail"],
        [idOf("bob"), "Retail"],
        [idOf("cyd"), "Risk"],
        [idOf("dan"), ""],
        [idOf("eve"), "Risk"],
      ],
    );
    await importDirectory(on.db, { clientId, identities });
    const rowOf = (id: number, name: string, right = "read") => `${id},${idOf(name)},${right}`;
    await on.provide([
      rowOf(1, "ann"),
      rowOf(2, "bob"),
      rowOf(3, "cyd"),
      rowOf(4, "dan"),
      rowOf(5, "eve"),
      "6,orphan,read",
    ]);
    await on.changeImportSettings({ owner: { attribute: "login", field: "externalId" } });
    await on.publish();
    expect(await on.run()).toMatchObject({ status: "done", counts: { added: 6 } });

    // Ann, Dan and the orphan are missing, Bob changes, Cyd and Eve stay, Flo is new.
    await on.provide([rowOf(2, "bob", "write"), rowOf(3, "cyd"), rowOf(5, "eve"), rowOf(7, "flo")]);
    const waiting = await on.run();
    expect(waiting).toMatchObject({ status: "planned", counts: { gone: 3, changed: 1, added: 1 } });
    const answer = await on.owner.get(`${on.path}/runs/${waiting.oid}/departments`);
    expect(answer.json<{ departments: AffectedDepartment[] }>()).toEqual({
      departments: [
        { department: "Retail", people: 2, losing: 1 },
        { department: null, people: 1, losing: 1 },
      ],
      departmentCount: 2,
    });

    const file = await on.owner.get(`${on.path}/runs/${waiting.oid}/entries.csv?contains=bob`);
    expect(file.statusCode, file.body).toBe(200);
    expect(file.headers["content-type"]).toContain("text/csv");
    const [header, line, ...rest] = file.body.replace("\uFEFF", "").trimEnd().split("\r\n");
    expect(header).toBe(
      "change,object,formerName,objectId,objectClass,owner,leaves,entitlementsBefore,entitlementsAfter,attributesBefore,attributesAfter",
    );
    const bob = idOf("bob");
    expect(line).toContain(`changed,${bob},${bob},2,`);
    expect(line).toContain(`,${bob},,read,write,`);
    expect(rest).toEqual([]);
    const gone = await on.owner.get(`${on.path}/runs/${waiting.oid}/entries.csv?change=gone`);
    expect(gone.body.trimEnd().split("\r\n")).toHaveLength(4);
  });
});
