import { createHmac } from "node:crypto";
import { expect, test } from "vitest";
import { createCsrf } from "#server/auth/csrf.ts";

const { isToken, tokenOf } = createCsrf("secret");
const hmac = (key: string, text: string) => createHmac("sha256", key).update(text).digest();

test("a cookie's token is its HMAC under the secret", () => {
  expect(tokenOf("cookie")).toBe(hmac("secret", "cookie").toString("base64url"));
  expect(isToken("cookie", tokenOf("cookie"))).toBe(true);
});

test.each([
  ["of another cookie", tokenOf("other")],
  ["under another secret", hmac("other", "cookie").toString("base64url")],
  ["that is shortened", tokenOf("cookie").slice(0, -2)],
  ["that is lengthened", `${tokenOf("cookie")}AAAA`],
  ["that is empty", ""],
])("a token %s is refused", (_which, token) => {
  expect(isToken("cookie", token)).toBe(false);
});
