/** Stored secrets of systems, and those that a system replaces. */
import { beforeAll, expect, test } from "vitest";
import { DEFAULT_SETTINGS } from "#events/entities/system.ts";
import { createSecrets } from "#server/secrets/secrets.ts";
import {
  readSecrets,
  receiversOf,
  storeReplacedSecrets,
  writeSecrets,
} from "#server/systems/secrets.ts";
import { oneDatabase } from "../support/databases.ts";
import { fillDirectory } from "../support/directory.ts";
import { directoryConnector } from "./directoryConnector.ts";

const AT = new Date("2026-03-02T09:00:00Z");

oneDatabase((database) => {
  const secrets = createSecrets(Buffer.alloc(32, 7));
  const { fields } = directoryConnector;
  const here = receiversOf(fields, { host: "here.example" });
  const elsewhere = receiversOf(fields, { host: "elsewhere.example" });
  let place: { clientId: string; resourceId: string };
  const read = async (receivers: string) =>
    (await readSecrets(database.current.db, secrets, place, receivers)).values;
  const enter = (value: string, receivers: string, version: number) =>
    writeSecrets(database.current.db, secrets, place, {
      values: [{ fieldId: "secret", value }],
      receivers,
      version,
    });
  const replace = async (value: string, receivers: string, version: number) =>
    storeReplacedSecrets(database.current.db, secrets, place, {
      values: { secret: value },
      origin: { receivers, versions: { secret: version } },
      at: AT,
    });

  beforeAll(async () => {
    const { db } = database.current;
    const { clientId, resources } = await fillDirectory(db);
    place = { clientId, resourceId: resources.crm };
    await db
      .insertInto("connected_systems")
      .values({
        client_id: clientId,
        resource_id: resources.crm,
        connector_id: directoryConnector.id,
        kind: "export",
        settings: JSON.stringify(DEFAULT_SETTINGS),
        created_at: AT,
      })
      .execute();
  });

  test("a secret is read for the receivers for which it was entered only", async () => {
    await enter("first", here, 1);
    expect(await read(here)).toEqual({ secret: "first" });
    expect(await read(elsewhere)).toEqual({});
    await enter("second", elsewhere, 2);
    expect(await read(here)).toEqual({});
    expect(await read(elsewhere)).toEqual({ secret: "second" });
  });

  test("a renewed secret replaces only the secret from which it was renewed", async () => {
    await enter("entered", here, 3);
    await replace("renewed", here, 3);
    await replace("renewed again", here, 3);
    expect(await read(here)).toEqual({ secret: "renewed again" });
    await enter("entered later", elsewhere, 4);
    await replace("of the former grant", here, 3);
    expect(await read(here)).toEqual({});
    expect(await read(elsewhere)).toEqual({ secret: "entered later" });
    await enter("", elsewhere, 5);
    await replace("of a removed grant", elsewhere, 4);
    expect(await read(elsewhere)).toEqual({});
  });
});
