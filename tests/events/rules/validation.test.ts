import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { checkEmail } from "#events/rules/email.ts";
import { isTopLevelDomain } from "#events/rules/topLevelDomains.ts";
import {
  checkAscii,
  checkConfirmation,
  checkFile,
  checkLength,
  checkNewPassword,
  checkNotEmpty,
  checkPassword,
  checkPhone,
  checkRepeated,
  checkOneLine,
  checkRequired,
} from "#events/rules/validation.ts";
import { english } from "../../support/english.ts";

describe("a form text", () => {
  it("has at most 255 characters", () => {
    expect(checkLength("x".repeat(255))).toBeNull();
    expect(english(checkLength("x".repeat(256)))).toContain("255");
  });
});

describe("a required text", () => {
  it("[VAL-1] names its label in the error", () => {
    expect(english(checkRequired("", "labels.familyName"))).toBe("Last name is required");
    expect(checkRequired("x", "labels.familyName")).toBeNull();
  });
  it("[VAL-2] has an error without a label", () => {
    expect(english(checkRequired(""))).toBe("This field is required");
  });
  it("[VAL-3] is empty if it consists of white space of any kind", () => {
    for (const text of [" ", "\t\n", "\u00a0\u2003"]) {
      expect(english(checkRequired(text, "labels.clientName"))).toBe("Client name is required");
    }
  });
  it("is empty if it consists of invisible characters", () => {
    for (const text of ["\u200b\u200d", "\ufeff\u2060 ", "\u3164"]) {
      expect(english(checkRequired(text, "labels.clientName"))).toBe("Client name is required");
    }
    expect(checkRequired("\u200f\u0645\u062d\u0645\u062f", "labels.clientName")).toBeNull();
  });
  it("[VAL-4] that is used verbatim must not be empty", () => {
    expect(english(checkNotEmpty(""))).toBe("Field must not be empty");
    expect(checkNotEmpty(" ")).toBeNull();
  });
});

describe("a phone number", () => {
  it("has digits, and what people write between them", () => {
    for (const number of ["", "7", "555-0100", "+49 (30) 12.34/5", " 12 "]) {
      expect(checkPhone(number), number).toBeNull();
    }
    for (const text of ["abc", "12a", "1+2", "+", "()", "1\u0000", "x".repeat(300)]) {
      expect(checkPhone(text), text).not.toBeNull();
    }
  });
});

describe("an e-mail address", () => {
  it.each([
    ["ada@example.com"],
    ["ada.lovelace+test@mail.example.co.uk"],
    ["o'hara_x-1@sub.example.museum"],
    ["ada@example.XN--P1AI"],
    [`${"a".repeat(64)}@example.com`],
    [`a@${"b".repeat(59)}.com`],
  ])("%s is valid", (address) => {
    expect(checkEmail(address)).toBeNull();
  });

  it("[VAL-5] is required", () => {
    for (const empty of ["", "  "])
      expect(english(checkEmail(empty))).toBe("Email address is required");
  });
  it("[VAL-6] is ASCII", () => {
    for (const address of ["ädä@example.com", "ada@exämple.com", "ada@example.com\u200b"]) {
      expect(english(checkEmail(address))).toBe("Only ascii characters are allowed");
    }
  });
  it.each("()[],:;<>".split(""))("[VAL-7] has no %s", (character) => {
    const message = "A forbidden character (),:;<>@[] was found";
    expect(english(checkEmail(`a${character}a@example.com`))).toBe(message);
    expect(english(checkEmail(`ada@example.com${character}`))).toBe(message);
  });
  it("[VAL-8] has exactly one @", () => {
    for (const address of ["ada", "ada.example.com", "a@b@example.com", "ada@@example.com"]) {
      expect(english(checkEmail(address))).toBe("An email address must contain a single @");
    }
  });
  it("[VAL-9] ends in a known top-level domain", () => {
    for (const address of ["ada@example", "ada@example.c0m", "ada@", "ada@example.com.", "a@com"]) {
      expect(english(checkEmail(address))).toBe(
        "The domain portion, after the @, of the email address is invalid",
      );
    }
  });
  it("[VAL-10] has the basic shape", () => {
    for (const address of [
      "@example.com",
      ".ada@example.com",
      "a..b@example.com",
      "a b@example.com",
      " ada@example.com",
      'a"b@example.com',
      "ada@-example.com",
      "ada@example..com",
      "ada@ex ample.com",
      "ada\n@example.com",
    ]) {
      expect(english(checkEmail(address)), address).toBe(
        "Please check the formatting of your email address",
      );
    }
  });
  it("[VAL-11] has at most 64 characters before the @", () => {
    expect(english(checkEmail(`${"a".repeat(65)}@example.com`))).toBe(
      "The username portion, before the @, of the email address is too long",
    );
  });
  it("[VAL-12] has at most 63 characters after the @", () => {
    expect(english(checkEmail(`a@${"b".repeat(60)}.com`))).toBe(
      "The domain portion, after the @, of the email address is too long",
    );
  });
  it("reports its first problem in the order of the rules", () => {
    expect(english(checkEmail("ä(@@"))).toBe("Only ascii characters are allowed");
    expect(english(checkEmail("(@@"))).toBe("A forbidden character (),:;<>@[] was found");
    expect(english(checkEmail("@@"))).toBe("An email address must contain a single @");
  });
  it("is checked quickly, whatever it contains", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 255 }), (text) => {
        const problem = checkEmail(text);
        return problem === null || english(problem) !== problem.code;
      }),
      { seed: 7, numRuns: 500 },
    );
    expect(checkEmail(`${"a".repeat(100_000)}@${"b-".repeat(100_000)}.com`)).not.toBeNull();
  });
});

