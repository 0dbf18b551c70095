/** A certificate or another text of a configuration that is read from a file. */
import { beforeEach, expect, it } from "vitest";
import { getConfiguration } from "#events/calls/systems.ts";
import type { ConnectorField } from "#events/entities/connector.ts";
import { configurationForm } from "#src/features/systems/configurationModel.ts";
import "#src/features/systems/models.ts";
import { $textFile, pickTextFile } from "#src/features/systems/textFileModel.ts";
import { readFileFx } from "#src/kernel/filePorts.ts";
import { english } from "../../../support/english.ts";
import { makeUser, uuid } from "../../support/fixtures.ts";
import { createTestApp, port, type TestApp } from "../../support/scope.ts";

const ID = uuid(50);
const CERTIFICATE = "-----BEGIN CERTIFICATE-----\nTcHüß\n-----END CERTIFICATE-----\n";

const certificate: ConnectorField = {
  id: "ca",
  group: "service",
  type: "TEXT",
  required: false,
  initial: null,
  options: [],
  minimum: null,
  maximum: null,
  multiline: true,
  when: null,
};

let app: TestApp;
let isReadable: boolean;
beforeEach(async () => {
  isReadable = true;
  app = createTestApp({
    handlers: [
      port(readFileFx, async (file) => {
        if (!isReadable) throw new Error("gone");
        return Buffer.from(await file.arrayBuffer()).toString("base64");
      }),
    ],
  });
  await app.signIn(makeUser());
  await app.open("systemConfiguration", `/resources/${ID}/configuration`, { resourceId: ID });
  await app.reply(getConfiguration, {
    resourceId: ID,
    connectorId: 3,
    connectorKey: "scim",
    fields: [certificate],
    values: [{ fieldId: "ca", value: null, isSet: false }],
    files: [],
    authorization: null,
    maxFileBytes: 1_000_000_000,
    version: 1,
  });
});

const pick = (content: BlobPart) =>
  app.act(pickTextFile, { fieldId: "ca", file: new File([content], "ca.pem") });
const value = () => app.get(configurationForm.$view)?.values["ca"];

it("[VAL-15] becomes the value of its field, unless it has more than 2,000,000 bytes", async () => {
  await pick(CERTIFICATE);
  expect(value()).toBe(CERTIFICATE);
  expect(app.get($textFile)).toEqual({ fieldId: "ca", fileName: "ca.pem", refusal: null });

  await pick("x".repeat(2_000_001));
  expect(value()).toBe(CERTIFICATE);
  expect(english(app.get($textFile)?.refusal)).toBe("This file is too large");

  await pick("y".repeat(2_000_000));
  expect(value()).toHaveLength(2_000_000);
  expect(app.get($textFile)?.refusal).toBeNull();
});

it("says that the browser cannot read it any more", async () => {
  isReadable = false;
  await pick(CERTIFICATE);
  expect(value()).toBe("");
  expect(english(app.get($textFile)?.refusal)).not.toBeNull();
});
