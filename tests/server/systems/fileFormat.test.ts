/** What a table file is, before the configuration that names it is saved. */
import { randomUUID } from "node:crypto";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { oneDatabase } from "../support/databases.ts";
import { expectError } from "../support/errors.ts";
import { addSystem, MANUAL_ID, pathOf, upload } from "./support.ts";
import { useSystemsApi } from "./systemsApi.ts";

oneDatabase((database) => {
  const { place } = useSystemsApi(database);

  const begin = async () => {
    const { resourceId } = await addSystem(place.owner, place.clientId);
    return pathOf(place.clientId, resourceId);
  };
  const formatOf = async (content: Buffer, query = "") => {
    const path = await begin();
    const file = await upload(place.owner, path, content);
    const answer = await place.owner.get(`${path}/file-format?source=UPLOAD&file=${file}${query}`);
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json<{ format: unknown; failure: unknown }>();
  };
  const TABLE = "Nr;Name\n1;Zoë\n";

  test.each([
    ["UTF-8", Buffer.from(TABLE), { charset: "utf-8", isMarked: false }],
    [
      "UTF-8 with a byte order mark",
      Buffer.from(`\uFEFF${TABLE}`),
      { charset: "utf-8", isMarked: true },
    ],
    ["Windows-1252", Buffer.from(TABLE, "latin1"), { charset: "windows-1252", isMarked: false }],
    ["UTF-16", Buffer.from(`\uFEFF${TABLE}`, "utf16le"), { charset: "utf-16le", isMarked: true }],
    ["compressed", gzipSync(TABLE), { charset: "utf-8", isMarked: false, isCompressed: true }],
  ])(
    "has its encoding, byte order mark, delimiter and columns: %s",
    async (_name, content, text) => {
      expect(await formatOf(content)).toEqual({
        format: {
          columns: ["Nr", "Name"],
          text: { delimiter: ";", isCompressed: false, ...text },
        },
        failure: null,
      });
    },
  );

  test("follows the delimiter that the form chose", async () => {
    expect(await formatOf(Buffer.from(TABLE), "&delimiter=COMMA")).toMatchObject({
      format: { columns: ["Nr;Name"], text: { delimiter: "," } },
    });
  });

  test("is unknown, with the remedy, for a damaged and for a missing file", async () => {
    expect(await formatOf(Buffer.from("Nr;Nr\n1;2\n"))).toMatchObject({
      format: null,
      failure: { step: "read", remedy: "contentDamaged" },
    });
    const missing = await place.owner.get(
      `${await begin()}/file-format?source=UPLOAD&file=${randomUUID()}`,
    );
    expect(missing.json()).toMatchObject({
      format: null,
      failure: { step: "find", remedy: "fileMissing" },
    });
  });

  test("does not show a file of another system", async () => {
    const file = await upload(place.owner, await begin(), Buffer.from(TABLE));
    const other = await place.owner.get(`${await begin()}/file-format?source=UPLOAD&file=${file}`);
    expect(other.json()).toMatchObject({ format: null, failure: { remedy: "fileMissing" } });
  });

  test("is refused for a connector that reads no files", async () => {
    const { resourceId } = await addSystem(place.owner, place.clientId, {
      connectorId: MANUAL_ID,
      kind: "manual",
    });
    const path = pathOf(place.clientId, resourceId);
    expectError(await place.owner.get(`${path}/file-format`), "ECONFLICT");
  });
});