it("top-level domains of other scripts are accepted in their xn-- form only", () => {
  expect(isTopLevelDomain("xn--p1ai")).toBe(true);
  expect(isTopLevelDomain("рф")).toBe(false);
  expect(isTopLevelDomain("constructor")).toBe(false);
  expect(isTopLevelDomain("")).toBe(false);
});

describe("a password", () => {
  it("[VAL-13] is ASCII", () => {
    for (const password of ["pässword1", "ä", "password😀"]) {
      expect(english(checkPassword(password))).toBe("Only ascii characters are allowed");
    }
    expect(checkAscii("password")).toBeNull();
  });
  it("[VAL-14] has at least 8 characters", () => {
    expect(english(checkPassword("1234567"))).toBe("Password must contain at least 8 characters");
    expect(english(checkPassword(""))).toBe("Password must contain at least 8 characters");
    expect(checkPassword("12345678")).toBeNull();
  });
});

describe("a new password", () => {
  const chosen = (password: string) => english(checkNewPassword(password, "labels.newPassword"));
  it("[VAL-1] [VAL-3] [VAL-13] [VAL-14] is required, long enough and ASCII", () => {
    expect(chosen("")).toBe("New password is required");
    expect(chosen(" ".repeat(9))).toBe("New password is required");
    expect(chosen("1234567")).toBe("Password must contain at least 8 characters");
    expect(chosen("pässword1")).toBe("Only ascii characters are allowed");
    expect(chosen("12345678")).toBeNull();
  });
  it("must be repeated exactly", () => {
    expect(checkRepeated("Secret 1", "Secret 1")).toBeNull();
    expect(english(checkRepeated("secret 1", "Secret 1"))).toBe("The passwords do not match");
  });
});

describe("a file", () => {
  it("[VAL-15] has at most 2,000,000 bytes", () => {
    expect(english(checkFile({ size: 2_000_001 }))).toBe("This file is too large");
    expect(checkFile({ size: 2_000_000 })).toBeNull();
  });
  it("[VAL-16] is required", () => {
    expect(english(checkFile(null))).toBe("A file is required");
  });
});

it("[VAL-17] a confirmation must match exactly", () => {
  const message = "Please enter the text exactly as it is displayed to continue";
  for (const text of ["", "delete ada", "DELETE ADA", " Delete ada"]) {
    expect(english(checkConfirmation(text, "Delete ada"))).toBe(message);
  }
  expect(checkConfirmation("Delete ada", "Delete ada")).toBeNull();
});

it("texts within a line have no line breaks and no control characters", () => {
  for (const text of ["Ada\nLovelace", "a\r", "\tb", "\0", "\u0085", "\u2028", "\u2029"]) {
    expect(english(checkOneLine(text)), JSON.stringify(text)).toBe(
      "Line breaks and other control characters are not allowed",
    );
  }
  for (const text of ["", "Ada  King-Lovelace", "Ζωή", "👩🏽‍🚀"]) expect(checkOneLine(text)).toBeNull();
});
