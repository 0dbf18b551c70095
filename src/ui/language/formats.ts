/** Formats numbers, times and lists in a language by Intl. */
import type { Language } from "./catalogue.ts";

/** Plural forms of a noun or a sentence; `other` covers all numbers without their own form. */
export type PluralForms = Readonly<
  Partial<Record<Intl.LDMLPluralRule, string>> & { readonly other: string }
>;

export interface Formats {
  /** "9,310". */
  readonly count: (count: number) => string;
  /** The plural form of a number. */
  readonly plural: (count: number, forms: PluralForms) => string;
  /** "1 user", "9,310 users". */
  readonly counted: (count: number, forms: PluralForms) => string;
  /** "9.3K": for chart scales with little space. */
  readonly compact: (count: number) => string;
  /** "97.6%" or "90%": at most one decimal. Takes percent, not a fraction. */
  readonly percent: (percent: number) => string;
  /** "97.6%": always one decimal, so that numbers of a column align. Takes percent, not a fraction. */
  readonly percentColumn: (percent: number) => string;
  /** "97.6": at most one decimal. */
  readonly decimal: (number: number) => string;
  /** "312 MB", "1.2 GB": decimal units, with one decimal below ten. */
  readonly bytes: (bytes: number) => string;
  /** "3 minutes ago", "in 2 hours", "now". Both times in epoch milliseconds. */
  readonly relative: (at: number, now: number) => string;
  /** "21 Nov 2026, 05:34:10 UTC" in the reader's time zone, or in the one given. Epoch milliseconds. */
  readonly exact: (at: number, timeZone?: string) => string;
  /** "21 Nov 2026, 05:34": date and time for reading, in the reader's time zone. Epoch milliseconds. */
  readonly moment: (at: number) => string;
  /** "21 Nov 2026, 05:34:10": the same to the second. */
  readonly instant: (at: number) => string;
  /** "21 Nov 2026" for "2026-11-21". */
  readonly day: (day: string) => string;
  /** "Ada, Bob and Cleo". */
  readonly list: (items: readonly string[]) => string;
}

/** Dates in English have the day first, as most of the world writes them. */
const DATE_LOCALES: Readonly<Record<Language, string>> = { en: "en-GB", de: "de" };

const STEPS = [
  { unit: "second", size: 1000, until: 60 },
  { unit: "minute", size: 60_000, until: 60 },
  { unit: "hour", size: 3_600_000, until: 24 },
  { unit: "day", size: 86_400_000, until: 7 },
  { unit: "week", size: 604_800_000, until: 5 },
  { unit: "month", size: 2_629_746_000, until: 12 },
  { unit: "year", size: 31_556_952_000, until: Infinity },
] as const;

const known = new Map<Language, Formats>();

export function formatsOf(language: Language): Formats {
  const formats = known.get(language) ?? createFormats(language);
  known.set(language, formats);
  return formats;
}

function createFormats(language: Language): Formats {
  const number = (options?: Intl.NumberFormatOptions) => {
    let format: Intl.NumberFormat | null = null;
    return (value: number) => (format ??= new Intl.NumberFormat(language, options)).format(value);
  };
  const date = (options: Intl.DateTimeFormatOptions) => {
    let format: Intl.DateTimeFormat | null = null;
    return (at: number) =>
      (format ??= new Intl.DateTimeFormat(DATE_LOCALES[language], options)).format(at);
  };
  const utcDay = date({ dateStyle: "medium", timeZone: "UTC" });
  const count = number();
  const decimal = number({ maximumFractionDigits: 1 });
  const tenth = number({ minimumFractionDigits: 1, maximumFractionDigits: 1 });
  const percentSign = language === "de" ? " %" : "%";
  const rules = new Intl.PluralRules(language);
  let lists: Intl.ListFormat | null = null;
  const plural = (value: number, forms: PluralForms) => forms[rules.select(value)] ?? forms.other;
  return {
    count,
    plural,
    counted: (value, forms) => `${count(value)} ${plural(value, forms)}`,
    compact: number({ notation: "compact" }),
    percent: (percent) => `${decimal(percent)}${percentSign}`,
    percentColumn: (percent) => `${tenth(percent)}${percentSign}`,
    decimal,
    bytes: createBytes(number),
    relative: createRelative(language),
    exact: createExact(language),
    moment: date({ dateStyle: "medium", timeStyle: "short" }),
    instant: date({ dateStyle: "medium", timeStyle: "medium" }),
    day: (day) => utcDay(Date.parse(day)),
    list: (items) => (lists ??= new Intl.ListFormat(DATE_LOCALES[language])).format(items),
  };
}

function createBytes(
  number: (options: Intl.NumberFormatOptions) => (value: number) => string,
): Formats["bytes"] {
  const units = (["kilobyte", "megabyte", "gigabyte"] as const).map((unit) => ({
    whole: number({ style: "unit", unit, maximumFractionDigits: 0 }),
    fine: number({
      style: "unit",
      unit,
      minimumFractionDigits: 1,
      maximumFractionDigits: 1,
    }),
  }));
  return (bytes) => {
    const place = bytes < 999_500 ? 0 : bytes < 999_500_000 ? 1 : 2;
    const amount = bytes / 1000 ** (place + 1);
    const { whole, fine } = units[place] as (typeof units)[number];
    return (amount < 9.95 && place > 0 ? fine : whole)(place === 0 ? Math.ceil(amount) : amount);
  };
}

function createRelative(language: Language): Formats["relative"] {
  let format: Intl.RelativeTimeFormat | null = null;
  return (at, now) => {
    format ??= new Intl.RelativeTimeFormat(language, { numeric: "auto" });
    const distance = Math.abs(at - now);
    const { unit, size } =
      STEPS.find((step) => Math.round(distance / step.size) < step.until) ?? STEPS[0];
    const amount = Math.round(distance / size);
    return format.format(at <= now ? -amount : amount, unit);
  };
}

function createExact(language: Language): Formats["exact"] {
  const zones = new Map<string | undefined, Intl.DateTimeFormat>();
  return (at, timeZone) => {
    const format =
      zones.get(timeZone) ??
      new Intl.DateTimeFormat(DATE_LOCALES[language], {
        day: "numeric",
        month: "short",
        year: "numeric",
        hour: "2-digit",
        minute: "2-digit",
        second: "2-digit",
        timeZoneName: "short",
        timeZone,
      });
    zones.set(timeZone, format);
    return format.format(at);
  };
}
