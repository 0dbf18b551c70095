/** Translates whole sentences by a table of patterns. Pure. */
import type { Formats } from "../ui/language/formats.ts";
import type { Say } from "../ui/language/LanguageProvider.tsx";
import { sentence } from "../ui/language/sentence.ts";

interface Pattern {
  readonly matcher: RegExp;
  readonly names: readonly string[];
  readonly translation: string;
}

const PLACE = /\{(\w+)\}/g;
/** Places that hold a text of ours; what others hold, such as names of people, is left alone. */
const OURS: ReadonlySet<string> = new Set(["label", "what"]);
/** The place of a message that was made a sentence of, whose full stop the table may not have. */
const MESSAGE = "reason";
/** Places whose names begin so hold an English count, and an English number that may have decimals and a unit. */
const NUMBER = "count";
const AMOUNT = "amount";

/**
 * @param table by the English sentence. `{name}` stands for any text, `{label}`, `{what}` and `{reason}` for one that the
 *   table may have itself, `{count}` for a number and `{amount}` for one with decimals or a unit; the translation may place them elsewhere.
 * @returns a sentence that the table does not have comes as it was.
 */
export function translateSentences(
  table: Readonly<Record<string, string>>,
  { count, decimal }: Pick<Formats, "count" | "decimal">,
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
        if (name.startsWith(NUMBER)) return count(numberIn(value));
        if (name.startsWith(AMOUNT)) {
          return value.replace(/^[\d.,]+/, (amount) => decimal(numberIn(amount)));
        }
        if (name === MESSAGE) return sayMessage(value);
        return OURS.has(name) ? say(value) : value;
      });
    }
    return sentence;
  };
  const sayMessage: Say = (message) => {
    const whole = say(message);
    if (whole !== message || !message.endsWith(".")) return whole;
    return sentence(say(message.slice(0, -1)));
  };
  return say;
}

function numberIn(english: string): number {
  return Number(english.replaceAll(",", ""));
}

function compile(english: string, translation: string): Pattern {
  const names = [...english.matchAll(PLACE)].map(([, name = ""]) => name);
  const source = english
    .replaceAll(/[.*+?^$()|[\]\\]/g, String.raw`\$&`)
    .replaceAll(PLACE, (_place, name: string) => (name.startsWith(NUMBER) ? "([\\d,]+)" : "(.+)"));
  return { matcher: new RegExp(`^${source}$`, "s"), names, translation };
}
