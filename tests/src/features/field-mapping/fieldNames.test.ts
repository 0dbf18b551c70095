import { expect, it } from "vitest";
import { MIDPOINT_USER_FIELDS } from "#events/rules/mappings/fields.ts";
import { namedFields } from "#src/features/field-mapping/mappingText.ts";
import { german } from "#src/features/field-mapping/messages.de.ts";
import { mappingMessages } from "#src/features/field-mapping/messages.ts";
import "#src/features/field-mapping/models.ts";
import { $fieldMapping } from "#src/features/field-mapping/place.ts";
import { messagesArrived } from "#src/kernel/language.ts";
import { loadMessages } from "#src/ui/language/catalogue.ts";
import { makeUser } from "../../support/fixtures.ts";
import { createTestApp } from "../../support/scope.ts";
import { ID, replyMappings } from "./support.ts";

const COST_CENTRE = {
  id: "extension/costCentre",
  name: "costCentre",
  required: false,
  unique: false,
};

it("each field of identities has a German name, and additional attributes keep theirs", () => {
  for (const { id } of MIDPOINT_USER_FIELDS) expect(Object.keys(german.fieldNames)).toContain(id);
  const named = namedFields([...MIDPOINT_USER_FIELDS, COST_CENTRE], german);
  expect(named.map(({ name }) => name).join(", ")).toBe(
    "Personen-ID, Benutzername, Vorname, Nachname, E-Mail-Adresse, Position, Abteilung, Standort, Vorgesetzte Person, costCentre",
  );
  expect(namedFields(MIDPOINT_USER_FIELDS, mappingMessages.english)).toEqual(MIDPOINT_USER_FIELDS);
});

it("the screens name fields in the language of the user", async () => {
  const app = createTestApp();
  await app.signIn(makeUser());
  const params = { resourceId: ID, "*": "inbound" };
  await app.open("fieldMappingDirection", `/resources/${ID}/field-mapping/inbound`, params);
  await replyMappings(app, []);
  const names = () => app.get($fieldMapping)?.fields.map(({ name }) => name);
  expect(names()).toEqual(["Username"]);
  await loadMessages("de");
  await app.act(messagesArrived, "de");
  expect(names()).toEqual(["Benutzername"]);
});
