import { expect, test } from "vitest";
import { basicPairs, hideSecrets } from "#server/connectors/hideSecrets.ts";

const SECRET = 'p/ä"ss?>+w ö!';

const base64 = Buffer.from(SECRET).toString("base64");
const pair = Buffer.from(`ann:${SECRET}`).toString("base64");

test.each([
  ["as it is", SECRET],
  ["in Base64", base64],
  ["in Base64 for addresses", base64.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "")],
  ["in an address", encodeURIComponent(SECRET)],
  ["in a form", new URLSearchParams([["", SECRET]]).toString().slice(1)],
  ["in JSON", JSON.stringify(SECRET)],
  ["in JSON with escaped slashes", JSON.stringify(SECRET).replaceAll("/", String.raw`\/`)],
  ["in JSON as ASCII", String.raw`p/\u00e4\"ss?>+w \u00f6!`],
  ["in JSON in JSON", JSON.stringify(JSON.stringify(SECRET))],
  ["in an address in JSON", JSON.stringify(encodeURIComponent(JSON.stringify(SECRET)))],
  ["in a header", `Basic ${pair}`],
  ["in a header in an address", encodeURIComponent(`Basic ${pair}`)],
  ["in a header in JSON in an address", encodeURIComponent(JSON.stringify(`Basic ${pair}`))],
])("a secret is removed %s", (_where, repeated) => {
  const secrets = [SECRET, ...basicPairs(["ann"], [SECRET])];
  const clean = hideSecrets(`<${repeated}>`, secrets, "•");
  expect(clean).toMatch(/^<(?:Basic(?: |%20)|%22Basic%20|%22|"|\\|%5C)*•(?:"|\\|%22|%5C)*>$/);
});

test("a short secret is removed as it is, and an empty one is ignored", () => {
  expect(hideSecrets("a YQ== b", ["a", ""], "•")).toBe("• YQ== b");
  expect(hideSecrets("$& cost", ["cost"], "$&")).toBe("$& $&");
});
