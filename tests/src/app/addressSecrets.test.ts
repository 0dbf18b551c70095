// @vitest-environment happy-dom
/** Secrets are removed from an address before anything is recorded, even if the address is damaged. */
import { beforeEach, expect, it } from "vitest";
import { linkToken, takeLinkToken } from "#src/app/emailLinkToken.ts";
import { storeSsoCallback, takeGrantReply, takeSsoCallback } from "#src/app/ssoCallback.ts";

const SYSTEM = "/resources/00000000-0000-4000-8000-000000000001/configuration";

beforeEach(() => {
  takeSsoCallback();
  takeGrantReply({ path: SYSTEM });
});

function begin(address: string): string {
  window.history.replaceState(null, "", address);
  takeLinkToken();
  storeSsoCallback();
  const { pathname, search } = window.location;
  return pathname + search;
}

it("a link's token is removed from the address and stays with the page's history entry", () => {
  expect(begin("/reset-password?token=s3cret&x=1")).toBe("/reset-password?x=1");
  expect(linkToken()).toBe("s3cret");
  expect(window.history.state).toEqual({ linkToken: "s3cret" });
  takeLinkToken();
  expect(linkToken()).toBe("s3cret");
});

it.each([
  ["/reset-password.?token=s3cret", "/reset-password."],
  ["/Activate?verificationToken=s3cret&lang=en", "/Activate?lang=en"],
  ["/activate?token=s3cret", "/activate"],
  ["/?token=s3cret&token=s3cret", "/"],
  ["/?code=s3cret", "/"],
  ["/?state=s3cret", "/"],
  ["/?code=s3cret&redirect=%2Fusers", "/?redirect=%2Fusers"],
  [`${SYSTEM}?state=s3cret&code=s3cret&show=all`, `${SYSTEM}?show=all`],
])("%s keeps no secret", (address, left) => {
  expect(begin(address)).toBe(left);
  expect(takeSsoCallback()).toBeNull();
  expect(JSON.stringify(window.history.state)).not.toContain("s3cret");
});

it("the answer of a system's provider is for the screen of that system, once", () => {
  expect(begin(`${SYSTEM}?state=the-state&code=the-code`)).toBe(SYSTEM);
  expect(takeSsoCallback()).toBeNull();
  expect(takeGrantReply({ path: SYSTEM.replace("1/", "2/") })).toBeNull();
  const answer = { kind: "code", state: "the-state", code: "the-code" };
  expect(takeGrantReply({ path: SYSTEM })).toEqual(answer);
  expect(takeGrantReply({ path: SYSTEM })).toBeNull();
  begin(`${SYSTEM}?state=s&error=access_denied&error_description=no`);
  expect(takeGrantReply({ path: SYSTEM })).toEqual({ kind: "error", error: "access_denied" });
  begin(`${SYSTEM}?error=%3Cb%3E`);
  expect(takeGrantReply({ path: SYSTEM })).toEqual({ kind: "error", error: "server_error" });
});

it("an address that begins with two slashes leads to no other host, and its page starts", () => {
  const { origin } = window.location;
  begin(`${origin}//reset-password?token=s3cret`);
  expect(window.location.href).toBe(`${origin}//reset-password`);
  begin(`${origin}/?state=s3cret&code=s3cret`);
  expect(window.location.href).toBe(`${origin}/`);
});

it("an address without a secret is unchanged, with its history entry", () => {
  window.history.replaceState({ mine: 1 }, "", "/users?contains=ann");
  takeLinkToken();
  storeSsoCallback();
  expect(window.history.state).toEqual({ mine: 1 });
  expect(window.location.search).toBe("?contains=ann");
});
