import fc from "fast-check";
import { expect, test } from "vitest";
import { decodeRedirectPath } from "#events/rules/session.ts";

test.each([
  ["/dashboard", "/dashboard"],
  ["%2Frbac%2Frole-mapping%3Fcontains%3Da%20b", "/rbac/role-mapping?contains=a b"],
  ["/rbac/role-mapping/1#top", "/rbac/role-mapping/1#top"],
  ["/rbac/role-mapping?contains=100%25", "/rbac/role-mapping?contains=100%25"],
  ["/rbac/role-mapping?contains=%2541", "/rbac/role-mapping?contains=%2541"],
  ["%2Frbac%2Frole-mapping%3Fcontains%3D%252541", "/rbac/role-mapping?contains=%2541"],
  ["/users?contains=BANK%5Cann", "/users?contains=BANK%5Cann"],
  ["/users?contains=/../a", "/users?contains=/../a"],
  ["/users/a..b", "/users/a..b"],
  ["/rbac/role-mapping/a%2Fb%20c", "/rbac/role-mapping/a%2Fb%20c"],
])("[ROUTE-98] %j leads to %j", (encoded, path) => {
  expect(decodeRedirectPath(encoded)).toBe(path);
});

test.each([
  "",
  null,
  undefined,
  "dashboard",
  "https://evil.example/",
  "//evil.example",
  "%2F%2Fevil.example",
  "/\\evil.example",
  "/%5Cevil.example",
  "/a%5Cb",
  "/%2Fevil.example",
  "%2F%252Fevil.example",
  "%2F%5Cevil.example",
  "%252F%252Fevil.example",
  "/%0D%0Aevil",
  "/\t/evil.example",
  "/users?a=\tb",
  "java\nscript:alert(1)",
  "javascript%3Aalert(1)",
  "/%09/evil.example",
  "/\n/evil.example",
  "javascript:alert(1)",
  "/%zz",
  "/.//evil.example",
  "/%2E//evil.example",
  "/users/..//evil.example",
  "%2Fusers%2F..%2F%2Fevil.example",
  "/users/..",
  "/users/..?a=b",
  "/users/..#top",
])("%j is refused", (encoded) => {
  expect(decodeRedirectPath(encoded)).toBeNull();
});

test("a path gives the same result whether it is encoded once or not", () => {
  const part = fc.constantFrom(
    "/",
    "a",
    "?",
    "contains=",
    "%25",
    "%41",
    "%2541",
    "%2F",
    "%5C",
    "&",
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 8 }), (parts) => {
      const path = `/users${parts.join("")}`;
      const plain = decodeRedirectPath(path);
      expect(decodeRedirectPath(encodeURIComponent(path))).toBe(plain);
      expect([path, null]).toContain(plain);
    }),
    { seed: 7, numRuns: 2000 },
  );
});

test("an accepted path stays on its origin", () => {
  const part = fc.constantFrom(
    "/",
    "\\",
    "%2F",
    "%5C",
    "%09",
    "\t",
    "@",
    ":",
    ".",
    "..",
    "%2e",
    "evil.example",
    "a",
    "?",
    "#",
    "%00",
  );
  let decoded = 0;
  fc.assert(
    fc.property(fc.array(part, { maxLength: 8 }), (parts) => {
      const path = decodeRedirectPath(parts.join(""));
      if (path === null) return;
      decoded += 1;
      const { origin, pathname } = new URL(path, "https://app.example");
      expect(origin).toBe("https://app.example");
      expect(pathname).not.toMatch(/^\/\//);
    }),
    { seed: 7, numRuns: 5000 },
  );
  expect(decoded).toBeGreaterThan(100);
});
