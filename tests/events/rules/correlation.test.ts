/** Rules of correlation that forms and server share. */
import { describe, expect, test } from "vitest";
import type { AttributeInput } from "#events/entities/correlation.ts";
import { message } from "#events/messages/message.ts";
import { english } from "../../support/english.ts";
import {
  checkAttributes,
  checkLimits,
  errorOfGet,
  errorsOf,
  typeOf,
} from "#events/rules/correlation.ts";

const field = (name: string | null, position = 1): AttributeInput => ({
  resourceSchemaId: name,
  staticContent: null,
  position,
});
const text = (content: string | null, position = 1): AttributeInput => ({
  type: "static",
  resourceSchemaId: null,
  staticContent: content,
  position,
});

describe("attributes of a rule", () => {
  test("[CORR-4] the type is field by default", () => {
    expect(typeOf({})).toBe("field");
    expect(typeOf({ type: "static" })).toBe("static");
  });

  test("[CORR-3] an attribute names an attribute of accounts or contains a text", () => {
    expect(checkAttributes([field("mail"), text(" ", 2)], null)).toBeNull();
    expect(checkAttributes([field(null)], null)).toEqual(message("correlation.attributeMissing"));
    expect(checkAttributes([], null)).toEqual(message("correlation.attributesRequired"));
    expect(checkAttributes([text("a")], null)).toEqual(message("correlation.fieldRequired"));
    expect(checkAttributes([field("a"), field("b")], null)).toEqual(
      message("correlation.repeatedPosition"),
    );
    expect(checkAttributes([field("a\nb")], null)).toEqual(message("fields.notOneLine"));
  });

  test("[VAL-4] a static text must not be empty, and may be a space", () => {
    const problem = checkAttributes([field("a"), text("", 2)], null);
    expect(problem && english(problem)).toBe("Field must not be empty");
    expect(checkAttributes([field("a"), text(null, 2)], null)).toEqual(problem);
    expect(checkAttributes([field("a"), text(" ", 2)], null)).toBeNull();
  });

  test("only attributes that the system has are accepted once they are known", () => {
    expect(checkAttributes([field("mail")], new Set(["mail"]))).toBeNull();
    expect(checkAttributes([field("other")], new Set(["mail"]))).toEqual(
      message("systems.attributeUnknown"),
    );
  });
});

describe("errors of failed requests", () => {
  const reason = message("correlation.ruleNotFound");
  test("[CORR-5] a get has the text that the server sent", () => {
    expect(errorOfGet({ code: "ENOTFOUND", reason })).toEqual(reason);
  });
  test("[CORR-6] a get without a text has 'An error has occurred'", () => {
    const unnamed = { code: "EBADREPLY", reason: message("network.unreadable") };
    expect(errorOfGet(unnamed)).toEqual(message("correlation.failed"));
  });
  test("[CORR-7] [CORR-8] a save or delete has the reason of each field, or that of the request", () => {
    const failure = { status: 400, code: "EINVALID", reason };
    expect(errorsOf(failure)).toEqual([reason]);
    const fields = [{ path: "/body/tier", reason: message("fields.required") }];
    expect(errorsOf({ ...failure, fields })).toEqual([message("fields.required")]);
  });
});

test("the limit for decisions is not above the limit for links", () => {
  expect(checkLimits({ linkFrom: 90, reviewFrom: 60 })).toEqual({});
  expect(checkLimits({ linkFrom: 90, reviewFrom: 90 })).toEqual({});
  expect(checkLimits({ linkFrom: 90, reviewFrom: 91 })).toEqual({
    reviewFrom: message("correlation.limitsCrossed"),
  });
});
