import { describe, expect, it } from "vitest";
import {
  checkClient,
  checkUsernameFormat,
  CLIENT_LABELS,
  normalizeClient,
  normalizeUsernameFormat,
  proposeUsername,
  secureAgentStatus,
} from "#events/rules/client.ts";
import { message } from "#events/messages/message.ts";
import { english } from "../../support/english.ts";

describe("the secure agent", () => {
  it("is ready for five minutes after its last contact, to the millisecond", () => {
    expect(secureAgentStatus(null, 0)).toBe("Not Detected");
    expect(secureAgentStatus(1000, 301_000)).toBe("Ready");
    expect(secureAgentStatus(1000, 301_001)).toBe("Pending");
  });
});

describe("a stored format of usernames", () => {
  it("keeps the client's own text trimmed, and drops it with another format", () => {
    const custom = { usernameFormatId: "custom", usernameFormatCustom: "  {f}.{last} " } as const;
    expect(normalizeUsernameFormat(custom)).toEqual({
      ...custom,
      usernameFormatCustom: "{f}.{last}",
    });
    const missing = { ...custom, usernameFormatCustom: null };
    expect(normalizeUsernameFormat(missing)).toEqual(missing);
    expect(normalizeUsernameFormat({ ...custom, usernameFormatId: "flast" })).toEqual({
      usernameFormatId: "flast",
      usernameFormatCustom: null,
    });
  });
});

describe("usernames", () => {
  const ada = { givenName: "Ada Maria", familyName: "Łukasiewicz-Ünal" };
  it.each([
    ["first.last", null, "adamaria.łukasiewiczunal"],
    ["flast", null, "ałukasiewiczunal"],
    ["firstl", null, "adamariał"],
    ["custom", "x_{l}{f}_{first}", "x_ła_adamaria"],
    [null, null, ""],
  ] as const)("by the format %s", (usernameFormatId, usernameFormatCustom, expected) => {
    const format = { usernameFormatId, usernameFormatCustom };
    expect(proposeUsername(format, ada)).toBe(expected);
  });

  it("start with a whole character, even if it is a surrogate pair", () => {
    const person = { givenName: "𐐨da", familyName: "𐐩" };
    const format = { usernameFormatId: "flast", usernameFormatCustom: null } as const;
    expect(proposeUsername(format, person)).toBe("𐐨𐐩");
  });

  it("are not proposed while a required name is missing", () => {
    const format = { usernameFormatId: "first.last", usernameFormatCustom: null } as const;
    expect(proposeUsername(format, { givenName: "Ada", familyName: " " })).toBe("");
    expect(proposeUsername({ ...format, usernameFormatId: "firstl" }, ada)).not.toBe("");
    const first = { usernameFormatId: "custom", usernameFormatCustom: "{first}" } as const;
    expect(proposeUsername(first, { givenName: "Ada", familyName: "" })).toBe("ada");
    expect(proposeUsername({ ...first, usernameFormatCustom: null }, ada)).toBe("");
    expect(proposeUsername({}, ada)).toBe("");
    for (const usernameFormatCustom of ["{f}", "{l}", "{last}"]) {
      const nameless = { givenName: "", familyName: "" };
      expect(proposeUsername({ ...first, usernameFormatCustom }, nameless)).toBe("");
    }
  });

  it("never exceed the length of the field", () => {
    const person = { givenName: "a".repeat(255), familyName: "b".repeat(255) };
    const format = { usernameFormatId: "first.last", usernameFormatCustom: null } as const;
    expect(proposeUsername(format, person)).toHaveLength(255);
  });

  it.each([
    ["{first}", null],
    ["x{f}.{last}", null],
    ["", "Format is required"],
    ["none", "Use at least one of {first}, {last}, {f}, {l}"],
    ["{first}{x}", "Braces belong to {first}, {last}, {f}, {l} only"],
    ["{l{f}}", "Braces belong to {first}, {last}, {f}, {l} only"],
    ["{", "Use at least one of {first}, {last}, {f}, {l}"],
  ])("follow a custom format: %s", (usernameFormatCustom, problem) => {
    const format = { usernameFormatId: "custom", usernameFormatCustom } as const;
    expect(english(checkUsernameFormat(format))).toBe(problem);
    expect(checkUsernameFormat({ usernameFormatId: "flast", usernameFormatCustom })).toBeNull();
    const missing = { ...format, usernameFormatCustom: null };
    expect(english(checkUsernameFormat(missing))).toBe("Format is required");
    const padded = { ...format, usernameFormatCustom: ` ${usernameFormatCustom} ` };
    expect(english(checkUsernameFormat(padded))).toBe(problem);
  });
});

describe("the profile of a client", () => {
  it("has a label for each field", () => {
    const labels = Object.entries(CLIENT_LABELS).map(([field, label]) => [
      field,
      english(message(label)),
    ]);
    expect(Object.fromEntries(labels)).toEqual({
      name: "Client name",
      url: "Website",
      coreProcessor: "Core processor",
      address: "Address",
      address2: "Address, second line",
      city: "City",
      state: "State",
      zip: "ZIP code",
    });
  });

  it("is stored without white space around texts, and with null for an empty one", () => {
    const typed = {
      name: " Acme ",
      url: " https://acme.example ",
      coreProcessor: "",
      address: " ",
    };
    const rest = { address2: null, city: " Ulm", state: "\t", zip: "89073 " };
    expect(normalizeClient({ ...typed, ...rest })).toEqual({
      name: "Acme",
      url: "https://acme.example",
      coreProcessor: null,
      address: null,
      address2: null,
      city: "Ulm",
      state: null,
      zip: "89073",
    });
    expect(normalizeClient({ ...typed, ...rest, name: " " }).name).toBe("");
  });

  it("needs a name and a valid website", () => {
    const rest = { coreProcessor: null, address: null, address2: null, city: null, state: null };
    const check = (name: string, url: string | null) =>
      checkClient({ ...rest, zip: null, name, url });
    expect(check("Acme", null)).toEqual({});
    expect(check("Acme", "http://acme.example/x?y")).toEqual({});
    const { name, url } = check(" ", "javascript:alert(1)");
    expect(english(name)).toBe("Client name is required");
    const badUrl = "Website must begin with https:// or http://";
    expect(english(url)).toBe(badUrl);
    for (const good of ["", "  ", " https://acme.example ", "HTTPS://ACME.EXAMPLE"]) {
      expect(check("Acme", good), good).toEqual({});
    }
    for (const bad of ["https://", "https:///path", "ftp://acme.example", "x https://a.example"]) {
      expect(english(check("Acme", bad).url), bad).toBe(badUrl);
    }
    // It begins as an address does, but is none.
    expect(english(check("Acme", "https://[acme").url)).toBe(badUrl);
  });
});
