import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { notificationShown, screenOpened } from "#events/actions/app.ts";
import { memberList } from "#events/actions/roleMapping.ts";
import { loginSubmitted } from "#events/actions/session.ts";
import { login } from "#events/calls/session.ts";
import type { Envelope } from "#events/kernel/event.ts";
import {
  createMentions,
  createPseudonyms,
  createReplacement,
  personalTexts,
  pseudonymizeEvent,
} from "#src/kernel/log/pseudonyms.ts";
import { said } from "../../../support/english.ts";

const KEY = Uint8Array.from({ length: 16 }, (_, at) => at);

function envelope(draft: Pick<Envelope, "type" | "version" | "payload">): Envelope {
  return { ...draft, seq: 1, id: "e1", session: "s", time: 0, cause: null };
}

/** Without the password, as in a real log. */
const SIGN_IN = envelope({
  type: loginSubmitted.type,
  version: 1,
  payload: { username: "ann.lee" },
});

const replacing = (...personal: string[]) => {
  const mask = createPseudonyms(KEY);
  return createReplacement(mask, createMentions(new Set(personal), mask));
};

describe("pseudonyms", () => {
  it("are the same for the same text under one key, and differ under another", () => {
    const one = createPseudonyms(KEY);
    expect(one("Ann")).toBe(createPseudonyms(KEY)("Ann"));
    expect(one("Ann")).not.toBe(one("ann"));
    expect(one("Ann")).not.toBe(createPseudonyms(KEY.toReversed())("Ann"));
    expect(one("Ann")).toMatch(/^p-[0-9a-f]{12}$/);
    expect(one("ann@bank.example")).toMatch(/^p-[0-9a-f]{12}@example\.invalid$/);
  });

  it("replace the personal texts of events, and keep other texts", () => {
    const masked = pseudonymizeEvent(SIGN_IN, replacing());
    expect(masked).toEqual({
      ...SIGN_IN,
      payload: { username: createPseudonyms(KEY)("ann.lee") },
    });
  });

  it("replace people mentioned in a sentence, also in a failure", () => {
    const mask = createPseudonyms(KEY);
    const replacement = replacing("ann.lee", "ann@bank.example");
    const shown = notificationShown({
      message: said("An email was sent to ann@bank.example."),
      type: "success",
      milliseconds: 7000,
    });
    expect(pseudonymizeEvent(envelope(shown), replacement).payload).toMatchObject({
      message: said(`An email was sent to ${mask("ann@bank.example")}.`),
      type: "success",
    });
    const reason = { ...said("ann.lee is taken"), english: "ann.lee is taken" };
    const failure = { status: 409, code: "ECONFLICT", reason };
    const fields = [{ path: "/body/username", reason }];
    const text = `${mask("ann.lee")} is taken`;
    const masked = { ...said(text), english: text };
    expect(
      pseudonymizeEvent(envelope(login.failed({ ...failure, fields })), replacement).payload,
    ).toMatchObject({
      reason: masked,
      fields: [{ path: "/body/username", reason: masked }],
    });
  });

  it("replace the longer of two overlapping texts, and are not searched for others", () => {
    const mask = createPseudonyms(KEY);
    const { sentence } = replacing("Ann", "Ann Lee", "Lee Ray", "a b", "p-", "Zoë", "ab");
    expect(sentence("Ann Lee met Ann, Annabel and Zoë.")).toBe(
      `${mask("Ann Lee")} met ${mask("Ann")}, Annabel and ${mask("Zoë")}.`,
    );
    expect(sentence("Ann Lee Ray: a b")).toBe(`${mask("Ann Lee")} Ray: ${mask("a b")}`);
    expect(sentence("ab")).toBe(mask("ab"));
    expect(sentence("cab")).toBe("cab");
    expect(sentence("Joann met Ann2, but Ann's Zoë")).toBe(
      `Joann met Ann2, but ${mask("Ann")}'s ${mask("Zoë")}`,
    );
    expect(sentence("")).toBe("");
  });

  it("replace a name in a script without word boundaries", () => {
    const mask = createPseudonyms(KEY);
    expect(replacing("山田太郎").sentence("利用者山田太郎を保存")).toBe(
      `利用者${mask("山田太郎")}を保存`,
    );
  });

  it("replace typed text at its place but not in sentences, unless it is also a name", () => {
    const typed = ["not", "Ann Lee", "/users?contains=list"];
    const events = [
      ...["n", "no", "not", "Ann", "Ann Lee"].map((text) =>
        envelope(memberList.searchTyped({ text })),
      ),
      envelope(screenOpened({ route: "users", path: "/users?contains=list", params: {} })),
      envelope({ ...SIGN_IN, payload: { username: "Ann Lee" } }),
    ];
    expect([...personalTexts(events)]).toEqual(["Ann Lee"]);
    const mask = createPseudonyms(KEY);
    const replacement = createReplacement(mask, createMentions(personalTexts(events), mask));
    expect(replacement.sentence("The list could not be loaded by Ann Lee")).toBe(
      `The list could not be loaded by ${mask("Ann Lee")}`,
    );
    const text = JSON.stringify(events.map((one) => pseudonymizeEvent(one, replacement)));
    for (const one of typed) expect(text).not.toContain(one);
  });

  it("replace the same mentions as a search for one text after the other", () => {
    const letters = fc.constantFrom("a", "b", "é");
    const word = fc.string({ unit: letters, minLength: 3, maxLength: 6 });
    // Of two overlapping names of equal length either could be meant.
    const people = fc.uniqueArray(word, { selector: ({ length }) => length });
    fc.assert(
      fc.property(people, fc.array(word), (names, words) => {
        const marked = (text: string) => `<${text.length}>`;
        const longestFirst = names.toSorted((a, b) => b.length - a.length);
        const text = `- ${words.join("-")} -`;
        const expected = longestFirst.reduce(
          (rest, one) => rest.replaceAll(new RegExp(`(?<![abé])${one}(?![abé])`, "g"), marked),
          text,
        );
        expect(createMentions(new Set(longestFirst), marked)(text)).toBe(expected);
      }),
      { numRuns: 500, seed: 44 },
    );
  });

  it("keep nothing of an event that this build does not know", () => {
    const unknown = envelope({ type: "space/flown", version: 1, payload: { by: "Ann" } });
    expect(pseudonymizeEvent(unknown, replacing()).payload).toEqual({});
  });
});
