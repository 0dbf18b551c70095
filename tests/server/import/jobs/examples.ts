/** Example inputs of the calls of imports: each needs an import in a certain state. */
import { randomUUID } from "node:crypto";
import * as calls from "#events/calls/import.ts";
import { noChanges } from "#server/import/types.ts";
import { example, type Example, type Place } from "../../calls/inputs.ts";
import { announce, fileOf, sendParts } from "./support.ts";

const FILE = fileOf("people.csv", "id,jobTitle\nexample,Teller\n");
const pathOf = ({ clientId }: Place) => `/api/clients/${clientId}/imports`;

/** A new import; it replaces the one of an earlier example. */
async function begin(place: Place, sent: boolean) {
  const { clientId } = place;
  // Imports of earlier examples run forever, because nothing takes them.
  await place.api.app.services.db
    .deleteFrom("directory_imports")
    .where("client_id", "=", clientId)
    .execute();
  const importId = await announce(place.browser, pathOf(place), { identities: FILE });
  if (sent) await sendParts(place.browser, pathOf(place), importId, { identities: FILE });
  return { clientId, importId };
}

async function checked(place: Place) {
  const params = await begin(place, true);
  await place.api.app.services.db
    .updateTable("directory_imports")
    .set({ status: "checked" })
    .where("client_id", "=", params.clientId)
    .where("id", "=", params.importId)
    .execute();
  return params;
}

/** An import that was written and changed nothing. */
async function written({ clientId, api }: Place) {
  const importId = randomUUID();
  const { db } = api.app.services;
  const { last } = await db
    .selectFrom("import_history")
    .select((eb) => eb.fn.max("no").as("last"))
    .where("client_id", "=", clientId)
    .executeTakeFirstOrThrow();
  await db
    .insertInto("import_history")
    .values({
      client_id: clientId,
      id: importId,
      no: (last ?? 0) + 1,
      at: new Date(),
      actor: "mia",
      by_command: true,
      mode: "merge",
      counts: JSON.stringify(noChanges()),
      changes: 0,
    })
    .execute();
  return { clientId, importId };
}

export const examples: readonly Example[] = [
  example(calls.createImport, async (place) => {
    await begin(place, false);
    return {
      body: { mode: "merge" as const, identities: { name: "a.csv", size: 5 }, access: null },
    };
  }),
  example(calls.addImportPart, async (place) => ({
    params: await begin(place, false),
    body: { file: "identities" as const, part: 0, content: FILE.bytes.toString("base64") },
  })),
  example(calls.checkImport, async (place) => ({ params: await begin(place, true) })),
  example(calls.applyImport, async (place) => ({
    params: await checked(place),
    body: { skipRejected: false },
  })),
  example(calls.cancelImport, async (place) => ({ params: await begin(place, false) })),
  example(calls.listImportRejects, async (place) => ({ params: await begin(place, false) })),
  example(calls.getPastImport, async (place) => ({ params: await written(place) })),
  example(calls.listImportChanges, async (place) => ({ params: await written(place) })),
  example(calls.undoImport, async (place) => ({ params: await written(place) })),
];
