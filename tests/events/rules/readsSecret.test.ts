import { expect, test } from "vitest";
import { readsSecret } from "#events/rules/provisioning.ts";

const ofCode = (customCode: string) =>
  readsSecret({ mappingType: "CUSTOM", customCode, attributes: [] });

test("code reads a secret if it names a secret field", () => {
  const secret = [
    "identity.initialPassword",
    'identity["api token"]',
    "identity['token']",
    "identity.token",
    "all.accessToken[0] + token",
    "identity.tokenSeed",
  ];
  expect(secret.filter((code) => !ofCode(code))).toEqual([]);
});

test("the number of a unique value is no secret", () => {
  const open = ["identity.username + token", "token", 'token == "" ? "a" : "a" + token'];
  expect(open.filter(ofCode)).toEqual([]);
});
