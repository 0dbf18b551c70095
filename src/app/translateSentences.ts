/** Translates whole sentences by a table of patterns. Pure. */
import type { Formats } from "../ui/language/formats.ts";
import type { Say } from "../ui/language/LanguageProvider.tsx";

interface Pattern {
  readonly matcher: RegExp;
  readonly names: readonly string[];
  readonly translation: string;
}

const PLACE = /\{(\w+)\}/g;
/** Of a place that is named so; its numbers are English and become those of the language. */
const NUMBER = "count";

/**
 * @param table by the English sentence. `{name}` stands for any text, which is translated itself where the table has
 *   it, and `{count}` for a number; the translation may place them elsewhere.
 * @returns a sentence that the table does not have comes as it was.
 */
export function translateSentences(
  table: Readonly<Record<string, string>>,
  { count }: Pick<Formats, "count">,
): Say {
  const exact = new Map(Object.entries(table));
  const patterns = Object.entries(table).flatMap(([english, translation]) =>
    english.includes("{") ? [compile(english, translation)] : [],
  );
  const say: Say = (sentence) => {
    const whole = exact.get(sentence);
    if (whole !== undefined) return whole;
    for (const { matcher, names, translation } of patterns) {
      const match = matcher.exec(sentence);
      if (!match) continue;
      const values = new Map(names.map((name, at) => [name, match[at + 1] ?? ""]));
      return translation.replaceAll(PLACE, (_place, name: string) => {
        const value = values.get(name) ?? "";
        return name.startsWith(NUMBER) ? count(Number(value.replaceAll(",", ""))) : say(value);
      });
    }
    return sentence;
  };
  return say;
}

function compile(english: string, translation: string): Pattern {
  const names = [...english.matchAll(PLACE)].map(([, name = ""]) => name);
  const source = english
    .replaceAll(/[.*+?^$()|[\]\\]/g, String.raw`\$&`)
    .replaceAll(PLACE, (_place, name: string) => (name.startsWith(NUMBER) ? "([\\d,]+)" : "(.+)"));
  return { matcher: new RegExp(`^${source}$`, "s"), names, translation };
}
